package io.castile.gateway.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkFieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Castile | ''",
        "castile | ''",
        "Accept | Accept",
        "Accept, Castile | Accept",
        "Castile, Accept,  Cookie | Accept,  Cookie",
        "Castilian | Castilian",
        "* | *"
      })
  void varyLosesTheLinksMember(String before, String after) {
    HttpHeaders fields = new DefaultHttpHeaders().add("Vary", before).add("Castile", "1;r");

    LinkFields.removeFrom(fields);

    assertThat(String.join(", ", fields.getAll("vary"))).isEqualTo(after);
    assertThat(fields.contains("castile")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1;g=1024 | 1024",
        "1;b=\"AAAAAAAA\";t;g=5;x | 5",
        "1;g=99999999999999 | 999999999",
        "1;g= | 0",
        "1;g=x | 0",
        "1;g=-5 | 0",
        "1;g | 0",
        "1 | 0"
      })
  void theNumberOfBytesThatMayBeCodedIsRead(String said, int expected) {
    HttpHeaders fields = new DefaultHttpHeaders().add("Castile", said);

    assertThat(LinkFields.gzipBytes(fields)).isEqualTo(expected);
    assertThat(LinkFields.gzipBytes(new DefaultHttpHeaders())).isZero();
    assertThat(LinkFields.takingGzip("1;t", 7)).isEqualTo("1;t;g=7");
  }

  @Test
  void otherFieldsStayAsTheyAre() {
    HttpHeaders fields =
        new DefaultHttpHeaders()
            .add("Vary", "Castile")
            .add("Set-Cookie", "a")
            .add("Set-Cookie", "b");

    LinkFields.removeFrom(fields);

    assertThat(fields.getAll("set-cookie")).containsExactly("a", "b");
    assertThat(LinkFields.of(fields).values("Set-Cookie")).containsExactly("a", "b");
  }
}
