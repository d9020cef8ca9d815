package io.castile.xml;

/**
 * The bounds that a reader holds every document to. All are finite; exceeding one is an {@link
 * XmlLimitException} that names the limit.
 *
 * @param maxBytes the size of the document in bytes
 * @param maxDepth how many elements may be open at once
 * @param maxAttributes attributes of one element
 * @param maxNameBytes bytes of one qualified name
 * @param maxTextBytes bytes of one text, attribute value, comment or processing instruction
 * @param maxNamespaces namespace declarations in scope at once
 */
public record XmlLimits(
    int maxBytes,
    int maxDepth,
    int maxAttributes,
    int maxNameBytes,
    int maxTextBytes,
    int maxNamespaces) {

  /** Generous for business messages, safe for a server that faces the world. */
  public static final XmlLimits DEFAULT = new XmlLimits(256 << 20, 512, 512, 1024, 128 << 20, 256);

  public XmlLimits {
    positive(maxBytes, "maxBytes");
    positive(maxDepth, "maxDepth");
    positive(maxAttributes, "maxAttributes");
    positive(maxNameBytes, "maxNameBytes");
    positive(maxTextBytes, "maxTextBytes");
    positive(maxNamespaces, "maxNamespaces");
  }

  private static void positive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }
}
