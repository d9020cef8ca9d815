package io.castile.cache.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RequestAttributesKeyedFieldsTest {
  private static String text(String... namesAndValues) {
    return RequestAttributes.KeyedFields.of(Headers.of(namesAndValues), List.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Host", "Accept-Language", "Accept-Charset", "X-Forwarded-Host", "X-Region", "x"})
  void valuesOfOtherFieldsMakeOtherTexts(String name) {
    assertThat(text(name, "a")).isNotNull().isNotEqualTo(text(name, "b"));
  }

  @ParameterizedTest
  @CsvSource({
    "Accept, */*",
    "User-Agent, one",
    "traceparent, 00-1",
    "X-Request-Id, 7",
    "Sec-Ch-Ua, x",
    "Authorization, Basic x",
    "Cookie, a=b",
    "X-Api-Key, k",
    "Content-Length, 3"
  })
  void whatSaysNothingAndCredentialsAreNotInIt(String name, String value) {
    assertThat(text(name, value)).isNull();
    assertThat(text("Host", "h", name, value)).isEqualTo(text("Host", "h"));
  }

  @Test
  void spellingAndOrderOfNamesDoNotCount() {
    assertThat(text("ACCEPT-LANGUAGE", "de", "host", "h"))
        .isEqualTo(text("Host", "h", "accept-language", "de"));
  }

  @Test
  void severalLinesOfANameAllCount() {
    assertThat(text("X-A", "1", "X-A", "2")).isNotEqualTo(text("X-A", "1"));
    assertThat(text("X-A", "1", "X-A", "2")).isNotEqualTo(text("X-A", "2", "X-A", "1"));
  }

  @Test
  void valuesDoNotRunIntoNames() {
    assertThat(text("X-A", "1x-b=1:2")).isNotEqualTo(text("X-A", "1", "X-B", "2"));
  }

  @Test
  void theClientInForwardedDoesNotCountAndTheHostDoes() {
    assertThat(text("Forwarded", "for=1.2.3.4;host=a"))
        .isEqualTo(text("Forwarded", "for=\"[::1]:80\";host=a"))
        .isNotEqualTo(text("Forwarded", "for=1.2.3.4;host=b"));
  }

  @Test
  void namesThatAreLeftOutAreNotInIt() {
    Headers fields = Headers.of("X-Stamp", "1", "Host", "h");

    assertThat(RequestAttributes.KeyedFields.of(fields, Set.of("x-stamp")))
        .isEqualTo(text("Host", "h"));
    assertThat(RequestAttributes.KeyedFields.of(fields, Set.of("x-stamp", "host"))).isNull();
  }

  @Test
  void theTextOfARequestIsMadeOnceForAnOperation() {
    RequestAttributes request = RequestAttributes.of(Headers.of("Accept-Language", "de"));
    Set<String> ofOne = Set.of("x-stamp");
    Set<String> ofOther = Set.of("accept-language");

    assertThat(request.keyedFields(ofOne)).isSameAs(request.keyedFields(ofOne));
    assertThat(request.keyedFields(ofOther)).isNull();
    assertThat(request.keyedFields(ofOne)).isEqualTo("accept-language=2:de");
  }
}
