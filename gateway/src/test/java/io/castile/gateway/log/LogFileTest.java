package io.castile.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How lines come into a file. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LogFileTest {
  @TempDir private Path folder;

  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      Thread.onSpinWait(); // until the timeout of the test
    }
  }

  @Test
  void linesAreAddedInTheirOrder() throws Exception {
    Path path = Files.writeString(folder.resolve("log"), "before\n");
    try (LogFile file = new LogFile("a log", path, 100, Duration.ZERO)) {
      for (int i = 0; i < 50; i++) {
        file.write(i + "\n");
      }
    }

    assertThat(Files.readAllLines(path)).hasSize(51).startsWith("before", "0", "1").endsWith("49");
  }

  @Test
  void aFileThatCannotBeOpenedIsToldAtOnce() {
    assertThatThrownBy(() -> new LogFile("a log", folder.resolve("none/log"), 1, Duration.ZERO))
        .isInstanceOf(IOException.class);
  }

  @Test
  void linesAreLostWhileTheFileCannotBeWrittenAndNotAfterwards() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path path = inner.resolve("log");
    try (LogFile file = new LogFile("a log", path, 100, Duration.ZERO)) {
      Files.delete(path);
      Files.delete(inner);
      file.write("lost\n");
      await(() -> file.lost() == 1);
      file.write("lost\n");
      await(() -> file.lost() == 2);

      Files.createDirectory(inner);
      file.write("kept\n");
      await(() -> Files.exists(path) && Files.size(path) > 0);

      assertThat(file.lost()).isEqualTo(2);
      assertThat(Files.readString(path)).isEqualTo("kept\n");
    }
  }

  @Test
  void linesThatWaitAreWrittenTogetherAtTheEnd() throws Exception {
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    AtomicInteger opened = new AtomicInteger();
    LogFile.Opener opener =
        () -> {
          opened.incrementAndGet();
          return disk;
        };
    try (LogFile file = new LogFile("a log", opener, 100, Duration.ofHours(1))) {
      for (int i = 0; i < 40; i++) {
        file.write("line\n");
      }
    }

    assertThat(disk.toString(StandardCharsets.UTF_8)).isEqualTo("line\n".repeat(40));
    assertThat(opened).as("once when it began, and once to write").hasValueLessThanOrEqualTo(3);
  }

  @Test
  void linesThatTakeHalfOfTheRoomAreWrittenAtOnce() throws Exception {
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    try (LogFile file = new LogFile("a log", () -> disk, 100, Duration.ofHours(1))) {
      for (int i = 0; i < 52; i++) {
        file.write("line\n");
      }
      await(() -> disk.size() > 0);

      assertThat(file.lost()).isZero();
    }

    assertThat(disk.toString(StandardCharsets.UTF_8)).isEqualTo("line\n".repeat(52));
  }

  @Test
  void anErrorCostsNoLaterLines() throws Exception {
    ByteArrayOutputStream disk = new ByteArrayOutputStream();
    AtomicInteger opened = new AtomicInteger();
    LogFile.Opener opener =
        () -> {
          if (opened.incrementAndGet() == 2) { // for the first line
            throw new OutOfMemoryError("a test");
          }
          return disk;
        };
    try (LogFile file = new LogFile("a log", opener, 100, Duration.ZERO)) {
      file.write("lost\n");
      await(() -> file.lost() == 1);
      file.write("kept\n");
    }

    assertThat(disk.toString(StandardCharsets.UTF_8)).isEqualTo("kept\n");
  }

  /** A disk that may be full: half of what comes then is written yet. */
  private static final class FullDisk extends OutputStream {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final Semaphore writes = new Semaphore(0);
    private volatile boolean isFull;

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      writes.acquireUninterruptibly();
      if (isFull) {
        written.write(bytes, offset, length / 2);
        throw new IOException("no space left");
      }
      written.write(bytes, offset, length);
    }
  }

  @Test
  void aLineThatIsCutTakesNoOtherWithIt() throws Exception {
    FullDisk disk = new FullDisk();
    disk.writes.release(100);
    try (LogFile file = new LogFile("a log", () -> disk, 100, Duration.ZERO)) {
      disk.isFull = true;
      file.write("a line of many words\n");
      await(() -> file.lost() == 1);
      disk.isFull = false;
      file.write("kept\n");
      file.write("kept\n");
    }

    assertThat(disk.written.toString(StandardCharsets.UTF_8)).isEqualTo("a line of \nkept\nkept\n");
  }

  @Test
  void linesThatAreWrittenBeforeTheDiskIsFullAreNotLost() throws Exception {
    FullDisk disk = new FullDisk();
    try (LogFile file = new LogFile("a log", () -> disk, 100, Duration.ZERO)) {
      file.write("kept\n");
      await(() -> disk.writes.hasQueuedThreads());
      file.write("lost\n");
      file.write("lost\n");
      disk.writes.release();
      await(() -> disk.written.size() > 0 && disk.writes.hasQueuedThreads());
      disk.isFull = true;
      disk.writes.release();
      await(() -> file.lost() > 0);

      assertThat(file.lost()).isEqualTo(2);
      disk.isFull = false;
      disk.writes.release(100);
    }
  }

  /** The disk is as slow as can be: a pipe that is not read until later. */
  @Test
  void lessImportantLinesLeaveRoom() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(run("mkfifo", pipe.toString()).waitFor() == 0, "there are no pipes here");
    Process holder = run("sh", "-c", "exec sleep 100 < '" + pipe + "'");
    Path out = folder.resolve("out");
    Process reader;
    try (LogFile file = new LogFile("a log", pipe, 10, Duration.ZERO)) {
      file.write("x".repeat(1 << 20) + "\n"); // more than the pipe takes
      for (int i = 0; i < 100; i++) {
        file.write("less\n", 5);
      }
      long lost = file.lost();
      assertThat(lost).isBetween(94L, 96L); // by whether the thread has the first line yet
      for (int i = 0; i < 5; i++) {
        file.write("more\n");
      }
      assertThat(file.lost()).isEqualTo(lost);
      for (int i = 0; i < 100; i++) {
        file.write("beyond\n");
      }
      assertThat(file.lost()).isGreaterThanOrEqualTo(lost + 99);
      reader = run("sh", "-c", "cat '" + pipe + "' > '" + out + "'");
    } finally {
      holder.destroy();
    }
    reader.waitFor();

    assertThat(Files.readAllLines(out).stream().filter(line -> line.equals("more"))).hasSize(5);
  }

  private static Process run(String... command) throws IOException {
    return new ProcessBuilder(command).start();
  }
}
