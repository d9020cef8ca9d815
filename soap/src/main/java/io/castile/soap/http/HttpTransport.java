package io.castile.soap.http;

import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.internal.HttpSyntax;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 over blocking sockets (RFC 9112): connections are kept alive and used again, the last
 * used first, also by other transports that connect in the same way; those of a transport that is
 * forgotten without having been closed are closed when it is collected. A message leaves with its
 * head in one write where it fits, else in gathering writes; one whose size is not known in chunks,
 * while it is made.
 *
 * <p>A connection that was kept is looked at before it is used again. When it is closed
 * nevertheless before the whole request has left, which then cannot have been processed, the
 * request is sent once more on a new one; when it is closed afterwards, only where the operation
 * was declared safe to repeat (RFC 9110 §9.2.2, RFC 9112 §9.3.1). Redirects are not followed.
 *
 * <p>Interrupting a thread ends its call, with its connection.
 *
 * <p>Thread-safe: a connection is used by one thread at a time, and no lock is held during I/O.
 */
public final class HttpTransport implements Transport {

  private static final AtomicLong NUMBER = new AtomicLong();

  private final HttpOptions options;

  /** The options of calls that bring none. */
  private final CallOptions standing;

  private final int maxResponseBytes;

  private final ConcurrentHashMap<String, HttpAddress> addresses = new ConcurrentHashMap<>(1);
  private final HttpConnector connector;
  private final ConnectionPool idle;
  private final String name = "of transport " + NUMBER.incrementAndGet();
  private volatile boolean closed;

  /**
   * Makes a transport that sends all messages in one way.
   *
   * @throws IllegalArgumentException if the options have a selector of proxies
   */
  public HttpTransport(HttpOptions options) {
    if (options.proxySelector() != null) {
      throw new IllegalArgumentException(
          "Cannot select proxies, because this transport sends all messages in one way. Call"
              + " HttpTransport.of(options).");
    }
    this.options = options;
    this.standing = CallOptions.DEFAULT.or(options);
    this.maxResponseBytes = options.maxResponseBytes();
    this.connector = new HttpConnector(options);
    this.idle = SharedPools.join(options, this);
  }

  /** Returns a transport with these options, which may have a selector of proxies. */
  public static Transport of(HttpOptions options) {
    ProxySelector selector = options.proxySelector();
    return selector == null
        ? new HttpTransport(options)
        : new ProxySelectingTransport(options, selector);
  }

  /**
   * Checks the address of a service.
   *
   * @throws IllegalArgumentException if this transport can send nothing to it, saying why
   */
  public static void checkEndpoint(String endpoint) {
    HttpAddress.parse(endpoint);
  }

  /**
   * Checks a header field for requests.
   *
   * @throws IllegalArgumentException if it may not stand in one; the value is not quoted, as it may
   *     be a credential
   */
  public static void checkHeader(String name, String value) {
    HttpSyntax.checkRequestField(name, value);
  }

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    HttpAddress address = address(message.endpoint());
    checkFields(message);
    CallOptions call = options(message.options());
    TimeLimit limit = TimeLimit.start(call.callTimeout());
    Intake intake = message.intake();
    boolean lasts = false;
    try {
      Incoming incoming = new Call(address, message, call, limit).run();
      lasts = intake != null && intake.isReading();
      return incoming;
    } finally {
      if (!lasts) {
        limit.stop();
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // calls without options of their own have the one object
  private CallOptions options(CallOptions own) {
    return own == CallOptions.DEFAULT ? standing : own.or(options);
  }

  @Override
  public @Nullable Duration callTimeout() {
    return standing.callTimeout();
  }

  /** Closes its idle connections, unless another transport shares them, and keeps no more. */
  @Override
  public void close() {
    closed = true;
    idle.leave(this);
  }

  /** The number of connections that wait for use, where calls have gone; for tests. */
  int idleCount() {
    Set<String> origins = new HashSet<>();
    for (HttpAddress address : addresses.values()) {
      origins.add(address.origin());
      origins.add(own(address));
    }
    return idle.size(origins);
  }

  /** Connections to an address that are good for this transport only. */
  private String own(HttpAddress address) {
    return address.origin() + ' ' + name;
  }

  /**
   * Checks all header fields of a message: none may contain a line end, or give the length of the
   * message a second time.
   */
  private static void checkFields(Outgoing message) throws SoapTransportException {
    try {
      message.headers().check();
    } catch (IllegalArgumentException e) {
      throw SoapTransportException.unsent(
          "call to " + ErrorText.address(message.endpoint()) + " not sent: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the key of the connections that a request can use. One that is authenticated by its
   * requests is this transport's own, and good for such requests only.
   */
  private String origin(HttpAddress address, Headers fields) {
    return fields.isChecked() || !HttpSyntax.authenticatesConnection(fields)
        ? address.origin()
        : own(address);
  }

  private HttpAddress address(String endpoint) throws SoapTransportException {
    HttpAddress known = addresses.get(endpoint);
    if (known != null) {
      return known;
    }
    HttpAddress address;
    try {
      address = HttpAddress.parse(endpoint);
    } catch (IllegalArgumentException e) {
      throw SoapTransportException.unsent(
          Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
    }
    if (addresses.size() < 64) {
      addresses.put(endpoint, address);
    }
    return address;
  }

  /** One message on its way, on one thread. */
  private final class Call {
    private final HttpAddress address;
    private final Outgoing message;
    private final CallOptions options;
    private final TimeLimit limit;

    /** For what its connection is good. */
    private final String origin;

    Call(HttpAddress address, Outgoing message, CallOptions options, TimeLimit limit) {
      this.address = address;
      this.message = message;
      this.options = options;
      this.limit = limit;
      this.origin = origin(address, message.headers());
    }

    private TransportFailures failures() {
      return new TransportFailures(
          message.endpoint(), address, HttpTransport.this.options, options);
    }

    Incoming run() throws SoapTransportException {
      HttpConnection taken = idle.take(origin);
      if (taken != null && !message.content().isRepeatable() && !taken.isAlive(Long.MAX_VALUE)) {
        taken.close(); // it has been looked at once more, as there is only one try
        taken = null;
      }
      boolean kept = taken != null;
      HttpConnection connection = taken != null ? taken : connect();
      try {
        return exchange(connection);
      } catch (IOException e) {
        if (limit.hasPassed()
            || !message.content().isRepeatable()
            || !mayRepeat(connection, kept, options.retrySafe(), e)) {
          throw failures().exchange(connection, !kept, limit, e);
        }
        LoggerFactory.getLogger(HttpTransport.class)
            .debug("a request is sent once more: {}", e.getMessage());
      }
      HttpConnection second = connect();
      try {
        return exchange(second);
      } catch (IOException e) {
        throw failures().exchange(second, true, limit, e);
      }
    }

    private HttpConnection connect() throws SoapTransportException {
      try {
        return connector.connect(address, options, limit);
      } catch (IOException e) {
        throw failures().connect(limit, e);
      }
    }

    private Incoming exchange(HttpConnection connection) throws IOException {
      boolean keep = false;
      boolean lasts = false;
      try {
        int silence = options.readMillis();
        Incoming response = connection.exchange(address, message, silence, maxResponseBytes, limit);
        Intake intake = message.intake();
        if (intake != null && intake.isReading()) {
          intake.lasts(new Lasting(connection));
          lasts = true;
          return response;
        }
        keep = limit.stop() && connection.isReusable();
        return response;
      } finally {
        if (!lasts) {
          end(connection, keep);
        }
      }
    }

    private void end(HttpConnection connection, boolean keep) {
      if (keep && !closed) {
        idle.give(origin, connection);
      } else {
        connection.close();
      }
    }

    /** This exchange while its response is read. */
    private final class Lasting implements Exchange {
      private final HttpConnection connection;
      private boolean ended;

      Lasting(HttpConnection connection) {
        this.connection = connection;
      }

      @Override
      public SoapTransportException failure(IOException e) {
        return failures().exchange(connection, false, limit, e);
      }

      @Override
      public void close() {
        if (!ended) {
          ended = true;
          connection.endReading();
          end(connection, limit.stop() && connection.isReusable());
        }
      }
    }
  }

  /**
   * Whether a request that failed may be sent once more, on a new connection (RFC 9110 §9.2.2: only
   * where it was not applied, or may be applied twice). A connection that was kept may have been
   * closed by the other side just when it was used, which says nothing about the request.
   *
   * @param kept whether the connection had been used before
   * @param safe whether the service may be called twice
   */
  private static boolean mayRepeat(
      HttpConnection connection, boolean kept, boolean safe, IOException e) {
    boolean closed = !connection.hasReceived() && !connection.hasContentFailed() && !isOwnDoing(e);
    return closed && (safe || (kept && !connection.isSent()));
  }

  /** Whether this side ended the exchange: out of patience, or interrupted. */
  static boolean isOwnDoing(IOException failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof SocketTimeoutException || e instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }
}
