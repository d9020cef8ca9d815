package io.castile.codec.value;

import io.castile.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.namespace.QName;

/** One attribute with a name known only at run time, inside an open start tag. */
public final class RawAttribute {
  private static final byte[] SPACE = {' '};
  private static final byte[] EQUALS = {'=', '"'};
  private static final byte[] QUOTE = {'"'};

  private RawAttribute() {}

  public static void write(String uri, String local, String value, XmlWriter out) {
    if (uri.isEmpty()) {
      out.raw(SPACE);
      out.raw(local.getBytes(StandardCharsets.UTF_8));
    } else {
      QName name = new QName(uri, local);
      out.declare(name);
      out.raw(SPACE);
      out.text(name);
    }
    out.raw(EQUALS);
    out.attributeText(value);
    out.raw(QUOTE);
  }
}
