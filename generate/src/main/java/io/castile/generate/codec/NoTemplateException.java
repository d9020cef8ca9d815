package io.castile.generate.codec;

/** A message can have no template; the message says why. */
final class NoTemplateException extends Exception {
  private static final long serialVersionUID = 1L;

  NoTemplateException(String message) {
    super(message);
  }
}
