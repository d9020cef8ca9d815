package io.castile.cache.representation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Dump;
import io.castile.cache.SearchResult;
import io.castile.cache.graph.Immutability;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.policy.RepresentationKind;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind on its own: what is restored is equal, and nobody's but the caller's. */
class RepresentationTest {
  private static final Codec<SearchResult> CODEC =
      Codecs.builder()
          .types(SearchResult.class)
          .mode(CodecMode.COMPILED)
          .build()
          .of(SearchResult.class);

  private static Representation<SearchResult> forced(RepresentationKind kind) {
    return Representation.of(kind, SearchResult.class, CODEC, false);
  }

  private static <T> Stored<T> store(RepresentationKind kind, Class<T> type, T value) {
    return Representation.of(kind, type, null, false).store(value);
  }

  @SuppressWarnings("unchecked") // of the value's class
  private static <T> Stored<T> storeAutomatically(T value) {
    return store(RepresentationKind.AUTOMATIC, (Class<T>) value.getClass(), value);
  }

  // ---- isolation ----

  @ParameterizedTest
  @EnumSource(
      value = RepresentationKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTOMATIC", "REFERENCE", "EVENTS"})
  void noChangeOfARestoredValueReachesTheNext(RepresentationKind kind) {
    SearchResult original = SearchResult.full();
    String before = Dump.of(original);
    Stored<SearchResult> stored = forced(kind).store(original);
    assertThat(stored.kind()).isEqualTo(kind);

    int count = Dump.changes(stored.restore()).size();
    for (int i = 0; i < count; i++) {
      SearchResult restored = stored.restore();
      assertThat(Dump.of(restored)).as("before change %s", i).isEqualTo(before);
      Dump.changes(restored).get(i).run();
      assertThat(Dump.of(restored)).as("change %s", i).isNotEqualTo(before);
    }

    assertThat(count).isGreaterThan(25);
    assertThat(Dump.of(stored.restore())).isEqualTo(before);
    assertThat(CODEC.equal(original, stored.restore())).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = RepresentationKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTOMATIC", "REFERENCE", "EVENTS"})
  void noChangeOfTheStoredValueReachesWhatIsKept(RepresentationKind kind) {
    String before = Dump.of(SearchResult.full());
    int count = Dump.changes(SearchResult.full()).size();
    for (int i = 0; i < count; i++) {
      SearchResult original = SearchResult.full();
      Stored<SearchResult> stored = forced(kind).store(original);
      Dump.changes(original).get(i).run();

      assertThat(Dump.of(stored.restore())).as("change %s", i).isEqualTo(before);
    }
  }

  @Property(tries = 100)
  void whatIsRestoredSaysWhatWasStored(@ForAll long seed, @ForAll RepresentationKind kind) {
    SearchResult original = SearchResult.random(seed);

    Stored<SearchResult> stored = forced(kind).store(original);

    boolean xml = stored.kind().compareTo(RepresentationKind.SERIALIZATION) > 0;
    assertThat(CODEC.equal(original, stored.restore())).isTrue();
    assertThat(CODEC.hash(original)).isEqualTo(CODEC.hash(stored.restore()));
    if (!xml) {
      assertThat(Dump.of(stored.restore())).isEqualTo(Dump.of(original));
    }
  }

  // ---- choice ----

  @Test
  void immutableValuesAreKeptAsTheyAre() {
    record Point(int x, String name, LocalDate day) {}
    record Line(Point from, List<Point> to) {}
    Point point = new Point(1, "a", LocalDate.EPOCH);
    List<Object> values =
        List.of(
            "text",
            7,
            BigDecimal.ONE,
            SearchResult.Level.LOW,
            LocalDate.EPOCH,
            point,
            new Line(point, List.of(point)),
            List.of("a", point),
            Map.of("k", point));
    for (Object value : values) {
      Stored<Object> stored = storeAutomatically(value);

      assertThat(stored.kind()).as("%s", value).isEqualTo(RepresentationKind.REFERENCE);
      assertThat(stored.restore()).isSameAs(value);
    }
  }

  @Test
  void whatOnlyLooksImmutableIsCopied() {
    record Holder(int[] numbers) {}
    record Lines(List<String> lines) {}
    class Number2 extends BigDecimal {
      private static final long serialVersionUID = 1L;

      @SuppressWarnings("unused") // can be changed, as its superclass cannot
      private int mutable;

      Number2() {
        super("1");
      }
    }
    assertThat(storeAutomatically(new Holder(new int[] {1})).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(storeAutomatically(new Lines(new ArrayList<>(List.of("a")))).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(Immutability.isImmutable(Collections.unmodifiableList(new ArrayList<>()))).isFalse();
    assertThat(Immutability.isImmutable(new Number2())).isFalse();
    assertThat(Immutability.isImmutable(Arrays.asList("a"))).isFalse();
  }

  @Test
  void readOnlyValuesAreShared() {
    SearchResult value = SearchResult.full();

    Stored<SearchResult> stored =
        Representation.of(RepresentationKind.AUTOMATIC, SearchResult.class, CODEC, true)
            .store(value);

    assertThat(stored.kind()).isEqualTo(RepresentationKind.REFERENCE);
    assertThat(stored.restore()).isSameAs(value);
  }

  @Test
  void theCodecIsPreferredThenCloneThenReflection() {
    SearchResult value = SearchResult.full();

    assertThat(forced(RepresentationKind.AUTOMATIC).store(value).kind())
        .isEqualTo(RepresentationKind.COMPILED_COPY);
    assertThat(storeAutomatically(value).kind()).isEqualTo(RepresentationKind.CLONE);
    assertThat(storeAutomatically(value.items.get(0)).kind())
        .isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(storeAutomatically(new byte[] {1, 2}).kind()).isEqualTo(RepresentationKind.CLONE);
  }

  @Test
  void aForcedKindThatDoesNotFitTheTypeSaysWhy() {
    assertThatThrownBy(
            () ->
                Representation.of(
                    RepresentationKind.COMPILED_COPY, SearchResult.class, null, false))
        .isInstanceOf(NotCacheableException.class)
        .hasMessage("COMPILED_COPY needs a codec, and io.castile.cache.SearchResult has none");
    assertThatThrownBy(
            () -> Representation.of(RepresentationKind.REFERENCE, byte[].class, null, false))
        .isInstanceOf(NotCacheableException.class)
        .hasMessage("REFERENCE needs values that cannot be changed, and a byte[] can be");
  }

  @Test
  void ofAValueTheMessageIsKeptInPlaceOfEvents() {
    SearchResult value = SearchResult.full();
    Stored<SearchResult> stored = forced(RepresentationKind.EVENTS).store(value);

    assertThat(stored.kind()).isEqualTo(RepresentationKind.XML_MESSAGE);
    assertThat(CODEC.equal(value, stored.restore())).isTrue();
  }

  @Test
  void aForcedKindThatDoesNotFitAValueGivesWayToTheNext() {
    Representation<SearchResult> representation = forced(RepresentationKind.REFERENCE);

    assertThat(representation.store(SearchResult.full()).kind())
        .isEqualTo(RepresentationKind.COMPILED_COPY);
    assertThat(representation.refusals())
        .containsExactlyEntriesOf(
            Map.of(RepresentationKind.REFERENCE, "a io.castile.cache.SearchResult can be changed"));
  }

  @Test
  void nullIsKept() {
    Stored<SearchResult> stored = forced(RepresentationKind.AUTOMATIC).store(null);

    assertThat(stored.restore()).isNull();
  }

  // ---- graphs ----

  static final class Node {
    String name;
    Node next;
    Node[] all;
    List<Node> list = new ArrayList<>();
  }

  @Test
  void reflectionKeepsSharedAndCyclicReferences() {
    Node one = new Node();
    one.name = "one";
    Node two = new Node();
    two.name = "two";
    one.next = two;
    two.next = one;
    one.all = new Node[] {one, two, one};
    two.list.addAll(List.of(one, two));

    Stored<Node> stored = storeAutomatically(one);
    Node restored = stored.restore();

    assertThat(stored.kind()).isEqualTo(RepresentationKind.REFLECTION_COPY);
    assertThat(Dump.of(restored)).isEqualTo(Dump.of(one));
    assertThat(restored).isNotSameAs(one);
    assertThat(restored.next.next).isSameAs(restored);
    assertThat(restored.next.list.get(1)).isSameAs(restored.next);
  }

  @Test
  void collectionsOfTheJdkKeepTheirClassAndOrder() {
    Map<String, List<int[]>> tree = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    tree.put("b", new ArrayList<>(List.of(new int[] {1})));
    tree.put("A", new ArrayList<>());
    Map<String, Object> linked = new LinkedHashMap<>();
    linked.put("z", Collections.unmodifiableList(new ArrayList<>(List.of(new int[] {2}))));
    linked.put("a", Arrays.asList("x", null));
    linked.put("m", tree);
    linked.put("e", Collections.emptyList());

    Map<String, Object> restored =
        store(RepresentationKind.REFLECTION_COPY, Map.class, linked).restore();

    assertThat(Dump.of(restored)).isEqualTo(Dump.of(linked));
    assertThat(restored.keySet()).containsExactly("z", "a", "m", "e");
    restored.forEach(
        (key, value) -> assertThat(value.getClass()).isEqualTo(linked.get(key).getClass()));
    assertThat(((TreeMap<?, ?>) restored.get("m")).comparator())
        .isSameAs(String.CASE_INSENSITIVE_ORDER);
  }

  @Test
  void aVeryLongChainIsRefusedAndNotFatal() {
    Node first = new Node();
    Node last = first;
    for (int i = 0; i < 200_000; i++) {
      last.next = new Node();
      last = last.next;
    }
    Node chain = first;

    assertThatThrownBy(() -> storeAutomatically(chain))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("REFLECTION_COPY: failed with java.lang.StackOverflowError");
  }

  @Test
  void elementsOfAnyNameAreKeptApart() {
    Codec<SearchResult.Extended> codec =
        Codecs.forTypes(SearchResult.Extended.class).of(SearchResult.Extended.class);
    SearchResult.Extended original =
        codec.fromBytes(
            ("<e:extended xmlns:e='urn:search'><result count='1'/>"
                    + "<f:any xmlns:f='urn:f' f:a='1'>text<f:b/></f:any></e:extended>")
                .getBytes(UTF_8));
    String before = Dump.of(original);
    for (RepresentationKind kind : RepresentationKind.values()) {
      Stored<SearchResult.Extended> stored =
          Representation.of(kind, SearchResult.Extended.class, codec, false).store(original);
      int count = Dump.changes(stored.restore()).size();
      for (int i = 0; i < count; i++) {
        Dump.changes(stored.restore()).get(i).run();

        assertThat(Dump.of(stored.restore())).as("%s, change %s", kind, i).isEqualTo(before);
      }
      assertThat(count).isGreaterThan(5);
    }
    assertThat(before).contains("f:any").contains("text");
  }

  // ---- messages ----

  @Test
  void tagsAndTextsAreTheMessage() {
    byte[] message = CODEC.toBytes(SearchResult.full());

    assertThat(TagsAndTexts.of(message).message()).isEqualTo(message);
  }

  @Test
  void tagsAndTextsLeaveOutWhatNobodyReads() {
    String message = "<a x='1'><!-- c --><b/>t&lt;<![CDATA[<]]><?p i?><b/><b></b></a>";

    byte[] replayed = TagsAndTexts.of(message.getBytes(UTF_8)).message();

    assertThat(new String(replayed, UTF_8))
        .isEqualTo("<a x='1'><b/>t&lt;<![CDATA[<]]><b/><b></b></a>");
  }

  @Test
  void tagsAndTextsOfADeepMessageArePutTogether() {
    String message = "<a>".repeat(300) + "x".repeat(40_000) + "</a>".repeat(300);

    byte[] replayed = TagsAndTexts.of(message.getBytes(UTF_8)).message();

    assertThat(new String(replayed, UTF_8)).isEqualTo(message);
  }

  @Test
  void tagsAndTextsTakeLessThanTheMessage() {
    SearchResult large = SearchResult.full();
    for (int i = 0; i < 100; i++) {
      large.items.addAll(SearchResult.random(i).items);
    }

    long parts = forced(RepresentationKind.TAGS_AND_TEXTS).store(large).weight();
    long message = forced(RepresentationKind.XML_MESSAGE).store(large).weight();

    assertThat(parts).isLessThan(message / 2);
  }

  private static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;
}
