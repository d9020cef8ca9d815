package io.castile.gateway.route;

import io.castile.gateway.config.AccessLogConfig;
import io.castile.gateway.http.FrontExchange;
import io.castile.gateway.log.LogFile;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each request: when, from where, for what, what became of it, how long it took.
 * There are no queries and messages in it, which may hold secrets, and no header fields but those
 * that are asked for. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
  private static final int MOST_WAITING = 50_000;
  private static final Duration GATHER = Duration.ofMillis(100);

  private final AccessLine form;
  private final LogFile file;

  /**
   * Opens a file, to which lines are added.
   *
   * @throws IOException if it cannot be written
   */
  public AccessLog(AccessLogConfig config) throws IOException {
    form = new AccessLine(config);
    file = new LogFile("the access log", config.file(), MOST_WAITING, GATHER);
  }

  void write(FrontExchange exchange, @Nullable IncomingRequest request) {
    file.write(form.of(exchange, request));
  }

  /** Writes what waits, and ends. */
  @Override
  public void close() {
    file.close();
  }
}
