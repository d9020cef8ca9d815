package io.castile.bench.harness;

import io.castile.xml.Payload;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One connection to the draining server, on which messages leave as HTTP POST requests, the head in
 * one write with what follows. TCP_NODELAY as in the paper; the send buffer is the system's own, as
 * the paper's 32 KiB would only measure how fast two processes take turns.
 */
final class SocketOutlet implements Outlet, Closeable {
  /** A gathering write takes about this much, so that what the JDK copies stays in the cache. */
  private static final int WRITE_BYTES = 256 << 10;

  /** No system takes more in one write; the JDK would only write them as several. */
  private static final int WRITE_PIECES = 1024;

  private static final String HEAD =
      "POST /portal HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\n";

  private static final byte[] CRLF = {'\r', '\n'};

  private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

  private final SocketChannel channel;
  private final ByteBuffer[] batch = new ByteBuffer[WRITE_PIECES];
  private ByteBuffer head = ByteBuffer.allocate(0);
  private int headSize = Payload.UNKNOWN_SIZE - 1;

  private SocketOutlet(SocketChannel channel) {
    this.channel = channel;
  }

  /** Connects to a port of this machine. */
  static SocketOutlet connect(int port) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new SocketOutlet(channel);
  }

  @Override
  public void send(Payload message) throws IOException {
    head(message.size());
    ByteBuffer[] pieces = message.pieces();
    if (pieces != null) {
      gather(pieces);
    } else if (message.size() == Payload.UNKNOWN_SIZE) {
      message.writeTo(new Chunked());
      gather(ByteBuffer.wrap(LAST_CHUNK));
    } else {
      message.writeTo(new Whole());
    }
  }

  /** The head is made anew only when the size has changed. */
  private void head(int size) {
    if (size != headSize) {
      String length =
          size == Payload.UNKNOWN_SIZE ? "Transfer-Encoding: chunked" : "Content-Length: " + size;
      head = ByteBuffer.wrap((HEAD + length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      headSize = size;
    }
    head.rewind();
  }

  /**
   * Writes what is left of the head, and the pieces, in batches; a piece that is too large for one
   * goes in slices.
   */
  private void gather(ByteBuffer... pieces) throws IOException {
    batch[0] = head;
    int count = 1;
    int bytes = head.remaining();
    for (ByteBuffer piece : pieces) {
      int end = piece.limit();
      while (piece.position() < end) {
        if (count == WRITE_PIECES || bytes >= WRITE_BYTES) {
          flush(count, bytes);
          count = 0;
          bytes = 0;
        }
        int taken = Math.min(end - piece.position(), WRITE_BYTES - bytes);
        if (taken == end - piece.position()) {
          batch[count++] = piece;
          bytes += taken;
          break;
        }
        piece.limit(piece.position() + taken);
        batch[count++] = piece;
        flush(count, bytes + taken);
        count = 0;
        bytes = 0;
        piece.limit(end);
      }
    }
    flush(count, bytes);
  }

  private void flush(int count, int bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      left -= channel.write(batch, 0, count);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** A message in as many writes as it comes in, the head with the first. */
  private final class Whole extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      gather(ByteBuffer.wrap(bytes, offset, length));
    }
  }

  /** A message as HTTP chunks (RFC 9112, section 7.1), one for each write. */
  private final class Chunked extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > 0) {
        byte[] size = Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII);
        gather(
            ByteBuffer.wrap(size),
            ByteBuffer.wrap(CRLF),
            ByteBuffer.wrap(bytes, offset, length),
            ByteBuffer.wrap(CRLF));
      }
    }
  }
}
