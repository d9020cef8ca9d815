package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.delta.format.Instance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fields that name dictionaries (RFC 9842 §2). */
class DictionaryFieldsTest {
  private static final String ENDPOINT = "https://shop.example:8443/a/portal?key=1";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match=\"/a/portal\"",
        "match=\"/a/*\"",
        "match=\"*\"",
        "match=\"portal*\"",
        "match=\"/*p*r*\"",
        "match=\"https://shop.example:8443/a/portal\"",
        "match=\"HTTPS://SHOP.example:8443/*\", type=raw",
        "type=raw;x=1,   match=\"/a/portal\";y",
        "match-dest=(\"document\" \"style\"), match=\"/a/portal\"",
        "flag, match=\"/a/portal\"",
      })
  void isForTheEndpoint(String field) {
    assertThat(DictionaryFields.isForEndpoint(field, ENDPOINT)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "match",
        "match=/a/portal",
        "match=\"/portal\"",
        "match=\"/a/portal/*\"",
        "match=\"/a/porta\"",
        "match=\"https://other.example/a/portal\"",
        "match=\"https://shop.example/a/portal\"",
        "match=\"https://shop.example:8443.evil/a/portal\"",
        "match=\"/a/:name\"",
        "match=\"/a/(.*)\"",
        "match=\"/a/{portal}?\"",
        "match=\"/a/portal\", type=tables",
        "match=\"/a/portal\", id=\"7\"",
        "match=\"/a/portal\" junk",
        "match=\"/a/portal",
        "match=\"/a/por\\tal\"",
      })
  void isNotForTheEndpoint(String field) {
    assertThat(DictionaryFields.isForEndpoint(field, ENDPOINT)).isFalse();
    assertThat(DictionaryFields.isForEndpoint(null, ENDPOINT)).isFalse();
    assertThat(DictionaryFields.isForEndpoint("match=\"*\"", "no URL")).isFalse();
  }

  @Test
  void whatTakesLongIsRefused() {
    String stars = "match=\"/" + "*a".repeat(500) + "b\"";
    assertThat(DictionaryFields.isForEndpoint(stars, "http://h/" + "a".repeat(5000))).isFalse();
    String long1 = "match=\"/a/portal\", x=\"" + "y".repeat(2000) + '"';
    assertThat(DictionaryFields.isForEndpoint(long1, ENDPOINT)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "/portal | match=\"/portal\"",
        "/a-b/%C3%A4.x~ | match=\"/a-b/%C3%A4.x~\"",
        "/a:b | -",
        "/a*b | -",
        "/a\"b | -",
        "/a(b | -",
        "portal | -",
      })
  void sayWhatAPathIs(String path, String expected) {
    assertThat(DictionaryFields.useAs(path)).isEqualTo(expected);
    if (expected != null) {
      assertThat(DictionaryFields.isForEndpoint(expected, "http://localhost" + path)).isTrue();
    }
  }

  @Test
  void hashesAreBytesInBase64() {
    String hash = Instance.of(new byte[9]).sha256();
    assertThat(DictionaryFields.hash(DictionaryFields.available(hash))).isEqualTo(hash);
    assertThat(DictionaryFields.hash(null)).isNull();
    assertThat(DictionaryFields.hash(hash)).isNull();
    assertThat(DictionaryFields.hash(":AAAA:")).isNull();
    assertThat(DictionaryFields.hash(":" + "A".repeat(42) + "B=:")).isNull();
  }
}
