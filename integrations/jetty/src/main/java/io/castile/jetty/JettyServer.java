package io.castile.jetty;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpHandler;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.RequestCount;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
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

/** A Jetty that listens, and what stands before its requests are answered. Thread-safe. */
final class JettyServer implements HttpServer {
  private static final Logger log = LoggerFactory.getLogger(JettyServer.class);

  /** Threads beside those that serve requests: they accept, select, and refuse what is too much. */
  private static final int OTHER_THREADS = 16;

  /** Threads that may wait for the next request of a connection, beside those that serve. */
  private static final int WAITING_PER_PROCESSOR = 16;

  private final Server server;
  private final DrainingConnector connector;
  private final RequestCount requests;
  private final int port;

  private JettyServer(Server server, DrainingConnector connector, RequestCount requests) {
    this.server = server;
    this.connector = connector;
    this.requests = requests;
    this.port = connector.getLocalPort();
  }

  /** Like {@link JettyServerProvider#start}. */
  static JettyServer start(HttpServerOptions options, HttpHandler handler) throws IOException {
    int waiting = WAITING_PER_PROCESSOR * Runtime.getRuntime().availableProcessors();
    ServerThreads threads =
        new ServerThreads(options.maxThreads() + OTHER_THREADS + waiting, OTHER_THREADS);
    threads.setName("castile-server");
    threads.setDaemon(true);
    Server server = new Server(threads);
    DrainingConnector connector =
        connector(server, options, new RequestWaits(waiting, RequestWaits.WAIT));
    server.addConnector(connector);
    SlowRequests slow =
        new SlowRequests(connector, options.requestTimeout(), options.idleTimeout());
    slow.setHandler(
        new AdmissionHandler(
            new EndpointHandler(handler, options), options, options.requestTimeout()));
    RequestCount requests = new RequestCount();
    server.setHandler(new DrainHandler(slow, requests));
    server.setErrorHandler(new RefusalErrorHandler(requests, options.maxHeaderBytes()));
    try {
      server.start();
    } catch (Exception e) {
      stopAfter(server, e);
      throw new IOException(
          "Cannot listen on port "
              + options.port()
              + ": "
              + (e.getCause() instanceof BindException ? e.getCause() : e).getMessage(),
          e);
    }
    return new JettyServer(server, connector, requests);
  }

  private static DrainingConnector connector(
      Server server, HttpServerOptions options, RequestWaits waits) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setOutputBufferSize(64 << 10);
    http.setRequestHeaderSize(options.maxHeaderBytes());
    DrainingConnector connector =
        options.tls() == null
            ? new DrainingConnector(
                server, waits, new HttpConnectionFactory(http), new H2cFactory(http))
            : secure(server, waits, options, http);
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptedTcpNoDelay(true);
    return connector;
  }

  private static DrainingConnector secure(
      Server server, RequestWaits waits, HttpServerOptions options, HttpConfiguration http) {
    http.addCustomizer(new SecureRequestCustomizer(false)); // whatever name the client called
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(options.tls());
    tls.setNeedClientAuth(options.clientCertificates());
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol(http1.getProtocol());
    return new DrainingConnector(
        server,
        waits,
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

  @Override
  public int port() {
    return port;
  }

  @Override
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
      throw new IllegalStateException("Cannot stop the server: " + e.getMessage(), e);
    }
  }
}
