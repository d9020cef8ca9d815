package io.castile.soap.wsdl;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.XmlInternals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Holds elements of a message to a schema, as events of their reader, so that no other parser reads
 * them. For one message.
 *
 * <p>An {@code xop:Include} is taken for the base64 text that it stands for (XOP 1.0 §3.2), which
 * is made piece by piece. As the validator keeps the text of an element, only the first {@link
 * #MAX_INCLUDED} bytes of a part are shown to it.
 */
public final class ElementValidator implements ErrorHandler {
  private static final int MAX_ERRORS = 5;
  private static final int MAX_TEXT = 400;

  /** A multiple of three, so that what is cut off here is base64 without padding. */
  static final int MAX_INCLUDED = 3 * (4 << 20);

  /** Likewise. */
  private static final int PIECE = 3 * (1 << 10);

  private static final String XOP = "http://www.w3.org/2004/08/xop/include";

  /**
   * An error.
   *
   * @param text what was expected and found
   * @param path of the element, with its place among siblings of its name
   * @param offset of the markup at which it was noticed
   */
  public record Error(String text, String path, int offset) {
    /**
     * In words.
     *
     * @param message to tell lines by; null where offsets are not its own
     */
    String shown(byte @Nullable [] message) {
      String place = text + " at " + path;
      if (message == null) {
        return place + ", byte " + offset;
      }
      int line = 1;
      int column = 1;
      for (int i = 0; i < offset; i++) {
        if (message[i] == '\n') {
          line++;
          column = 1;
        } else if ((message[i] & 0xC0) != 0x80) { // the first byte of a character
          column++;
        }
      }
      return place + ", line " + line + ", column " + column;
    }
  }

  private final ValidatorHandler handler;
  private final XmlReader in;
  private final List<Error> errors = new ArrayList<>();

  /** Open elements, the innermost one first; the path of each ends with a slash. */
  private final Deque<Level> levels = new ArrayDeque<>();

  /** An open element, and how many children of each name it has had. */
  private record Level(String path, Map<String, Integer> children) {}

  /**
   * @param in the reader of the message
   */
  public ElementValidator(Schema schema, XmlReader in) {
    this.handler = schema.newValidatorHandler();
    this.handler.setErrorHandler(this);
    this.in = in;
  }

  /** Returns the first errors; empty for elements that are valid. */
  public List<Error> errors() {
    return errors;
  }

  /**
   * Returns the errors in words.
   *
   * @param message to tell lines by; null where offsets are not its own
   */
  public String shown(byte @Nullable [] message) {
    return errors.stream().map(error -> error.shown(message)).collect(Collectors.joining("; "));
  }

  /**
   * Reads the element at which the reader stands, to its end.
   *
   * @param parent the path of the element around it, with a slash at the end
   * @param scope the namespaces declared around it, by prefix
   */
  public void read(String parent, Map<String, String> scope) {
    try {
      validate(parent, scope);
    } catch (SAXException e) {
      throw new IllegalStateException(
          "Cannot validate, because the validator failed: " + e.getMessage(), e);
    }
  }

  private void validate(String parent, Map<String, String> scope) throws SAXException {
    levels.clear();
    levels.push(new Level(parent, new HashMap<>()));
    handler.startDocument();
    for (Map.Entry<String, String> each : scope.entrySet()) {
      handler.startPrefixMapping(each.getKey(), each.getValue());
    }
    int outside = levels.size();
    start();
    while (levels.size() > outside) {
      switch (in.next()) {
        case XmlReader.START_ELEMENT -> {
          if (isInclude()) {
            include();
          } else {
            start();
          }
        }
        case XmlReader.TEXT -> {
          char[] text = in.text().toCharArray();
          handler.characters(text, 0, text.length);
        }
        case XmlReader.END_ELEMENT -> {
          XmlName name = in.name();
          handler.endElement(name.uri(), name.local(), qualified(in.prefix(), name));
          levels.pop();
        }
        default -> {
          // Comments and processing instructions carry nothing.
        }
      }
    }
    handler.endDocument();
  }

  private void start() throws SAXException {
    XmlName name = in.name();
    int index = levels.peek().children().merge(name.toString(), 1, Integer::sum);
    String step = name.local() + (index == 1 ? "" : "[" + index + "]");
    levels.push(new Level(levels.peek().path() + step + "/", new HashMap<>()));
    for (int i = 0; i < in.namespaceCount(); i++) {
      handler.startPrefixMapping(in.namespacePrefix(i), in.namespaceUri(i));
    }
    AttributesImpl attributes = new AttributesImpl();
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName attribute = in.attributeName(i);
      attributes.addAttribute(
          attribute.uri(),
          attribute.local(),
          qualified(in.attributePrefix(i), attribute),
          "CDATA",
          in.attribute(i).toString());
    }
    handler.startElement(name.uri(), name.local(), qualified(in.prefix(), name), attributes);
  }

  private boolean isInclude() {
    return XmlInternals.attachments(in) != null
        && in.name().local().equals("Include")
        && in.name().uri().equals(XOP);
  }

  /**
   * Shows the validator the part. The code that takes the part sees whether anything stands beside
   * it.
   */
  private void include() throws SAXException {
    String reference = "";
    for (int i = 0; i < in.attributeCount(); i++) {
      if (in.attributeName(i).uri().isEmpty() && in.attributeName(i).local().equals("href")) {
        reference = in.attribute(i).toToken();
      }
    }
    AttachmentSource parts =
        Objects.requireNonNull(XmlInternals.attachments(in)); // as of any Include
    try (InputStream bytes = parts.take(reference, in).open()) {
      int left = MAX_INCLUDED;
      byte[] piece = bytes.readNBytes(PIECE);
      while (piece.length > 0 && left > 0) {
        char[] text =
            new String(Base64.getEncoder().encode(piece), StandardCharsets.US_ASCII).toCharArray();
        handler.characters(text, 0, text.length);
        left -= piece.length;
        piece = bytes.readNBytes(PIECE);
      }
    } catch (IOException e) {
      throw in.unexpected("a readable attachment", "'" + reference + "': " + e.getMessage());
    }
    in.skipElement();
  }

  private static String qualified(String prefix, XmlName name) {
    return prefix.isEmpty() ? name.local() : prefix + ":" + name.local();
  }

  @Override
  public void error(SAXParseException e) {
    if (errors.size() < MAX_ERRORS) {
      String path = levels.peek().path();
      String text = Objects.requireNonNullElse(e.getMessage(), "it is not valid");
      errors.add(
          new Error(
              text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…",
              path.substring(0, path.length() - 1),
              in.offset()));
    }
  }

  @Override
  public void fatalError(SAXParseException e) {
    error(e);
  }

  @Override
  public void warning(SAXParseException e) {
    // Says nothing about the message.
  }
}
