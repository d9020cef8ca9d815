package io.castile.soap;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP/1.1 over blocking sockets (RFC 9112): connections are kept alive and used again, the last
 * used first; a message leaves with its head in one write where it fits, else in gathering writes;
 * one whose size is not known in chunks, while it is made.
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
  private static final Logger log = LoggerFactory.getLogger(HttpTransport.class);

  private final HttpOptions options;
  private final ConcurrentHashMap<String, HttpAddress> addresses = new ConcurrentHashMap<>();
  private final ConnectionPool idle;

  /** A transport with these options. */
  public HttpTransport(HttpOptions options) {
    this.options = options;
    this.idle = new ConnectionPool(options.maxIdleConnections(), options.idleTimeout());
  }

  @Override
  public Incoming send(Outgoing message) throws SoapTransportException {
    HttpAddress address = address(message.endpoint());
    HttpConnection connection = idle.take(address.origin());
    boolean kept = connection != null;
    if (!kept) {
      connection = connect(message.endpoint(), address);
    }
    try {
      return exchange(connection, address, message);
    } catch (IOException e) {
      if (!mayRepeat(connection, kept, message.options().retrySafe(), e)) {
        throw failed(message.endpoint(), connection, e);
      }
      log.debug("a request is sent once more: {}", e.getMessage());
    }
    HttpConnection second = connect(message.endpoint(), address);
    try {
      return exchange(second, address, message);
    } catch (IOException e) {
      throw failed(message.endpoint(), second, e);
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
  private static boolean isOwnDoing(IOException failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof SocketTimeoutException || e instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    idle.close();
  }

  /** The number of connections that wait for use; for tests. */
  int idleCount() {
    return idle.size();
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
      throw new SoapTransportException(e.getMessage(), e);
    }
    if (addresses.size() < 64) {
      addresses.put(endpoint, address);
    }
    return address;
  }

  private Incoming exchange(HttpConnection connection, HttpAddress address, Outgoing message)
      throws IOException {
    boolean keep = false;
    try {
      Incoming response = connection.exchange(address, message.headers(), message.content());
      keep = connection.isReusable();
      return response;
    } finally {
      if (keep) {
        idle.give(address.origin(), connection);
      } else {
        connection.close();
      }
    }
  }

  private HttpConnection connect(String endpoint, HttpAddress address)
      throws SoapTransportException {
    Socket socket = null;
    try {
      InetSocketAddress target = new InetSocketAddress(address.host(), address.port());
      if (target.isUnresolved()) {
        throw new UnknownHostException(address.host());
      }
      boolean socks = System.getProperty("socksProxyHost") != null;
      boolean plain = !address.secure() && !socks;
      socket = socks ? new Socket() : SocketChannel.open().socket();
      socket.setTcpNoDelay(true);
      socket.connect(target, HttpOptions.millis(options.connectTimeout()));
      int readMillis = HttpOptions.millis(options.readTimeout());
      socket.setSoTimeout(readMillis);
      Wire wire =
          plain
              ? new ChannelWire(socket.getChannel(), readMillis)
              : new StreamWire(address.secure() ? secure(socket, address) : socket, socket);
      return new HttpConnection(wire, options.maxResponseBytes());
    } catch (IOException e) {
      if (socket != null) {
        closeQuietly(socket, e);
      }
      throw SoapTransportException.unsent(
          "no connection to " + shown(endpoint) + ": " + reason(e, "connect"), e);
    }
  }

  private Socket secure(Socket socket, HttpAddress address) throws IOException {
    SSLSocketFactory factory =
        options.tls() != null ? options.tls() : (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secured =
        (SSLSocket) factory.createSocket(socket, address.host(), address.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private static void closeQuietly(Socket socket, IOException because) {
    try {
      socket.close();
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private SoapTransportException failed(String endpoint, HttpConnection connection, IOException e) {
    String message = "call to " + shown(endpoint) + " failed: " + reason(e, "read");
    if (!connection.isSent() && !connection.hasReceived()) {
      return SoapTransportException.unsent(
          message + "; the request had not left whole, so it was not processed", e);
    }
    return connection.hasReceived() || isOwnDoing(e)
        ? new SoapTransportException(message, e)
        : new SoapTransportException(
            message
                + "; the whole request had left, so it may have been processed, and is sent again"
                + " only for operations declared with retrySafe",
            e);
  }

  private String reason(IOException e, String phase) {
    if (e instanceof SocketTimeoutException) {
      return phase.equals("connect")
          ? "no answer within the connect timeout of " + options.connectTimeout().toMillis() + " ms"
          : "nothing received for the read timeout of " + options.readTimeout().toMillis() + " ms";
    }
    if (e instanceof ClosedByInterruptException) {
      return "the thread was interrupted";
    }
    if (e instanceof UnknownHostException) {
      return "the host is not known";
    }
    if (e instanceof ConnectException) {
      return "connection refused";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** The endpoint for messages: without its query, which may hold secrets. */
  static String shown(String endpoint) {
    int query = endpoint.indexOf('?');
    return query < 0 ? endpoint : endpoint.substring(0, query);
  }
}
