package io.castile.bench.delta;

import java.io.IOException;

/**
 * One end of a link, for one thread: it encodes the messages it sends, or decodes those it gets,
 * and remembers what it needs of them.
 */
interface LinkEnd extends AutoCloseable {
  /** Returns what is sent for the next message. */
  byte[] encode(byte[] message) throws IOException;

  /** Returns the message for what has come. */
  byte[] decode(byte[] body) throws IOException;

  /** Forgets all messages: the next one is the first. */
  void forget();

  @Override
  default void close() {}
}
