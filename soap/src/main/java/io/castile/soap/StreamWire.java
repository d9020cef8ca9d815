package io.castile.soap;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A socket by its streams: TLS, and proxies that only sockets know. */
final class StreamWire implements Wire {
  /** The content of a TLS record: smaller pieces are joined to one. */
  private static final int RECORD_BYTES = 16 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /**
   * @param socket connected, with its read timeout set; closed with this wire
   */
  StreamWire(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = new BufferedOutputStream(socket.getOutputStream(), RECORD_BYTES);
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    out.flush();
  }

  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      write(pieces[i]);
    }
    out.flush();
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

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
