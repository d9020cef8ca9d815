package io.castile.wsdl.value;

import java.io.StringReader;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * A regular expression of XML Schema (part 2, appendix F), which differs from those of Java. Most
 * are also expressions of Java, once translated; the others are left to the schema validator of the
 * JDK. An expression that neither understands matches everything. Immutable and thread-safe.
 */
final class XsdPattern {
  /** Escapes that mean the same in both. */
  private static final String SAME_ESCAPES = "nrt\\|.?*+(){}-[]^";

  /** The characters that are compared with an expression that is not a simple one. */
  static final int MAX_COMPARED = 10_000;

  /** The validators that wait to be used again: to make one takes longer than a short text. */
  private static final int MAX_IDLE = Math.max(2, Runtime.getRuntime().availableProcessors());

  private static final SchemaFactory SCHEMAS = newFactory();

  private final String expression;
  private final @Nullable Pattern translated; // null where the schema has to tell
  private volatile @Nullable Schema schema; // null until it is needed
  private volatile boolean isUnknown;
  private final Queue<ValidatorHandler> idle = new ArrayBlockingQueue<>(MAX_IDLE);

  private XsdPattern(String expression, @Nullable Pattern translated) {
    this.expression = expression;
    this.translated = translated;
  }

  static XsdPattern of(String expression) {
    String java = translated(expression);
    return new XsdPattern(expression, java == null ? null : Pattern.compile(java));
  }

  private static SchemaFactory newFactory() {
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    try {
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    } catch (SAXException e) {
      throw new AssertionError("the JDK's factory has these properties", e);
    }
    return factory;
  }

  /** Whether no schema is needed. */
  boolean isTranslated() {
    return translated != null;
  }

  /**
   * Whether a text has more characters than are compared with this: an expression with groups may
   * take time by the square of their number, or more.
   */
  boolean isTooLong(String text) {
    return text.length() > MAX_COMPARED && (translated == null || expression.indexOf('(') >= 0);
  }

  /** Whether the whole of a text fits; false for one that is too long. */
  boolean fits(String text) {
    if (isTooLong(text)) {
      return false;
    }
    if (translated != null) {
      try {
        return translated.matcher(text).matches();
      } catch (StackOverflowError e) {
        return fitsSchema(text); // of many characters
      }
    }
    return fitsSchema(text);
  }

  private boolean fitsSchema(String text) {
    Schema known = schema();
    if (known == null) {
      return true;
    }
    ValidatorHandler taken = idle.poll();
    ValidatorHandler handler = taken == null ? known.newValidatorHandler() : taken;
    Flaws flaws = new Flaws();
    handler.setErrorHandler(flaws);
    try {
      handler.startDocument();
      handler.startElement("", "v", "v", new AttributesImpl());
      handler.characters(text.toCharArray(), 0, text.length());
      handler.endElement("", "v", "v");
      handler.endDocument();
      idle.offer(handler);
      return !flaws.isAny;
    } catch (SAXException e) {
      return false;
    }
  }

  /** Whether there was an error. */
  private static final class Flaws implements ErrorHandler {
    private boolean isAny;

    @Override
    public void error(SAXParseException e) {
      isAny = true;
    }

    @Override
    public void fatalError(SAXParseException e) {
      isAny = true;
    }

    @Override
    public void warning(SAXParseException e) {
      // Says nothing about the text.
    }
  }

  private @Nullable Schema schema() {
    Schema known = schema;
    if (known == null && !isUnknown) {
      String escaped =
          expression.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
      String document =
          "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema'><x:element name='v'><x:simpleType>"
              + "<x:restriction base='x:string'><x:pattern value=\""
              + escaped.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")
              + "\"/></x:restriction></x:simpleType></x:element></x:schema>";
      try {
        synchronized (SCHEMAS) {
          known = SCHEMAS.newSchema(new StreamSource(new StringReader(document)));
        }
        schema = known;
      } catch (SAXException e) {
        isUnknown = true; // a schema may have it, and no value could be right
      }
    }
    return known;
  }

  @Override
  public String toString() {
    return expression;
  }

  // ---- translation ----

  /** Returns an expression of Java that fits the same texts; null where that is not sure. */
  private static @Nullable String translated(String expression) {
    StringBuilder java = new StringBuilder();
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '\\') {
        String escape = i + 1 < expression.length() ? escape(expression.charAt(++i)) : null;
        if (escape == null) {
          return null;
        }
        java.append(escape);
      } else if (c == '[') {
        int end = classEnd(expression, i);
        if (end < 0) {
          return null;
        }
        java.append(expression, i, end + 1);
        i = end;
      } else if (c == '.') {
        java.append("[^\\n\\r]");
      } else if (c == '^' || c == '$') {
        java.append('\\').append(c);
      } else if ((c == '?' || c == '+') && i > 0 && isQuantifier(expression, i - 1)
          || Character.isSurrogate(c)) {
        return null;
      } else {
        java.append(c);
      }
    }
    try {
      Pattern.compile(java.toString());
      return java.toString();
    } catch (PatternSyntaxException e) {
      return null; // the schema validator knows better
    }
  }

  private static boolean isQuantifier(String expression, int at) {
    boolean isEscaped = at > 0 && expression.charAt(at - 1) == '\\';
    return !isEscaped && "?*+}(".indexOf(expression.charAt(at)) >= 0;
  }

  private static @Nullable String escape(char c) {
    return switch (c) {
      case 'd' -> "\\p{Nd}";
      case 's' -> "[ \\t\\n\\r]";
      case 'S' -> "[^ \\t\\n\\r]";
      default -> SAME_ESCAPES.indexOf(c) >= 0 ? "\\" + c : null;
    };
  }

  /** The end of a class of single characters and ranges; -1 where it is another one. */
  private static int classEnd(String expression, int start) {
    for (int i = start + 1; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == ']') {
        return i > start + 1 ? i : -1;
      }
      if (c == '\\') {
        if (++i == expression.length() || SAME_ESCAPES.indexOf(expression.charAt(i)) < 0) {
          return -1;
        }
      } else if (c == '[' || c == '&' || Character.isSurrogate(c)) {
        return -1;
      }
    }
    return -1;
  }
}
