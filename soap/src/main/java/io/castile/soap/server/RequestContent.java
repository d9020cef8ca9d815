package io.castile.soap.server;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, which fails where it has too many bytes, takes too long, or is not
 * whole. For one thread.
 */
final class RequestContent extends FilterInputStream {
  private final long claimed;
  private final long maxBytes;
  private final ArrivalPace pace;
  private long count;

  /** There are more bytes than a message may have. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /** The time is over. */
  static final class TooLate extends IOException {
    private static final long serialVersionUID = 1L;

    TooLate(@Nullable SocketTimeoutException cause) {
      super(cause);
    }
  }

  /**
   * @param claimed the length that the request says; -1 where it does not
   * @param pace with which it must arrive
   */
  RequestContent(InputStream in, long claimed, long maxBytes, ArrivalPace pace) {
    super(in);
    this.claimed = claimed;
    this.maxBytes = maxBytes;
    this.pace = pace;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = readInTime(bytes, offset, length);
    if (read < 0) {
      if (count < claimed) {
        throw new EOFException(
            "expected content of " + claimed + " bytes, found an end after " + count);
      }
      return read;
    }
    count += read;
    if (count > maxBytes) {
      throw new TooLarge();
    }
    if (!pace.isKept()) {
      throw new TooLate(null);
    }
    return read;
  }

  private int readInTime(byte[] bytes, int offset, int length) throws IOException {
    pace.begin();
    try {
      int read = in.read(bytes, offset, length);
      pace.end(read);
      return read;
    } catch (SocketTimeoutException e) {
      throw new TooLate(e);
    }
  }
}
