package io.castile.soap;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections on which bytes come but no request: heads, and handshakes of TLS, that trickle
 * so that no connection is ever idle. What trickles behind the head is the business of who reads
 * it.
 *
 * <p>Looks at all connections now and again, so that requests in time pay for two counters only. A
 * connection of HTTP/2 that has brought a request is let alone: its frames may be about anything.
 */
final class SlowRequests extends Handler.Wrapper {
  private static final Logger log = LoggerFactory.getLogger(SlowRequests.class);

  private final ServerConnector connector;
  private final long limitNanos;
  private final long periodMillis;
  private final ConcurrentHashMap<EndPoint, Progress> all = new ConcurrentHashMap<>();

  SlowRequests(ServerConnector connector, Duration limit) {
    this.connector = connector;
    this.limitNanos = limit.toNanos();
    this.periodMillis = Math.max(20, Math.min(1_000, limit.toMillis() / 4));
  }

  /** How far the requests of a connection have come. */
  private static final class Progress {
    private final AtomicInteger served = new AtomicInteger();
    private volatile boolean multiplexed;

    /** How many bytes had come when no request was, or is, on its way. */
    private volatile long bytesAtRest;

    /** When the first byte beyond these was seen, or 0. Used by the one who looks only. */
    private long since;
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    schedule();
  }

  private void schedule() {
    connector.getScheduler().schedule(this::look, periodMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    EndPoint endPoint = carrier(request.getConnectionMetaData().getConnection().getEndPoint());
    Progress progress = all.computeIfAbsent(endPoint, added -> new Progress());
    progress.multiplexed |=
        request.getConnectionMetaData().getHttpVersion().getVersion()
            >= HttpVersion.HTTP_2.getVersion();
    progress.served.incrementAndGet();
    return super.handle(
        request, response, Callback.from(() -> ended(endPoint, progress), callback));
  }

  private static void ended(EndPoint endPoint, Progress progress) {
    progress.bytesAtRest = bytes(endPoint);
    progress.served.decrementAndGet();
  }

  /** The end point of the socket itself, below TLS. */
  private static EndPoint carrier(EndPoint endPoint) {
    EndPoint carrier = endPoint;
    while (carrier instanceof EndPoint.Wrapper wrapper) {
      carrier = wrapper.unwrap();
    }
    return carrier;
  }

  private static long bytes(EndPoint endPoint) {
    Connection connection = endPoint.getConnection();
    return connection == null ? 0 : connection.getBytesIn();
  }

  private void look() {
    if (!isRunning()) {
      return;
    }
    all.keySet().removeIf(endPoint -> !endPoint.isOpen());
    long now = System.nanoTime();
    for (EndPoint endPoint : connector.getConnectedEndPoints()) {
      if (isTooSlow(endPoint, all.computeIfAbsent(endPoint, added -> new Progress()), now)) {
        log.debug("a request from {} did not arrive in time", endPoint.getRemoteSocketAddress());
        endPoint.close();
      }
    }
    schedule();
  }

  private boolean isTooSlow(EndPoint endPoint, Progress progress, long now) {
    boolean pending =
        progress.served.get() == 0
            && !progress.multiplexed
            && bytes(endPoint) != progress.bytesAtRest;
    if (!pending) {
      progress.since = 0;
      return false;
    }
    if (progress.since == 0) {
      progress.since = now == 0 ? 1 : now;
    }
    return now - progress.since > limitNanos;
  }
}
