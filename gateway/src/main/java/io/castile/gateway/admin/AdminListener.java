package io.castile.gateway.admin;

import io.castile.gateway.config.AdminConfig;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.ListenerConfig;
import io.castile.gateway.config.Timeouts;
import io.castile.gateway.edge.WatchedFiles;
import io.castile.gateway.http.FrontServer;
import io.castile.gateway.http.Loops;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listener of console, API and metrics. Thread-safe. */
public final class AdminListener implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AdminListener.class);
  private static final int THREADS = 2;
  private static final int MOST_WAITING = 64;
  private static final int IDLE_THREAD_SECONDS = 30;
  private static final int LAST_CHANGES_SECONDS = 5;

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
  private final @Nullable AuditLog audit; // null for none
  private final int port;

  /**
   * Begins to listen.
   *
   * @param loops which this does not close
   * @param tls asked for each connection; null for plain HTTP
   * @throws IOException if it cannot listen, a token cannot be read, or the audit log not written
   */
  public AdminListener(
      AdminConfig config, Loops loops, @Nullable Supplier<SslContext> tls, GatewayView gateway)
      throws IOException {
    executor.allowCoreThreadTimeOut(true);
    access = new AccessRule(config);
    ConsoleFiles files = new ConsoleFiles();
    metrics = new GatewayMetrics(gateway);
    Path auditLog = config.auditLog();
    audit = auditLog == null ? null : new AuditLog(auditLog);
    boolean listens = false;
    try {
      AdminHandler handler =
          new AdminHandler(gateway, access, files, new Api(gateway, metrics), audit, executor);
      port =
          new FrontServer(loops, handler, () -> SETTINGS)
              .listen(ListenerConfig.of(config.listen()), tls);
      listens = true;
    } finally {
      if (!listens) {
        close();
      }
    }
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

  /**
   * Ends its threads, and writes what the audit log has yet to; its connections end with the loops.
   */
  @Override
  public void close() {
    executor.shutdownNow();
    metrics.close();
    if (audit != null) {
      awaitChanges();
      audit.close();
    }
  }

  /** Waits a moment for changes that are under way, which are to be in the audit log. */
  private void awaitChanges() {
    try {
      if (!executor.awaitTermination(LAST_CHANGES_SECONDS, TimeUnit.SECONDS)) {
        log.warn("a request of the admin listener has not ended; the audit log may lack it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
