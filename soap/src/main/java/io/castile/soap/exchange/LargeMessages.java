package io.castile.soap.exchange;

/**
 * From where on a message is large: it is read while it arrives and written while it leaves, and
 * nothing of it is remembered for the next one.
 *
 * <p>What is remembered of a message, to write or read the next by its difference, is a copy of its
 * bytes, of its values, and a table of both: about four times its bytes. It saves time in
 * proportion to the message, so that a fixed amount of memory saves most where it is given to many
 * messages that are seen often, and no single one may take more than a small part of the heap.
 */
public final class LargeMessages {
  /** Larger messages are large, in bytes: what is remembered of one is 16 MiB at most. */
  public static final int BYTES = 4 << 20;

  private LargeMessages() {}
}
