package io.castile.soap;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves endpoints over HTTP/1.1 with keep-alive and TCP_NODELAY, on Jetty. Applications have it as
 * a {@code SoapServer}, made by {@code io.castile.Castile.server}.
 */
public final class SoapHttpServer implements AutoCloseable {

  /**
   * How a server listens and what it bears with.
   *
   * @param host the address to bind; null for all
   * @param port the port; 0 for any free one
   * @param idleTimeout after which a silent connection is closed
   * @param requestTimeout within which a request must have arrived
   * @param maxRequestBytes the size of a request's content; more is answered with status 413
   * @param maxThreads requests served at once
   */
  public record Options(
      String host,
      int port,
      Duration idleTimeout,
      Duration requestTimeout,
      int maxRequestBytes,
      int maxThreads) {

    /** Any free port of all addresses. */
    public static final Options DEFAULT =
        new Options(null, 0, Duration.ofSeconds(60), Duration.ofSeconds(60), 256 << 20, 200);

    public Options {
      if (port < 0 || port > 65535) {
        throw new IllegalArgumentException("expected a port from 0 to 65535 but was " + port);
      }
      HttpOptions.positive(idleTimeout, "idleTimeout");
      HttpOptions.positive(requestTimeout, "requestTimeout");
      if (maxRequestBytes <= 0) {
        throw new IllegalArgumentException("maxRequestBytes <= 0: " + maxRequestBytes);
      }
      if (maxThreads < 8) {
        throw new IllegalArgumentException("maxThreads < 8: " + maxThreads);
      }
    }
  }

  private final Server server;
  private final ServerConnector connector;

  private SoapHttpServer(Server server, ServerConnector connector) {
    this.server = server;
    this.connector = connector;
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
    QueuedThreadPool threads = new QueuedThreadPool(options.maxThreads(), 8);
    threads.setName("castile-server");
    threads.setDaemon(true);
    Server server = new Server(threads);
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendDateHeader(false);
    http.setOutputBufferSize(64 << 10);
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptedTcpNoDelay(true);
    connector.setShutdownIdleTimeout(50);
    server.addConnector(connector);
    server.setStopTimeout(1000);
    server.setHandler(new EndpointHandler(new TreeMap<>(endpoints), options));
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
    return new SoapHttpServer(server, connector);
  }

  private static void stopAfter(Server server, Exception failure) {
    try {
      server.stop();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Stops to listen, and ends requests under way within a second. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the server did not stop: " + e.getMessage(), e);
    }
  }
}
