package io.castile.soap;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves endpoints over HTTP/1.1 and HTTP/2 with keep-alive and TCP_NODELAY, on Jetty. Applications
 * have it as a {@code SoapServer}, made by {@code io.castile.Castile.server}.
 *
 * <p>HTTP/2 is spoken by clients that begin with its preface or ask for an upgrade, or over TLS by
 * those that choose it in the handshake (ALPN).
 */
public final class SoapHttpServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SoapHttpServer.class);

  /** Threads beside those that serve requests: they accept, select, and refuse what is too much. */
  private static final int OTHER_THREADS = 16;

  /** How long requests that are under way may take when the server is closed in passing. */
  private static final Duration BRIEFLY = Duration.ofSeconds(1);

  /**
   * How a server listens and what it bears with.
   *
   * @param host the address to bind; null for all
   * @param port the port; 0 for any free one
   * @param idleTimeout after which a silent connection is closed
   * @param requestTimeout within which a request must have arrived, head and content each, and must
   *     not wait longer to be served
   * @param limits of requests, and their number
   * @param tls what TLS is made of; null for none
   * @param clientCertificates whether clients must show a certificate that {@code tls} trusts
   */
  public record Options(
      String host,
      int port,
      Duration idleTimeout,
      Duration requestTimeout,
      ServerLimits limits,
      SSLContext tls,
      boolean clientCertificates) {

    /** Any free port of all addresses, without TLS. */
    public static final Options DEFAULT =
        new Options(
            null,
            0,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            ServerLimits.DEFAULT,
            null,
            false);

    public Options {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("expected a port from 0 to 65535 but was " + port);
      }
      HttpOptions.positive(idleTimeout, "idleTimeout");
      HttpOptions.positive(requestTimeout, "requestTimeout");
      Objects.requireNonNull(limits, "limits");
      if (clientCertificates && tls == null) {
        throw new IllegalArgumentException("client certificates need TLS; call tls(context)");
      }
    }
  }

  private final Server server;
  private final EndingConnector connector;
  private final RequestCount requests;
  private final int port;

  private SoapHttpServer(Server server, EndingConnector connector, RequestCount requests) {
    this.server = server;
    this.connector = connector;
    this.requests = requests;
    this.port = connector.getLocalPort();
  }

  /**
   * Starts to listen.
   *
   * @param endpoints by path, each beginning with a slash
   * @throws IOException if the port cannot be bound
   */
  public static SoapHttpServer start(Options options, Map<String, ServiceEndpoint> endpoints)
      throws IOException {
    Objects.requireNonNull(options, "options");
    ServerThreads threads =
        new ServerThreads(options.limits().maxRequests() + OTHER_THREADS, OTHER_THREADS);
    threads.setName("castile-server");
    threads.setDaemon(true);
    Server server = new Server(threads);
    EndingConnector connector = connector(server, options);
    server.addConnector(connector);
    SlowRequests slow =
        new SlowRequests(connector, options.requestTimeout(), options.idleTimeout());
    slow.setHandler(
        new Overload(
            new EndpointHandler(
                new HttpBinding(endpoints, options.limits(), options.requestTimeout()),
                options.limits()),
            options.limits(),
            options.requestTimeout()));
    RequestCount requests = new RequestCount();
    server.setHandler(new Draining(slow, requests));
    server.setErrorHandler(new Refusals(requests, options.limits().maxHeaderBytes()));
    try {
      server.start();
    } catch (Exception e) {
      stopAfter(server, e);
      throw new IOException(
          "the server cannot listen on port "
              + options.port()
              + ": "
              + (e.getCause() instanceof BindException ? e.getCause() : e).getMessage(),
          e);
    }
    return new SoapHttpServer(server, connector, requests);
  }

  private static EndingConnector connector(Server server, Options options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setOutputBufferSize(64 << 10);
    http.setRequestHeaderSize(options.limits().maxHeaderBytes());
    EndingConnector connector =
        options.tls() == null
            ? new EndingConnector(server, new HttpConnectionFactory(http), new PlainHttp2(http))
            : secure(server, options, http);
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptedTcpNoDelay(true);
    return connector;
  }

  private static EndingConnector secure(Server server, Options options, HttpConfiguration http) {
    http.addCustomizer(new SecureRequestCustomizer(false)); // whatever name the client called
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(options.tls());
    tls.setNeedClientAuth(options.clientCertificates());
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    return new EndingConnector(
        server,
        new SslConnectionFactory(tls, alpn.getProtocol()),
        alpn,
        new HTTP2ServerConnectionFactory(http),
        http1);
  }

  private static void stopAfter(Server server, Exception failure) {
    try {
      server.stop();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns the port on which the server listens, or has listened. */
  public int port() {
    return port;
  }

  /** Stops to listen, and ends requests under way within a second. */
  @Override
  public void close() {
    close(BRIEFLY);
  }

  /**
   * Stops to listen, refuses new requests on connections that stand with status 503, and waits for
   * those under way; then ends what is left.
   *
   * @param drain how long to wait at most; zero for not at all
   */
  public void close(Duration drain) {
    requests.refuse();
    connector.setShutdownIdleTimeout(Math.max(1, drain.toMillis()));
    connector.stopListening();
    connector.shutdown(); // what it returns waits for idle connections too
    if (!requests.await(drain)) {
      log.debug("closed with requests under way");
    }
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the server did not stop: " + e.getMessage(), e);
    }
  }
}
