package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.internal.HttpSyntax;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSyntaxTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "text/xml|charset|",
        "text/xml; charset=utf-8|charset|utf-8",
        "text/xml;charset=\"utf-8\"|charset|utf-8",
        "text/xml; Charset = utf-8 ; action=x|charset|utf-8",
        "application/soap+xml; action=\"urn:a;b=c\"; charset=utf-16|charset|utf-16",
        "application/soap+xml; action=\"urn:a;b=c\"; charset=utf-16|action|urn:a;b=c",
        "text/xml;charset|charset|",
        "text/xml;charset=\"|charset|``",
        "text/xml;;|charset|",
      })
  void parametersOfContentTypes(String contentType, String name, String value) {
    assertThat(HttpSyntax.parameter(contentType, name)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({"text/xml,text/xml", "TEXT/XML ; charset=x,text/xml", "'',''", ",''"})
  void mediaTypes(String contentType, String mediaType) {
    assertThat(HttpSyntax.mediaType(contentType)).isEqualTo(mediaType);
  }

  @Test
  void headerFieldsAreKept() {
    assertThat(HttpSyntax.checkedHeader("X-a", "b\tü")).isEqualTo("b\tü");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "ä"})
  void headerNamesAreTokens(String name) {
    assertThatThrownBy(() -> HttpSyntax.checkedHeader(name, "v"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nb", "a\u0000", "\u20ac", "a\u007f"})
  void headerValuesHaveNoControls(String value) {
    assertThatThrownBy(() -> HttpSyntax.checkedHeader("n", value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("U+")
        .hasMessageNotContaining(value);
  }

  @Test
  void everyLineOfSeveralFieldsIsChecked() {
    Headers good = Headers.builder().add("X-a", "1").add("X-b", "2").build();
    Headers bad = good.newBuilder().add("X-c", "3\r\nX-d: 4").build();

    assertThat(HttpSyntax.checkedHeaders(good)).isSameAs(good);
    assertThatThrownBy(() -> HttpSyntax.checkedHeaders(bad))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot send the value of header X-c, because it has character U+000D at index 1 (RFC"
                + " 9110 §5.5).");
  }
}
