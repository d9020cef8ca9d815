package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyReader;
import io.castile.cache.policy.internal.ResolvedRule;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.cache.policy.text.Durations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/**
 * Whatever a policy is, it can be printed and read; whatever is read, only one error comes of it.
 */
class PolicyPropertiesTest {
  /** What is put into documents: what policies and YAML are made of, and what is nearly so. */
  private static final List<String> FRAGMENTS =
      List.of(
          "rules:",
          "\n",
          "  ",
          "- ",
          "operation: ",
          "cache: ",
          "true",
          "ttl: ",
          "1h",
          "vary: ",
          "httpHeader: ",
          "wsSecurityUser",
          "ignore: ",
          "element: ",
          "/a/b",
          "invalidates: ",
          "matching: ",
          "key: ",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "&a ",
          "*a",
          "!x ",
          "!!int ",
          "|",
          ">",
          "\"",
          "'",
          "#",
          "%YAML 1.2",
          "%YAML 99999999999999.1",
          "---",
          "...",
          "<<: ",
          "? ",
          "\t",
          "\\",
          "\\x",
          "\u0000",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "é",
          "\uD83D\uDE00",
          "~",
          "null",
          "@",
          "`",
          "-1",
          "9".repeat(30));

  private static final String SEED =
      """
      rules:
        - service: "{urn:shop}*"
          operation: [get*, find?]
          cache: true
          ttl: 1h30m
          staleIfError: PT24H
          vary:
            - httpHeader: Accept-Language
            - wsSecurityUser
          ignore: [{argument: time}, {element: /a/**/b}]
          key: xmlMessage
          maxEntryBytes: 64KiB
        - operation: set*
          invalidates: [find*, {operation: get, matching: {item: id}}]
      """;

  @Property(tries = 2000)
  void aPrintedPolicyIsReadAsAnEqualOne(@ForAll("policies") CachePolicy policy) {
    CachePolicy read = CachePolicy.parse("printed", policy.print());

    assertThat(read).isEqualTo(policy).hasSameHashCodeAs(policy);
    assertThat(read.print()).isEqualTo(policy.print());
    assertThat(policy.toBuilder().build()).isEqualTo(policy);
  }

  @Property(tries = 2000)
  void whatDecidesIsTheLastRuleThatStatesAWord(
      @ForAll("policies") CachePolicy policy, @ForAll("names") String operation) {
    CachePolicy.Target target = new CachePolicy.Target("", "", operation);
    OperationPolicy together = policy.forTarget(target);

    for (PolicyKey<?> word : PolicyKey.ALL) {
      Object expected = word.otherwise();
      for (CacheRule rule : policy.rules()) {
        if (rule.matches(target) && RuleValues.of(rule).get(word) != null) {
          expected = RuleValues.of(rule).get(word);
        }
      }
      assertThat((Object) ResolvedRule.value(together, word)).as(word.name()).isEqualTo(expected);
    }
  }

  @Property(tries = 3000)
  void anyBytesAreAPolicyOrAPolicyException(@ForAll byte[] bytes) {
    readOrRefuse(bytes);
  }

  @Tag("long")
  @Property(tries = 5000)
  void damagedPoliciesArePoliciesOrPolicyExceptions(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "" : SEED);
    for (int i = random.nextInt(12); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(8)));
        default -> {
          int start = random.nextInt(text.length() + 1);
          text.insert(
              at, text.substring(start, Math.min(text.length(), start + random.nextInt(40))));
        }
      }
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextInt(8) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }

    readOrRefuse(bytes);
  }

  /** What is read can be printed and read; what is refused is refused with a place. */
  private static void readOrRefuse(byte[] bytes) {
    byte[] before = bytes.clone();
    CachePolicy policy;
    try {
      policy = CachePolicy.parse("fuzz", bytes);
    } catch (PolicyException e) {
      assertThat(PolicyReader.check("fuzz", bytes).get(0)).hasMessage(e.getMessage());
      assertThat(e.line()).isPositive();
      assertThat(e.column()).isPositive();
      assertThat(e).hasMessageStartingWith("fuzz:" + e.line() + ":" + e.column() + ": ");
      return;
    } finally {
      assertThat(bytes).isEqualTo(before);
    }
    assertThat(PolicyReader.check("fuzz", bytes)).isEmpty();
    assertThat(CachePolicy.parse("printed", policy.print())).isEqualTo(policy);
  }

  @Property(tries = 500)
  void aGlobWithoutMarksFitsItselfOnly(@ForAll("names") String a, @ForAll("names") String b) {
    assertThat(new NamePattern(a).matches(b)).isEqualTo(a.equals(b));
    assertThat(new NamePattern(a + "*").matches(a + b)).isTrue();
    assertThat(new NamePattern("*" + b).matches(a + b)).isTrue();
    assertThat(new NamePattern("?".repeat(a.length())).matches(a)).isTrue();
  }

  @Property
  void aDurationIsReadAsItIsPrinted(@ForAll("durations") Duration duration) {
    assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("abAB01_.-é").ofMinLength(1).ofMaxLength(12);
  }

  @Provide
  Arbitrary<Duration> durations() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(1, Durations.MAX.toSeconds()).map(Duration::ofSeconds),
        Arbitraries.longs().between(1, 1L << 40).map(Duration::ofNanos),
        Arbitraries.longs().between(1, Durations.MAX.toMillis()).map(Duration::ofMillis));
  }

  @Provide
  Arbitrary<CachePolicy> policies() {
    return Arbitraries.randomValue(RandomPolicies::policy);
  }
}
