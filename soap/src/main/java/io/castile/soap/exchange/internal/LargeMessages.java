package io.castile.soap.exchange.internal;

/**
 * The threshold from which a message is large: it is read while it arrives and written while it
 * leaves.
 *
 * <p>What is remembered of a message saves time in proportion to it. Of one that is read it is a
 * copy of the bytes, of the values, and a table of both, about four times the bytes; so nothing is
 * remembered of one that is large, unless its bytes are kept anyway. Of one that is written it is a
 * template, of which long lists and arrays take one to two and a half times their bytes; so a large
 * message is kept up to a bound of its own.
 */
public final class LargeMessages {
  /**
   * The threshold in bytes, above which messages are large: at most 16 MiB are remembered of one.
   */
  public static final int BYTES = 4 << 20;

  /** Larger messages are written while they leave each time, in bytes, and never kept. */
  public static final int KEPT_BYTES = 12 << 20;

  private LargeMessages() {}
}
