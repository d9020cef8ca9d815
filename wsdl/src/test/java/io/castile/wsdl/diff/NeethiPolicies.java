package io.castile.wsdl.diff;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.apache.neethi.PolicyBuilder;

/** Random policies, and what Apache Neethi makes of them. */
public final class NeethiPolicies {
  private NeethiPolicies() {}

  /** Returns a policy of operators, and of assertions of six names without content. */
  public static String random(Random random) {
    return "<p:Policy xmlns:p='http://www.w3.org/ns/ws-policy'>"
        + operators(random, 3)
        + "</p:Policy>";
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

  /** Returns the names of the assertions of each alternative. */
  public static Set<Set<String>> alternatives(String policy) throws XMLStreamException {
    XMLStreamReader in =
        XMLInputFactory.newFactory()
            .createXMLStreamReader(new ByteArrayInputStream(policy.getBytes(UTF_8)));
    in.nextTag();
    Policy normal = (Policy) new PolicyBuilder().getPolicy(in).normalize(true);
    Set<Set<String>> alternatives = new HashSet<>();
    for (Iterator<List<Assertion>> each = normal.getAlternatives(); each.hasNext(); ) {
      Set<String> names = new TreeSet<>();
      each.next().forEach(assertion -> names.add(assertion.getName().getLocalPart()));
      alternatives.add(names);
    }
    return alternatives;
  }
}
