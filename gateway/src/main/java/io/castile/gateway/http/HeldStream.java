package io.castile.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The content of a response whose beginning is held, read by a thread that waits for the rest. The
 * origin is paused while much of it has not been read. Closed by any thread, which ends the waiting
 * of the reader.
 *
 * <p>Invariant: pieces are added on the event loop, and taken by the reader, under the lock of this
 * stream; after {@code isEnded} none is added.
 */
final class HeldStream extends InputStream implements ResponseSink {
  /** How much may have come and not been read, after which the origin is paused. */
  private static final int MOST_BYTES = 256 << 10;

  private final HeldResponse response;
  private final EventLoop loop;
  private final Deque<ByteBuf> pieces = new ArrayDeque<>();
  private int size; // of the pieces
  private boolean isPaused;
  private boolean isEnded;
  private boolean isClosed;
  private @Nullable OriginFailure failure; // null for none

  HeldStream(HeldResponse response, EventLoop loop) {
    this.response = response;
    this.loop = loop;
  }

  // ---- the reader ----

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  /**
   * @throws IOException if the origin fails, by an {@link OriginFailure}
   */
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    boolean wantsMore;
    int read;
    synchronized (this) {
      while (pieces.isEmpty() && !isEnded && !isClosed) {
        await();
      }
      if (isClosed) {
        throw new IOException("the response was let go of");
      }
      ByteBuf piece = pieces.peek();
      if (piece == null) {
        if (failure != null) {
          throw new IOException(failure.getMessage(), failure);
        }
        return -1;
      }
      read = Math.min(length, piece.readableBytes());
      piece.readBytes(bytes, offset, read);
      if (!piece.isReadable()) {
        pieces.remove().release();
      }
      size -= read;
      wantsMore = isPaused && size < MOST_BYTES / 2;
      isPaused &= !wantsMore;
    }
    if (wantsMore) {
      loop.execute(() -> response.read(true));
    }
    return read;
  }

  private void await() throws IOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the gateway stops");
    }
  }

  /** Lets go of what has not been read; the origin is left where it has not ended. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      pieces.forEach(ByteBuf::release);
      pieces.clear();
      notifyAll();
    }
    response.cancel();
  }

  // ---- the event loop ----

  @Override
  public void head(HttpResponse head) {
    // It is known already.
  }

  @Override
  public void content(ByteBuf piece) {
    boolean isMuch;
    synchronized (this) {
      if (isClosed || !piece.isReadable()) {
        piece.release();
        return;
      }
      pieces.add(piece);
      size += piece.readableBytes();
      isMuch = size > MOST_BYTES;
      isPaused |= isMuch;
      notifyAll();
    }
    if (isMuch) {
      response.read(false);
    }
  }

  @Override
  public synchronized void end() {
    isEnded = true;
    notifyAll();
  }

  @Override
  public void pause() {
    // Nothing is sent on.
  }

  @Override
  public void writable(boolean isWritable) {
    // The request was sent as a whole.
  }

  @Override
  public synchronized void failed(OriginFailure cause) {
    isEnded = true;
    failure = cause;
    notifyAll();
  }
}
