package io.castile.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/**
 * The content of a response of the gateway's own, written while it is made by a thread that waits
 * for the client to take it. {@link #close} ends it; what is not whole is {@linkplain
 * FrontExchange#fail failed}.
 *
 * <p>Invariant: at most one piece is on its way to the event loop, and none while the connection
 * takes no more.
 */
public final class ReplyStream extends OutputStream {
  private final FrontExchange exchange;
  private boolean isUnderWay; // a piece, to the event loop
  private boolean isWritable = true; // the connection
  private boolean isLeft; // by the client

  private ReplyStream(FrontExchange exchange) {
    this.exchange = exchange;
  }

  /**
   * Begins a response.
   *
   * @param fields the header fields, without those of the connection and the length; the response's
   *     own from here on
   */
  public static ReplyStream begin(FrontExchange exchange, int status, HttpHeaders fields) {
    ReplyStream stream = new ReplyStream(exchange);
    stream.run(
        () ->
            exchange.begin(
                stream,
                new DefaultHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), fields)));
    return stream;
  }

  private void run(Runnable action) {
    if (!exchange.onLoop(action)) {
      left();
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * @throws IOException if the client has left
   */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    byte[] piece = new byte[length];
    System.arraycopy(bytes, offset, piece, 0, length);
    synchronized (this) {
      while (!isLeft && (isUnderWay || !isWritable)) {
        await();
      }
      if (isLeft) {
        throw new IOException("the client has left");
      }
      isUnderWay = true;
    }
    run(() -> pass(piece));
  }

  private void await() throws IOException {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the gateway stops");
    }
  }

  private void pass(byte[] piece) {
    exchange.content(Unpooled.wrappedBuffer(piece));
    exchange.pause();
    synchronized (this) {
      isUnderWay = false;
      notifyAll();
    }
  }

  /** Ends the response. */
  @Override
  public void close() {
    run(exchange::end);
  }

  /** The connection takes more, or no more for now. */
  synchronized void writable(boolean more) {
    isWritable = more;
    notifyAll();
  }

  /** The client has left. */
  synchronized void left() {
    isLeft = true;
    notifyAll();
  }
}
