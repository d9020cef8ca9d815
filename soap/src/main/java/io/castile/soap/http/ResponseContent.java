package io.castile.soap.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.Objects;

/**
 * The content of a response, as its framing says where it ends (RFC 9112 §6). Owned by the thread
 * that reads the response.
 */
abstract class ResponseContent extends InputStream {
  /** Content is received in pieces of this size at first, whatever length the sender claims. */
  private static final int FIRST_PIECE_BYTES = 1 << 20;

  /** Behind the first piece, so much room is made at once where it has been promised. */
  private static final int AT_ONCE_BYTES = 4 << 20;

  /** An array may not be longer. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private static final int UNKNOWN_PIECE_BYTES = 64 << 10;

  /** The bytes that all chunks of a response may have beside their sizes. */
  private static final int MAX_EXTENSION_BYTES = 64 << 10;

  private final HttpConnection connection;
  private long maxBytes;
  private long count;
  private boolean ended;

  private ResponseContent(HttpConnection connection) {
    this.connection = connection;
  }

  /** Content of a length that is known. */
  static ResponseContent ofLength(HttpConnection connection, long length) {
    return new Fixed(connection, length);
  }

  /** Content in chunks (RFC 9112 §7.1). */
  static ResponseContent ofChunks(HttpConnection connection) {
    return new Chunks(connection);
  }

  /** Content that ends with the connection. */
  static ResponseContent toEnd(HttpConnection connection) {
    return new ToEnd(connection);
  }

  /**
   * Sets how many bytes there may be. Returns this content.
   *
   * @throws ProtocolException if there are more, as far as that is known
   */
  ResponseContent within(long maxBytes) throws ProtocolException {
    this.maxBytes = maxBytes;
    check(Math.max(0, promised()));
    return this;
  }

  final void check(long bytes) throws ProtocolException {
    if (bytes > maxBytes) {
      throw new ProtocolException(
          "the response has at least " + bytes + " bytes; the limit is " + maxBytes);
    }
  }

  /** How many bytes there are in all; -1 where that is not known. */
  long promised() {
    return -1;
  }

  /** Returns how many of {@code length} bytes may be read now; 0 at the end. */
  abstract int next(int length) throws IOException;

  /** The connection has ended. */
  abstract int broken() throws IOException;

  /** The number of bytes that have been read. */
  final long count() {
    return count;
  }

  /** Whether all has been read. */
  final boolean hasEnded() {
    return ended;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    int most = ended ? 0 : next(length);
    if (most == 0) {
      ended = true;
      return -1;
    }
    int read = connection.read(bytes, offset, most);
    if (read < 0) {
      read = broken();
      ended = true;
      return read;
    }
    count += read;
    return read;
  }

  /** Reads all of it. */
  byte[] toByteArray() throws IOException {
    long promised = promised();
    byte[] bytes =
        new byte[promised >= 0 ? (int) Math.min(promised, FIRST_PIECE_BYTES) : UNKNOWN_PIECE_BYTES];
    int length = 0;
    while (true) {
      if (length == bytes.length) {
        if (length == promised) {
          ended = true;
          return bytes;
        }
        if (length == MAX_ARRAY) {
          throw new ProtocolException(
              "expected at most " + MAX_ARRAY + " bytes in a response, found more");
        }
        long more = Math.max(AT_ONCE_BYTES, 2L * length);
        long wanted = promised >= 0 ? Math.min(promised, more) : 2L * length;
        bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_ARRAY, wanted));
      }
      int read = read(bytes, length, bytes.length - length);
      if (read < 0) {
        return Arrays.copyOf(bytes, length);
      }
      length += read;
    }
  }

  private static final class Fixed extends ResponseContent {
    private final long length;

    Fixed(HttpConnection connection, long length) {
      super(connection);
      this.length = length;
    }

    @Override
    long promised() {
      return length;
    }

    @Override
    int next(int wanted) {
      return (int) Math.min(wanted, length - count());
    }

    @Override
    int broken() throws EOFException {
      throw new EOFException(
          "the connection ended after " + count() + " of " + length + " bytes of content");
    }
  }

  private static final class Chunks extends ResponseContent {
    private final HttpConnection connection;
    private long chunk; // 0 before the first
    private long end; // of the chunk, as a count of bytes
    private int extensionBytes;

    Chunks(HttpConnection connection) {
      super(connection);
      this.connection = connection;
    }

    @Override
    int next(int wanted) throws IOException {
      if (count() == end) {
        begin();
        if (chunk == 0) {
          connection.readFields();
          return 0;
        }
      }
      return (int) Math.min(wanted, end - count());
    }

    /** Reads the size of the next chunk, behind the end of the one before. */
    private void begin() throws IOException {
      if (chunk > 0 && !connection.readLine().isEmpty()) {
        throw new ProtocolException("expected CRLF after a chunk of " + chunk + " bytes");
      }
      chunk = size();
      check(count() + chunk);
      end = count() + chunk;
    }

    private long size() throws IOException {
      String line = connection.readLine();
      int end = line.indexOf(';');
      extensionBytes += end < 0 ? 0 : line.length() - end;
      if (extensionBytes > MAX_EXTENSION_BYTES) {
        throw new ProtocolException(
            "the extensions of chunks have more than " + MAX_EXTENSION_BYTES + " bytes");
      }
      String digits = (end < 0 ? line : line.substring(0, end)).trim();
      boolean valid =
          !digits.isEmpty()
              && digits.length() <= 15
              && digits.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
      if (!valid) {
        throw new ProtocolException(
            "expected a chunk size, found '"
                + digits.substring(0, Math.min(20, digits.length()))
                + "'");
      }
      return Long.parseLong(digits, 16);
    }

    @Override
    int broken() throws EOFException {
      throw new EOFException("the connection ended within a chunk after " + count() + " bytes");
    }
  }

  private static final class ToEnd extends ResponseContent {
    ToEnd(HttpConnection connection) {
      super(connection);
    }

    @Override
    int next(int wanted) throws ProtocolException {
      check(count());
      return wanted;
    }

    @Override
    int broken() {
      return -1;
    }
  }
}
