package io.castile.gateway.http;

import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One address of a service, and how it fares. An origin that fails several times in a row is left
 * out for a while, longer each time: outlier ejection. So is one whose health check fails.
 * Thread-safe.
 */
public final class Origin {
  private static final int FAILURES_TO_EJECT = 5;
  private static final int FAILURES_TO_BE_DOWN = 2;
  private static final long FIRST_EJECTION_NANOS = 1_000_000_000L;
  private static final int MOST_DOUBLINGS = 5;
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  private final URI uri;
  private final String host;
  private final int port;
  private final String authority;
  private final String basePath;
  private final @Nullable SslContext tls;
  private final boolean isHttp2;

  private final AtomicInteger failuresInARow = new AtomicInteger();
  private final AtomicInteger ejections = new AtomicInteger();
  private final AtomicLong ejectedUntil = new AtomicLong(System.nanoTime());
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong failures = new AtomicLong();
  private volatile boolean isChecked;
  private volatile boolean isUp = true;
  private volatile boolean readsGzip;

  /**
   * An origin that is called by HTTP/1.1.
   *
   * @param tls null for plain HTTP
   */
  public Origin(URI uri, @Nullable SslContext tls) {
    this(uri, tls, false);
  }

  /**
   * @param tls null for plain HTTP
   * @param isHttp2 whether it is called by HTTP/2: if the handshake of TLS, which offers it, agrees
   *     on it; without TLS in any case
   */
  public Origin(URI uri, @Nullable SslContext tls, boolean isHttp2) {
    this.uri = uri;
    this.tls = tls;
    this.isHttp2 = isHttp2;
    this.host = unbracketed(uri.getHost());
    int usual = tls == null ? HTTP : HTTPS;
    this.port = uri.getPort() < 0 ? usual : uri.getPort();
    this.authority = uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    this.basePath = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static String unbracketed(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  public URI uri() {
    return uri;
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }

  /** The name is looked up each time a connection is made, as it may mean another machine. */
  InetSocketAddress address() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  /** Returns host and port as they stand in the field {@code Host}. */
  public String authority() {
    return authority;
  }

  /** Returns the path, without a slash at its end. */
  public String basePath() {
    return basePath;
  }

  @Nullable SslContext tls() {
    return tls;
  }

  boolean isHttp2() {
    return isHttp2;
  }

  // ---- connections ----

  /** Takes one of so many connections; false if there are that many. */
  boolean takeConnection(int most) {
    int before = connections.getAndUpdate(count -> count < most ? count + 1 : count);
    return before < most;
  }

  void giveConnectionBack() {
    connections.decrementAndGet();
  }

  // ---- requests ----

  /** Returns how many requests to it are under way. */
  int underWay() {
    return underWay.get();
  }

  /** Counts a request in, which is sent to it or waits for a connection. */
  void begun() {
    underWay.incrementAndGet();
  }

  /** Counts a request out. */
  void ended() {
    underWay.decrementAndGet();
  }

  // ---- codings of requests ----

  /**
   * Whether it reads requests in gzip, which it has said by {@code Accept-Encoding} in a response
   * (RFC 7694).
   */
  boolean readsGzip() {
    return readsGzip;
  }

  void readsGzip(boolean reads) {
    readsGzip = reads;
  }

  // ---- health ----

  /** Whether it is not left out at the moment. */
  public boolean isIn() {
    return isUp && ejectedUntil.get() - System.nanoTime() <= 0;
  }

  /** Says whether there is a health check. */
  void isChecked(boolean checked) {
    isChecked = checked;
  }

  /** Whether its health check has found it well; true where there is none. */
  boolean isUp() {
    return isUp;
  }

  /** Whether it has not answered for a while, as far as is known: it may be back. */
  boolean isDown() {
    return !isUp || failuresInARow.get() >= FAILURES_TO_BE_DOWN;
  }

  /** Takes what the health check has found. */
  void isUp(boolean up) {
    if (up && !isUp) {
      failuresInARow.set(0);
    }
    isUp = up;
  }

  private String check() {
    if (!isChecked) {
      return "none";
    }
    return isUp ? "up" : "down";
  }

  void answered() {
    answers.incrementAndGet();
    if (failuresInARow.get() != 0) {
      failuresInARow.set(0);
      ejections.set(0);
    }
  }

  void failed() {
    failures.incrementAndGet();
    if (failuresInARow.incrementAndGet() % FAILURES_TO_EJECT == 0) {
      int times = Math.min(MOST_DOUBLINGS, ejections.getAndIncrement());
      ejectedUntil.set(System.nanoTime() + (FIRST_EJECTION_NANOS << times));
    }
  }

  /** Returns how it fares. */
  public Health health() {
    return new Health(
        uri.toString(), isIn(), check(), connections.get(), answers.get(), failures.get());
  }

  /**
   * How an origin fares.
   *
   * @param uri its address
   * @param in whether it is asked; else it is left out for a while, as it failed, or its health
   *     check did
   * @param check what its health check has found: {@code up} or {@code down}; {@code none} where
   *     there is none
   * @param connections open ones, the idle ones included
   * @param answers how often it answered, whatever it said but that it could not
   * @param failures how often it did not, or said that it could not (status 502, 503, 504)
   */
  public record Health(
      String uri, boolean in, String check, int connections, long answers, long failures) {}

  @Override
  public String toString() {
    return uri.toString();
  }
}
