package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How {@code bin/castile} of the archive has the JVM keep what it learns, with a Java that is a
 * script: it says its arguments, and writes the file that it is asked for.
 */
@Timeout(60)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the command is a script of a shell")
final class ArchiveScriptTest {
  private static final String KEEPS =
      """
      #!/bin/sh
      for each in "$@"; do
        case $each in -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*) echo kept >"${each#*=}" ;; esac
      done
      echo "$@"
      """;

  @TempDir private Path folder;
  private Path root;
  private Path jar;

  @BeforeEach
  void copy() throws IOException {
    root = folder.toRealPath().resolve("castile");
    Path bin = Files.createDirectories(root.resolve("bin"));
    for (String script : List.of("castile", "archive.sh")) {
      Files.copy(Path.of("../dist/src/bin", script), bin.resolve(script));
    }
    jar = Files.writeString(Files.createDirectories(root.resolve("lib")).resolve("a.jar"), "a");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
  }

  private void jdk(String version, String java) throws IOException {
    Path program = folder.resolve("jdk/bin/java");
    Files.createDirectories(program.getParent());
    Files.writeString(program, java);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    if (!version.isEmpty()) {
      Files.writeString(
          folder.resolve("jdk/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }
  }

  /** What was said by a run, after its exit code. */
  private String run(String arguments, String... environment) throws Exception {
    List<String> line = new ArrayList<>(List.of("sh", root.resolve("bin/castile").toString()));
    line.addAll(List.of(arguments.split(" ", -1)));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("XDG_CACHE_HOME", folder.resolve("caches").toString());
    for (String each : List.of("CACHE_DIRECTORY", "CASTILE_JAVA_OPTS", "CASTILE_NO_ARCHIVE")) {
      builder.environment().remove(each);
    }
    for (int i = 0; i < environment.length; i += 2) {
      builder.environment().put(environment[i], environment[i + 1]);
    }
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() + " " + said;
  }

  private static List<Path> files(Path of) throws IOException {
    if (!Files.isDirectory(of)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(of)) {
      return files.toList();
    }
  }

  private static Path only(Path of) throws IOException {
    assertThat(files(of)).hasSize(1);
    return files(of).get(0);
  }

  @ParameterizedTest
  @CsvSource({
    "17.0.15, jsa, -XX:SharedArchiveFile=",
    "21, jsa, -XX:SharedArchiveFile=",
    "24.0.2, jsa, -XX:SharedArchiveFile=",
    "25.0.1, aot, -XX:AOTCache=",
    "26-ea, aot, -XX:AOTCache="
  })
  void whatIsKeptIsTakenByLaterRuns(String version, String suffix, String option) throws Exception {
    jdk(version, KEEPS);

    assertThat(run("prepare")).isEqualTo("0 ");

    Path kept = only(root.resolve("archive"));
    assertThat(kept.toString()).endsWith("." + suffix);
    assertThat(run("call a b")).startsWith("0 " + option + kept + " ").endsWith("Main call a b\n");
    assertThat(files(root.resolve("archive"))).containsExactly(kept);
    assertThat(run("help", "CASTILE_NO_ARCHIVE", "1")).doesNotContain("Archive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"call a b", "gateway --origin http://a"})
  void theFirstRunMakesItForTheNextOne(String command) throws Exception {
    jdk("17.0.15", KEEPS);

    assertThat(run(command)).startsWith("0 ").doesNotContain("Archive");

    while (files(root.resolve("archive")).stream()
        .noneMatch(file -> file.toString().endsWith("jsa"))) {
      TimeUnit.MILLISECONDS.sleep(20); // until the timeout of the test
    }
    assertThat(run(command)).contains("-XX:SharedArchiveFile=");
  }

  @Test
  void itHoldsForTheSameJarsJdkAndCollector() throws Exception {
    jdk("17.0.15", KEEPS);
    run("prepare");
    assertThat(run("help")).contains("-XX:SharedArchiveFile=");
    assertThat(run("help", "CASTILE_JAVA_OPTS", "-Xmx1g")).contains("-XX:SharedArchiveFile=");

    assertThat(run("help", "CASTILE_JAVA_OPTS", "-XX:+UseZGC")).doesNotContain("Archive");
    jdk("17.0.16", KEEPS);
    assertThat(run("help")).doesNotContain("Archive");
    jdk("17.0.15", KEEPS);
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(run("help")).doesNotContain("Archive");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    Files.writeString(root.resolve("lib/b.jar"), "b");
    assertThat(run("help")).doesNotContain("Archive");
  }

  @ParameterizedTest
  @CsvSource({"CACHE_DIRECTORY, service", "XDG_CACHE_HOME, caches/castile"})
  void whereTheFolderCannotBeWrittenItIsInOneForCaches(String variable, String place)
      throws Exception {
    jdk("17.0.15", KEEPS);
    Files.writeString(root.resolve("archive"), "a file, and no folder");
    Path kept = folder.resolve(place);
    String value =
        variable.equals("XDG_CACHE_HOME") ? kept.getParent().toString() : kept.toString();

    assertThat(run("prepare", variable, value)).isEqualTo("0 ");

    assertThat(run("help", variable, value)).contains("-XX:SharedArchiveFile=" + only(kept));
  }

  @Test
  void whereNothingCanBeWrittenTheCommandRuns() throws Exception {
    jdk("17.0.15", KEEPS);
    Files.writeString(root.resolve("archive"), "a file, and no folder");
    Files.writeString(folder.resolve("caches"), "a file, and no folder");

    assertThat(run("gateway"))
        .endsWith("Main gateway\n")
        .startsWith("0 ")
        .doesNotContain("Archive");
    assertThat(run("prepare")).startsWith("1 castile: this Java keeps nothing of a run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "11.0.2", "1.8.0_412"})
  void aJavaThatIsNotKnownOrTooOldRunsWithout(String version) throws Exception {
    jdk(version, KEEPS);

    assertThat(run("gateway")).isEqualTo(run("gateway", "CASTILE_NO_ARCHIVE", "1"));
    assertThat(run("prepare")).startsWith("1 castile: this Java keeps nothing of a run");
    assertThat(files(root.resolve("archive"))).isEmpty();
  }

  /** As that of a JDK without an archive of its own. */
  @Test
  void aJavaThatKeepsNothingIsNotAskedAtEveryStart() throws Exception {
    jdk("17.0.15", "#!/bin/sh\necho \"$@\" >>'" + folder + "/runs'\n");

    assertThat(run("prepare")).startsWith("1 castile: this Java keeps nothing of a run");
    assertThat(only(root.resolve("archive")).toString()).endsWith(".none");
    assertThat(run("gateway")).isEqualTo("0 ");

    assertThat(Files.readAllLines(folder.resolve("runs")))
        .hasSize(2)
        .last()
        .asString()
        .doesNotContain("Archive");
  }

  @Test
  void twoDoNotMakeItAtOnce() throws Exception {
    jdk("17.0.15", KEEPS);
    run("prepare");
    Path kept = only(root.resolve("archive"));
    Files.delete(kept);
    Path lock = Files.createDirectory(Path.of(kept + ".lock"));

    assertThat(run("call a b")).startsWith("0 ").doesNotContain("Archive");
    assertThat(files(root.resolve("archive"))).containsExactly(lock);

    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minusSeconds(3_600)));
    assertThat(run("prepare")).isEqualTo("0 ");
    assertThat(files(root.resolve("archive"))).containsExactly(kept);
  }

  /**
   * The run that makes the archive ends while prepare waits, which a script for sleep has it do.
   */
  @ParameterizedTest
  @CsvSource({"echo kept >KEPT; rmdir LOCK, '0 '", "rmdir LOCK, '1 castile: '"})
  void prepareWaitsForTheRunThatMakesIt(String end, String said) throws Exception {
    jdk("17.0.15", KEEPS);
    run("prepare");
    Path kept = only(root.resolve("archive"));
    Files.delete(kept);
    Path lock = Files.createDirectory(Path.of(kept + ".lock"));
    Path sleep = Files.createDirectory(folder.resolve("path")).resolve("sleep");
    String script = end.replace("KEPT", "'" + kept + "'").replace("LOCK", "'" + lock + "'");
    Files.writeString(sleep, "#!/bin/sh\n" + script + "\n");
    assertThat(sleep.toFile().setExecutable(true)).isTrue();

    String path = sleep.getParent() + ":" + System.getenv("PATH");
    assertThat(run("prepare", "PATH", path)).startsWith(said);
    assertThat(lock).doesNotExist();
  }
}
