package io.castile.soap;

/**
 * What holds for one call and not for its transport as a whole.
 *
 * @param retrySafe whether the service may be called twice for it: then a request is sent once more
 *     where the connection ends before a response, though it may have been processed
 */
public record CallOptions(boolean retrySafe) {
  /** Nothing but what the transport says; no operation is called twice. */
  public static final CallOptions DEFAULT = new CallOptions(false);

  /** Returns a copy for an operation that may be called twice, or may not. */
  public CallOptions withRetrySafe(boolean safe) {
    return new CallOptions(safe);
  }
}
