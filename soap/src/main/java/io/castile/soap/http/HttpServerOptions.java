package io.castile.soap.http;

import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The options of HTTP for a server: address, time limits, TLS, and the number and size of requests.
 * Immutable.
 *
 * <pre>{@code
 * HttpServerOptions options =
 *     HttpServerOptions.builder().port(8443).tls(context).maxThreads(50).build();
 * }</pre>
 */
public final class HttpServerOptions {
  /** The default of {@link Builder#port}: {@value}, any free port. */
  public static final int DEFAULT_PORT = 0;

  /** The default of {@link Builder#idleTimeout}: 60 seconds. */
  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(60);

  /** The default of {@link Builder#requestTimeout}: 60 seconds. */
  public static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(60);

  /** The default of {@link Builder#drain}: one second. */
  public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(1);

  /** The default of {@link Builder#maxThreads}: {@value} requests. */
  public static final int DEFAULT_MAX_THREADS = 200;

  /** The default of {@link Builder#maxQueued}: {@value} requests. */
  public static final int DEFAULT_MAX_QUEUED = 1000;

  /** The default of {@link Builder#maxRequestBytes}: 256 MiB. */
  public static final int DEFAULT_MAX_REQUEST_BYTES = 256 << 20;

  /** The default of {@link Builder#maxHeaderBytes}: 16 KiB. */
  public static final int DEFAULT_MAX_HEADER_BYTES = 16 << 10;

  /** The default of {@link Builder#maxHeaderFields}: {@value} fields. */
  public static final int DEFAULT_MAX_HEADER_FIELDS = 200;

  /** The default of {@link Builder#minBytesPerSecond}: {@value} bytes a second. */
  public static final int DEFAULT_MIN_BYTES_PER_SECOND = 240;

  /** The defaults: any free port of all addresses, without TLS. */
  public static final HttpServerOptions DEFAULT = builder().build();

  /** Each has a thread. */
  private static final int MOST_THREADS = 1_000_000;

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final @Nullable String host; // null for all addresses
  private final int port;
  private final Duration idleTimeout;
  private final Duration requestTimeout;
  private final Duration drain;
  private final int maxThreads;
  private final int maxQueued;
  private final int maxRequestBytes; // 0 for not set
  private final int maxHeaderBytes;
  private final int maxHeaderFields;
  private final int minBytesPerSecond;
  private final @Nullable SSLContext tls; // null for none
  private final boolean clientCertificates;

  private HttpServerOptions(Builder builder) {
    this.host = builder.host;
    this.port = builder.port;
    this.idleTimeout = builder.idleTimeout;
    this.requestTimeout = builder.requestTimeout;
    this.drain = builder.drain;
    this.maxThreads = builder.maxThreads;
    this.maxQueued = builder.maxQueued;
    this.maxRequestBytes = builder.maxRequestBytes;
    this.maxHeaderBytes = builder.maxHeaderBytes;
    this.maxHeaderFields = builder.maxHeaderFields;
    this.minBytesPerSecond = builder.minBytesPerSecond;
    this.tls = builder.tls;
    this.clientCertificates = builder.clientCertificates;
  }

  /** Begins options, at first {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Begins options, at first these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.host = host;
    builder.port = port;
    builder.idleTimeout = idleTimeout;
    builder.requestTimeout = requestTimeout;
    builder.drain = drain;
    builder.maxThreads = maxThreads;
    builder.maxQueued = maxQueued;
    builder.maxRequestBytes = maxRequestBytes;
    builder.maxHeaderBytes = maxHeaderBytes;
    builder.maxHeaderFields = maxHeaderFields;
    builder.minBytesPerSecond = minBytesPerSecond;
    builder.tls = tls;
    builder.clientCertificates = clientCertificates;
    return builder;
  }

  /** Returns the address to listen on; null for all. */
  public @Nullable String host() {
    return host;
  }

  /** Returns the port to listen on; 0 for any free one. */
  public int port() {
    return port;
  }

  /** Returns the silence after which a connection is closed. */
  public Duration idleTimeout() {
    return idleTimeout;
  }

  /** Returns the time within which head and content of a request must arrive, each. */
  public Duration requestTimeout() {
    return requestTimeout;
  }

  /** Returns how long closing waits for requests under way. */
  public Duration drain() {
    return drain;
  }

  /** Returns the most requests that are served at once. */
  public int maxThreads() {
    return maxThreads;
  }

  /** Returns the most requests that wait to be served. */
  public int maxQueued() {
    return maxQueued;
  }

  /** Returns the most bytes of a request's content. */
  public int maxRequestBytes() {
    return maxRequestBytes == 0 ? DEFAULT_MAX_REQUEST_BYTES : maxRequestBytes;
  }

  /**
   * Returns the most bytes of a request's content.
   *
   * @param most returned where {@link Builder#maxRequestBytes} has not been called
   */
  public int maxRequestBytes(int most) {
    return maxRequestBytes == 0 ? most : maxRequestBytes;
  }

  /** Returns the most bytes of a request's head. */
  public int maxHeaderBytes() {
    return maxHeaderBytes;
  }

  /** Returns the most header fields of a request. */
  public int maxHeaderFields() {
    return maxHeaderFields;
  }

  /** Returns the fewest bytes a second of a client; 0 for no such bound. */
  public int minBytesPerSecond() {
    return minBytesPerSecond;
  }

  /** Returns the context of TLS; null for none. */
  public @Nullable SSLContext tls() {
    return tls;
  }

  /** Whether clients must show a certificate that {@link #tls} trusts. */
  public boolean clientCertificates() {
    return clientCertificates;
  }

  /** Builds options. Not thread-safe. */
  public static final class Builder {
    private @Nullable String host; // null for all addresses
    private int port = DEFAULT_PORT;
    private Duration idleTimeout = DEFAULT_IDLE_TIMEOUT;
    private Duration requestTimeout = DEFAULT_REQUEST_TIMEOUT;
    private Duration drain = DEFAULT_DRAIN;
    private int maxThreads = DEFAULT_MAX_THREADS;
    private int maxQueued = DEFAULT_MAX_QUEUED;
    private int maxRequestBytes; // 0 for not set
    private int maxHeaderBytes = DEFAULT_MAX_HEADER_BYTES;
    private int maxHeaderFields = DEFAULT_MAX_HEADER_FIELDS;
    private int minBytesPerSecond = DEFAULT_MIN_BYTES_PER_SECOND;
    private @Nullable SSLContext tls; // null for none
    private boolean clientCertificates;

    private Builder() {}

    /**
     * Sets the address to listen on; all addresses by default.
     *
     * @param host a name or address, without scheme and port; null for all addresses
     */
    public Builder host(@Nullable String host) {
      if (host != null) {
        boolean isAddress6 = host.indexOf(':') != host.lastIndexOf(':');
        if (!host.matches("[^\\s/@?#]+") || (host.indexOf(':') >= 0 && !isAddress6)) {
          throw new IllegalArgumentException(
              "expected the name or address of a host, without scheme and port, but was '"
                  + host
                  + "'");
        }
      }
      this.host = host;
      return this;
    }

    /**
     * Sets the port to listen on; {@link #DEFAULT_PORT} by default, which is any free one.
     *
     * @throws IllegalArgumentException if it is not from 0 to 65535
     */
    public Builder port(int port) {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("expected a port from 0 to 65535 but was " + port);
      }
      this.port = port;
      return this;
    }

    /**
     * Sets the silence after which a connection is closed; {@link #DEFAULT_IDLE_TIMEOUT} by
     * default.
     *
     * @param timeout positive, at most 2147483647 ms
     */
    public Builder idleTimeout(Duration timeout) {
      this.idleTimeout = HttpOptions.positive(timeout, "idleTimeout");
      return this;
    }

    /**
     * Sets the time within which the head of a request must have arrived, and then its content, and
     * how long it may wait to be served; {@link #DEFAULT_REQUEST_TIMEOUT} each by default.
     *
     * @param timeout positive, at most 2147483647 ms
     */
    public Builder requestTimeout(Duration timeout) {
      this.requestTimeout = HttpOptions.positive(timeout, "requestTimeout");
      return this;
    }

    /**
     * Sets how long closing waits for requests under way, while new ones are refused; {@link
     * #DEFAULT_DRAIN} by default.
     *
     * @param time not negative; zero for not at all
     */
    public Builder drain(Duration time) {
      this.drain = checkedDrain(time);
      return this;
    }

    /**
     * Sets how many requests are served at once, each on a thread; {@link #DEFAULT_MAX_THREADS} by
     * default.
     *
     * @param count from 1 to 1000000
     */
    public Builder maxThreads(int count) {
      atLeast(count, 1, "maxThreads");
      if (count > MOST_THREADS) {
        throw new IllegalArgumentException("maxThreads > " + MOST_THREADS + ": " + count);
      }
      this.maxThreads = count;
      return this;
    }

    /**
     * Sets how many requests may wait to be served, none longer than {@link #requestTimeout}; more
     * are answered with status 503 and Retry-After. {@link #DEFAULT_MAX_QUEUED} by default.
     *
     * @param count not negative
     */
    public Builder maxQueued(int count) {
      atLeast(count, 0, "maxQueued");
      this.maxQueued = count;
      return this;
    }

    /**
     * Sets the most bytes of a request's content; a larger one is answered with status 413. {@link
     * #DEFAULT_MAX_REQUEST_BYTES} by default; a server of {@code io.castile.Castile} takes as many
     * as its limits of messages say ({@link io.castile.xml.XmlLimits#maxBytes}).
     *
     * @param bytes positive
     */
    public Builder maxRequestBytes(int bytes) {
      atLeast(bytes, 1, "maxRequestBytes");
      this.maxRequestBytes = bytes;
      return this;
    }

    /**
     * Sets the most bytes of a request's head; a larger one is answered with status 431. {@link
     * #DEFAULT_MAX_HEADER_BYTES} by default.
     *
     * @param bytes at least 256
     */
    public Builder maxHeaderBytes(int bytes) {
      atLeast(bytes, 256, "maxHeaderBytes");
      this.maxHeaderBytes = bytes;
      return this;
    }

    /**
     * Sets the most header fields of a request; one with more is answered with status 431. {@link
     * #DEFAULT_MAX_HEADER_FIELDS} by default.
     *
     * @param fields positive
     */
    public Builder maxHeaderFields(int fields) {
      atLeast(fields, 1, "maxHeaderFields");
      this.maxHeaderFields = fields;
      return this;
    }

    /**
     * Sets how many bytes a second a client must send of a request's content, and take of a
     * response, on average and after the first five seconds; {@link #DEFAULT_MIN_BYTES_PER_SECOND}
     * by default. Framing, as extensions of chunks and empty frames, does not count. A request that
     * is slower is answered with status 408; the connection of a response that is taken more slowly
     * ends. In a servlet container responses are the container's business.
     *
     * @param bytes not negative; 0 for no such bound
     */
    public Builder minBytesPerSecond(int bytes) {
      atLeast(bytes, 0, "minBytesPerSecond");
      this.minBytesPerSecond = bytes;
      return this;
    }

    /**
     * Serves over TLS, with the key that the context shows; by default without TLS. Clients must
     * still show a certificate if {@link #mutualTls} has said so before.
     */
    public Builder tls(SSLContext context) {
      this.tls = Objects.requireNonNull(context, "context");
      return this;
    }

    /** Like {@link #tls}, and clients must show a certificate that the context trusts. */
    public Builder mutualTls(SSLContext context) {
      tls(context);
      this.clientCertificates = true;
      return this;
    }

    /** Returns the options. */
    public HttpServerOptions build() {
      return new HttpServerOptions(this);
    }

    private static void atLeast(int value, int least, String name) {
      if (value < least) {
        throw new IllegalArgumentException(name + " < " + least + ": " + value);
      }
    }
  }

  /**
   * Returns a time that nanoseconds can count; a longer one is as good as for ever.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public static Duration checkedDrain(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) {
      throw new IllegalArgumentException("time < 0: " + time);
    }
    return time.compareTo(LONGEST) > 0 ? LONGEST : time;
  }
}
