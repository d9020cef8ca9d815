package io.castile.template;

/**
 * Ends an update in which nearly everything outgrows its place: the message is to be written
 * plainly. It tells of no error, and never leaves {@link Template#update}.
 */
final class AbandonedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AbandonedException() {
    super("nearly everything outgrows its place", null, false, false);
  }
}
