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
 * @param maxDigits digits of an xs:integer or xs:decimal, and its greatest exponent: the time to
 *     convert a number grows with the square of its digits
 */
public record XmlLimits(
    int maxBytes,
    int maxDepth,
    int maxAttributes,
    int maxNameBytes,
    int maxTextBytes,
    int maxNamespaces,
    int maxDigits) {

  private static final int DEFAULT_DIGITS = 1_000;

  /** Generous for business messages, safe for a server that faces the world. */
  public static final XmlLimits DEFAULT = new XmlLimits(256 << 20, 512, 512, 1024, 128 << 20, 256);

  public XmlLimits {
    positive(maxBytes, "maxBytes");
    positive(maxDepth, "maxDepth");
    positive(maxAttributes, "maxAttributes");
    positive(maxNameBytes, "maxNameBytes");
    positive(maxTextBytes, "maxTextBytes");
    positive(maxNamespaces, "maxNamespaces");
    positive(maxDigits, "maxDigits");
  }

  /** Limits with the default number of digits, {@value #DEFAULT_DIGITS}. */
  public XmlLimits(
      int maxBytes,
      int maxDepth,
      int maxAttributes,
      int maxNameBytes,
      int maxTextBytes,
      int maxNamespaces) {
    this(
        maxBytes,
        maxDepth,
        maxAttributes,
        maxNameBytes,
        maxTextBytes,
        maxNamespaces,
        DEFAULT_DIGITS);
  }

  /** Returns a copy with this {@link #maxBytes}. */
  public XmlLimits withMaxBytes(int bytes) {
    return new XmlLimits(
        bytes, maxDepth, maxAttributes, maxNameBytes, maxTextBytes, maxNamespaces, maxDigits);
  }

  /** Returns a copy with this {@link #maxDigits}. */
  public XmlLimits withMaxDigits(int digits) {
    return new XmlLimits(
        maxBytes, maxDepth, maxAttributes, maxNameBytes, maxTextBytes, maxNamespaces, digits);
  }

  // Written out, as what the JVM makes of a record at run time delays the first call.
  @Override
  public boolean equals(Object other) {
    return other instanceof XmlLimits limits
        && maxBytes == limits.maxBytes
        && maxDepth == limits.maxDepth
        && maxAttributes == limits.maxAttributes
        && maxNameBytes == limits.maxNameBytes
        && maxTextBytes == limits.maxTextBytes
        && maxNamespaces == limits.maxNamespaces
        && maxDigits == limits.maxDigits;
  }

  @Override
  public int hashCode() {
    int hash = maxBytes;
    hash = 31 * hash + maxDepth;
    hash = 31 * hash + maxAttributes;
    hash = 31 * hash + maxNameBytes;
    hash = 31 * hash + maxTextBytes;
    hash = 31 * hash + maxNamespaces;
    return 31 * hash + maxDigits;
  }

  private static void positive(int value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " <= 0: " + value);
    }
  }
}
