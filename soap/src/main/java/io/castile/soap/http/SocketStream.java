package io.castile.soap.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** The bytes of a connection, both ways. Owned by one thread at a time. */
interface SocketStream extends Closeable {
  /**
   * Sets what the next exchange bears with; to be called before each.
   *
   * @param silenceMillis how long the other side may send nothing, or take nothing
   * @param call of the call as a whole; closes the socket below when it is over
   */
  void limit(int silenceMillis, TimeLimit call) throws IOException;

  /**
   * Returns the stream of the other side; a read that takes too long is a SocketTimeoutException.
   */
  InputStream in();

  /** The socket itself, below TLS: closing it lets go of what the system holds. */
  Closeable socket();

  /**
   * Whether the other side has sent nothing that has not been read, neither bytes nor the end of
   * the connection. To be asked between exchanges; where the answer is no, the connection is not to
   * be used again, as a byte may be lost.
   */
  boolean isQuiet() throws IOException;

  /** Sends all bytes, in one write where the system takes them. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Sends the pieces, one behind the other, each from its position to its limit.
   *
   * @param pieces as many as {@code count}; all are empty afterwards
   */
  void write(ByteBuffer[] pieces, int count) throws IOException;
}
