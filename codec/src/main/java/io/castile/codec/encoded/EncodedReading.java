package io.castile.codec.encoded;

import org.jspecify.annotations.Nullable;

/**
 * A message while it is read, in the order of its elements: blocks that stand outside of its
 * element, the element, and what they refer to. Owned by one thread.
 */
public final class EncodedReading {
  private final EncodedMessage message;
  private final EncodedInput in;
  private final @Nullable Object[] values;

  EncodedReading(EncodedMessage message, EncodedInput in, @Nullable Object[] values) {
    this.message = message;
    this.in = in;
    this.values = values;
  }

  /** Reads the element at which the reader stands as a block, by its place among them. */
  public void block(int index) {
    in.readInto(message.block(index), values);
  }

  /**
   * Reads the element at which the reader stands as that of the message, and ends as {@link #end}.
   */
  public @Nullable Object[] body() {
    message.readParts(in, values);
    return end();
  }

  /**
   * Reads the elements behind the last one that are referred to.
   *
   * @return the values of the parts, then of the blocks; null for one that is nil or absent
   */
  public @Nullable Object[] end() {
    in.readIndependent();
    return values;
  }
}
