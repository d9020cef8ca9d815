package io.castile.cache.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheControlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "max-age=60               | 60",
        "Max-Age=60               | 60",
        "max-age=\"60\"           | 60",
        "max-age=0                | 0",
        "max-age=007              | 7",
        "private, max-age=60      | 60",
        ",, ,max-age=60,,         | 60",
        "private=\"a, b\", max-age=60 | 60",
        "x=\"max-age=5, \\\" max-age=6\", max-age=60 | 60",
        "max-age=60, max-age=60   | 60",
        // The greatest that must be understood, and more (RFC 9111 §1.2.2).
        "max-age=2147483648       | 2147483648",
        "max-age=2147483649       | 2147483648",
        "max-age=99999999999999999999999999999999999 | 2147483648",
        // What is no number, or two different ones, is invalid (§4.2.1).
        "max-age                  | -2",
        "max-age=                 | -2",
        "max-age=-1               | -2",
        "max-age=+1               | -2",
        "max-age=1.5              | -2",
        "max-age=1e3              | -2",
        "max-age=60s              | -2",
        "max-age= 60              | -2",
        "max-age =60              | -2",
        "max-age=60 70            | -2",
        "max-age=60;x             | -2",
        "max-age=\"60             | -2",
        "max-age=\"\"             | -2",
        "max-age=60, max-age=61   | -2",
        "max-age=\u0666           | -2",
        "s-maxage=60              | -1",
        "x-max-age=60             | -1",
        "no-store                 | -1"
      })
  void maxAge(String value, long seconds) {
    assertThat(parse(value).seconds("max-age")).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no-store",
        "NO-STORE",
        " no-store ",
        "max-age=60,no-store",
        "max-age=60 ,\tno-store",
        "no-store=1",
        "no-store=\"a",
        "no-store x",
        "x=\"unfinished, no-store",
        "@@@, no-store",
        "=, no-store",
        "\u00e4, no-store",
        "no-store, no-store"
      })
  void whatForbidsHoldsHoweverItIsWritten(String value) {
    assertThat(parse(value).has("no-store")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"public=1", "public x", "public;", "x=\"a, public\"", "publicly", ""})
  void whatAllowsHoldsOnlyAsItMustBe(String value) {
    assertThat(parse(value).hasPlain("public")).isFalse();
  }

  @Test
  void allLinesCount() {
    CacheControl both = CacheControl.parse(List.of("no-cache", "max-age=1"));

    assertThat(both.has("no-cache")).isTrue();
    assertThat(both.seconds("max-age")).isEqualTo(1);
    assertThat(CacheControl.parse(List.of("max-age=1", "max-age=2")).seconds("max-age"))
        .isEqualTo(CacheControl.INVALID);
  }

  @Test
  void pragmaCountsWhereThereIsNoCacheControl() {
    assertThat(CacheControl.of(Headers.of("Pragma", "x, no-cache")).has("no-cache")).isTrue();
    assertThat(
            CacheControl.of(Headers.of("Pragma", "no-cache", "Cache-Control", "max-age=1"))
                .has("no-cache"))
        .isFalse();
    assertThat(CacheControl.of(Headers.NONE).has("no-cache")).isFalse();
  }

  @Property(tries = 5000)
  void anyTextIsRead(@ForAll @CharRange(from = ' ', to = '\u00FF') String text) {
    CacheControl control = parse(text + ",no-store,max-age=5");

    assertThat(control.has("no-store")).isTrue();
    assertThat(control.seconds("max-age")).isIn(5L, CacheControl.INVALID);
  }

  private static CacheControl parse(String value) {
    return CacheControl.parse(List.of(value));
  }
}
