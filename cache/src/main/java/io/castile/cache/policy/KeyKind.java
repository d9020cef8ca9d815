package io.castile.cache.policy;

/**
 * The kind of data that the key of a cached response is made of (Takase, Tatsubori, Table 2, and
 * the structural one). A policy names them by {@link #word()}.
 */
public enum KeyKind {
  /** The best one that the arguments allow. */
  AUTOMATIC("automatic"),
  /** Structural hash and equality of the arguments. */
  ARGUMENTS("arguments"),
  /** The text of the arguments, of types known to have a {@code toString} of their value. */
  TO_STRING("toString"),
  /** The arguments in Java's serialized form. */
  SERIALIZATION("serialization"),
  /** The request message in canonical form. */
  XML_MESSAGE("xmlMessage");

  private final String word;

  KeyKind(String word) {
    this.word = word;
  }

  /** Returns the word for it in a policy. */
  public String word() {
    return word;
  }
}
