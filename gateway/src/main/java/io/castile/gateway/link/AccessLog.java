package io.castile.gateway.link;

import io.castile.gateway.config.AccessLogConfig;
import io.castile.gateway.http.FrontExchange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each request: when, from where, for what, what became of it, how long it took.
 * There are no queries and messages in it, which may hold secrets, and no header fields but those
 * that are asked for. A thread of its own writes; lines that it is too slow for are dropped and
 * counted. A file that was moved away is begun anew. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AccessLog.class);
  private static final int MOST_WAITING = 50_000;

  private final Path file;
  private final AccessLine form;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongAdder dropped = new LongAdder();
  private final Thread thread;
  private volatile boolean isClosed;

  /**
   * Opens a file, to which lines are added.
   *
   * @throws IOException if it cannot be written
   */
  public AccessLog(AccessLogConfig config) throws IOException {
    this.file = config.file();
    this.form = new AccessLine(config);
    open().close();
    thread = new Thread(this::run, "castile-gateway-log");
    thread.setDaemon(true);
    thread.start();
  }

  private BufferedWriter open() throws IOException {
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Returns how many lines were dropped, as the file is too slow for them. */
  public long dropped() {
    return dropped.sum();
  }

  void write(FrontExchange exchange, @Nullable Visit visit) {
    if (!lines.offer(form.of(exchange, visit))) {
      dropped.increment();
    }
  }

  private void run() {
    while (!isClosed || !lines.isEmpty()) {
      try {
        String first = lines.poll(1, TimeUnit.SECONDS);
        if (first != null) {
          writeAll(first);
        }
      } catch (IOException e) {
        log.warn("the access log cannot be written: {}", e.toString());
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void writeAll(String first) throws IOException {
    try (BufferedWriter out = open()) {
      for (String line = first; line != null; line = lines.poll()) {
        out.write(line);
      }
    }
  }

  /** Writes what waits, and ends. */
  @Override
  public void close() {
    isClosed = true;
    lines.offer(""); // wakes the thread
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
