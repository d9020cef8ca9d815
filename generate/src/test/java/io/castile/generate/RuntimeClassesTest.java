package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.CodecMode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM makes while it calls and serves, with and without what the build has made. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class RuntimeClassesTest {
  @TempDir private Path folder;

  /**
   * What a JVM did.
   *
   * @param printed by the program
   * @param loaded the classes it loaded: those of a file, and those made while it ran, whose names
   *     have the number of their lookup
   */
  private record Run(List<String> printed, List<String> loaded) {
    /** Classes in packages of Castile or the service that are in no file; but for lambdas. */
    List<String> made() {
      return loaded.stream()
          .filter(name -> name.startsWith("io.castile.") && name.matches(".*[/+]0x.*"))
          .filter(name -> !name.contains("$$Lambda"))
          .toList();
    }

    /** Classes of compilers. */
    List<String> compilers() {
      return loaded.stream()
          .filter(name -> name.matches("(org\\.codehaus\\.|com\\.sun\\.tools\\.javac\\.).*"))
          .toList();
    }
  }

  private Run run(CodecMode mode, String classPath) throws Exception {
    Path log = folder.resolve("classes-" + mode);
    Path output = folder.resolve("output");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xlog:class+load=info:file=" + log + ":none",
                "-cp",
                classPath,
                BuiltOrders.PROGRAM,
                mode.name())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    List<String> printed = Files.readAllLines(output);
    assertThat(printed).last().isEqualTo("done");
    List<String> names = new ArrayList<>();
    for (String line : Files.readAllLines(log, StandardCharsets.UTF_8)) {
      names.add(line.substring(0, line.indexOf(' ')));
    }
    return new Run(printed, names);
  }

  @Test
  @Tag("long")
  void codecsOfTheBuildAreLoadedAndNothingIsCompiled() throws Exception {
    Path built = BuiltOrders.write(folder.resolve("built"));
    String own = System.getProperty("java.class.path");

    Run before = run(CodecMode.COMPILED, own);
    Run after = run(CodecMode.COMPILED, built + File.pathSeparator + own);
    Run without = run(CodecMode.COMPILED, BuiltOrders.classPathWithoutCompiler(built));
    Run interpreted = run(CodecMode.INTERPRETED, own);

    assertThat(before.compilers()).contains("org.codehaus.janino.UnitCompiler");
    assertThat(after.compilers()).isEmpty();
    assertThat(before.made()).isNotEmpty();
    assertThat(after.made()).hasSameSizeAs(before.made());
    assertThat(without.made()).hasSameSizeAs(before.made());
    assertThat(interpreted.made()).isEmpty();
    assertThat(before.printed()).contains("refused: no lines", "sold out: 3 left");
    assertThat(after.printed()).isEqualTo(before.printed());
    assertThat(without.printed()).isEqualTo(before.printed());
    assertThat(interpreted.printed()).isEqualTo(before.printed());
  }

  @Test
  void aFirstCallOfClientAndServerMakesNoClass() throws Exception {
    Path built = BuiltOrders.write(folder.resolve("built"));

    Run first = run(CodecMode.ADAPTIVE, BuiltOrders.classPathWithoutCompiler(built));

    assertThat(first.loaded())
        .contains(
            "io.castile.template.internal.TemplateWriter",
            "io.castile.cache.internal.CacheInterceptor");
    assertThat(first.made()).isEmpty();
    assertThat(first.compilers()).isEmpty();
  }
}
