package io.castile.generate.codec;

/** The classes that merge templates, as source. They use Velocity and nothing of Castile. */
final class TemplateCode {
  static final String CLASS = "MessageTemplate";
  static final String SUFFIX = "TemplateSerializer";

  private TemplateCode() {}

  /** The class that writes one element. */
  static String serializer(String packageName, String name, Class<?> bean, String support) {
    String owner = packageName.equals(support) ? "" : "import " + support + "." + CLASS + ";\n";
    return """
    package %1$s;

    %5$simport java.io.IOException;
    import java.io.Writer;

    /** Writes a {@link %2$s} by the template {@code %3$s.vm}. Thread-safe. */
    public final class %3$s%4$s {
      private static final MessageTemplate TEMPLATE =
          MessageTemplate.of(%3$s%4$s.class, "%3$s.vm");

      private %3$s%4$s() {}

      /**
       * Writes the element, without a declaration of XML before it.
       *
       * @throws IllegalArgumentException if a text has a character that XML has not
       */
      public static void write(%2$s value, Writer out) throws IOException {
        TEMPLATE.merge(value, out);
      }
    }
    """
        .formatted(packageName, bean.getSimpleName(), name, SUFFIX, owner);
  }

  /** The class that all of them use. */
  static String support(String packageName) {
    return """
    package %s;

    import jakarta.xml.bind.annotation.XmlEnumValue;
    import java.io.IOException;
    import java.io.InputStream;
    import java.io.StringReader;
    import java.io.UncheckedIOException;
    import java.io.Writer;
    import java.math.BigDecimal;
    import java.nio.charset.StandardCharsets;
    import java.util.Base64;
    import javax.xml.datatype.XMLGregorianCalendar;
    import org.apache.velocity.Template;
    import org.apache.velocity.VelocityContext;
    import org.apache.velocity.exception.MethodInvocationException;
    import org.apache.velocity.runtime.RuntimeConstants;
    import org.apache.velocity.runtime.RuntimeInstance;
    import org.apache.velocity.runtime.parser.ParseException;

    /** A template of a message. Thread-safe. */
    public final class MessageTemplate {
      private static final Values VALUES = new Values();

      private final Template template = new Template();

      private MessageTemplate() {}

      /**
       * Reads a template: lines are joined without the space around them; those that begin with
       * two number signs are left out.
       *
       * @param owner the class that the resource is beside
       * @param resource its name
       */
      public static MessageTemplate of(Class<?> owner, String resource) {
        MessageTemplate made = new MessageTemplate();
        RuntimeInstance engine = new RuntimeInstance();
        engine.setProperty(RuntimeConstants.RUNTIME_REFERENCES_STRICT, true);
        engine.init();
        made.template.setName(resource);
        made.template.setRuntimeServices(engine);
        try {
          made.template.setData(
              engine.parse(new StringReader(text(owner, resource)), made.template));
        } catch (ParseException e) {
          throw new IllegalStateException("Cannot read the template " + resource + ": " + e.getMessage(), e);
        }
        made.template.initDocument();
        return made;
      }

      private static String text(Class<?> owner, String resource) {
        StringBuilder text = new StringBuilder();
        try (InputStream in = owner.getResourceAsStream(resource)) {
          if (in == null) {
            throw new IllegalStateException("expected " + resource + " beside " + owner);
          }
          for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\\n")) {
            String joined = line.strip();
            text.append(joined.startsWith("##") ? "" : joined);
          }
          return text.toString();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      /** Merges the template with a bean, which it calls {@code $value}. */
      public void merge(Object value, Writer out) throws IOException {
        VelocityContext context = new VelocityContext();
        context.put("value", value);
        context.put("xml", VALUES);
        try {
          template.merge(context, out);
        } catch (MethodInvocationException e) {
          if (e.getCause() instanceof IllegalArgumentException) {
            throw (IllegalArgumentException) e.getCause();
          }
          throw e;
        }
      }

      /** What templates call for values. */
      public static final class Values {
        /** Whether there is a value. */
        public boolean has(Object value) {
          return value != null;
        }

        /** The value as text of an element. */
        public String text(Object value) {
          return escaped(plain(value), false);
        }

        /** The value as that of an attribute. */
        public String attribute(Object value) {
          return escaped(plain(value), true);
        }

        private static String plain(Object value) {
          if (value instanceof byte[]) {
            return Base64.getEncoder().encodeToString((byte[]) value);
          }
          if (value instanceof BigDecimal) {
            return ((BigDecimal) value).toPlainString();
          }
          if (value instanceof XMLGregorianCalendar) {
            return ((XMLGregorianCalendar) value).toXMLFormat();
          }
          if (value instanceof Enum<?>) {
            return constant((Enum<?>) value);
          }
          return value.toString().replace("Infinity", value instanceof Number ? "INF" : "Infinity");
        }

        private static String constant(Enum<?> value) {
          try {
            XmlEnumValue written =
                value
                    .getDeclaringClass()
                    .getField(value.name())
                    .getAnnotation(XmlEnumValue.class);
            return written == null ? value.name() : written.value();
          } catch (NoSuchFieldException e) {
            throw new IllegalStateException("Cannot read the name of a constant, because it has no field.", e);
          }
        }

        private static String escaped(String text, boolean isAttribute) {
          StringBuilder escaped = new StringBuilder(text.length() + 16);
          for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            boolean isSpace = c == '\\t' || c == '\\n' || c == '\\r';
            if (c < ' ' && !isSpace || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF) {
              throw new IllegalArgumentException(
                  String.format("expected characters of XML, found U+%%04X at %%d", c, i));
            } else if (c == '<') {
              escaped.append("&lt;");
            } else if (c == '>') {
              escaped.append("&gt;");
            } else if (c == '&') {
              escaped.append("&amp;");
            } else if (c == '"' && isAttribute) {
              escaped.append("&quot;");
            } else if (c == '\\r' || isSpace && isAttribute) {
              escaped.append("&#").append(c).append(';');
            } else {
              escaped.appendCodePoint(c);
            }
          }
          return escaped.toString();
        }
      }
    }
    """
        .formatted(packageName);
  }
}
