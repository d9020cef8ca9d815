package io.castile.template.internal;

/**
 * A template that is kept, and what its keeper knows of it. Guarded by its {@link KeyTemplates}.
 */
final class TemplateEntry {
  final Template template;

  /** The footprint that the store has counted, in bytes. */
  long counted;

  /** How the last message matched. */
  Match lastMatch = Match.FIRST_TIME;

  /** When it was given back, by the store's clock. */
  long lastUsed;

  TemplateEntry(Template template) {
    this.template = template;
  }
}
