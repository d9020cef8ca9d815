package io.castile.codec.binding;

/**
 * The plan has no form for something that the reference implementation can bind; the class is
 * handed to it.
 *
 * <p>Carries no stack trace: it is an answer, not a failure.
 */
public final class UnsupportedBinding extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Constructs an exception for a form that does not exist, in a few words. */
  public UnsupportedBinding(String reason) {
    super(reason, null, false, false);
  }
}
