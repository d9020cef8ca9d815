package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The version that documents and examples name. */
final class ReleaseTest {
  /** A version of Castile, as Maven and Gradle have it. */
  private static final Pattern VERSION =
      Pattern.compile(
          "<groupId>io\\.castile</groupId>\\s*<artifactId>[^<]+</artifactId>\\s*<version>([^<$]+)<"
              + "|io\\.castile:castile-[a-z0-9-]+:([^'\"]+)['\"]"
              + "|<version\\.castile>([^<]+)<");

  private static final Path REPOSITORY = Corpus.repository();

  @Test
  void pagesAndExamplesNameTheLastRelease() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : documents()) {
      Matcher matcher = VERSION.matcher(Files.readString(file));
      while (matcher.find()) {
        found.add(version(matcher));
      }
    }

    assertThat(found).hasSizeGreaterThan(15);
    assertThat(new TreeSet<>(found)).containsExactly(Release.of(REPOSITORY).last());
  }

  @Test
  void theReleaseNotesHaveASectionOfTheLastRelease() throws IOException {
    String last = Release.of(REPOSITORY).last().replace("-SNAPSHOT", "");

    assertThat(REPOSITORY.resolve("CHANGELOG.md"))
        .content()
        .containsPattern("(?m)^## " + Pattern.quote(last) + "[ ,]");
  }

  private static String version(Matcher matcher) {
    return Stream.of(matcher.group(1), matcher.group(2), matcher.group(3))
        .filter(group -> group != null)
        .findFirst()
        .orElseThrow();
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>(List.of(REPOSITORY.resolve("README.md")));
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(REPOSITORY.resolve(folder))) {
        files
            .filter(file -> file.toString().endsWith(".md") || file.endsWith("pom.xml"))
            .filter(file -> !REPOSITORY.relativize(file).startsWith("docs/decisions"))
            .filter(file -> !file.toString().contains("/target/"))
            .forEach(documents::add);
      }
    }
    return documents;
  }
}
