package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadersTest {
  private static final Headers FIELDS =
      Headers.builder()
          .add("Vary", "Accept")
          .add("Set-Cookie", "a=1, 2")
          .add("vary", "Origin")
          .add("set-cookie", "b=3")
          .build();

  @Test
  void namesAreTheSameInAnyCase() {
    assertThat(FIELDS.has("VARY")).isTrue();
    assertThat(FIELDS.has("Var")).isFalse();
    assertThat(FIELDS.values("VARY")).containsExactly("Accept", "Origin");
    assertThat(FIELDS.values("Age")).isEmpty();
  }

  @Test
  void linesOfANameAreJoinedByCommasAndCookiesByLineFeeds() {
    assertThat(FIELDS.get("vary")).isEqualTo("Accept, Origin");
    assertThat(FIELDS.get("SET-COOKIE")).isEqualTo("a=1, 2\nb=3");
    assertThat(FIELDS.get("Age")).isNull();
    assertThat(FIELDS.getOrDefault("Age", "0")).isEqualTo("0");
    assertThat(FIELDS.toMap())
        .containsExactly(
            Map.entry("Vary", "Accept, Origin"), Map.entry("Set-Cookie", "a=1, 2\nb=3"));
    assertThat(FIELDS.toLists())
        .containsExactly(
            Map.entry("Set-Cookie", List.of("a=1, 2", "b=3")),
            Map.entry("Vary", List.of("Accept, Origin")));
    assertThatThrownBy(() -> FIELDS.toMap().put("Age", "1"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aFieldThatIsSetReplacesAllLinesOfItsName() {
    Headers set = FIELDS.with("VARY", "*");

    assertThat(lines(set)).containsExactly("VARY: *", "Set-Cookie: a=1, 2", "set-cookie: b=3");
    assertThat(lines(FIELDS)).hasSize(4);
    assertThat(lines(FIELDS.without("vary", "SET-COOKIE", "Age"))).isEmpty();
    assertThat(lines(FIELDS.with(Headers.of("Age", "1", "VARY", "*"))))
        .containsExactly("Set-Cookie: a=1, 2", "set-cookie: b=3", "Age: 1", "VARY: *");
    assertThat(FIELDS.with(Headers.NONE)).isSameAs(FIELDS);
    assertThat(Headers.NONE.with(FIELDS)).isSameAs(FIELDS);
    assertThat(Headers.of()).isSameAs(Headers.NONE);
    assertThatThrownBy(() -> Headers.of("Age")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theOrderOfNamesMakesNoDifferenceAndThatOfLinesDoes() {
    Headers other =
        Headers.builder()
            .add("SET-COOKIE", "a=1, 2")
            .add("Set-Cookie", "b=3")
            .add("VARY", "Accept")
            .add("Vary", "Origin")
            .build();

    assertThat(other).isEqualTo(FIELDS).hasSameHashCodeAs(FIELDS);
    assertThat(Headers.of("A", "1", "a", "2")).isNotEqualTo(Headers.of("A", "2", "a", "1"));
    assertThat(Headers.of("A", "1")).isNotEqualTo(Headers.of("B", "1"));
    assertThat(FIELDS.toString()).isEqualTo("[Vary, Set-Cookie]");
  }

  @Test
  void aPropertyHoldsValuesOrCollectionsOfThem() {
    Map<String, Object> property = new LinkedHashMap<>();
    property.put("A", List.of("1", 2));
    property.put("B", 3);
    property.put("C", null);

    assertThat(lines(Headers.ofProperty(property))).containsExactly("A: 1, 2", "B: 3");
    assertThat(Headers.ofProperty("A: 1")).isSameAs(Headers.NONE);
    assertThatThrownBy(() -> Headers.ofProperty(Map.of("A", "1\r\nB: 2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("1\r");
  }

  @Test
  void whatIsAddedToCheckedFieldsIsCheckedAndEncodedBehindThem() {
    Headers checked = Headers.of("Accept", "text/xml", "SOAPAction", "\"\"").checked();
    Headers more = checked.with(Headers.of("traceparent", "00-1", "b", "2"));

    assertThat(checked.isChecked()).isTrue();
    assertThat(more.isChecked()).isFalse();
    more.check();
    assertThat(encoded(more))
        .isEqualTo("Accept: text/xml\r\nSOAPAction: \"\"\r\ntraceparent: 00-1\r\nb: 2\r\n")
        .isEqualTo(encoded(more.checked()))
        .isEqualTo(encoded(more.newBuilder().build()));
    assertThat(encoded(more.with(Headers.of("c", "3")))).isEqualTo(encoded(more) + "c: 3\r\n");
    assertThat(encoded(more.with("Accept", "*/*"))).startsWith("Accept: */*\r\n");
    assertThat(encoded(checked.with(Headers.of("accept", "*/*"))))
        .isEqualTo("SOAPAction: \"\"\r\naccept: */*\r\n");
    assertThatThrownBy(checked.with(Headers.of("Host", "a"))::check)
        .hasMessage("Cannot set header Host, because the transport sets it.");
    assertThatThrownBy(checked.with(Headers.of("a", "1\r\nb: 2"))::checked)
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String encoded(Headers fields) {
    return new String(fields.encoded(), StandardCharsets.ISO_8859_1);
  }

  private static List<String> lines(Headers fields) {
    List<String> lines = new ArrayList<>();
    fields.forEach((name, value) -> lines.add(name + ": " + value));
    return lines;
  }
}
