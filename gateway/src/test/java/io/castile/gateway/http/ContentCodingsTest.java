package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentCodingsTest {
  private static final byte[] CONTENT = "content ".repeat(1_000).getBytes(StandardCharsets.UTF_8);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | gzip",
        "zstd, gzip | zstd gzip",
        "gzip, zstd | zstd gzip",
        "zstd;q=0.5, gzip;q=0.8 | gzip zstd",
        "GZIP ; Q=1.000, zstd;q=0 | gzip",
        "gzip;q=0.0, br | ''",
        "* | ''",
        "gzip;q=2, zstd;q | ''",
        ", ,; | ''"
      })
  void codingsAreTakenAsTheRequestWantsThem(String field, String expected) {
    HttpHeaders request = new DefaultHttpHeaders().set("Accept-Encoding", field);

    assertThat(String.join(" ", ContentCodings.accepted(request))).isEqualTo(expected);
  }

  @Test
  void whoNamesNoneTakesNone() {
    assertThat(ContentCodings.accepted(new DefaultHttpHeaders())).isEmpty();
    assertThat(ContentCodings.available()).isEqualTo(List.of("zstd", "gzip"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void contentIsDecodedUpToItsBound(String coding) {
    byte[] coded = ContentCodings.encoded(CONTENT, coding);
    byte[] cut = Arrays.copyOf(coded, coded.length / 2);

    assertThat(coded.length).isLessThan(CONTENT.length / 10);
    assertThat(ContentCodings.decoded(coded, " " + coding, CONTENT.length)).isEqualTo(CONTENT);
    assertThat(ContentCodings.decoded(coded, coding, CONTENT.length - 1)).isNull();
    assertThat(ContentCodings.decoded(cut, coding, CONTENT.length)).isNull();
    assertThat(ContentCodings.decoded(CONTENT, coding, CONTENT.length)).isNull();
  }

  @Test
  void otherCodingsAreNotDecoded() {
    assertThat(ContentCodings.decoded(CONTENT, "br", CONTENT.length)).isNull();
    assertThat(ContentCodings.decoded(CONTENT, "gzip, gzip", CONTENT.length)).isNull();
    assertThat(ContentCodings.decoded(CONTENT, null, 1)).isEqualTo(CONTENT);
    assertThat(ContentCodings.decoded(CONTENT, "identity", 1)).isEqualTo(CONTENT);
  }
}
