package io.castile.codec.value;

import io.castile.xml.XmlText;
import io.castile.xml.XmlWriter;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Immutable simple types with a text of their own, made and taken as a string. */
final class StringTypes {
  private StringTypes() {}

  /** Made when the first of these types is met. */
  private static final class Made {
    static final SimpleType URI_TYPE =
        new Printed<>(URI.class, "string", StringTypes::uri, URI::toString); // as in the RI
    static final SimpleType URL_TYPE =
        new Printed<>(URL.class, "anyURI", StringTypes::url, URL::toExternalForm);
    static final SimpleType UUID_TYPE =
        new Printed<>(UUID.class, "string", UUID::fromString, UUID::toString);
    static final SimpleType FILE_TYPE =
        new Printed<>(File.class, "string", File::new, File::getPath);
  }

  /** The type of a Java class; null if it is none of these. */
  static @Nullable SimpleType of(Class<?> type) {
    if (type == URI.class) {
      return Made.URI_TYPE;
    }
    if (type == URL.class) {
      return Made.URL_TYPE;
    }
    if (type == UUID.class) {
      return Made.UUID_TYPE;
    }
    return type == File.class ? Made.FILE_TYPE : null;
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static URL url(String text) {
    try {
      return new URL(text);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static final class Printed<T> extends SimpleType {
    private final Function<String, T> parse;
    private final Function<T, String> print;

    Printed(
        Class<T> javaType,
        String schemaType,
        Function<String, T> parse,
        Function<T, String> print) {
      super(Kind.OTHER, javaType, SimpleTypes.xs(schemaType));
      this.parse = parse;
      this.print = print;
    }

    @Override
    public void write(Object value, XmlWriter out, CodecContext context) {
      out.text(text(value));
    }

    @Override
    public void writeAttribute(Object value, XmlWriter out, CodecContext context) {
      out.attributeText(text(value));
    }

    @SuppressWarnings("unchecked") // the plan asks this type for values of its class only
    private String text(Object value) {
      return print.apply((T) value);
    }

    @Override
    public Object read(XmlText text, CodecContext context) {
      try {
        return parse.apply(text.toToken());
      } catch (IllegalArgumentException e) {
        throw text.invalid(javaType.getSimpleName());
      }
    }

    /** Compares by the text: {@code URL.equals} asks the network whether two names are one host. */
    @Override
    public boolean equal(Object one, Object other, CodecContext context) {
      return text(one).equals(text(other));
    }

    @Override
    public int hash(Object value, CodecContext context) {
      return text(value).hashCode();
    }
  }
}
