package io.castile.cache.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.internal.PolicyNodes;
import io.castile.cache.policy.internal.PolicyReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyCheckTest {
  private static List<PolicyException> check(String yaml) {
    return PolicyReader.check("cache.yaml", yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> places(String yaml) {
    return check(yaml).stream().map(each -> each.line() + ":" + each.column()).toList();
  }

  @Test
  void aPolicyHasNoErrors() {
    assertThat(check("rules: [{cache: true, ttl: 1m}]")).isEmpty();
  }

  @Test
  void allErrorsOfARuleAndOfSeveralRulesAreFound() {
    String yaml =
        """
        rules:
          - cahce: true
            ttl: soon
            ttl: 1m
            vary: [user]
          - cache: true
            ttl: 1m
          - service: a
            endpoint: b
            cache: false
          - nonsense
        more: 1
        """;

    assertThat(places(yaml))
        .containsExactlyInAnyOrder("2:5", "3:10", "4:5", "5:12", "9:5", "11:5", "12:1");
    assertThat(check(yaml))
        .filteredOn(each -> each.line() == 2)
        .first()
        .satisfies(
            each -> {
              assertThat(each.problem()).startsWith("unknown word in a rule 'cahce'");
              assertThat(each).hasMessage("cache.yaml:2:5: " + each.problem());
            });
  }

  @Test
  void anErrorHasNoFurtherErrorsInItsTrain() {
    // Without the misspelt word, the rule would state nothing; without the rule, no ttl is stated.
    assertThat(places("rules:\n- chache: true\n")).containsExactly("2:3");
    assertThat(places("rules:\n- cache: true\n- ttl: soon\n")).containsExactly("3:8");
    assertThat(places("rules:\n- cache: true\n- http: false\n")).containsExactly("2:3");
    assertThat(places("rool: []\n")).containsExactly("1:1");
    assertThat(places("rules:\n- vary: [{header: a}]\n")).containsExactly("2:11");
  }

  @Test
  void whatIsNoYamlIsOneError() {
    assertThat(check("rules: [")).hasSize(1);
    assertThat(check("")).hasSize(1);
    assertThat(check("rules: 1")).hasSize(1);
  }

  @Test
  void noMoreErrorsAreLookedForThanPeopleRead() {
    String yaml = "rules:\n" + "- nonsense\n".repeat(5000);

    assertThat(check(yaml)).hasSize(PolicyNodes.MAX_PROBLEMS + 1);
    assertThat(check(yaml).get(0).line()).isEqualTo(2);
  }
}
