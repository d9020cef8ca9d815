package io.castile.generate;

/**
 * Thrown where nothing can be generated from a description. The message says why, and what to do
 * about it.
 */
public final class GenerateException extends Exception {
  private static final long serialVersionUID = 1L;

  GenerateException(String message) {
    super(message);
  }
}
