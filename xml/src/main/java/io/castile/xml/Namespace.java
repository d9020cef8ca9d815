package io.castile.xml;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.xml.XMLConstants;

/**
 * A namespace with the prefix under which messages write it, and the bytes of its declaration.
 *
 * <p>Immutable. Within one writer, a prefix must stand for one URI only.
 */
public final class Namespace {
  private final String prefix;
  private final String uri;
  private final byte[] declaration;

  /**
   * @param prefix the prefix, an NCName, not empty
   * @param uri the namespace URI, not empty
   */
  public Namespace(String prefix, String uri) {
    this.prefix = Objects.requireNonNull(prefix, "prefix");
    this.uri = Objects.requireNonNull(uri, "uri");
    if (prefix.isEmpty() || uri.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot use the prefix '"
              + prefix
              + "' with the namespace '"
              + uri
              + "', because a prefix needs a namespace. Pass both, or \"\" for both.");
    }
    NcNames.check(prefix);
    if (prefix.equals(XMLConstants.XMLNS_ATTRIBUTE)
        || prefix.equals(XMLConstants.XML_NS_PREFIX) != uri.equals(XMLConstants.XML_NS_URI)) {
      throw new IllegalArgumentException(
          "the prefix '" + prefix + "' cannot stand for '" + uri + "'");
    }
    XmlWriter writer = new XmlWriter(prefix.length() + uri.length() + 16);
    writer.raw(" xmlns:".getBytes(StandardCharsets.UTF_8));
    writer.raw(prefix.getBytes(StandardCharsets.UTF_8));
    writer.raw("=\"".getBytes(StandardCharsets.UTF_8));
    writer.attributeText(uri);
    writer.raw("\"".getBytes(StandardCharsets.UTF_8));
    this.declaration = writer.toByteArray();
  }

  /** Returns the prefix. */
  public String prefix() {
    return prefix;
  }

  /** Returns the namespace URI. */
  public String uri() {
    return uri;
  }

  /** The bytes of {@code xmlns:prefix="uri"} with a leading space; shared, never written to. */
  byte[] declaration() {
    return declaration;
  }

  @Override
  public String toString() {
    return "xmlns:" + prefix + "=\"" + uri + "\"";
  }
}
