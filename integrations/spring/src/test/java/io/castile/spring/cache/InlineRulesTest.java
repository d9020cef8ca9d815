package io.castile.spring.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.PolicyException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules as the binder of Spring Boot gives them: maps of words, and lists that may be maps. */
final class InlineRulesTest {
  private static CachePolicy expected(String... operations) {
    return CachePolicy.builder()
        .rule(CacheRule.forOperations(operations).cache(true).ttl(Duration.ofMinutes(1)).build())
        .build();
  }

  private static CachePolicy policy(Object operations) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("operation", operations);
    rule.put("cache", true);
    rule.put("ttl", "1m");
    return InlineRules.policy(List.of(rule));
  }

  @Test
  void indexesAreOrderedAsNumbers() {
    Map<String, Object> operations = new LinkedHashMap<>();
    operations.put("10", "k");
    operations.put("2", "c");
    operations.put("0", "a");

    assertThat(policy(operations)).isEqualTo(expected("a", "c", "k"));
    assertThat(policy(List.of("a", "c", "k"))).isEqualTo(expected("a", "c", "k"));
  }

  @Test
  void wordsMayHaveHyphens() {
    Map<String, Object> rule =
        Map.of("operation", "a", "cache", "true", "ttl", "1m", "stale-while-revalidate", "5s");

    assertThat(InlineRules.policy(List.of(rule)).rules())
        .containsExactly(
            CacheRule.forOperations("a")
                .cache(true)
                .ttl(Duration.ofMinutes(1))
                .staleWhileRevalidate(Duration.ofSeconds(5))
                .build());
  }

  @Test
  void noRulesAreThePolicyThatCachesNothing() {
    assertThat(InlineRules.policy(List.of())).isEqualTo(CachePolicy.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a: b", "a, b", "[a]", "{a}", "# a", "a #b", "&a", "*", "!a", "|", ">", "- a"})
  void marksOfYamlAreTextInAValue(String text) {
    Throwable refused = catchThrowable(() -> expected(text));
    if (refused == null) {
      assertThat(policy(text)).isEqualTo(expected(text));
    } else {
      assertThatThrownBy(() -> policy(text)).isInstanceOf(PolicyException.class);
    }
  }

  /** What a builder takes of a text, or refuses, is taken of a property, or refused. */
  @Test
  void anyTextIsTheNameThatItIs() {
    Random random = new Random(13);
    String characters = "aB9_.*-\"\\'\n\r\t:{}[],#&%@ ü€";
    for (int round = 0; round < 1_000; round++) {
      StringBuilder text = new StringBuilder("a");
      for (int i = random.nextInt(6); i > 0; i--) {
        text.append(characters.charAt(random.nextInt(characters.length())));
      }
      String name = text.toString();
      Throwable refused = catchThrowable(() -> expected(name));

      if (refused == null) {
        assertThat(policy(name)).as(name).isEqualTo(expected(name));
      } else {
        assertThatThrownBy(() -> policy(name)).as(name).isInstanceOf(PolicyException.class);
      }
    }
  }

  @Test
  void anErrorNamesThePropertiesAndTheNumberOfTheRule() {
    assertThatThrownBy(
            () ->
                InlineRules.policy(
                    List.of(
                        Map.of("operation", "a", "cache", true, "ttl", "1m"),
                        Map.of("operation", "b", "colour", "red"))))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("castile.cache.rules")
        .hasMessageContaining("2")
        .hasMessageContaining("colour");
  }
}
