package io.castile.soap.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is shown of answers that are no messages. */
class AnswerTextTest {
  private static String shown(String text) {
    return AnswerText.of(text.getBytes(StandardCharsets.UTF_8), null, Headers.NONE);
  }

  @Test
  void twoHundredCharactersAreShown() {
    assertThat(shown("x".repeat(200))).isEqualTo("x".repeat(200));
    assertThat(shown("x".repeat(201))).isEqualTo("x".repeat(200) + "…");
  }

  @Test
  void aCharacterOfTwoIsNotCutInTwo() {
    assertThat(shown("x".repeat(199) + "\uD83D\uDE00y")).isEqualTo("x".repeat(199) + "…");
  }

  @Test
  void whiteSpaceAndControlsAreOneSpace() {
    assertThat(shown(" a\r\n\r\n\tb\u0007c\u2028d ")).isEqualTo("a b c d");
  }

  @Test
  void ofAPageTheTextIsShown() {
    assertThat(shown("<html><body>Down</body></html>")).isEqualTo("Down");
  }

  @Test
  void ofALongPageTheVisibleTextIsShown() {
    String page =
        "<!DOCTYPE html><html><head><title>Bad gateway</title><style>"
            + "p { color: red } ".repeat(100)
            + "</style><script>let a = '<p>no</p>';</script><!-- <p>no</p> --></head>"
            + "<body><h1>502</h1><p>No answer\nfrom upstream</p></body></html>";

    assertThat(shown(page)).isEqualTo("Bad gateway 502 No answer from upstream");
  }

  @Test
  void aPageWhoseStyleDoesNotEndInSightShowsWhatIsBefore() {
    assertThat(shown("<html><title>Down</title><style>" + "p {}".repeat(10_000))).isEqualTo("Down");
  }

  @Test
  void aSecretAtTheCutIsHiddenAsAWhole() {
    assertThat(shown("x".repeat(180) + " password=abcdefghijklmnopqrstuvwxyz"))
        .isEqualTo("x".repeat(180) + " password=***");
  }

  @Test
  void charsetsAreThoseThatAreSaidOrFound() {
    byte[] latin = "geschlossen für heute".getBytes(StandardCharsets.ISO_8859_1);
    byte[] wide = "geschlossen für heute".getBytes(StandardCharsets.UTF_16LE);

    assertThat(AnswerText.of(latin, null, Headers.NONE)).isEqualTo("geschlossen für heute");
    assertThat(AnswerText.of(latin, "no such", Headers.NONE)).isEqualTo("geschlossen für heute");
    assertThat(AnswerText.of(wide, "UTF-16LE", Headers.NONE)).isEqualTo("geschlossen für heute");
    assertThat(Charset.isSupported("UTF-16LE")).isTrue();
  }

  @Test
  void binaryContentIsNotShown() {
    assertThat(AnswerText.of(new byte[] {'P', 'K', 3, 4, 0, 0}, null, Headers.NONE)).isEmpty();
    assertThat(AnswerText.of(new byte[0], null, Headers.NONE)).isEmpty();
  }
}
