package io.castile.jetty;

import io.castile.soap.server.ArrivalPace;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.IdleTimeout;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A write of a part of an answer, which the thread that serves the request waits for: no longer
 * than a client takes that takes its bytes at the least rate. A client that takes them more slowly
 * loses the connection, or its stream of HTTP/2.
 */
final class TimedWrite implements Callback {
  private final Request request;
  private final int bytes;
  private final int minBytesPerSecond;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile @Nullable Throwable failure;

  /**
   * @param bytes that are written
   * @param minBytesPerSecond 0 for no bound
   */
  TimedWrite(Request request, int bytes, int minBytesPerSecond) {
    this.request = request;
    this.bytes = bytes;
    this.minBytesPerSecond = minBytesPerSecond;
  }

  @Override
  public void succeeded() {
    done.countDown();
  }

  @Override
  public void failed(Throwable x) {
    failure = x;
    done.countDown();
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  /**
   * Returns when the bytes have left, or will never do so: the buffer is the caller's again.
   *
   * @throws IOException if they have not left
   */
  void await() throws IOException {
    try {
      if (minBytesPerSecond == 0) {
        done.await();
      } else if (!done.await(nanos(), TimeUnit.NANOSECONDS)) {
        throw given(
            new SocketTimeoutException(
                "the client took less than " + minBytesPerSecond + " bytes a second"));
      }
    } catch (InterruptedException e) {
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while a response was sent");
      interrupted.initCause(e);
      IOException given = given(interrupted);
      Thread.currentThread().interrupt();
      throw given;
    }
    if (failure != null) {
      throw failure instanceof IOException io ? io : new IOException(failure);
    }
  }

  private long nanos() {
    return ArrivalPace.GRACE.toNanos() + (long) (bytes * 1e9 / minBytesPerSecond);
  }

  /** Gives the write up, and waits until Jetty has let go of the buffer. */
  private IOException given(IOException reason) {
    end();
    boolean waiting = true;
    while (waiting) {
      try {
        done.await();
        waiting = false;
      } catch (InterruptedException e) {
        reason.addSuppressed(e); // the buffer matters more
      }
    }
    return reason;
  }

  private void end() {
    Connection connection = request.getConnectionMetaData().getConnection();
    if (connection instanceof HTTP2Connection http2) {
      HTTP2Session session = (HTTP2Session) http2.getSession();
      Stream stream = session.getStream(Integer.parseInt(request.getId()));
      if (stream != null) {
        stream.reset(
            new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
      }
    } else {
      carrier(connection.getEndPoint()).close();
    }
  }

  /**
   * Starts the connection's idle time anew. Jetty fails a write that is under way when the idle
   * time runs out, and before an answer nothing may have come or left for about that long.
   */
  static void restartIdleTime(Request request) {
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    if (carrier(endPoint) instanceof IdleTimeout idle) {
      idle.notIdle();
    }
  }

  /** The end point of the socket itself, below TLS. */
  static EndPoint carrier(EndPoint endPoint) {
    EndPoint carrier = endPoint;
    while (carrier instanceof EndPoint.Wrapper wrapper) {
      carrier = wrapper.unwrap();
    }
    return carrier;
  }
}
