package io.castile.template;

/** A template that is kept, and what its keeper knows of it. Guarded by its {@link Site}. */
final class Saved {
  final Template template;

  /** The footprint that the store has counted, in bytes. */
  long counted;

  /** How the last message matched. */
  Match lastMatch = Match.FIRST_TIME;

  /** When it was given back, by the store's clock. */
  long lastUsed;

  Saved(Template template) {
    this.template = template;
  }
}
