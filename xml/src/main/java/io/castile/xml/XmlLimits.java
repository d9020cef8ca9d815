package io.castile.xml;

import org.jspecify.annotations.Nullable;

/**
 * The bounds that a reader holds every document to. All are finite; exceeding one is an {@link
 * XmlLimitException} that names the limit. Immutable.
 *
 * <pre>{@code
 * XmlLimits limits = XmlLimits.builder().maxBytes(1 << 20).maxDepth(64).build();
 * }</pre>
 */
public final class XmlLimits {
  /** The default of {@link Builder#maxBytes}: 256 MiB. */
  public static final int DEFAULT_MAX_BYTES = 256 << 20;

  /** The default of {@link Builder#maxDepth}: {@value} elements. */
  public static final int DEFAULT_MAX_DEPTH = 512;

  /** The default of {@link Builder#maxAttributes}: {@value} attributes. */
  public static final int DEFAULT_MAX_ATTRIBUTES = 512;

  /** The default of {@link Builder#maxNameBytes}: {@value} bytes. */
  public static final int DEFAULT_MAX_NAME_BYTES = 1024;

  /** The default of {@link Builder#maxTextBytes}: 128 MiB. */
  public static final int DEFAULT_MAX_TEXT_BYTES = 128 << 20;

  /** The default of {@link Builder#maxNamespaces}: {@value} declarations. */
  public static final int DEFAULT_MAX_NAMESPACES = 256;

  /** The default of {@link Builder#maxDigits}: {@value} digits. */
  public static final int DEFAULT_MAX_DIGITS = 1_000;

  /** Generous for business messages, safe for a server that faces the world. */
  public static final XmlLimits DEFAULT = builder().build();

  private final int maxBytes;
  private final int maxDepth;
  private final int maxAttributes;
  private final int maxNameBytes;
  private final int maxTextBytes;
  private final int maxNamespaces;
  private final int maxDigits;

  private XmlLimits(Builder builder) {
    this.maxBytes = builder.maxBytes;
    this.maxDepth = builder.maxDepth;
    this.maxAttributes = builder.maxAttributes;
    this.maxNameBytes = builder.maxNameBytes;
    this.maxTextBytes = builder.maxTextBytes;
    this.maxNamespaces = builder.maxNamespaces;
    this.maxDigits = builder.maxDigits;
  }

  /** Begins limits, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins limits, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.maxBytes = maxBytes;
    builder.maxDepth = maxDepth;
    builder.maxAttributes = maxAttributes;
    builder.maxNameBytes = maxNameBytes;
    builder.maxTextBytes = maxTextBytes;
    builder.maxNamespaces = maxNamespaces;
    builder.maxDigits = maxDigits;
    return builder;
  }

  /** Returns the most bytes of a document. */
  public int maxBytes() {
    return maxBytes;
  }

  /** Returns the most elements that may be open at once. */
  public int maxDepth() {
    return maxDepth;
  }

  /** Returns the most attributes of one element. */
  public int maxAttributes() {
    return maxAttributes;
  }

  /** Returns the most bytes of one qualified name. */
  public int maxNameBytes() {
    return maxNameBytes;
  }

  /** Returns the most bytes of one text, attribute value, comment or processing instruction. */
  public int maxTextBytes() {
    return maxTextBytes;
  }

  /** Returns the most namespace declarations in scope at once. */
  public int maxNamespaces() {
    return maxNamespaces;
  }

  /** Returns the most digits of an {@code xs:integer} or {@code xs:decimal}. */
  public int maxDigits() {
    return maxDigits;
  }

  @Override
  public boolean equals(@Nullable Object other) {
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

  @Override
  public String toString() {
    return "XmlLimits[maxBytes="
        + maxBytes
        + ", maxDepth="
        + maxDepth
        + ", maxAttributes="
        + maxAttributes
        + ", maxNameBytes="
        + maxNameBytes
        + ", maxTextBytes="
        + maxTextBytes
        + ", maxNamespaces="
        + maxNamespaces
        + ", maxDigits="
        + maxDigits
        + "]";
  }

  /**
   * Builds limits. Each setter takes a positive number, and throws an {@link
   * IllegalArgumentException} for another one. Not thread-safe.
   */
  public static final class Builder {
    private int maxBytes = DEFAULT_MAX_BYTES;
    private int maxDepth = DEFAULT_MAX_DEPTH;
    private int maxAttributes = DEFAULT_MAX_ATTRIBUTES;
    private int maxNameBytes = DEFAULT_MAX_NAME_BYTES;
    private int maxTextBytes = DEFAULT_MAX_TEXT_BYTES;
    private int maxNamespaces = DEFAULT_MAX_NAMESPACES;
    private int maxDigits = DEFAULT_MAX_DIGITS;

    private Builder() {}

    /** Sets the most bytes of a document; {@link #DEFAULT_MAX_BYTES} by default. */
    public Builder maxBytes(int bytes) {
      this.maxBytes = positive(bytes, "maxBytes");
      return this;
    }

    /** Sets the most elements that may be open at once; {@link #DEFAULT_MAX_DEPTH} by default. */
    public Builder maxDepth(int elements) {
      this.maxDepth = positive(elements, "maxDepth");
      return this;
    }

    /** Sets the most attributes of one element; {@link #DEFAULT_MAX_ATTRIBUTES} by default. */
    public Builder maxAttributes(int attributes) {
      this.maxAttributes = positive(attributes, "maxAttributes");
      return this;
    }

    /** Sets the most bytes of one qualified name; {@link #DEFAULT_MAX_NAME_BYTES} by default. */
    public Builder maxNameBytes(int bytes) {
      this.maxNameBytes = positive(bytes, "maxNameBytes");
      return this;
    }

    /**
     * Sets the most bytes of one text, attribute value, comment or processing instruction; {@link
     * #DEFAULT_MAX_TEXT_BYTES} by default.
     */
    public Builder maxTextBytes(int bytes) {
      this.maxTextBytes = positive(bytes, "maxTextBytes");
      return this;
    }

    /**
     * Sets the most namespace declarations in scope at once; {@link #DEFAULT_MAX_NAMESPACES} by
     * default.
     */
    public Builder maxNamespaces(int declarations) {
      this.maxNamespaces = positive(declarations, "maxNamespaces");
      return this;
    }

    /**
     * Sets the most digits of an {@code xs:integer} or {@code xs:decimal}, which is its greatest
     * exponent, too: the time to convert a number grows with the square of its digits. {@link
     * #DEFAULT_MAX_DIGITS} by default.
     */
    public Builder maxDigits(int digits) {
      this.maxDigits = positive(digits, "maxDigits");
      return this;
    }

    /** Returns the limits. */
    public XmlLimits build() {
      return new XmlLimits(this);
    }

    private static int positive(int value, String name) {
      if (value <= 0) {
        throw new IllegalArgumentException(name + " <= 0: " + value);
      }
      return value;
    }
  }
}
