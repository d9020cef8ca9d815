package io.castile.gateway.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
    try (LogFile file = new LogFile("a log", path, 100)) {
      for (int i = 0; i < 50; i++) {
        file.write(i + "\n");
      }
    }

    assertThat(Files.readAllLines(path)).hasSize(51).startsWith("before", "0", "1").endsWith("49");
  }

  @Test
  void aFileThatCannotBeOpenedIsToldAtOnce() {
    assertThatThrownBy(() -> new LogFile("a log", folder.resolve("none/log"), 1))
        .isInstanceOf(IOException.class);
  }

  @Test
  void linesAreLostWhileTheFileCannotBeWrittenAndNotAfterwards() throws Exception {
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Path path = inner.resolve("log");
    try (LogFile file = new LogFile("a log", path, 100)) {
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

  /** The disk is as slow as can be: a pipe that is not read until later. */
  @Test
  void lessImportantLinesLeaveRoom() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(run("mkfifo", pipe.toString()).waitFor() == 0, "there are no pipes here");
    Process holder = run("sh", "-c", "exec sleep 100 < '" + pipe + "'");
    Path out = folder.resolve("out");
    Process reader;
    try (LogFile file = new LogFile("a log", pipe, 10)) {
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
