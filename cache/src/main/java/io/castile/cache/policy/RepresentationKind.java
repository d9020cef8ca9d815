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
  /** A copy made by compiled code. */
  COMPILED_COPY("compiledCopy"),
  /** A copy made by the object's own {@code clone}. */
  CLONE("clone"),
  /** A copy made by reflection. */
  REFLECTION_COPY("reflectionCopy"),
  /** Java's serialized form. */
  SERIALIZATION("serialization"),
  /** The tags of the message, each once, and its texts: put together and parsed again. */
  TAGS_AND_TEXTS("tagsAndTexts"),
  /**
   * Kept as the events that a parser found in the message, which are played without a parser to a
   * stack that reads events, as CXF's client does; other stacks keep the message.
   */
  EVENTS("events"),
  /** The message, which is parsed again. */
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
