package io.castile.jetty;

import io.castile.soap.server.ArrivalPace;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The content of a request, which waits for bytes of content no longer than its pace allows,
 * whatever else comes: extensions of chunks, trailers, empty frames. It fails where it was cut,
 * whatever Jetty takes it for. For one thread.
 */
final class JettyContent extends InputStream {
  private final Request request;
  private final @Nullable ArrivalPace pace; // null for none

  /** Released when there may be something to read. */
  private final Semaphore arrived = new Semaphore(0);

  private final Invocable.Task arrival =
      Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::release);

  private Content.@Nullable Chunk chunk; // null for none at hand
  private long received; // bytes that the caller has got
  private boolean ended;
  private boolean givenUp;

  JettyContent(Request request, @Nullable ArrivalPace pace) {
    this.request = request;
    this.pace = pace;
  }

  /** Whether a wait was given up, so that Jetty still waits for content. */
  boolean hasGivenUp() {
    return givenUp;
  }

  /** Whether all of it has been read: to its end, or as much as the head has announced. */
  boolean hasEnded() {
    return ended || received == request.getLength();
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
    if (givenUp) {
      throw new SocketTimeoutException("the content did not arrive in time");
    }
    while (!ended && (chunk == null || !chunk.hasRemaining())) {
      next();
    }
    Content.Chunk given = chunk;
    if (ended || given == null) {
      return -1;
    }
    int count = given.get(bytes, offset, length);
    received += count;
    if (!given.hasRemaining()) {
      letGo();
    }
    return count;
  }

  /** Takes the next chunk, or waits for one; one may be empty. */
  private void next() throws IOException {
    letGo();
    if (ended) {
      return;
    }
    chunk = request.read();
    if (chunk == null) {
      await();
    } else if (Content.Chunk.isFailure(chunk)) {
      Throwable failure = chunk.getFailure();
      throw failure instanceof IOException io ? io : new IOException(failure);
    } else if (!chunk.hasRemaining()) {
      letGo();
    }
  }

  private void letGo() throws EOFException {
    if (chunk == null) {
      return;
    }
    ended = chunk.isLast();
    chunk.release();
    chunk = null;
    if (ended && TruncatedChunks.isCut(request)) {
      throw new EofException("the connection ended within the chunks");
    }
  }

  private void await() throws IOException {
    WaitingEndPoint waiting = WaitingEndPoint.of(request);
    if (waiting != null) {
      waiting.release();
    }
    request.demand(arrival);
    try {
      if (pace == null) {
        arrived.acquire();
      } else if (!arrived.tryAcquire(Math.max(0, pace.nanosLeft()), TimeUnit.NANOSECONDS)) {
        givenUp = true;
        throw new SocketTimeoutException("the content did not arrive in time");
      }
    } catch (InterruptedException e) {
      givenUp = true;
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("interrupted while content was awaited");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  @Override
  public void close() throws IOException {
    if (chunk != null) {
      letGo();
    }
  }
}
