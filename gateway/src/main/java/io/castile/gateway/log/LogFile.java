package io.castile.gateway.log;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that lines are added to, by a thread of its own. Lines that the disk is too slow for, or
 * does not take, are lost and counted; the gateway's own log tells of a disk that fails once, until
 * it works again. A file that was moved away is begun anew. Thread-safe.
 */
public final class LogFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LogFile.class);
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String name;
  private final Path file;
  private final BlockingQueue<String> lines;
  private final LongAdder lost = new LongAdder();
  private final Thread thread;
  private volatile boolean isClosed;

  // Of the thread.
  private boolean isFailing;
  private long toldLost;
  private long toldAt = System.nanoTime() - PAUSE_NANOS;

  /**
   * Opens a file.
   *
   * @param name what messages call it
   * @param mostWaiting how many lines wait at most
   * @throws IOException if it cannot be written
   */
  public LogFile(String name, Path file, int mostWaiting) throws IOException {
    this.name = name;
    this.file = file;
    this.lines = new ArrayBlockingQueue<>(mostWaiting);
    open().close();
    thread = new Thread(this::run, "castile-gateway-log");
    thread.setDaemon(true);
    thread.start();
  }

  private BufferedWriter open() throws IOException {
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Returns how many lines were lost. */
  public long lost() {
    return lost.sum();
  }

  /**
   * Has a line written.
   *
   * @param line with its end
   */
  public void write(String line) {
    write(line, 0);
  }

  /**
   * Has a line written that leaves room for more important ones.
   *
   * @param line with its end
   * @param spare it is lost where there is room for no more lines than these
   */
  public void write(String line, int spare) {
    if (lines.remainingCapacity() <= spare || !lines.offer(line)) {
      lost.increment();
    }
  }

  private void run() {
    while (!isClosed || !lines.isEmpty()) {
      try {
        String first = lines.poll(1, TimeUnit.SECONDS);
        if (first != null) {
          writeAll(first);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void writeAll(String first) {
    int taken = 1;
    try (BufferedWriter out = open()) {
      out.write(first);
      for (String line = lines.poll(); line != null; line = lines.poll()) {
        taken++;
        out.write(line);
      }
    } catch (IOException e) {
      lost.add(taken);
      if (!isFailing) {
        isFailing = true;
        log.warn(
            "{} cannot be written; its lines are lost until it can be: {}", name, e.toString());
      }
      return;
    }
    tellLost();
  }

  /** Tells how many lines are lost, at once where the file can be written again. */
  private void tellLost() {
    long all = lost.sum();
    long now = System.nanoTime();
    if (all > toldLost && (isFailing || now - toldAt >= PAUSE_NANOS)) {
      log.warn("{} is written, and lacks {} lines", name, all - toldLost);
      toldLost = all;
      toldAt = now;
    }
    isFailing = false;
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
