package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.request.MessageKeys;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LoadTest {
  @TempDir private Path folder;

  @Test
  void fiveSpellingsAreOneQuestion() {
    for (Load.Question question : Load.Question.values()) {
      List<byte[]> canonical =
          question.spellings().stream()
              .map(
                  spelling ->
                      MessageKeys.of()
                          .body(
                              SoapVersion.SOAP_1_1,
                              spelling.getBytes(StandardCharsets.UTF_8),
                              "utf-8"))
              .toList();

      assertThat(question.spellings()).hasSize(5).doesNotHaveDuplicates();
      assertThat(canonical).allMatch(each -> java.util.Arrays.equals(each, canonical.get(0)));
    }
  }

  @Test
  void scriptsAskWhatTheyAreNamedFor() throws Exception {
    assertThat(Files.readString(Load.of(folder, Load.Question.SEARCH, Load.Way.SAME).script()))
        .contains("<q>castile</q>")
        .doesNotContain("function request");
    assertThat(Files.readString(Load.of(folder, Load.Question.SEARCH, Load.Way.OTHER).script()))
        .contains("string.format('>%.0f<', start + n)");
    assertThat(Files.readString(Load.of(folder, Load.Question.SEARCH, Load.Way.SPELLED).script()))
        .contains("soap-env:Envelope", "bodies[n % #bodies + 1]");
  }

  /** What wrk's script asks by counting, the own generator asks, too. */
  @Test
  void theOwnGeneratorAsksWhatTheWayIsNamedFor() {
    assertThat(asked(Load.Way.SAME, 60_000)).containsOnly(Load.Question.SEARCH.envelope());
    assertThat(asked(Load.Way.SPELLED, 60_000))
        .containsExactlyElementsOf(Load.Question.SEARCH.spellings());
    for (Load.Way way : List.of(Load.Way.OTHER, Load.Way.TOGETHER)) {
      assertThat(asked(way, 60_000))
          .doesNotHaveDuplicates()
          .allMatch(each -> each.matches(".*<q>\\d+</q>.*"));
    }
    assertThat(asked(Load.Way.NUMBERED, 3)).hasSize(3);
    assertThat(asked(Load.Way.SAME, 0)).isEmpty();
  }

  /** The first five messages, or as many as there are. */
  private static List<String> asked(Load.Way way, long extent) {
    Supplier<Optional<LoadConnection.Asked>> questions =
        LoadProgram.questions(Load.Question.SEARCH, way, extent);
    return Stream.generate(questions)
        .limit(5)
        .flatMap(Optional::stream)
        .map(each -> new String(each.message(), StandardCharsets.UTF_8))
        .toList();
  }
}
