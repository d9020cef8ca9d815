package io.castile.cache.policy;

/**
 * The form in which a cached value is kept and given back (Takase, Tatsubori, Table 3, and the
 * compiled one), best first. A policy names them by {@link #word()}.
 */
public enum RepresentationKind {
  /** The best one that the value's type allows. */
  AUTOMATIC("automatic"),
  /** The object itself, which is never changed. */
  REFERENCE("reference"),
  /** Copied by compiled code. */
  COMPILED_COPY("compiledCopy"),
  /** Copied by its own {@code clone}. */
  CLONE("clone"),
  /** Copied by reflection. */
  REFLECTION_COPY("reflectionCopy"),
  /** Kept in Java's serialized form. */
  SERIALIZATION("serialization"),
  /** Kept as the tags of the message, each once, and its texts: put together and parsed again. */
  TAGS_AND_TEXTS("tagsAndTexts"),
  /** Kept as the message, which is parsed again. */
  XML_MESSAGE("xmlMessage");

  private final String word;

  RepresentationKind(String word) {
    this.word = word;
  }

  /** Returns the word for it in a policy. */
  public String word() {
    return word;
  }
}
