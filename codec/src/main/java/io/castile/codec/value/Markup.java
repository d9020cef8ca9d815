package io.castile.codec.value;

import io.castile.xml.Namespace;
import io.castile.xml.XmlName;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The constant bytes around one element or attribute: made once from its name and the prefix that
 * the set of codecs gives to its namespace.
 *
 * <p>For generated code; no compatibility promise. Immutable but for the arrays, which are never
 * written to.
 */
public final class Markup {
  public final XmlName name;

  /** The namespace to be declared for the prefix; null for a name without one. */
  public final @Nullable Namespace namespace;

  /** {@code <p:name}, start tag left open. */
  public final byte[] open;

  /** {@code </p:name>}. */
  public final byte[] close;

  /** {@code p:name="} with a leading space, for an attribute. */
  public final byte[] attribute;

  public Markup(XmlName name, @Nullable Namespace declared) {
    boolean xml = name.uri().equals(XMLConstants.XML_NS_URI);
    String prefix =
        xml ? XMLConstants.XML_NS_PREFIX + ":" : declared == null ? "" : declared.prefix() + ":";
    this.name = name;
    this.namespace = xml ? null : declared;
    String tag = prefix + name.local();
    this.open = utf8("<" + tag);
    this.close = utf8("</" + tag + ">");
    this.attribute = utf8(" " + tag + "=\"");
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  @Override
  public String toString() {
    return name.toString();
  }
}
