package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyPrinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on policies says what is so. */
class CachePolicyPageTest {
  private static final Path PAGE = Path.of("..", "docs", "cache", "cache-policy.md");

  @Test
  void everyExampleIsAPolicy() throws IOException {
    Matcher examples =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    List<CachePolicy> policies = new ArrayList<>();
    while (examples.find()) {
      policies.add(CachePolicy.parse("cache-policy.md", examples.group(1)));
    }

    assertThat(policies).hasSize(6);
    CachePolicy precedence = policies.get(4);
    assertThat(precedence.explain("", "getPrice").reason()).isEqualTo("cached for 1h");
    assertThat(precedence.explain("", "getQuote").reason()).isEqualTo("cached for 5s");
    assertThat(precedence.explain("", "getSecret").cached()).isFalse();
  }

  @Test
  void everyWordHasARowWithItsDefault() throws IOException {
    Matcher rows =
        Pattern.compile(
                "^\\| `(\\w+)` \\|[^|\n]*\\| ([^|\n]*) \\|(?:[^|\n]*\\|)?$", Pattern.MULTILINE)
            .matcher(Files.readString(PAGE));
    List<String> documented = new ArrayList<>();
    while (rows.find()) {
      documented.add(rows.group(1) + " " + rows.group(2).replace("`", ""));
    }

    List<String> words = new ArrayList<>(List.of("service all", "endpoint all", "operation all"));
    PolicyKey.ALL.forEach(word -> words.add(word.name() + " " + defaultOf(word)));
    assertThat(documented).containsExactlyElementsOf(words);
  }

  @Test
  void everyKindOfKeyAndRepresentationIsNamed() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(page)
        .contains(row("key", Arrays.stream(KeyKind.values()).map(KeyKind::word).toList()))
        .contains(
            row(
                "representation",
                Arrays.stream(RepresentationKind.values()).map(RepresentationKind::word).toList()));
  }

  private static String row(String word, List<String> values) {
    return "| `" + word + "` | `" + String.join("`, `", values) + "` |";
  }

  private static <T> String defaultOf(PolicyKey<T> word) {
    return word.otherwise() == null
        ? "none"
        : PolicyPrinter.inline(word.type().tree(word.otherwise()));
  }
}
