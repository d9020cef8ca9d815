package io.castile.gateway.http;

/** An origin gave no answer, or only a part of one. Without a stack: it is a result. */
public final class OriginFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  public enum Kind {
    /** No connection was made: nothing was sent. */
    UNREACHABLE(502),
    /** As many connections are open as there may be: nothing was sent. */
    BUSY(503),
    /** The connection ended before the answer did. */
    BROKEN(502),
    /** What came is no HTTP. */
    MALFORMED(502),
    /** The answer, or the rest of it, did not come in time. */
    LATE(504);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    /** Returns the status of HTTP that tells a client. */
    public int status() {
      return status;
    }
  }

  private final Kind kind;

  /**
   * @param message for the log: names the origin
   */
  public OriginFailure(Kind kind, String message) {
    super(message, null, false, false);
    this.kind = kind;
  }

  /** Returns what went wrong. */
  public Kind kind() {
    return kind;
  }
}
