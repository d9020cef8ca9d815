package io.castile.cache.policy.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What paths lead to, compared with a list of all places and expressions of the JDK. */
final class ElementSearchTest {
  private static final int TREES = 300;
  private static final int PATHS = 60;
  private static final String[] NAMES = {"a", "b", "c"};

  /** An element of a tree that is there as a whole. */
  private record Plain(
      String name, List<KnownElement> children, Set<String> attributes, boolean isOpen)
      implements KnownElement {}

  /** An element that is in itself. */
  private record Endless(String name) implements KnownElement {
    @Override
    public List<KnownElement> children() {
      return List.of(this, new Plain("leaf", List.of(), Set.of("at"), false));
    }

    @Override
    public Set<String> attributes() {
      return Set.of("own");
    }

    @Override
    public boolean isOpen() {
      return false;
    }
  }

  private static List<KnownElement> children(Random random, int depth) {
    List<KnownElement> children = new ArrayList<>();
    for (String name : NAMES) {
      if (random.nextInt(3) > 0) {
        Set<String> attributes = new TreeSet<>();
        for (String attribute : NAMES) {
          if (random.nextInt(3) == 0) {
            attributes.add(attribute);
          }
        }
        List<KnownElement> own = depth == 0 ? List.of() : children(random, depth - 1);
        children.add(new Plain("{urn:" + name + "}" + name, own, attributes, false));
      }
    }
    return children;
  }

  private static void places(String before, List<KnownElement> elements, List<String> places) {
    for (KnownElement each : elements) {
      String place = before + "/" + each.name().substring(each.name().indexOf('}') + 1);
      places.add(place);
      each.attributes().forEach(attribute -> places.add(place + "/@" + attribute));
      places(place, each.children(), places);
    }
  }

  private static String path(Random random) {
    StringBuilder path = new StringBuilder();
    int steps = 1 + random.nextInt(4);
    for (int i = 0; i < steps; i++) {
      boolean isLast = i == steps - 1;
      int kind = random.nextInt(6);
      if (kind == 0 && !isLast) {
        path.append("/**");
      } else if (kind == 1) {
        path.append("/*");
      } else if (kind == 2 && isLast && i > 0) {
        path.append("/@").append(NAMES[random.nextInt(NAMES.length)]);
      } else {
        path.append('/').append(NAMES[random.nextInt(NAMES.length)]);
      }
    }
    return path.toString();
  }

  private static Pattern expression(String path) {
    StringBuilder expression = new StringBuilder();
    for (String step : path.substring(1).split("/")) {
      expression.append(
          switch (step) {
            case "**" -> "(/[^/@]+)*";
            case "*" -> "/[^/@]+";
            default -> "/" + Pattern.quote(step);
          });
    }
    return Pattern.compile(expression.toString());
  }

  @Test
  void aPathIsFoundIfAPlaceFitsIt() {
    Random random = new Random(49);
    int found = 0;
    for (int i = 0; i < TREES; i++) {
      List<KnownElement> body = children(random, 2);
      List<String> places = new ArrayList<>();
      places("", body, places);
      for (int j = 0; j < PATHS; j++) {
        String path = path(random);
        Pattern expression = expression(path);
        boolean isThere = places.stream().anyMatch(each -> expression.matcher(each).matches());

        assertThat(ElementSearch.of(new ElementPath(path), body).isFound())
            .as("%s in %s", path, places)
            .isEqualTo(isThere);
        found += isThere ? 1 : 0;
      }
    }
    assertThat(found).isBetween(TREES * PATHS / 10, TREES * PATHS * 9 / 10);
  }

  @ParameterizedTest
  @CsvSource({
    "/node/node/node/leaf, true",
    "/node/**/leaf/@at, true",
    "/**/leaf/@own, false",
    "/**/@own, true",
    "/node/**/other, false",
    "/leaf, false"
  })
  void anElementMayBeInItself(String path, boolean isFound) {
    ElementSearch.Outcome outcome =
        ElementSearch.of(new ElementPath(path), List.of(new Endless("node")));

    assertThat(outcome.isFound()).isEqualTo(isFound);
  }

  @Test
  void theStepThatLeadsNowhereIsSaidWithWhatIsThere() {
    List<KnownElement> body = List.of(new Endless("{urn:n}node"));

    ElementSearch.Outcome outcome = ElementSearch.of(new ElementPath("/node/**/leave"), body);

    assertThat(outcome.step()).isEqualTo("leave");
    assertThat(outcome.there()).containsExactly("leaf", "{urn:n}node");
    assertThat(ElementSearch.of(new ElementPath("/nod/leaf"), body).step()).isEqualTo("nod");
    assertThat(ElementSearch.of(new ElementPath("/node/leaf/@att"), body).there())
        .containsExactly("at");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/any/thing/at/all", "/any/@thing", "/**/thing"})
  void whereAnythingMayBeThePathMayLeadToSomething(String path) {
    List<KnownElement> body = List.of(new Plain("any", List.of(), Set.of(), true));

    assertThat(ElementSearch.of(new ElementPath(path), body).isFound()).isTrue();
    assertThat(ElementSearch.isAnywhere("thing", body)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"@*", "@type", "@nil", "@{http://www.w3.org/2001/XMLSchema-instance}type"})
  void anyElementMaySayItsType(String attribute) {
    List<KnownElement> body = List.of(new Plain("a", List.of(), Set.of(), false));

    assertThat(ElementSearch.of(new ElementPath("/a/" + attribute), body).isFound()).isTrue();
  }

  @Test
  void aNamespaceThatIsStatedHasToBeTheElements() {
    List<KnownElement> body = List.of(new Plain("{urn:a}a", List.of(), Set.of(), false));

    assertThat(ElementSearch.of(new ElementPath("/{urn:a}a"), body).isFound()).isTrue();
    assertThat(ElementSearch.of(new ElementPath("/{urn:b}a"), body).isFound()).isFalse();
    assertThat(ElementSearch.of(new ElementPath("/{}a"), body).isFound()).isFalse();
  }

  @Test
  void anElementIsFoundAtAnyDepth() {
    List<KnownElement> body = List.of(new Endless("node"));

    assertThat(ElementSearch.isAnywhere("leaf", body)).isTrue();
    assertThat(ElementSearch.isAnywhere("other", body)).isFalse();
  }
}
