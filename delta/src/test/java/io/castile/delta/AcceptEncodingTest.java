package io.castile.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Accept-Encoding asks for (RFC 9110 §12.5.3). */
class AcceptEncodingTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "- | -",
        "'' | -",
        "gzip | gzip",
        "GZip | gzip",
        "x-gzip | gzip",
        "gzip, deflate, br | gzip",
        "gzip;q=0 | -",
        "gzip;q=0.000, zstd;q=0.001 | zstd",
        "gzip;q=0, gzip | -",
        "gzip;q=1.0, identity; q=0.5, *;q=0 | gzip",
        "gzip;q=0.5, identity;q=1 | -",
        "gzip;q=0.5, identity;q=0 | gzip",
        "zstd;q=0.5, gzip;q=0.9 | gzip",
        "gzip , zstd | zstd",
        "gzip, zstd, dcz | dcz",
        "* | -",
        "identity | -",
        "none | -",
        "gzip;q=2 | -",
        "gzip;q=0.1234 | -",
        "gzip;q=, zstd | zstd",
        "gzip;level=1 | -",
        ",,,;q=1,gzip | gzip",
        "gzip zstd | -",
        "*;q=0 | -",
        "*;q=0, gzip | gzip",
        "*, identity;q=0 | gzip",
        "*;q=0.1, identity;q=0, zstd;q=0.2 | zstd",
        "*, identity;q=0, gzip;q=0 | -",
        "identity;q=0, * , zstd;q=0.5 | gzip",
        "gzip;q=0, * | -",
      })
  void theBestIsFound(String field, String expected) {
    AcceptEncoding accepted = AcceptEncoding.of(field);
    assertThat(accepted.best(List.of("dcz", "zstd", "gzip"))).isEqualTo(expected);
    boolean any = Arrays.stream("dcz zstd gzip".split(" ")).anyMatch(accepted::accepts);
    assertThat(any).isEqualTo(expected != null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "- | false",
        "'' | false",
        "gzip | false",
        "* | false",
        "identity | false",
        "identity;q=0.001 | false",
        "identity;q=0 | true",
        "Identity; Q=0.000, gzip | true",
        "*;q=0 | true",
        "*;q=0, gzip | true",
        "*;q=0, identity | false",
        "*;q=0, identity;q=0.5 | false",
        "*, identity;q=0 | true",
      })
  void whoDoesNotWantTheMessageAsItIsSaysSo(String field, boolean refuses) {
    assertThat(AcceptEncoding.of(field).refusesIdentity()).isEqualTo(refuses);
  }
}
