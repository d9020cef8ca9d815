package io.castile.soap.http;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A socket by its streams: TLS, and proxies that only sockets know. */
final class BlockingSocketStream implements SocketStream {
  /** The content of a TLS record: smaller pieces are joined to one. */
  private static final int RECORD_BYTES = 16 << 10;

  /** So much is to be taken within the time of a silence, behind the first record. */
  private static final int WATCHED_BYTES = 64 << 10;

  private final Socket socket;
  private final Socket raw;
  private final InputStream in;
  private final OutputStream out;
  private boolean failed;
  private int silenceMillis;
  private TimeLimit call = TimeLimit.start(null);

  /**
   * @param socket connected, with its read timeout set; closed with this stream
   * @param raw what carries the bytes of {@code socket}: itself, or where that is TLS, the socket
   *     below
   */
  BlockingSocketStream(Socket socket, Socket raw) throws IOException {
    this.socket = socket;
    this.raw = raw;
    this.in = socket.getInputStream();
    this.out = new BufferedOutputStream(socket.getOutputStream(), RECORD_BYTES);
  }

  @Override
  public void limit(int silenceMillis, TimeLimit call) throws IOException {
    this.silenceMillis = silenceMillis;
    this.call = call;
    raw.setSoTimeout(silenceMillis);
    call.watch(raw);
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public Closeable socket() {
    return raw;
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
      return ChannelSocketStream.isQuiet(raw.getChannel());
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
    write(new ByteBuffer[] {ByteBuffer.wrap(bytes, offset, length)}, 1);
  }

  /** A stream waits without end for a receiver that takes nothing, so what is long is watched. */
  @Override
  public void write(ByteBuffer[] pieces, int count) throws IOException {
    failed = true;
    TimeLimit silence = TimeLimit.start(null);
    int left = RECORD_BYTES;
    try {
      for (int i = 0; i < count; i++) {
        while (pieces[i].hasRemaining()) {
          if (left <= 0) {
            silence = watchedAfter(silence);
            left = WATCHED_BYTES;
          }
          left -= writeSome(pieces[i]);
        }
      }
      out.flush();
      failed = !silence.stop();
    } catch (IOException e) {
      throw silence.hasPassed() && !call.hasPassed() ? takenNothing(e) : e;
    } finally {
      silence.stop();
    }
    if (failed) {
      throw takenNothing(null);
    }
  }

  /** Ends the watch over what was written, and begins that over what comes next. */
  private TimeLimit watchedAfter(TimeLimit before) throws SocketTimeoutException {
    if (!before.stop()) {
      throw takenNothing(null);
    }
    TimeLimit next = TimeLimit.start(Duration.ofMillis(silenceMillis));
    next.watch(raw);
    return next;
  }

  private SocketTimeoutException takenNothing(@Nullable IOException cause) {
    SocketTimeoutException timeout =
        new SocketTimeoutException("nothing taken for " + silenceMillis + " ms");
    timeout.initCause(cause);
    return timeout;
  }

  /** Writes from the beginning of a piece, a record at most; returns how much. */
  private int writeSome(ByteBuffer piece) throws IOException {
    int count = Math.min(RECORD_BYTES, piece.remaining());
    if (piece.hasArray()) {
      out.write(piece.array(), piece.arrayOffset() + piece.position(), count);
      piece.position(piece.position() + count);
    } else {
      byte[] copy = new byte[count];
      piece.get(copy);
      out.write(copy, 0, count);
    }
    return count;
  }

  /** Ends TLS in order, unless a write has failed, behind which that could wait without end. */
  @Override
  public void close() throws IOException {
    (failed ? raw : socket).close();
  }
}
