package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The real messages and descriptions that stand beside the repository. */
final class Corpus {
  private Corpus() {}

  /** The repository's root, from whichever folder the tests run in. */
  static Path repository() {
    Path here = Path.of("").toAbsolutePath();
    return here.getFileName().toString().equals("xml") ? here.getParent() : here;
  }

  static Path root() {
    return repository().resolve("../shared/corpus").normalize();
  }

  /**
   * All files under the folder with one of the endings; skips the test where there is no corpus.
   */
  static List<Path> files(Path folder, String... endings) throws IOException {
    assumeTrue(Files.isDirectory(folder), "there is no " + folder + ": nothing to compare");
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found =
          files
              .filter(Files::isRegularFile)
              .filter(file -> Stream.of(endings).anyMatch(e -> file.toString().endsWith(e)))
              .sorted()
              .toList();
      assertThat(found).as("files in the corpus").isNotEmpty();
      return found;
    }
  }
}
