package io.castile.cache.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.SearchResult;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.internal.MemoryStore;
import io.castile.cache.internal.StoredEntry;
import io.castile.cache.key.CacheKey;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.ArgumentsKey;
import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Content;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jol.info.GraphLayout;

/** Weights against the sizes that are measured in this JVM. */
@Tag("long")
class WeightTest {
  private static final Percentage CLOSE = Percentage.withPercentage(20);
  private static final Codec<SearchResult> CODEC =
      Codecs.forTypes(SearchResult.class).of(SearchResult.class);

  private static SearchResult large() {
    SearchResult large = SearchResult.full();
    for (int i = 0; i < 100; i++) {
      SearchResult other = SearchResult.random(i);
      large.items.addAll(other.items);
      large.words.addAll(other.words);
    }
    return large;
  }

  @TestFactory
  List<DynamicTest> whatIsStored() {
    List<DynamicTest> tests = new ArrayList<>();
    for (RepresentationKind kind :
        EnumSet.complementOf(EnumSet.of(RepresentationKind.AUTOMATIC, RepresentationKind.EVENTS))) {
      for (SearchResult value : List.of(SearchResult.full(), large())) {
        tests.add(
            DynamicTest.dynamicTest(
                kind + " of " + value.items.size(),
                () -> {
                  boolean readOnly = kind == RepresentationKind.REFERENCE;
                  Stored<SearchResult> stored =
                      Representation.of(kind, SearchResult.class, CODEC, readOnly).store(value);

                  assertThat(stored.kind()).isEqualTo(kind);
                  assertThat(stored.weight() - ObjectLayout.object(3, 8))
                      .isCloseTo(measured(stored.kept()), CLOSE);
                }));
      }
    }
    return tests;
  }

  /** Enums and their classes are the application's, not the cache's. */
  private static long measured(Object root) {
    long bytes = GraphLayout.parseInstance(root).totalSize();
    if (root instanceof SearchResult result) {
      bytes -= GraphLayout.parseInstance(result.level).totalSize();
    }
    return bytes;
  }

  @TestFactory
  List<DynamicTest> values() {
    Map<String, Integer> sorted = new TreeMap<>();
    Map<String, Object> linked = new LinkedHashMap<>();
    Map<Integer, String> hashed = new HashMap<>();
    for (int i = 1000; i < 1100; i++) {
      sorted.put("k" + i, i);
      linked.put("k" + i, null);
      hashed.put(i, null);
    }
    List<Object> values =
        List.of(
            "",
            "ascii",
            "wörter €",
            "x".repeat(1000),
            1000,
            1000L,
            1.5,
            1.5f,
            new BigDecimal("12.50"),
            BigInteger.TEN.pow(50),
            LocalDateTime.of(2026, 11, 21, 9, 0),
            SearchResult.calendar("2026-11-21T09:00:00.5Z"),
            new byte[3600],
            new long[10],
            new String[] {"a", "b"},
            new ArrayList<>(List.of(1000, 2000, 3000)),
            new LinkedList<>(sorted.keySet()),
            new HashSet<>(sorted.keySet()),
            List.of("a", "b", "c"),
            sorted,
            linked,
            hashed);
    return values.stream()
        .map(
            value ->
                DynamicTest.dynamicTest(
                    value.getClass().getSimpleName(),
                    () ->
                        assertThat(GraphSize.of(value))
                            .isCloseTo(GraphLayout.parseInstance(value).totalSize(), CLOSE)))
        .toList();
  }

  @TestFactory
  List<DynamicTest> keys() {
    CacheKey.Scope scope =
        CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);
    List<ArgumentType> texts = List.of(ArgumentType.of(String.class), ArgumentType.of(int.class));
    List<DynamicTest> tests = new ArrayList<>();
    for (KeyKind kind : List.of(KeyKind.ARGUMENTS, KeyKind.TO_STRING, KeyKind.SERIALIZATION)) {
      CacheKey key = Keys.of(kind, texts).key(scope, "a query of some words", 1000).toStored();
      Object shared =
          key instanceof ContentKey ? new Object[] {scope} : new Object[] {scope, formsOf(key)};
      tests.add(
          DynamicTest.dynamicTest(
              kind.name(),
              () ->
                  assertThat(key.weight())
                      .isCloseTo(
                          GraphLayout.parseInstance(key)
                              .subtract(GraphLayout.parseInstance(shared, kind))
                              .totalSize(),
                          CLOSE)));
    }
    return tests;
  }

  /** The answers of the paper's three operations, and requests of the same types. */
  @TestFactory
  List<DynamicTest> whatTheStoreHolds() {
    Keys ofTexts = keysOf(String.class, String.class);
    Keys ofSearches =
        keysOf(String.class, String.class, int.class, int.class, boolean.class, String.class);
    IntFunction<Object[]> texts = i -> new Object[] {text(32, i), text(20, i)};
    IntFunction<Object[]> urls = i -> new Object[] {text(32, i), text(60, i)};
    IntFunction<Object[]> searches =
        i -> new Object[] {text(32, i), text(20, i), i, 10, i % 2 == 0, i % 3 == 0 ? null : "lang"};
    Filling spelling = new Filling(ofTexts, texts, of(String.class), i -> text(15, i));
    Filling page = new Filling(ofTexts, urls, of(byte[].class), i -> new byte[3600 + i]);
    Filling search =
        new Filling(ofSearches, searches, of(SearchResult.class), SearchResult::random);
    return List.of(
        heldTest("doSpellingSuggestion", spelling),
        heldTest("doGetCachedPage", page),
        heldTest("doGoogleSearch", search),
        heldTest("all three", spelling, page, search));
  }

  /** One operation: its keys, arguments and answers. */
  private record Filling(
      Keys keys,
      IntFunction<Object[]> arguments,
      Representation<?> form,
      IntFunction<Object> answer) {}

  private static Keys keysOf(Class<?>... types) {
    return Keys.of(KeyKind.AUTOMATIC, Stream.of(types).map(ArgumentType::of).toList());
  }

  private static <T> Representation<T> of(Class<T> type) {
    return Representation.of(
        RepresentationKind.AUTOMATIC,
        type,
        Codecs.forTypes(type).element(type, new QName("return")),
        false);
  }

  private static String text(int length, int i) {
    return String.format("%0" + length + "d", i);
  }

  private static DynamicTest heldTest(String name, Filling... fillings) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          for (int count : new int[] {100, 1000}) {
            MemoryStore store = new MemoryStore(64L << 20);
            fill(new MemoryStore(64L << 20), count, fillings); // what codecs and others make once
            long empty = measured(store, fillings);
            fill(store, count, fillings);
            LongAdder weight = new LongAdder();
            store.forEach((key, bytes) -> weight.add(bytes));

            assertThat(store.expiring()).isEqualTo(count * fillings.length);
            assertThat(weight.sum())
                .as("%d of each", count)
                .isCloseTo(measured(store, fillings) - empty, CLOSE);
          }
        });
  }

  private static void fill(MemoryStore store, int count, Filling... fillings) {
    for (Filling filling : fillings) {
      for (int i = 0; i < count; i++) {
        put(store, filling, i);
      }
    }
  }

  private static final OperationPolicy HOUR =
      CachePolicy.builder()
          .rule(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)).build())
          .build()
          .forTarget(new CachePolicy.Target("", "", "op"));

  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);

  @SuppressWarnings("unchecked") // each filling has answers of its form's type
  private static void put(MemoryStore store, Filling filling, int i) {
    Object answer = filling.answer.apply(i);
    Stored<?> stored = ((Representation<Object>) filling.form).store(answer);
    Instant now = Instant.parse("2026-01-01T00:00:00Z").plusNanos(i);
    StoredResponse candidate = new StoredResponse(200, Headers.NONE, now, now.plusNanos(1));
    store.put(
        filling.keys.key(SCOPE, filling.arguments.apply(i)).toStored(),
        new StoredEntry(new Content.Values(new Stored<?>[] {stored}), candidate, HOUR, 1));
  }

  /** With what all entries share, which is there whether the store is empty or not. */
  private static long measured(MemoryStore store, Filling... fillings) {
    List<Object> roots = new ArrayList<>(List.of(store, HOUR, SCOPE, SearchResult.Level.values()));
    for (Filling filling : fillings) {
      roots.add(filling.keys);
      roots.add(filling.form);
    }
    return GraphLayout.parseInstance(roots.toArray()).totalSize();
  }

  private static Object formsOf(CacheKey key) {
    try {
      var field = ArgumentsKey.class.getDeclaredField("forms");
      field.setAccessible(true);
      return field.get(key);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("a field of the class", e);
    }
  }
}
