package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.key.MessageKeys;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    assertThat(Files.readString(Load.same(folder, Load.Question.SEARCH).script()))
        .contains("<q>castile</q>")
        .doesNotContain("function request");
    assertThat(Files.readString(Load.other(folder, Load.Question.SEARCH).script()))
        .contains("string.format('>%.0f<', start + n)");
    assertThat(Files.readString(Load.spelled(folder, Load.Question.SEARCH).script()))
        .contains("soap-env:Envelope", "bodies[n % #bodies + 1]");
  }
}
