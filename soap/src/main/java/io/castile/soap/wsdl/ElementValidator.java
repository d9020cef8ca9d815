package io.castile.soap.wsdl;

import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.XmlInternals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
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

  /**
   * The validators of a schema. Each is used again once its element has been read: to make one
   * takes several times as long as to validate a small message. Thread-safe.
   */
  public static final class Pool {
    private static final int MAX_IDLE = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final Schema schema;
    private final Queue<PooledValidator> idle = new ArrayBlockingQueue<>(MAX_IDLE);

    /** A pool that is empty. */
    public Pool(Schema schema) {
      this.schema = schema;
    }

    private PooledValidator take() {
      PooledValidator taken = idle.poll();
      return taken == null ? new PooledValidator(schema.newValidatorHandler()) : taken;
    }

    /** Takes back a validator that has come to the end of its element. */
    private void giveBack(PooledValidator validator) {
      validator.errors = null;
      if (!validator.isFull()) {
        idle.offer(validator);
      }
    }
  }

  /** A validator with what it has seen. It keeps each name, so it is let go of after so many. */
  private static final class PooledValidator implements ErrorHandler {
    private static final int MAX_NAMES = 1_000;
    private static final int MAX_BYTES = 256 << 10;

    private final ValidatorHandler handler;
    private final AttributesImpl attributes = new AttributesImpl();
    private final Map<XmlName, QualifiedName> qualified = new HashMap<>();
    private long bytes;
    private @Nullable ErrorHandler errors; // null while it is idle, to hold no message

    /** A name of XML with the prefix that it had last. */
    private record QualifiedName(String prefix, String text) {}

    PooledValidator(ValidatorHandler handler) {
      this.handler = handler;
      handler.setErrorHandler(this);
    }

    boolean isFull() {
      return bytes > MAX_BYTES || qualified.size() > MAX_NAMES;
    }

    String qualified(String prefix, XmlName name) {
      if (prefix.isEmpty()) {
        return name.local();
      }
      QualifiedName known = qualified.get(name);
      if (known == null || !known.prefix.equals(prefix)) {
        known = new QualifiedName(prefix, prefix + ":" + name.local());
        if (!isFull()) { // a message may have any number of names
          qualified.put(name, known);
        }
      }
      return known.text;
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      Objects.requireNonNull(errors, "errors").error(e);
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      error(e);
    }

    @Override
    public void warning(SAXParseException e) {
      // Says nothing about the message.
    }
  }

  private final Pool pool;
  private final XmlReader in;
  private final List<Error> errors = new ArrayList<>();
  private Level level = new Level(null, "", 1); // the innermost one
  private boolean isTelling; // whether the JDK's validator is at a tag

  /** An open element, and how many children of each name it has had. */
  private static final class Level {
    private final @Nullable Level around; // null for what is around the elements that are read
    private final String name; // the whole path, with a slash at its end, where none is around
    private final int index; // among siblings of its name
    private @Nullable XmlName last; // null before the first child
    private int lastCount;
    private @Nullable Map<XmlName, Integer> others; // null while all have one name

    Level(@Nullable Level around, String name, int index) {
      this.around = around;
      this.name = name;
      this.index = index;
    }

    /** Counts a child, and returns how many of its name there are now. */
    int count(XmlName child) {
      if (child.equals(last)) {
        return ++lastCount;
      }
      if (last != null) {
        others = others == null ? new HashMap<>() : others;
        others.put(last, lastCount);
      }
      lastCount = 1 + (others == null ? 0 : others.getOrDefault(child, 0));
      last = child;
      return lastCount;
    }

    /** Returns the path, with a slash at its end. */
    String path() {
      StringBuilder path = new StringBuilder();
      Level each = this;
      for (; each.around != null; each = each.around) {
        path.insert(0, each.name + (each.index == 1 ? "/" : "[" + each.index + "]/"));
      }
      return path.insert(0, each.name).toString();
    }
  }

  /**
   * @param in the reader of the message
   */
  public ElementValidator(Pool pool, XmlReader in) {
    this.pool = pool;
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
    PooledValidator validator = pool.take();
    validator.errors = this;
    int depth = in.depth();
    try {
      validate(validator, parent, scope);
    } catch (IndexOutOfBoundsException e) {
      if (!isTelling) {
        throw e;
      }
      add("it has a value that is none of its type"); // base64 with a character beyond ASCII
      isTelling = false;
      skipTo(depth);
      return; // the validator is not given back, as it stopped within the element
    } catch (SAXException e) {
      if (hasAllErrors()) {
        skipTo(depth);
        return;
      }
      throw new IllegalStateException(
          "Cannot validate, because the validator failed: " + e.getMessage(), e);
    }
    pool.giveBack(validator);
  }

  private void skipTo(int depth) {
    while (in.event() != XmlReader.END_ELEMENT || in.depth() != depth) {
      in.next();
    }
  }

  private void validate(PooledValidator validator, String parent, Map<String, String> scope)
      throws SAXException {
    ValidatorHandler handler = validator.handler;
    Level outside = new Level(null, parent, 1);
    level = outside;
    int start = in.offset();
    handler.startDocument();
    for (Map.Entry<String, String> each : scope.entrySet()) {
      handler.startPrefixMapping(each.getKey(), each.getValue());
      validator.bytes += each.getKey().length() + each.getValue().length(); // of its own names
    }
    start(validator);
    while (level != outside) {
      switch (in.next()) {
        case XmlReader.START_ELEMENT -> {
          if (isInclude()) {
            include(validator);
          } else {
            start(validator);
          }
        }
        case XmlReader.TEXT -> {
          char[] text = in.text().toCharArray();
          handler.characters(text, 0, text.length);
        }
        case XmlReader.END_ELEMENT -> {
          XmlName name = in.name();
          String qualified = validator.qualified(in.prefix(), name);
          isTelling = true;
          handler.endElement(name.uri(), name.local(), qualified);
          isTelling = false;
          level = Objects.requireNonNull(level.around, "around");
        }
        default -> {
          // Comments and processing instructions carry nothing.
        }
      }
    }
    handler.endDocument();
    validator.bytes += in.offset() - start;
  }

  private void start(PooledValidator validator) throws SAXException {
    XmlName name = in.name();
    level = new Level(level, name.local(), level.count(name));
    for (int i = 0; i < in.namespaceCount(); i++) {
      validator.handler.startPrefixMapping(in.namespacePrefix(i), in.namespaceUri(i));
    }
    AttributesImpl attributes = validator.attributes;
    attributes.clear();
    for (int i = 0; i < in.attributeCount(); i++) {
      XmlName attribute = in.attributeName(i);
      attributes.addAttribute(
          attribute.uri(),
          attribute.local(),
          validator.qualified(in.attributePrefix(i), attribute),
          "CDATA",
          in.attribute(i).toString());
    }
    String qualified = validator.qualified(in.prefix(), name);
    isTelling = true;
    validator.handler.startElement(name.uri(), name.local(), qualified, attributes);
    isTelling = false;
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
  private void include(PooledValidator validator) throws SAXException {
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
        validator.handler.characters(text, 0, text.length);
        validator.bytes += text.length;
        left -= piece.length;
        piece = bytes.readNBytes(PIECE);
      }
    } catch (IOException e) {
      throw in.unexpected("a readable attachment", "'" + reference + "': " + e.getMessage());
    }
    in.skipElement();
  }

  private boolean hasAllErrors() {
    return errors.size() >= MAX_ERRORS;
  }

  /** Stops the validator after so many: the text of one may hold all values of an enumeration. */
  @Override
  public void error(SAXParseException e) throws SAXException {
    if (!hasAllErrors()) {
      add(Objects.requireNonNullElse(e.getMessage(), "it is not valid"));
    }
    if (hasAllErrors()) {
      throw new SAXException("no more errors are told");
    }
  }

  private void add(String text) {
    String path = level.path();
    errors.add(
        new Error(
            text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…",
            path.substring(0, path.length() - 1),
            in.offset()));
  }

  @Override
  public void fatalError(SAXParseException e) throws SAXException {
    error(e);
  }

  @Override
  public void warning(SAXParseException e) {
    // Says nothing about the message.
  }
}
