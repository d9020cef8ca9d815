package io.castile.gateway.admin;

import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.castile.gateway.edge.WatchedFiles;
import io.castile.gateway.http.FrontServer;
import io.castile.gateway.http.Loops;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The listener of console, API and metrics. Thread-safe. */
public final class AdminListener implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int MOST_WAITING = 64;
  private static final int IDLE_THREAD_SECONDS = 30;

  private static final FrontServer.Settings SETTINGS =
      new FrontServer.Settings(
          new Limits(
              256,
              128,
              MOST_WAITING,
              32 << 10,
              AdminHandler.MOST_CONTENT,
              AdminHandler.MOST_CONTENT,
              1),
          Timeouts.DEFAULT,
          List.of());

  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_THREAD_SECONDS,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          AdminListener::thread);

  private final AccessRule access;
  private final GatewayMetrics metrics;
  private final int port;

  /**
   * Begins to listen.
   *
   * @param loops which this does not close
   * @param tls asked for each connection; null for plain HTTP
   * @throws IOException if it cannot listen, or a token cannot be read
   */
  public AdminListener(
      AdminConfig config, Loops loops, @Nullable Supplier<SslContext> tls, GatewayView gateway)
      throws IOException {
    executor.allowCoreThreadTimeOut(true);
    access = new AccessRule(config);
    ConsoleFiles files = new ConsoleFiles();
    metrics = new GatewayMetrics(gateway);
    AdminHandler handler =
        new AdminHandler(gateway, access, files, new Api(gateway, metrics), executor);
    port =
        new FrontServer(loops, handler, () -> SETTINGS, tls, true, false).listen(config.listen());
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "castile-gateway-admin");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the port on which it listens. */
  public int port() {
    return port;
  }

  /** The files that are to be read again when they change. */
  public List<WatchedFiles<?>> files() {
    return access.files();
  }

  /** Ends its threads; its connections end with the loops. */
  @Override
  public void close() {
    executor.shutdownNow();
    metrics.close();
  }
}
