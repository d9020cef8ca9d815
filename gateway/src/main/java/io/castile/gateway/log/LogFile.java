package io.castile.gateway.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that lines are added to, by a thread of its own. A line may wait for others that are
 * written with it, so that a busy gateway does not wake the thread for each. Lines that the disk is
 * too slow for, or does not take, are lost and counted; the gateway's own log tells of a disk that
 * fails once, until it works again. If the file was moved away, a new one is made. Thread-safe.
 */
public final class LogFile implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(LogFile.class);
  private static final int PIECE_BYTES = 16 << 10;

  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String name;
  private final Opener opener;
  private final BlockingQueue<String> lines;
  private final LongAdder lost = new LongAdder();
  private final Duration gather;
  private final int half; // of the room for lines that wait

  /** Has a permit when lines are to be written before {@link #gather} is over. */
  private final Semaphore hurry = new Semaphore(0);

  private final Thread thread;
  private volatile boolean isClosed;

  // Of the thread.
  private boolean isFailing;
  private boolean isCut; // whether the file may end within a line
  private long toldLost;
  private long toldAt = System.nanoTime() - PAUSE_NANOS;

  /** Opens the file, to add to it. */
  interface Opener {
    /**
     * Opens it.
     *
     * @throws IOException if it cannot be written
     */
    OutputStream open() throws IOException;
  }

  /**
   * Opens a file.
   *
   * @param name what messages call it
   * @param mostWaiting how many lines wait at most
   * @param gather how long a line waits for others, where they take less than half of the room
   * @throws IOException if it cannot be written
   */
  public LogFile(String name, Path file, int mostWaiting, Duration gather) throws IOException {
    this(
        name,
        () -> Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
        mostWaiting,
        gather);
  }

  LogFile(String name, Opener opener, int mostWaiting, Duration gather) throws IOException {
    this.name = name;
    this.opener = opener;
    this.lines = new ArrayBlockingQueue<>(mostWaiting);
    this.gather = gather;
    this.half = mostWaiting / 2;
    opener.open().close();
    thread = new Thread(this::run, "castile-gateway-log");
    thread.setDaemon(true);
    thread.start();
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
    int room = lines.remainingCapacity();
    if (room <= spare || !lines.offer(line)) {
      lost.increment();
    }
    if (room <= half && hurry.availablePermits() == 0) {
      hurry.release();
    }
  }

  private void run() {
    while (!isClosed || !lines.isEmpty()) {
      try {
        String first = lines.poll(1, TimeUnit.SECONDS);
        if (first != null) {
          if (!isClosed) {
            hurry.tryAcquire(gather.toNanos(), TimeUnit.NANOSECONDS);
            hurry.drainPermits();
          }
          writeAll(first);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void writeAll(String first) {
    int taken = 1; // lines that are not known to be in the file
    try (OutputStream out = opener.open()) {
      ByteArrayOutputStream piece = new ByteArrayOutputStream();
      if (isCut) {
        piece.write('\n');
      }
      String line = first;
      while (line != null) {
        piece.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        if (piece.size() >= PIECE_BYTES || lines.isEmpty()) {
          isCut = true; // until all of it is written
          piece.writeTo(out);
          isCut = false;
          piece.reset();
          taken = 0;
        }
        line = lines.poll();
        taken += line == null ? 0 : 1;
      }
    } catch (IOException | RuntimeException | Error e) { // later lines are written nevertheless
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
    hurry.release();
    lines.offer(""); // wakes the thread
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
