package io.castile.cache.representation;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a message outside of the heap. Owners are counted: when the last one has released
 * it, the message is gone and its memory is another's. Thread-safe.
 */
public interface KeptMessage {
  /** Returns the size of the message, in bytes. */
  int size();

  /** Returns the message, which is the caller's own; null if it is gone. */
  default byte @Nullable [] copy() {
    byte[] message = new byte[size()];
    return copyTo(ByteBuffer.wrap(message)) ? message : null;
  }

  /**
   * Writes the message into a buffer.
   *
   * @param to has room for it
   * @return false if the message is gone; then nothing was written
   */
  boolean copyTo(ByteBuffer to);

  /** Adds an owner; false if the message is gone. */
  boolean retain();

  /** Releases one owner's hold; each owner does so once. */
  void release();

  /** Returns the bytes of memory that this takes, about, within the heap and outside. */
  long weight();
}
