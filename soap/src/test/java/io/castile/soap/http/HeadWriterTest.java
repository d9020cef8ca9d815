package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import io.castile.xml.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Heads of requests by RFC 9112 §2 and §3, byte for byte. */
final class HeadWriterTest {
  private static final HttpAddress SHOP = HttpAddress.parse("http://example.org:8080/shop?v=1");

  private static String text(byte[] head) {
    return new String(head, StandardCharsets.ISO_8859_1);
  }

  @Test
  void aServerIsAskedInOriginForm() {
    byte[] head = new HeadWriter(null).of(SHOP, Headers.of("Content-Type", "text/xml"), 5);

    assertThat(text(head))
        .isEqualTo(
            "POST /shop?v=1 HTTP/1.1\r\nHost: example.org:8080\r\nContent-Type: text/xml\r\n"
                + "Content-Length: 5\r\n\r\n");
  }

  @Test
  void aProxyIsAskedInAbsoluteFormWithTheHostOfTheTarget() {
    HeadWriter head = new HeadWriter(new HttpOptions.Proxy("proxy", 3128, null, null));

    assertThat(text(head.of(SHOP, Headers.NONE, 0)))
        .isEqualTo(
            "POST http://example.org:8080/shop?v=1 HTTP/1.1\r\nHost: example.org:8080\r\n"
                + "Content-Length: 0\r\n\r\n");
  }

  @Test
  void credentialsForAProxyAreBasic() {
    HeadWriter head = new HeadWriter(new HttpOptions.Proxy("proxy", 3128, "bob", "größe:1"));

    String[] lines = text(head.of(SHOP, Headers.NONE, 0)).split("\r\n");

    assertThat(lines[2]).startsWith("Proxy-Authorization: Basic ");
    assertThat(Base64.getDecoder().decode(lines[2].substring(lines[2].lastIndexOf(' ') + 1)))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("bob:größe:1");
  }

  @Test
  void contentOfUnknownSizeGoesInChunksAndHasNoLength() {
    String head = text(new HeadWriter(null).of(SHOP, Headers.NONE, Payload.UNKNOWN_SIZE));

    assertThat(head).endsWith("\r\nTransfer-Encoding: chunked\r\n\r\n").doesNotContain("Length");
  }

  @Test
  void lengthsAreDecimalUpToTheLargest() {
    assertThat(text(new HeadWriter(null).of(SHOP, Headers.NONE, Integer.MAX_VALUE)))
        .endsWith("\r\nContent-Length: 2147483647\r\n\r\n");
  }

  @Test
  void oneConnectionMayAskForSeveralTargets() {
    HeadWriter head = new HeadWriter(null);
    HttpAddress other = HttpAddress.parse("http://example.org:8080/other");

    String first = text(head.of(SHOP, Headers.of("A", "1"), 1));
    String second = text(head.of(other, Headers.of("B", "2"), 2));
    String third = text(head.of(SHOP, Headers.of("A", "1"), 1));

    assertThat(first).startsWith("POST /shop?v=1 ").isEqualTo(third);
    assertThat(second).startsWith("POST /other ").contains("\r\nB: 2\r\n").doesNotContain("A: 1");
  }

  @Test
  void aValueIsSentInOneByteForEachCharacter() {
    byte[] head = new HeadWriter(null).of(SHOP, Headers.of("X-Name", "Größe"), 0);

    assertThat(text(head)).contains("\r\nX-Name: Größe\r\n");
  }
}
