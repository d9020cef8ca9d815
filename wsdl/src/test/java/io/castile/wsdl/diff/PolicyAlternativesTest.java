package io.castile.wsdl.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.tree.Element;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The normal forms of Apache Neethi are the oracle. */
final class PolicyAlternativesTest {
  @TempDir private Path folder;

  @Test
  @Tag("long")
  void neethiFindsTheSameAlternativesInRandomPolicies() throws Exception {
    int many = 0;
    for (int seed = 0; seed < 300; seed++) {
      String policy = NeethiPolicies.random(new Random(seed));

      Set<Set<String>> alternatives = alternatives(policy);

      assertThat(alternatives)
          .as("seed %s: %s", seed, policy)
          .isEqualTo(NeethiPolicies.alternatives(policy));
      many += alternatives.size() > 1 ? 1 : 0;
    }
    assertThat(many).isGreaterThan(50);
  }

  private Set<Set<String>> alternatives(String policy) throws Exception {
    String text = "<d:definitions xmlns:d='http://schemas.xmlsoap.org/wsdl/'>" + policy;
    Path file = Files.writeString(folder.resolve("p.wsdl"), text + "</d:definitions>");
    Description description = WsdlReader.create().offline().read(file.toUri());
    List<Element> documents = Descriptions.documents(description);
    return new PolicyAlternatives(documents)
        .of(List.of(documents.get(0))).stream()
            .map(
                each ->
                    each.stream()
                        .map(PolicyAlternatives.Assertion::local)
                        .collect(Collectors.toSet()))
            .collect(Collectors.toSet());
  }
}
