package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses by RFC 3986 and RFC 9110 §4.2, and what of them stands in a request. */
final class HttpAddressTest {
  @ParameterizedTest
  @CsvSource({
    "http://example.org, false, example.org, 80, example.org, /, http://example.org:80",
    "https://example.org, true, example.org, 443, example.org, /, https://example.org:443",
    "http://example.org:8080/a/b, false, example.org, 8080, example.org:8080, /a/b, http://example.org:8080",
    "http://example.org?x=1, false, example.org, 80, example.org, /?x=1, http://example.org:80",
    "http://example.org/a?x=1&y=%20, false, example.org, 80, example.org, /a?x=1&y=%20, http://example.org:80",
    "http://example.org/a?, false, example.org, 80, example.org, /a?, http://example.org:80",
    "http://example.org:/a, false, example.org, 80, example.org, /a, http://example.org:80",
    "HTTPS://example.org:443/a, true, example.org, 443, example.org:443, /a, https://example.org:443",
    "http://[::1]:81/a, false, ::1, 81, [::1]:81, /a, http://::1:81",
    "http://[2001:db8::7]/, false, 2001:db8::7, 80, [2001:db8::7], /, http://2001:db8::7:80",
    "http://example.org/a%2Fb;v=1, false, example.org, 80, example.org, /a%2Fb;v=1, http://example.org:80",
    "http://example.org:65535//a, false, example.org, 65535, example.org:65535, //a, http://example.org:65535",
  })
  void anAddressIsTakenApart(
      String text,
      boolean secure,
      String host,
      int port,
      String hostHeader,
      String target,
      String origin) {
    assertThat(HttpAddress.parse(text))
        .isEqualTo(new HttpAddress(secure, host, port, hostHeader, target, origin));
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.org/Größe, /Gr%C3%B6%C3%9Fe",
    "http://example.org/€uro?wie=viel, /%E2%82%ACuro?wie=viel",
    "http://example.org/a?maß=€, /a?ma%C3%9F=%E2%82%AC",
    "http://example.org/😀, /%F0%9F%98%80",
  })
  void aRequestLineHasOnlyAscii(String text, String target) {
    assertThat(HttpAddress.parse(text).target()).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.org/a",
        "/a",
        "//example.org/a",
        "ftp://example.org/a",
        "file:///etc/passwd",
        "http:example.org",
        "http:///a",
        "http://",
        "http://example.org:0/",
        "http://example.org:65536/",
        "http://example.org:99999999999/",
        "http://example.org:-1/",
        "http://exa mple.org/",
        "http://example.org/a b",
        "http://example.org/a\r\nX-b: c",
        "http://example.org/%",
        "http://example.org/%zz",
        "http://example.org/a#b",
        "http://ex_ample.org/",
        "http://größe.example/",
        "http://[::1/",
        "http://[::1]x/",
      })
  void whatNoRequestCanCarryIsRefused(String text) {
    assertThatThrownBy(() -> HttpAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://bob:secret@example.org/",
        "https://bob:secret@example.org:0/",
        "http://bob:sec/ret@example.org/ ",
        "ftp://bob:secret@example.org/",
        "http://bob:secret@größe.example/",
        "http://bob:secret@example.org/#a",
        "//bob:secret@example.org/",
        "http://bob:secret@exa mple/%zz",
      })
  void aRefusalShowsNoCredentials(String text) {
    assertThatThrownBy(() -> HttpAddress.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("secret", "sec/ret", "bob");
  }

  @Test
  void aRefusalNamesTheSchemeThatIsMissing() {
    assertThatThrownBy(() -> HttpAddress.parse("example.org/a"))
        .hasMessageContaining("'http' or 'https'")
        .hasMessageContaining("example.org/a");
  }

  @ParameterizedTest
  @CsvSource({"example.org, 80, example.org:80", "::1, 443, [::1]:443", "10.0.0.1, 1, 10.0.0.1:1"})
  void anAuthorityHasAddressesOfSixteenBytesInBrackets(String host, int port, String expected) {
    assertThat(HttpAddress.authority(host, port)).isEqualTo(expected);
  }

  /** The JDK reads the same out of what has been taken apart and is put together again. */
  @Test
  void anyPathAndQueryReachTheRequestLine() {
    Random random = new Random(7);
    String allowed = "aZ09-._~!$&'()*+,;=:@/?%41öß€";
    for (int round = 0; round < 2_000; round++) {
      StringBuilder text = new StringBuilder("http://example.org/");
      for (int i = random.nextInt(20); i > 0; i--) {
        char c = allowed.charAt(random.nextInt(allowed.length()));
        text.append(c == '%' ? "%4" : String.valueOf(c)).append(c == '%' ? "1" : "");
      }
      HttpAddress address = HttpAddress.parse(text.toString());

      assertThat(address.target()).matches("[\\x21-\\x7E]+");
      URI sent = URI.create("http://" + address.hostHeader() + address.target());
      assertThat(sent.toASCIIString()).isEqualTo(URI.create(text.toString()).toASCIIString());
    }
  }
}
