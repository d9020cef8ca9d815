package io.castile.soap.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sends content while it is made, behind its head. Small writes are collected; large ones go out as
 * they are, in one gathering write with what was collected before.
 *
 * <p>Content of unknown size goes out in chunks (RFC 9112 §7.1), one for each gathering write:
 *
 * <pre>
 * 1F4\r\n        size in hexadecimal digits
 * ...\r\n        that many bytes
 * 0\r\n\r\n      the last chunk, without trailer fields
 * </pre>
 */
final class ContentOutput extends OutputStream {
  private static final byte[] CRLF = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

  /** The size that says that it is not known. */
  static final int CHUNKED = -1;

  private final SocketStream stream;
  private final int size;
  private final byte[] buffer;
  private final ByteBuffer[] pieces = new ByteBuffer[6];
  private byte @Nullable [] head;
  private int collected;
  private long written;
  private boolean failed;

  /** The last chunk on its way; null before. */
  private @Nullable ByteBuffer lastChunk;

  /**
   * @param head the head of the request, with its empty line
   * @param buffer where small writes are collected
   * @param size how many bytes will be written, or {@link #CHUNKED}
   */
  ContentOutput(SocketStream stream, byte[] head, byte[] buffer, int size) {
    this.stream = stream;
    this.head = head;
    this.buffer = buffer;
    this.size = size;
  }

  /** Whether it was the connection that failed, not the content. */
  boolean hasFailed() {
    return failed;
  }

  /** Whether a byte of the last chunk may have left, which is enough for some receivers. */
  boolean hasBegunLastChunk() {
    return lastChunk != null && lastChunk.position() > 0;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    written += length;
    if (size != CHUNKED && written > size) {
      throw wrongSize();
    }
    if (length <= buffer.length - collected) {
      System.arraycopy(bytes, offset, buffer, collected, length);
      collected += length;
    } else {
      send(ByteBuffer.wrap(bytes, offset, length), false);
    }
  }

  /** Sends what is still here, and the end of the message. */
  void finish() throws IOException {
    if (size != CHUNKED && written != size) {
      throw wrongSize();
    }
    send(null, true);
  }

  /** The head may have gone already: the connection cannot be used any more. */
  private IllegalStateException wrongSize() {
    return new IllegalStateException(
        "Cannot send "
            + written
            + " bytes of content, because its length was declared as "
            + size
            + ".");
  }

  /**
   * Sends the head if it has not gone, what was collected, and what was not.
   *
   * @param more null for nothing
   */
  private void send(@Nullable ByteBuffer more, boolean last) throws IOException {
    int count = 0;
    if (head != null) {
      pieces[count++] = ByteBuffer.wrap(head);
      head = null;
    }
    int length = collected + (more == null ? 0 : more.remaining());
    boolean chunk = size == CHUNKED && length > 0;
    if (chunk) {
      String line = Integer.toHexString(length) + "\r\n";
      pieces[count++] = ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1));
    }
    if (collected > 0) {
      pieces[count++] = ByteBuffer.wrap(buffer, 0, collected);
    }
    if (more != null) {
      pieces[count++] = more;
    }
    if (chunk) {
      pieces[count++] = ByteBuffer.wrap(CRLF);
    }
    if (size == CHUNKED && last) {
      lastChunk = ByteBuffer.wrap(LAST_CHUNK);
      pieces[count++] = lastChunk;
    }
    failed = true;
    stream.write(pieces, count);
    failed = false;
    collected = 0;
  }
}
