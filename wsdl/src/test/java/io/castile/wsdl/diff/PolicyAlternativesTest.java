package io.castile.wsdl.diff;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.tree.Element;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.apache.neethi.PolicyBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The normal forms of Apache Neethi are the oracle. */
final class PolicyAlternativesTest {
  private static final String POLICY = "http://www.w3.org/ns/ws-policy";

  @TempDir private Path folder;

  @Test
  void neethiFindsTheSameAlternativesInRandomPolicies() throws Exception {
    int many = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      String policy = "<p:Policy xmlns:p='" + POLICY + "'>" + operators(random, 3) + "</p:Policy>";

      Set<String> alternatives = alternatives(policy);

      assertThat(alternatives).as("seed %s: %s", seed, policy).isEqualTo(neethi(policy));
      many += alternatives.size() > 1 ? 1 : 0;
    }
    assertThat(many).isGreaterThan(50);
  }

  private static String operators(Random random, int depth) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      int kind = depth == 0 ? 4 + random.nextInt(2) : random.nextInt(6);
      String name = "<q:a" + random.nextInt(6) + " xmlns:q='urn:q'";
      text.append(
          switch (kind) {
            case 0 -> "<p:All>" + operators(random, depth - 1) + "</p:All>";
            case 1 -> "<p:Policy>" + operators(random, depth - 1) + "</p:Policy>";
            case 2, 3 -> "<p:ExactlyOne>" + operators(random, depth - 1) + "</p:ExactlyOne>";
            case 4 -> name + " p:Optional='true'/>";
            default -> name + "/>";
          });
    }
    return text.toString();
  }

  private Set<String> alternatives(String policy) throws Exception {
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
                        .sorted()
                        .collect(Collectors.joining(" ")))
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> neethi(String policy) throws Exception {
    XMLStreamReader in =
        XMLInputFactory.newFactory()
            .createXMLStreamReader(new ByteArrayInputStream(policy.getBytes(UTF_8)));
    in.nextTag();
    Policy normal = (Policy) new PolicyBuilder().getPolicy(in).normalize(true);
    Set<String> alternatives = new TreeSet<>();
    for (Iterator<List<Assertion>> each = normal.getAlternatives(); each.hasNext(); ) {
      alternatives.add(
          each.next().stream()
              .map(assertion -> assertion.getName().getLocalPart())
              .distinct()
              .sorted()
              .collect(Collectors.joining(" ")));
    }
    return alternatives;
  }
}
