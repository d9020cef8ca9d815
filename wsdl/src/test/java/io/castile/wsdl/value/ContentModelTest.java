package io.castile.wsdl.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.value.SimpleTypes;
import io.castile.wsdl.model.ValueException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Orders of elements, as a search of all ways and derivatives tell them. In texts, an element is a
 * letter.
 */
final class ContentModelTest {
  private static final Names NAMES = new Names();
  private static final String LETTERS = "abc";

  private static ElementPlan element(char name) {
    return new ElementPlan(
        NAMES.markup(new QName(String.valueOf(name))),
        false,
        false,
        null,
        () ->
            new SimplePlan(
                "string", "string", SimpleTypes.STRING, false, List.of(), Facets.NONE, List.of()),
        List::of);
  }

  private static Particle of(char name, int min, int max) {
    return new Particle(min, max, element(name));
  }

  private static Particle sequence(int min, int max, Particle... parts) {
    return new Particle(min, max, new Particle.Group(false, List.of(parts)));
  }

  private static String shown(Particle particle) {
    String term =
        particle.term() instanceof Particle.Group group
            ? group.particles().stream()
                .map(ContentModelTest::shown)
                .collect(Collectors.joining(group.isChoice() ? "|" : "", "(", ")"))
            : ((ElementPlan) particle.term()).local();
    return term + "{" + particle.min() + "," + particle.max() + "}";
  }

  /** Returns where a text may go on that is a particle's at its beginning. */
  private static Set<Integer> ends(Particle particle, String text, int from) {
    Set<Integer> all = new TreeSet<>();
    Set<Integer> each = Set.of(from); // after so many occurrences
    for (int count = 0; !each.isEmpty() && particle.mayCome(count - 1); count++) {
      if (count >= particle.min() && !all.addAll(each)) {
        return all;
      }
      Set<Integer> next = new TreeSet<>();
      each.forEach(start -> next.addAll(once(particle.term(), text, start)));
      each = next;
    }
    return all;
  }

  private static Set<Integer> once(Particle.Term term, String text, int from) {
    if (term instanceof ElementPlan element) {
      return text.startsWith(element.local(), from) ? Set.of(from + 1) : Set.of();
    }
    Particle.Group group = (Particle.Group) term;
    Set<Integer> all = new TreeSet<>();
    if (group.isChoice()) {
      group.particles().forEach(part -> all.addAll(ends(part, text, from)));
      return all;
    }
    all.add(from);
    for (Particle part : group.particles()) {
      List<Integer> starts = List.copyOf(all);
      all.clear();
      starts.forEach(start -> all.addAll(ends(part, text, start)));
    }
    return all;
  }

  private static Particle random(Random random, int depth) {
    int min = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : random.nextInt(2);
    int max = random.nextInt(4) == 0 ? Particle.UNBOUNDED : Math.max(1, min) + random.nextInt(3);
    if (random.nextInt(3) == 0) {
      min = 1;
      max = 1;
    }
    if (depth == 0 || random.nextInt(4) == 0) {
      return of(LETTERS.charAt(random.nextInt(LETTERS.length())), min, max);
    }
    List<Particle> parts = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      parts.add(random(random, depth - 1));
    }
    return new Particle(min, max, new Particle.Group(random.nextInt(3) == 0, parts));
  }

  private static ContentModel model(Particle content) {
    return new ContentModel(content, new AtomicInteger());
  }

  private static ContentModel.@Nullable State after(
      ContentModel model, String text, ContentModel.Effort effort) {
    ContentModel.State state = model.start();
    for (int i = 0; i < text.length() && state != null; i++) {
      state = model.next(state, letter(text.charAt(i)), effort);
    }
    return state;
  }

  private static Object letter(char name) {
    return NAMES.markup(new QName(String.valueOf(name))).name;
  }

  private static boolean matches(ContentModel model, String text) {
    ContentModel.State end = after(model, text, new ContentModel.Effort());
    return end != null && end.isEnd();
  }

  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int i = 0; texts.get(i).length() < 4; i++) {
      for (char each : LETTERS.toCharArray()) {
        texts.add(texts.get(i) + each);
      }
    }
    for (int i = 0; i < 60; i++) {
      StringBuilder text = new StringBuilder();
      int variety = 1 + random.nextInt(LETTERS.length());
      for (int k = 5 + random.nextInt(12); k > 0; k--) {
        text.append(LETTERS.charAt(random.nextInt(variety)));
      }
      texts.add(text.toString());
    }
    return texts;
  }

  @Test
  @Tag("long")
  void ordersAreThoseOfTheParticles() {
    int many = 0;
    for (int i = 0; i < 300; i++) {
      Random random = new Random(i);
      Particle content = random(random, 1 + random.nextInt(3));
      String expression = shown(content);
      ContentModel model = model(content);
      for (String text : texts(random)) {
        boolean isOne = ends(content, text, 0).contains(text.length());
        assertThat(matches(model, text)).as("%s of %s", text, expression).isEqualTo(isOne);
        many += isOne ? 1 : 0;
      }
    }
    assertThat(many).isGreaterThan(2_000);
  }

  /** What may come at each place is told, too, and the same as without counting. */
  @Test
  void whatMayComeIsWhatDerivativesSay() {
    for (int i = 0; i < 300; i++) {
      Random random = new Random(-i);
      Particle content = random(random, 1 + random.nextInt(3));
      String expression = shown(content);
      ContentModel model = model(content);
      DerivedModel derived = new DerivedModel(content);
      for (String text : texts(random)) {
        ContentModel.Effort effort = new ContentModel.Effort();
        ContentModel.State state = model.start();
        DerivedModel.State expected = derived.start();
        for (int k = 0; k < text.length() && expected != null; k++) {
          state = model.next(Objects.requireNonNull(state), letter(text.charAt(k)), effort);
          expected = derived.next(expected, letter(text.charAt(k)));
          String place = text.substring(0, k + 1) + " of " + expression;
          assertThat(state == null).as(place).isEqualTo(expected == null);
          if (state != null && expected != null) {
            assertThat(state.isEnd()).as(place).isEqualTo(expected.isEnd());
            assertThat(model.expected(state)).as(place).isEqualTo(derived.expected(expected));
          }
        }
      }
    }
  }

  /** The numbers would have 10^27 states, each with as many places, were they written out. */
  @Test
  void numbersWithinNumbersTakeOneStepForEachElement() {
    int most = 1_000_000_000;
    ContentModel groups =
        model(sequence(1, most, sequence(1, most, sequence(1, most, of('a', 1, 1)))));
    ContentModel optional =
        model(
            sequence(0, most, sequence(0, most, of('a', 1, 100), of('b', 0, 1)), of('c', 0, most)));
    ContentModel least = model(sequence(0, 1_000, of('a', 500, 1_000), of('b', 1, 1)));

    assertThat(matches(groups, "a".repeat(50_000))).isTrue();
    assertThat(matches(optional, "a".repeat(50_000))).isTrue();
    assertThat(matches(optional, ("a".repeat(150) + "bcc").repeat(1_000))).isTrue();
    assertThat(matches(optional, "a".repeat(1_000) + "bb")).isFalse();
    assertThat(matches(least, ("a".repeat(500) + "b").repeat(100))).isTrue();
    assertThat(matches(least, ("a".repeat(499) + "b").repeat(100))).isFalse();
  }

  @Test
  void groupsOfHundredsEndWhereTheirNumbersDo() {
    ContentModel groups = model(sequence(1, 100, sequence(1, 100, of('a', 1, 1)), of('b', 0, 1)));

    assertThat(matches(groups, "a".repeat(10_000))).isTrue();
    assertThat(matches(groups, "a".repeat(10_001))).isFalse();
    assertThat(matches(groups, "ab".repeat(100))).isTrue();
    assertThat(matches(groups, "ab".repeat(101))).isFalse();
    assertThat(matches(groups, "ab".repeat(50) + "a".repeat(5_000))).isTrue();
    assertThat(matches(groups, "ab".repeat(50) + "a".repeat(5_001))).isFalse();
  }

  /** No element tells to which turns of the loops the ones before it belong. */
  @Test
  void elementsThatCanBeCountedInTooManyWaysAreRefusedEachTime() {
    Particle content = sequence(6, 120, of('a', 2, 3), of('b', 0, 1));
    for (int i = 0; i < 6; i++) {
      content = sequence(6, 120, content, of('c', 0, 1), of('b', 0, 1));
    }
    ContentModel model = model(content);
    String text = "a".repeat(30_000);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> after(model, text, new ContentModel.Effort()))
          .isInstanceOf(ValueException.class)
          .hasMessageContaining("numbers of occurrences within others");
    }
    assertThat(after(model, text.substring(0, 300), new ContentModel.Effort())).isNotNull();
  }

  /** Whatever comes, the models of a description keep a bounded number of states. */
  @Test
  void longCountsAreNotKept() {
    AtomicInteger kept = new AtomicInteger();
    ContentModel model =
        new ContentModel(sequence(0, 1_000_000, of('a', 1, 1_000), of('b', 1, 1)), kept);
    for (int i = 0; i < 3; i++) {
      ContentModel.State end =
          after(model, ("a".repeat(900) + "b").repeat(200), new ContentModel.Effort());
      assertThat(end).isNotNull();
      assertThat(end.isEnd()).isTrue();
    }

    assertThat(kept.get()).isBetween(9_000, 12_000);
    assertThat(model.expected(model.start())).isEqualTo("a");
  }

  @Test
  void anArrangementOfTooMuchEffortIsAmbiguous() {
    Particle inner = sequence(20, 40, of('a', 2, 3), of('b', 0, 1));
    ContentModel model =
        model(sequence(20, 40, sequence(20, 40, inner, of('c', 0, 1)), of('b', 0, 1)));
    Map<Object, Integer> counts = new LinkedHashMap<>();
    counts.put(letter('a'), 32_000);
    counts.put(letter('b'), 16_000);
    ContentModel.Effort effort = new ContentModel.Effort();

    assertThat(new Arrangement(model, counts, true, effort).isAmbiguous()).isTrue();
    assertThatThrownBy(() -> effort.spend(1_000)).isInstanceOf(ValueException.class);
  }
}
