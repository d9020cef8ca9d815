package io.castile.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of RFC 3986 §5.2.4 and §6.2.2, and what servers are known to read in two ways. */
final class NormalTargetTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/a/b, /a/b",
    "/a/b/c/./../../g, /a/g",
    "/a/./b/../b/%63/%7bfoo%7d, /a/b/c/%7Bfoo%7D",
    "/mid/content=5/../6, /mid/6",
    "/.., /",
    "/a/.., /",
    "/a/../.., /",
    "/a/../../x, /x",
    "/a/b/.., /a/",
    "/a/b/., /a/b/",
    "/a/%2e%2E/b, /b",
    "/a/.%2e/b, /b",
    "/%7Eme/%41, /~me/A",
    "/a%2cb, /a%2Cb",
    "/gr%c3%bc%C3%9fe, /gr%C3%BC%C3%9Fe",
    "/a//b, /a/b",
    "//a, /a",
    "/a///, /a/",
    "/..., refused",
    "/a/.hidden, /a/.hidden",
    "/a/b.c/..d, /a/b.c/..d",
    "/a;v=1/b;w, /a;v=1/b;w",
    "/a%20b, /a%20b",
    "/100%25, /100%25",
    "/a!$&'()*+:@=b, /a!$&'()*+:@=b",
    "/a?b=%2e%2e%2F../..\\;%00//, /a?b=%2e%2e%2F../..\\;%00//",
    "/a/..?b, /?b",
    "/?/../a, /?/../a"
  })
  void aTargetHasOneForm(String target, String expected) {
    if (expected.equals("refused")) {
      assertThatThrownBy(() -> NormalTarget.of(target))
          .isInstanceOf(IllegalArgumentException.class);
      return;
    }
    assertThat(NormalTarget.of(target)).isEqualTo(expected);
    assertThat(NormalTarget.of(expected)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a/..;/b",
        "/a/.;/b",
        "/a/;/b",
        "/a/;x=y/b",
        "/a/..;x=y/b",
        "/a/..%3b/b",
        "/a/%2e%2e;/b",
        "/a/..%2fb",
        "/a/..%2Fb",
        "/a%2fb",
        "/a/%2e%2e%2fb",
        "/a/..\\b",
        "/a\\..\\b",
        "/a/..%5cb",
        "/a/%5C%2e%2e",
        "/a/..%00/b",
        "/a%00",
        "/a%0a",
        "/a%0d%0ab",
        "/a/..%09/b",
        "/a/%7f",
        "/a/%252e%252e/b",
        "/a/%252%65%252%65/b",
        "/a/%25%32%65/b",
        "/a/..%252fb",
        "/a/%25252e/b",
        "/a/%25u002e/b",
        "/a/%u002e%u002e/b",
        "/a/%",
        "/a/%2",
        "/a/%zz",
        "/a/%2\u0661",
        "/a//../b",
        "/a/b//../../c",
        "//./a",
        "/a/..//b",
        "/a/.../b",
        "/a/..%20/b",
        "/a/.. ",
        "/a/%20/b",
        "/a/..%3f/b",
        "/a/..%23/b",
        "/a/%c0%ae%c0%ae/b",
        "/a/%c0%afb",
        "/a/%e0%80%ae/b",
        "/a/%c1%9cb",
        "/a/%ff",
        "/a/%c3",
        "/a/%ef%bc%8fb",
        "/a/%EF%BC%8E%EF%BC%8E/b",
        "/a/%e2%80%a4%e2%80%a4/b",
        "/a/%ef%bc%9c%ef%bc%bcb",
        "/a/%e2%84%80",
        "/a#b",
        "/a?b#c",
        "/a\u0000b",
        "/a\tb",
        "/a?b\u007fc",
        "/gr\u00fc\u00dfe",
        "/a?gr\u00fc\u00dfe",
        "/a\u2024b"
      })
  void whatServersReadInTwoWaysIsRefused(String target) {
    assertThatThrownBy(() -> NormalTarget.of(target))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s)expected .* found .*");
  }

  @Test
  void aLongPathIsCutInTheMessage() {
    assertThatThrownBy(() -> NormalTarget.of("/" + "a".repeat(5_000) + "/..;/"))
        .hasMessageContaining("found the segment '..;'")
        .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
  }
}
