package io.castile.soap;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** A socket by its streams: TLS, and proxies that only sockets know. */
final class StreamWire implements Wire {
  /** The content of a TLS record: smaller pieces are joined to one. */
  private static final int RECORD_BYTES = 16 << 10;

  private final Socket socket;
  private final Socket raw;
  private final InputStream in;
  private final OutputStream out;
  private boolean failed;

  /**
   * @param socket connected, with its read timeout set; closed with this wire
   * @param raw what carries the bytes of {@code socket}: itself, or where that is TLS, the socket
   *     below
   */
  StreamWire(Socket socket, Socket raw) throws IOException {
    this.socket = socket;
    this.raw = raw;
    this.in = socket.getInputStream();
    this.out = new BufferedOutputStream(socket.getOutputStream(), RECORD_BYTES);
  }

  @Override
  public InputStream in() {
    return in;
  }

  /**
   * Looks below TLS, where a message of TLS itself is no quiet either: such a connection is given
   * up. Where there is no channel, looking takes a millisecond.
   */
  @Override
  public boolean isQuiet() throws IOException {
    if (in.available() > 0) {
      return false;
    }
    if (raw.getChannel() != null) {
      return ChannelWire.isQuiet(raw.getChannel());
    }
    int timeout = raw.getSoTimeout();
    raw.setSoTimeout(1);
    try {
      raw.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      raw.setSoTimeout(timeout);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    failed = true;
    out.write(bytes, offset, length);
    out.flush();
    failed = false;
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    failed = true;
    for (int i = 0; i < count; i++) {
      write(pieces[i]);
    }
    out.flush();
    failed = false;
  }

  private void write(ByteBuffer piece) throws IOException {
    if (piece.hasArray()) {
      out.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
      piece.position(piece.limit());
      return;
    }
    byte[] copy = new byte[Math.min(piece.remaining(), RECORD_BYTES)];
    while (piece.hasRemaining()) {
      int count = Math.min(copy.length, piece.remaining());
      piece.get(copy, 0, count);
      out.write(copy, 0, count);
    }
  }

  /** Ends TLS in order, unless a write has failed, behind which that could wait without end. */
  @Override
  public void close() throws IOException {
    (failed ? raw : socket).close();
  }
}
