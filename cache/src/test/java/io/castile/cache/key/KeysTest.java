package io.castile.cache.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.Dump;
import io.castile.cache.SearchResult;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.internal.ArgumentType;
import io.castile.cache.key.internal.ArgumentsKey;
import io.castile.cache.key.internal.Keys;
import io.castile.cache.policy.KeyKind;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.soap.SoapVersion;
import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys from arguments: equal for equal requests, different for all others. */
class KeysTest {
  private static final QName OPERATION = new QName("urn:search", "search");
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/search", OPERATION, SoapVersion.SOAP_1_1);

  @SuppressWarnings("unchecked") // asked for values of the class only
  private static final Codec<Object> CODEC =
      (Codec<Object>) (Codec<?>) Codecs.forTypes(SearchResult.class).of(SearchResult.class);

  private static final ArgumentType BEAN = new ArgumentType(SearchResult.class, CODEC);
  private static final ArgumentType PLAIN = ArgumentType.of(SearchResult.class);
  private static final ArgumentType TEXT = ArgumentType.of(String.class);

  private static Keys keys(KeyKind kind, ArgumentType... types) {
    return Keys.of(kind, List.of(types));
  }

  // ---- arguments ----

  @Property(tries = 300)
  void keysAreEqualAsArgumentsAre(@ForAll byte seed, @ForAll byte otherSeed) {
    SearchResult one = SearchResult.random(seed);
    SearchResult other = SearchResult.random(otherSeed);
    boolean same = Dump.of(one).equals(Dump.of(other));
    for (Keys keys : List.of(keys(KeyKind.AUTOMATIC, BEAN), keys(KeyKind.ARGUMENTS, PLAIN))) {
      CacheKey stored = keys.key(SCOPE, one).toStored();

      assertThat(keys.key(SCOPE, SearchResult.random(seed))).isEqualTo(stored);
      assertThat(keys.key(SCOPE, SearchResult.random(seed)).hashCode())
          .isEqualTo(stored.hashCode());
      assertThat(keys.key(SCOPE, other).equals(stored)).isEqualTo(same);
    }
  }

  /** Parameters of such types have a shorter way than those that may hold anything. */
  @Test
  void valuesOfKnownTypesAreEqualAsThoseOfAnyType() {
    Object[] values = {
      null,
      "",
      "a",
      "b",
      0,
      1,
      1L,
      1.0,
      -0.0,
      0.0,
      Double.NaN,
      1.0f,
      (short) 1,
      (byte) 1,
      'a',
      true,
      new BigDecimal("1.0"),
      new BigDecimal("1.00"),
      new QName("a"),
      LocalDate.of(2004, 6, 14)
    };
    for (Object one : values) {
      for (Object other : values) {
        Class<?> type = (one != null ? one : other != null ? other : "").getClass();
        if (other != null && other.getClass() != type) {
          continue; // no call has both
        }
        Keys known = keys(KeyKind.ARGUMENTS, ArgumentType.of(type));
        Keys any = keys(KeyKind.ARGUMENTS, ArgumentType.of(Object.class));
        CacheKey key = known.key(SCOPE, new Object[] {fresh(one)});

        assertThat(key.equals(known.key(SCOPE, new Object[] {other}).toStored()))
            .as("%s and %s", one, other)
            .isEqualTo(
                any.key(SCOPE, new Object[] {one}).equals(any.key(SCOPE, new Object[] {other})))
            .isEqualTo(Objects.equals(one, other));
        assertThat(key).hasSameHashCodeAs(any.key(SCOPE, new Object[] {one}));
      }
    }
  }

  private static Object fresh(Object value) {
    return value instanceof String text ? String.valueOf(text.toCharArray()) : value;
  }

  @Test
  void aStoredKeyKeepsItsArgumentsWhateverTheCallerDoes() {
    int count = Dump.changes(SearchResult.full()).size();
    for (Keys keys : List.of(keys(KeyKind.AUTOMATIC, BEAN), keys(KeyKind.ARGUMENTS, PLAIN))) {
      for (int i = 0; i < count; i++) {
        SearchResult argument = SearchResult.full();
        CacheKey stored = keys.key(SCOPE, argument).toStored();
        Dump.changes(argument).get(i).run();

        assertThat(keys.key(SCOPE, SearchResult.full())).as("change %s", i).isEqualTo(stored);
        assertThat(keys.key(SCOPE, argument)).as("change %s", i).isNotEqualTo(stored);
      }
    }
  }

  @Test
  void aKeyForALookUpCopiesNothing() {
    SearchResult argument = SearchResult.full();
    ArgumentsKey key = (ArgumentsKey) keys(KeyKind.AUTOMATIC, BEAN).key(SCOPE, argument);

    assertThat(key.argument(0)).isSameAs(argument);
    assertThat(((ArgumentsKey) key.toStored()).argument(0)).isNotSameAs(argument);
    assertThat(key.toStored().toStored()).isEqualTo(key);
  }

  @Test
  void anArgumentThatChangesUnderWayIsNotStored() {
    SearchResult argument = SearchResult.full();
    CacheKey key = keys(KeyKind.AUTOMATIC, BEAN).key(SCOPE, argument);
    argument.query = "other";

    assertThatThrownBy(key::toStored)
        .isInstanceOf(NotCacheableException.class)
        .hasMessage("an argument was changed while its call was under way");
  }

  @Test
  void keysStayEqualWhenTheCodecIsCompiled() {
    Codecs codecs = Codecs.builder().types(SearchResult.class).mode(CodecMode.COMPILED).build();
    @SuppressWarnings("unchecked") // asked for values of the class only
    Codec<Object> codec = (Codec<Object>) (Codec<?>) codecs.of(SearchResult.class);
    Keys keys = keys(KeyKind.AUTOMATIC, new ArgumentType(SearchResult.class, codec));
    CacheKey interpreted = keys.key(SCOPE, SearchResult.full()); // a hash compiles nothing
    int hash = interpreted.hashCode();
    CacheKey stored = interpreted.toStored();
    for (int i = 0; i < 3; i++) {
      codec.fromBytes(codec.toBytes(SearchResult.full()));

      assertThat(keys.key(SCOPE, SearchResult.full())).isEqualTo(stored);
      assertThat(keys.key(SCOPE, SearchResult.full()).hashCode()).isEqualTo(hash);
    }
  }

  static final class Ring {
    int number;
    Ring next;
  }

  private static Ring ring(int... numbers) {
    Ring first = new Ring();
    Ring last = first;
    for (int i = 0; i < numbers.length; i++) {
      last.number = numbers[i];
      last.next = i == numbers.length - 1 ? first : new Ring();
      last = last.next;
    }
    return first;
  }

  @Test
  void cyclicArgumentsAreKeys() {
    Keys keys = keys(KeyKind.AUTOMATIC, ArgumentType.of(Ring.class));
    CacheKey stored = keys.key(SCOPE, ring(1, 2, 3)).toStored();

    assertThat(keys.key(SCOPE, ring(1, 2, 3))).isEqualTo(stored);
    assertThat(keys.key(SCOPE, ring(1, 2, 4))).isNotEqualTo(stored);
    assertThat(keys.key(SCOPE, ring(1, 2, 3, 1, 2, 3))).isNotEqualTo(stored);
  }

  // ---- every kind ----

  @ParameterizedTest
  @EnumSource(
      value = KeyKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AUTOMATIC", "XML_MESSAGE"})
  void valuesAreToldApart(KeyKind kind) {
    Keys keys =
        keys(
            kind,
            TEXT,
            TEXT,
            ArgumentType.of(int.class),
            ArgumentType.of(BigDecimal.class),
            ArgumentType.of(SearchResult.Level.class));
    Object[][] rows = {
      {"a", "b", 1, new BigDecimal("1.0"), SearchResult.Level.LOW},
      {"ab", "", 1, new BigDecimal("1.0"), SearchResult.Level.LOW},
      {"", "ab", 1, new BigDecimal("1.0"), SearchResult.Level.LOW},
      {null, "ab", 1, new BigDecimal("1.0"), SearchResult.Level.LOW},
      {"a", "b", 11, new BigDecimal("1.0"), SearchResult.Level.LOW},
      {"a", "b", 1, new BigDecimal("1.00"), SearchResult.Level.LOW},
      {"a", "b", 1, new BigDecimal("1.0"), SearchResult.Level.HIGH},
      {"a", "b", 1, null, null},
      {"a1:b", "", 1, null, null},
    };
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows.length; j++) {
        assertThat(keys.key(SCOPE, rows[i].clone()).equals(keys.key(SCOPE, rows[j])))
            .as("%s and %s", i, j)
            .isEqualTo(i == j);
      }
      assertThat(keys.key(SCOPE, rows[i]).kind()).isEqualTo(kind);
      assertThat(keys.key(SCOPE, rows[i]).toStored()).isEqualTo(keys.key(SCOPE, rows[i]));
    }
  }

  @Property(tries = 200)
  void textsOfDifferentRowsDiffer(
      @ForAll String a, @ForAll String b, @ForAll String c, @ForAll String d) {
    boolean same = a.equals(c) && b.equals(d);
    Keys keys = keys(KeyKind.TO_STRING, TEXT, TEXT);

    assertThat(keys.key(SCOPE, a, b).equals(keys.key(SCOPE, c, d))).isEqualTo(same);
    assertThat(keys.key(SCOPE, a + "1", b)).isNotEqualTo(keys.key(SCOPE, a, "1" + b));
  }

  @Test
  void serializedBeansAreKeys() {
    Keys keys = keys(KeyKind.SERIALIZATION, PLAIN);

    assertThat(keys.key(SCOPE, SearchResult.full()))
        .isEqualTo(keys.key(SCOPE, SearchResult.full()));
    SearchResult other = SearchResult.full();
    other.items.get(0).tags.add("more");
    assertThat(keys.key(SCOPE, other)).isNotEqualTo(keys.key(SCOPE, SearchResult.full()));
  }

  @Test
  void kindsAreNeverEqual() {
    assertThat(keys(KeyKind.TO_STRING, TEXT).key(SCOPE, "a"))
        .isNotEqualTo(keys(KeyKind.ARGUMENTS, TEXT).key(SCOPE, "a"));
  }

  // ---- scope ----

  @Test
  void theScopeIsPartOfEveryKey() {
    Keys keys = keys(KeyKind.AUTOMATIC, TEXT);
    List<CacheKey.Scope> scopes =
        List.of(
            SCOPE,
            CacheKey.Scope.of("http://localhost/other", OPERATION, SoapVersion.SOAP_1_1),
            CacheKey.Scope.of("http://localhost/search", OPERATION, SoapVersion.SOAP_1_2),
            CacheKey.Scope.of(
                "http://localhost/search", new QName("urn:x", "search"), SoapVersion.SOAP_1_1),
            SCOPE.with("ada"),
            SCOPE.with("bob"),
            SCOPE.with("ada", "bob"),
            SCOPE.with("adabob"),
            SCOPE.with((String) null),
            SCOPE.with(""));
    for (int i = 0; i < scopes.size(); i++) {
      for (int j = 0; j < scopes.size(); j++) {
        assertThat(keys.key(scopes.get(i), "a").equals(keys.key(scopes.get(j), "a")))
            .as("%s and %s", i, j)
            .isEqualTo(i == j);
      }
    }
    assertThat(SCOPE.with("ada")).isEqualTo(SCOPE.with("ada")).hasSameHashCodeAs(SCOPE.with("ada"));
  }

  @Test
  void nothingSecretIsPrinted() {
    CacheKey key = keys(KeyKind.AUTOMATIC, TEXT).key(SCOPE.with("secret user"), "secret argument");

    assertThat(key.toString())
        .isEqualTo("ARGUMENTS key of search at http://localhost/search, SOAP_1_1");
  }

  // ---- choice ----

  @Test
  void argumentsAreChosen() {
    assertThat(keys(KeyKind.AUTOMATIC, TEXT, BEAN).key(SCOPE, "a", null).kind())
        .isEqualTo(KeyKind.ARGUMENTS);
  }

  @Test
  void whatCannotBeTakenApartIsSerialized() {
    Keys keys = keys(KeyKind.AUTOMATIC, ArgumentType.of(Object.class));

    CacheKey key = keys.key(SCOPE, new java.util.concurrent.atomic.AtomicInteger(4));

    assertThat(key.kind()).isEqualTo(KeyKind.SERIALIZATION);
    assertThat(keys.key(SCOPE, new java.util.concurrent.atomic.AtomicInteger(4))).isEqualTo(key);
    assertThat(keys.key(SCOPE, new java.util.concurrent.atomic.AtomicInteger(5))).isNotEqualTo(key);
  }

  @Test
  void whatFitsNoKindSaysWhy() {
    Keys keys = keys(KeyKind.AUTOMATIC, ArgumentType.of(Object.class));

    assertThatThrownBy(() -> keys.key(SCOPE, new Thread()))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("java.lang.Thread is or extends java.lang.Thread of the JDK")
        .hasMessageContaining("NotSerializableException");
  }

  @Test
  void aForcedKindThatDoesNotFitSaysWhy() {
    assertThatThrownBy(() -> keys(KeyKind.TO_STRING, TEXT, BEAN))
        .isInstanceOf(NotCacheableException.class)
        .hasMessage(
            "a key of kind TO_STRING does not fit: toString of io.castile.cache.SearchResult is not"
                + " known to tell all values apart");
    assertThatThrownBy(() -> keys(KeyKind.TO_STRING, ArgumentType.of(Locale.class)))
        .isInstanceOf(NotCacheableException.class);
    assertThatThrownBy(() -> keys(KeyKind.SERIALIZATION, ArgumentType.of(Ring.class)))
        .isInstanceOf(NotCacheableException.class)
        .hasMessage(
            "a key of kind SERIALIZATION does not fit: io.castile.cache.key.KeysTest$Ring is not"
                + " Serializable");
    assertThatThrownBy(() -> keys(KeyKind.XML_MESSAGE, TEXT))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("MessageKeys");
  }

  @Test
  void urisAreComparedAsTheyAreWritten() {
    for (KeyKind kind : List.of(KeyKind.ARGUMENTS, KeyKind.TO_STRING)) {
      Keys keys = keys(kind, ArgumentType.of(URI.class));

      assertThat(keys.key(SCOPE, URI.create("http://a/")))
          .isNotEqualTo(keys.key(SCOPE, URI.create("HTTP://a/")));
    }
  }

  @Test
  void listsWithoutACodecAreTakenApart() {
    Keys keys = keys(KeyKind.AUTOMATIC, ArgumentType.of(List.class));
    List<Object> list = new ArrayList<>(List.of("a", new int[] {1}));
    CacheKey stored = keys.key(SCOPE, list).toStored();

    assertThat(keys.key(SCOPE, new ArrayList<>(List.of("a", new int[] {1})))).isEqualTo(stored);
    list.set(1, new int[] {2});
    assertThat(keys.key(SCOPE, list)).isNotEqualTo(stored);
  }
}
