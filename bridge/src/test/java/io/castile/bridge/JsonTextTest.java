package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTextTest {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " {\"a\": [1, -2.50, 1E3, true, false, null, \"\\u00e4\\n\\\"\"], \"b\": {\"c\": {}}} ",
        "{\"\": [[], [[]]], \"big\": 123456789012345678901234567890, \"pair\": \"\\ud83d\\ude00\"}"
      })
  void aTextIsReadAndWrittenAsAnotherReaderReadsIt(String text) throws Exception {
    byte[] bytes = text.getBytes(UTF_8);

    assertThat(MAPPER.readTree(JsonText.bytes(JsonText.object(bytes))))
        .isEqualTo(MAPPER.readTree(bytes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|''|expected an object, found nothing",
        "[]|''|expected an object, found [",
        "\"a\"|''|expected an object",
        "{\"a\": 1} 2|''|expected the end of the text",
        "{\"a\": {\"b\": [0, {\"c\": 1, \"c\": 2}]}}|/a/b/1/c|Duplicate field 'c'",
        "{\"a\": [\"\\udc00\"]}|/a/0|U+DC00",
        "{\"\\ud800\": 1}|''|U+D800",
        "{\"a~/b\": x}|/a~0~1b|line 1, column",
        "{\"a\": 1,}|''|line 1, column",
        "{'a': 1}|''|line 1, column"
      })
  void aTextThatIsWrongIsRefusedWithItsPlace(String text, String pointer, String reason) {
    assertThatThrownBy(() -> JsonText.object(text.getBytes(UTF_8)))
        .isInstanceOfSatisfying(
            JsonException.class,
            e -> {
              assertThat(e).hasMessageContaining(reason);
              if (!pointer.isEmpty()) {
                assertThat(e.pointer()).isEqualTo(pointer);
              }
            });
  }

  @Test
  void aTextOfManyLevelsIsRefused() {
    String deepest = "{\"a\":".repeat(JsonText.MAX_DEPTH) + "1" + "}".repeat(JsonText.MAX_DEPTH);
    assertThat(JsonText.object(deepest.getBytes(UTF_8))).hasSize(1);

    assertThatThrownBy(() -> JsonText.object(("{\"a\":" + deepest + "}").getBytes(UTF_8)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("nesting depth");
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() {
    assertThatThrownBy(
            () -> JsonText.object(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'}))
        .isInstanceOf(JsonException.class);
  }
}
