package io.castile.jetty;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpHandler;
import io.castile.soap.server.HttpServer;
import io.castile.soap.server.RequestCount;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
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

  /** Counts the requests of a server, until their answers are complete. Thread-safe. */
  private static final class DrainHandler extends Handler.Wrapper {
    private final RequestCount requests;

    DrainHandler(Handler handler, RequestCount requests) {
      super(handler);
      this.requests = requests;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      if (!requests.begin()) {
        AdmissionHandler.refuse(response, callback, "the server is being closed");
        return true;
      }
      return super.handle(request, response, Callback.from(requests::end, callback));
    }
  }

  /** Hands the requests of the server to the handler that answers them. */
  static final class EndpointHandler extends Handler.Abstract {
    private final HttpHandler requests;
    private final HttpServerOptions options;

    EndpointHandler(HttpHandler requests, HttpServerOptions options) {
      this.requests = requests;
      this.options = options;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      if (request.getHeaders().size() > options.maxHeaderFields()) {
        RefusalErrorHandler.end(response, callback, 431, "the request has too many header fields");
        return true;
      }
      JettyExchange exchange = new JettyExchange(request, response, options.minBytesPerSecond());
      try {
        requests.serve(exchange);
      } catch (IOException e) {
        log.debug("a request did not arrive, or its answer did not leave: {}", e.getMessage());
        callback.failed(new EofException(e)); // which Jetty does not log: it is the client's doing
        return true;
      } catch (Throwable e) { // whatever it is: the handlers before this one count on the callback
        callback.failed(e);
        return true;
      }
      if (exchange.hasGivenUp()) {
        callback.failed(new EofException("the content did not arrive in time"));
      } else {
        WaitingEndPoint waiting = WaitingEndPoint.of(request);
        if (waiting != null && exchange.hasReadAll()) {
          waiting.answered();
        }
        callback.succeeded();
      }
      return true;
    }
  }

  /**
   * The threads of a server. Where a server ends before the turn of a request that waits, there is
   * no thread to go on with, and its connection ends with the server: nothing to be warned of.
   */
  static class ServerThreads extends QueuedThreadPool {
    private final Seldom warnings = new Seldom();

    ServerThreads(int most, int least) {
      super(most, least);
    }

    /**
     * Starts one more thread, or else leaves what there is to do to those that there are. An error
     * here would end the timer of the requests that wait, whose task has come by here.
     */
    @Override
    protected void startThread() {
      try {
        super.startThread();
      } catch (OutOfMemoryError e) {
        if (getThreads() == 0) {
          throw e;
        }
        if (warnings.isTime()) {
          LoggerFactory.getLogger(JettyServer.class)
              .warn(
                  "no thread could be started: {}; requests wait for one of the {} that there are."
                      + " Raise the process's limits of threads or memory, or lower maxThreads",
                  e.getMessage(),
                  getThreads());
        }
      }
    }

    @Override
    public void execute(Runnable job) {
      try {
        super.execute(job);
      } catch (RejectedExecutionException e) {
        if (isRunning() || job.getClass().getEnclosingClass() != QoSHandler.class) {
          throw e;
        }
        LoggerFactory.getLogger(JettyServer.class).debug("a request that waited ends unserved");
      }
    }
  }

  /**
   * HTTP/2 without TLS by its preface. Requests to upgrade a connection are answered as HTTP/1.1:
   * RFC 9113 §3.1 has upgrades no more, and the JDK's own client, which offers one in the first
   * request of a connection, waits for ever for the end of some answers of more than one frame.
   */
  private static final class H2cFactory extends HTTP2CServerConnectionFactory {
    H2cFactory(HttpConfiguration configuration) {
      super(configuration);
    }

    @Override
    public @Nullable Connection upgradeConnection(
        Connector connector,
        EndPoint endPoint,
        MetaData.Request request,
        HttpFields.Mutable response) {
      return HttpMethod.PRI.is(request.getMethod()) // the preface
          ? super.upgradeConnection(connector, endPoint, request, response)
          : null;
    }
  }
}
