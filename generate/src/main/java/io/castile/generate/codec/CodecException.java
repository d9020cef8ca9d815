package io.castile.generate.codec;

/** No codec can be made. */
public final class CodecException extends Exception {
  private static final long serialVersionUID = 1L;

  CodecException(String message) {
    super(message);
  }
}
