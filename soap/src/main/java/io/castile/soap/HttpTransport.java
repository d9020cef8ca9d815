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

/**
 * HTTP/1.1 over blocking sockets (RFC 9112): connections are kept alive and used again, the last
 * used first; a message leaves with its head in one write where it fits, else in gathering writes;
 * one whose size is not known in chunks, while it is made.
 *
 * <p>When a connection that was kept alive turns out to be closed before any byte of a response
 * came, the request is sent once more on a new one (RFC 9112 §9.3.1). Redirects are not followed.
 *
 * <p>Interrupting a thread ends its call, with its connection.
 *
 * <p>Thread-safe: a connection is used by one thread at a time, and no lock is held during I/O.
 */
public final class HttpTransport implements Transport {
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
    if (connection != null) {
      try {
        return exchange(connection, address, message);
      } catch (IOException e) {
        if (!connection.isStale(e)) {
          throw failed(message.endpoint(), e);
        }
        // Closed while idle: nothing of a response has come, so once more on a new connection.
      }
    }
    connection = connect(message.endpoint(), address);
    try {
      return exchange(connection, address, message);
    } catch (IOException e) {
      throw failed(message.endpoint(), e);
    }
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
      boolean plain = !address.secure() && System.getProperty("socksProxyHost") == null;
      socket = plain ? SocketChannel.open().socket() : new Socket();
      socket.setTcpNoDelay(true);
      socket.connect(target, HttpOptions.millis(options.connectTimeout()));
      int readMillis = HttpOptions.millis(options.readTimeout());
      socket.setSoTimeout(readMillis);
      Wire wire =
          plain
              ? new ChannelWire(socket.getChannel(), readMillis)
              : new StreamWire(address.secure() ? secure(socket, address) : socket);
      return new HttpConnection(wire, options.maxResponseBytes());
    } catch (IOException e) {
      if (socket != null) {
        closeQuietly(socket, e);
      }
      throw new SoapTransportException(
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

  private SoapTransportException failed(String endpoint, IOException e) {
    return new SoapTransportException(
        "call to " + shown(endpoint) + " failed: " + reason(e, "read"), e);
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
