package io.castile.jetty;

import io.castile.xml.internal.DetachedThreads;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections on which bytes come but no request: heads, and handshakes of TLS, that trickle
 * so that no connection is ever idle. Bytes that trickle behind the head are left to the code that
 * reads them. A connection of HTTP/2 that has brought a request may be silent for as long as
 * others, and what it sends beside requests, as pings, is silence too.
 *
 * <p>A thread of its own looks at all connections now and again, so that requests in time pay for
 * two counters only. Whatever happens to it, it looks again.
 */
final class SlowRequests extends Handler.Wrapper {
  private static final Logger log = LoggerFactory.getLogger(SlowRequests.class);

  private final ServerConnector connector;
  private final long limitNanos;
  private final long idleNanos;
  private final long periodMillis;
  private @Nullable CountDownLatch stopped; // null before the start
  private final ConcurrentHashMap<EndPoint, Progress> all = new ConcurrentHashMap<>();

  /**
   * @param limit within which a head must have arrived
   * @param idle how long a connection of HTTP/2 may be without a request
   */
  SlowRequests(ServerConnector connector, Duration limit, Duration idle) {
    this.connector = connector;
    this.limitNanos = limit.toNanos();
    this.idleNanos = idle.toNanos();
    long shortest = Math.min(limit.toMillis(), idle.toMillis());
    this.periodMillis = Math.max(20, Math.min(1_000, shortest / 4));
  }

  /** How far the requests of a connection have come. */
  private static final class Progress {
    private final AtomicInteger served = new AtomicInteger();

    /** Null where no request of HTTP/2 has come. */
    private volatile @Nullable HTTP2Connection multiplexed;

    /** Whether the client was told that the connection ends. Used by the watching thread only. */
    private boolean dismissed;

    /** How many bytes had come when no request was, or is, on its way. */
    private volatile long bytesAtRest;

    /** When the first byte beyond these was seen, or 0. Used by the watching thread only. */
    private long since;

    /** {@link #bytesAtRest} at that time. Used by the watching thread only. */
    private long restBefore;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    CountDownLatch end = new CountDownLatch(1);
    stopped = end;
    DetachedThreads.daemon("castile-server-watch", () -> watch(end)).start();
  }

  @Override
  protected void doStop() throws Exception {
    if (stopped != null) { // not where the start has failed
      stopped.countDown();
    }
    super.doStop();
    all.clear();
  }

  private void watch(CountDownLatch end) {
    boolean ended = false;
    while (!ended) {
      try {
        ended = end.await(periodMillis, TimeUnit.MILLISECONDS);
        if (!ended) {
          look();
        }
      } catch (InterruptedException e) {
        ended = true;
      } catch (Throwable e) { // also where memory ran out: the next look may do
        report(e);
      }
    }
  }

  private static void report(Throwable failure) {
    try {
      log.warn("the look for slow requests failed, and comes again", failure);
    } catch (Throwable e) {
      failure = e; // there is no memory to say so
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    EndPoint endPoint = TimedWrite.carrier(connection.getEndPoint());
    Progress progress = all.computeIfAbsent(endPoint, added -> new Progress());
    if (connection instanceof HTTP2Connection http2) {
      progress.multiplexed = http2;
    }
    Callback counted = Callback.from(() -> ended(endPoint, progress), callback);
    progress.served.incrementAndGet();
    return super.handle(request, response, counted);
  }

  private static void ended(EndPoint endPoint, Progress progress) {
    progress.bytesAtRest = bytes(endPoint);
    progress.served.decrementAndGet();
  }

  private static long bytes(EndPoint endPoint) {
    Connection connection = endPoint.getConnection();
    return connection == null ? 0 : connection.getBytesIn();
  }

  private void look() {
    all.keySet().removeIf(endPoint -> !endPoint.isOpen());
    long now = System.nanoTime();
    for (EndPoint endPoint : connector.getConnectedEndPoints()) {
      Progress progress = all.computeIfAbsent(endPoint, added -> new Progress());
      if (isTooSlow(endPoint, progress, now)) {
        log.debug("a request from {} did not arrive in time", endPoint.getRemoteSocketAddress());
        end(endPoint, progress);
      }
    }
  }

  /** Ends a connection; one of HTTP/2 with a word of farewell, if it has not had that before. */
  private static void end(EndPoint endPoint, Progress progress) {
    if (progress.multiplexed == null || progress.dismissed) {
      endPoint.close();
      return;
    }
    progress.dismissed = true;
    progress
        .multiplexed
        .getSession()
        .close(ErrorCode.NO_ERROR.code, "no request for too long", Callback.NOOP);
  }

  private boolean isTooSlow(EndPoint endPoint, Progress progress, long now) {
    boolean pending =
        progress.served.get() == 0
            && (progress.multiplexed != null || bytes(endPoint) != progress.bytesAtRest);
    if (!pending) {
      progress.since = 0;
      return false;
    }
    long rest = progress.bytesAtRest;
    // Where another number of bytes has been served than at the last look, this is another request.
    if (progress.since == 0 || rest != progress.restBefore) {
      progress.since = now == 0 ? 1 : now;
      progress.restBefore = rest;
    }
    return now - progress.since > (progress.multiplexed != null ? idleNanos : limitNanos);
  }
}
