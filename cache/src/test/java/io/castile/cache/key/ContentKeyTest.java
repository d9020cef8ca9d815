package io.castile.cache.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.key.internal.ContentKey;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.representation.Bytes;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of contents that callers choose. */
final class ContentKeyTest {
  private static final QName OPERATION = new QName("urn:search", "search");
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/search", OPERATION, SoapVersion.SOAP_1_1);
  private static final String[] TEXTS = {"", "a", "b", "ab"};

  /** A text that has the same hash for all numbers, as "Aa" and "BB" have. */
  private static String colliding(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 17; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static ContentKey key(String kind, String text) {
    return switch (kind) {
      case "bytes" ->
          new ContentKey(
              KeyKind.XML_MESSAGE, SCOPE, new Bytes(text.getBytes(StandardCharsets.US_ASCII)));
      case "text" -> new ContentKey(KeyKind.TO_STRING, SCOPE, text);
      default -> new ContentKey(KeyKind.TO_STRING, SCOPE.with(text, null), "");
    };
  }

  /** Without their order, each would be looked for among all others: that takes minutes. */
  @ParameterizedTest
  @ValueSource(strings = {"bytes", "text", "scope"})
  @Timeout(value = 120, unit = TimeUnit.SECONDS)
  void keysOfOneHashAreSoonFound(String kind) {
    Map<CacheKey, Integer> map = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      map.put(key(kind, colliding(i)), i);
    }

    assertThat(map).hasSize(100_000);
    assertThat(map.keySet().stream().mapToInt(Object::hashCode).distinct().count()).isEqualTo(1);
    for (int i = 0; i < 100_000; i++) {
      assertThat(map.get(key(kind, colliding(i)))).isEqualTo(i);
    }
  }

  @Property
  void theOrderIsConsistentWithEquals(
      @ForAll @IntRange(max = 255) int one, @ForAll @IntRange(max = 255) int other) {
    ContentKey key = some(one);
    ContentKey otherKey = some(other);

    assertThat(key.compareTo(otherKey) == 0).isEqualTo(key.equals(otherKey));
    assertThat(Integer.signum(key.compareTo(otherKey)))
        .isEqualTo(-Integer.signum(otherKey.compareTo(key)));
  }

  private static ContentKey some(int choice) {
    boolean isText = (choice & 1) == 0;
    String content = TEXTS[choice >> 1 & 3];
    String part = (choice & 8) == 0 ? null : TEXTS[choice >> 4 & 3];
    QName operation = (choice & 64) == 0 ? OPERATION : new QName("other");
    SoapVersion version = (choice & 128) == 0 ? SoapVersion.SOAP_1_1 : SoapVersion.SOAP_1_2;
    CacheKey.Scope scope = CacheKey.Scope.of("http://localhost/search", operation, version);
    return new ContentKey(
        isText ? KeyKind.TO_STRING : KeyKind.XML_MESSAGE,
        (choice & 4) == 0 ? scope.with(part) : scope.with(part, "c"),
        isText ? content : new Bytes(content.getBytes(StandardCharsets.US_ASCII)));
  }

  @Property(tries = 50)
  void aTreeFindsWhatAHashTableFinds(@ForAll @IntRange(max = 255) int[] choices) {
    Map<ContentKey, Integer> hashed = new HashMap<>();
    Map<ContentKey, Integer> ordered = new TreeMap<>();
    for (int each : choices) {
      hashed.put(some(each), each);
      ordered.put(some(each), each);
    }

    assertThat(ordered).isEqualTo(hashed);
  }
}
