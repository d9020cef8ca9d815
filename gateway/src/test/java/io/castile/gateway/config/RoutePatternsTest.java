package io.castile.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts and paths that routes are for. */
final class RoutePatternsTest {
  @ParameterizedTest
  @CsvSource({
    "www.example.com, www.example.com, true",
    "www.example.com, WWW.Example.COM:8443, true",
    "Www.Example.Com, www.example.com, true",
    "www.example.com, www.example.com., true",
    "www.example.com, www.example.com.:80, true",
    "www.example.com, a.www.example.com, false",
    "www.example.com, example.com, false",
    "www.example.com, www.example.com.evil, false",
    "www.example.com, wwwxexample.com, false",
    "www.example.com, '', false",
    "*.example.com, a.example.com, true",
    "*.example.com, A.b.EXAMPLE.com:1, true",
    "*.example.com, a.example.com., true",
    "*.example.com, example.com, false",
    "*.example.com, .example.com, false",
    "*.example.com, xexample.com, false",
    "*.example.com, a.example.com.evil, false",
    "*.example.com, '', false",
    "*.com, :80, false",
    "localhost, localhost:8080, true",
    "127.0.0.1, 127.0.0.1:8080, true",
    "127.0.0.1, 127.0.0.1.:80, false",
    "127.0.0.1, '[127.0.0.1]', false",
    "'[::1]', '[::1]:8080', true",
    "'[::1]', '[0:0:0:0:0:0:0:1]', true",
    "::1, '[::1]', true",
    "::1, ::1, false",
    "'[2001:DB8::1]', '[2001:db8:0:0::1]:443', true",
    "'[2001:db8::1]', '[2001:db8::2]', false",
    "'[::1]', '[', false",
    "'[::1]', ']', false",
  })
  void hostsAreComparedWithoutPortAndCase(String pattern, String host, boolean fits) {
    assertThat(HostPattern.parse(pattern).matches(host)).isEqualTo(fits);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "*.",
        "a.*",
        "a.*.b",
        "*a.b",
        "a:80",
        "[::1]:80",
        "[::1",
        "[a]",
        "[127.0.0.1]",
        "a b",
        "a/b",
        "a..b",
        ".a",
        "a.",
        "é",
        "http://a"
      })
  void whatIsNoHostIsRefused(String text) {
    assertThatThrownBy(() -> HostPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a host without its port")
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "/v[0-9]+/orders, /v1/orders, true",
    "/v[0-9]+/orders, /v12/orders, true",
    "/v[0-9]+/orders, /v/orders, false",
    "/v[0-9]+/orders, /v1/orders/, false",
    "/v[0-9]+/orders, /x/v1/orders, false",
    "/v[0-9]+/orders, /v1/orders2, false",
    "/a|/b, /b, true",
    "/a|/b, /ab, false",
    "(?i)/admin/.*, /ADMIN/x, true",
  })
  void thePatternIsOneOfTheWholePath(String pattern, String path, boolean fits) {
    assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({
    "(, missing closing",
    "[z-a], character class",
    "(?=a), Perl syntax",
    "(a)\\1, escape",
    "a{1001}, repeat",
    "((a{100}){100}){10}, at most 2000 steps",
  })
  void whatIsNoExpressionOrALargeOneIsRefused(String text, String problem) {
    assertThatThrownBy(() -> PathPattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected a regular expression")
        .hasMessageContaining(problem);
  }

  /** Each doubles the time of an engine that goes back in the text with every character. */
  @ParameterizedTest
  @ValueSource(strings = {"/(a+)+", "/(a|a)*", "/(a|aa)+", "/(.*a){20}", "/([a-z]+)*[a-z]+"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void noPathTakesLong(String text) {
    char[] path = new char[PathPattern.MOST_IN_PATH];
    Arrays.fill(path, 'a');
    path[0] = '/';
    path[path.length - 1] = '!';

    assertThat(PathPattern.parse(text).matches(new String(path))).isFalse();
  }

  @Test
  void aPathThatIsTooLongIsNotCompared() {
    String path = "/" + "a".repeat(PathPattern.MOST_IN_PATH);

    assertThatThrownBy(() -> PathPattern.parse(".*").matches(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at most 2048 characters but found 2049");
  }

  @Test
  void whatIsWrittenAlikeIsEqual() {
    assertThat(HostPattern.parse("*.a")).isEqualTo(HostPattern.parse("*.a")).hasToString("*.a");
    assertThat(HostPattern.parse("*.a")).isNotEqualTo(HostPattern.parse("*.b"));
    assertThat(PathPattern.parse("/a+"))
        .isEqualTo(PathPattern.parse("/a+"))
        .hasSameHashCodeAs(PathPattern.parse("/a+"))
        .hasToString("/a+");
    assertThat(PathPattern.parse("/a+")).isNotEqualTo(PathPattern.parse("/a*"));
  }
}
