package io.castile.gateway.link;

import io.castile.gateway.http.FrontExchange;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line of JSON for each request: when, from where, for what, what became of it, how long
 * it took. There are no queries, header fields or messages in it, which may hold secrets. A thread
 * of its own writes; lines that it is too slow for are dropped and counted. A file that was moved
 * away is begun anew. Thread-safe.
 */
public final class AccessLog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AccessLog.class);
  private static final int MOST_WAITING = 50_000;
  private static final int MOST_TEXT = 1_000;

  private final Path file;
  private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MOST_WAITING);
  private final LongAdder dropped = new LongAdder();
  private final Thread thread;
  private volatile boolean isClosed;

  /**
   * Opens a file, to which lines are added.
   *
   * @throws IOException if it cannot be written
   */
  public AccessLog(Path file) throws IOException {
    this.file = file;
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
    if (!lines.offer(line(exchange, visit))) {
      dropped.increment();
    }
  }

  private static String line(FrontExchange exchange, @Nullable Visit visit) {
    StringBuilder line = new StringBuilder(256).append("{\"time\":\"").append(Instant.now());
    text(line, "\",\"client\":", address(exchange));
    text(line, ",\"method\":", exchange.head().method().name());
    text(line, ",\"path\":", exchange.head().path());
    if (visit != null) {
      text(line, ",\"route\":", visit.route().config().path());
      if (visit.operation() != null) {
        text(line, ",\"operation\":", visit.operation().toString());
      }
      text(line, ",\"cache\":", visit.outcome().name().toLowerCase(Locale.ROOT));
    }
    return line.append(",\"status\":")
        .append(exchange.status())
        .append(",\"requestBytes\":")
        .append(exchange.requestBytes())
        .append(",\"responseBytes\":")
        .append(exchange.responseBytes())
        .append(",\"micros\":")
        .append(TimeUnit.NANOSECONDS.toMicros(exchange.nanos()))
        .append("}\n")
        .toString();
  }

  private static String address(FrontExchange exchange) {
    return exchange.head().client() == null ? "" : exchange.head().client().getHostAddress();
  }

  /** A text of JSON (RFC 8259 §7), cut off where it is long. */
  private static void text(StringBuilder line, String before, String text) {
    line.append(before).append('"');
    for (int i = 0; i < Math.min(MOST_TEXT, text.length()); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ' || c >= 0x7F) {
        line.append(String.format("\\u%04x", (int) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
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
