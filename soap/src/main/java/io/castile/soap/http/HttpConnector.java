package io.castile.soap.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Makes connections: to the addresses of a host one after the other, by a proxy where there is one,
 * with TLS above that. Thread-safe.
 *
 * <p>Below each connection is a channel, but for SOCKS, which only sockets know. Its streams are
 * made so that a virtual thread that waits for them holds no other thread.
 */
final class HttpConnector {
  private final HttpOptions options;

  HttpConnector(HttpOptions options) {
    this.options = options;
  }

  /**
   * Returns a connection that stands, TLS and the tunnel of a proxy included, within the connect
   * timeout.
   *
   * @param call with all timeouts
   * @param limit of the call; watches the new socket
   */
  HttpConnection connect(HttpAddress address, CallOptions call, TimeLimit limit)
      throws IOException {
    TimeLimit connecting = TimeLimit.start(call.connectTimeout());
    Socket socket = null;
    boolean done = false;
    boolean isTls = false;
    try {
      socket = connected(address, call, limit);
      if (!address.secure()) {
        done = true;
        return new HttpConnection(stream(socket), options.proxy());
      }
      connecting.watch(socket);
      Socket carrier = tunnelled(socket, address, call);
      isTls = true;
      HttpConnection connection = new HttpConnection(secure(carrier, address), null);
      done = connecting.stop();
      if (!done) {
        throw new SocketTimeoutException("the connection was not established in time");
      }
      return connection;
    } catch (IOException e) {
      if (limit.hasPassed()) {
        throw e;
      }
      if (isTls && (connecting.hasPassed() || e instanceof SocketTimeoutException)) {
        throw new TlsSilenceException(e);
      }
      if (isTls && e instanceof SocketException) {
        throw new SSLException("the connection failed", e);
      }
      throw connecting.hasPassed() ? tooLate(e) : e;
    } finally {
      connecting.stop();
      if (!done && socket != null) {
        socket.close();
      }
    }
  }

  private static SocketTimeoutException tooLate(IOException e) {
    SocketTimeoutException timeout = new SocketTimeoutException(e.getMessage());
    timeout.initCause(e);
    return timeout;
  }

  private static SocketStream stream(Socket socket) throws IOException {
    return socket.getChannel() == null
        ? new BlockingSocketStream(socket, socket)
        : new ChannelSocketStream(socket.getChannel());
  }

  /** A socket to the first address of host or proxy that takes connections. */
  private Socket connected(HttpAddress address, CallOptions call, TimeLimit limit)
      throws IOException {
    HttpOptions.Proxy proxy = options.proxy();
    String host = proxy == null ? address.host() : proxy.host();
    int port = proxy == null ? address.port() : proxy.port();
    int millis = call.connectMillis();
    long start = System.nanoTime();
    IOException failure = null;
    for (InetAddress each : InetAddress.getAllByName(host)) {
      long left = millis - (System.nanoTime() - start) / 1_000_000;
      if (failure != null && left <= 0) {
        break;
      }
      try {
        return connected(new InetSocketAddress(each, port), (int) Math.max(1, left), limit);
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
        if (limit.hasPassed() || Thread.currentThread().isInterrupted()) {
          break;
        }
      }
    }
    throw failure;
  }

  private static Socket connected(InetSocketAddress target, int millis, TimeLimit limit)
      throws IOException {
    boolean socks = System.getProperty("socksProxyHost") != null;
    Socket socket = socks ? new Socket() : SocketChannel.open().socket();
    boolean done = false;
    try {
      limit.watch(socket);
      socket.setTcpNoDelay(true);
      socket.connect(target, millis);
      done = true;
      return socket;
    } finally {
      if (!done) {
        socket.close();
      }
    }
  }

  /** The socket, behind the tunnel of a proxy where there is one. */
  private Socket tunnelled(Socket socket, HttpAddress address, CallOptions call)
      throws IOException {
    socket.setSoTimeout(call.connectMillis());
    if (options.proxy() != null) {
      ProxyTunnel.open(socket, options.proxy(), address);
    }
    return socket;
  }

  private SocketStream secure(Socket socket, HttpAddress address) throws IOException {
    SSLSocketFactory factory =
        options.tls() != null ? options.tls() : (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secured =
        (SSLSocket) factory.createSocket(socket, address.host(), address.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return new BlockingSocketStream(secured, socket);
  }
}
