package io.castile.soap.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CONNECT by RFC 9110 §9.3.6, and proxies that answer otherwise. */
final class ProxyTunnelTest {
  private static final HttpOptions.Proxy PROXY = new HttpOptions.Proxy("proxy", 3128, null, null);
  private static final HttpOptions.Proxy WITH_USER =
      new HttpOptions.Proxy("proxy", 3128, "bob", "secret");

  /** A connection to a proxy that says the same, whatever it is asked. */
  private static final class Proxied extends Socket {
    private final ByteArrayOutputStream asked = new ByteArrayOutputStream();
    private final InputStream answer;

    Proxied(String answer) {
      this.answer = new ByteArrayInputStream(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public InputStream getInputStream() {
      return answer;
    }

    @Override
    public OutputStream getOutputStream() {
      return asked;
    }
  }

  private static Proxied open(String answer, HttpOptions.Proxy proxy, String address)
      throws IOException {
    Proxied socket = new Proxied(answer);
    ProxyTunnel.open(socket, proxy, HttpAddress.parse(address));
    return socket;
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/shop, example.org:443",
    "https://example.org:8443/shop, example.org:8443",
    "https://[2001:db8::7]/shop, [2001:db8::7]:443",
  })
  void theTargetIsHostAndPortOnly(String address, String target) throws IOException {
    Proxied socket = open("HTTP/1.1 200 OK\r\n\r\n", PROXY, address);

    assertThat(socket.asked.toString(StandardCharsets.US_ASCII))
        .isEqualTo("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n");
  }

  @Test
  void credentialsAreForTheProxy() throws IOException {
    Proxied socket = open("HTTP/1.1 200 OK\r\n\r\n", WITH_USER, "https://example.org/");

    assertThat(socket.asked.toString(StandardCharsets.US_ASCII))
        .endsWith("\r\nProxy-Authorization: Basic Ym9iOnNlY3JldA==\r\n\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 Connection established\r\n\r\n",
        "HTTP/1.0 200 OK\r\nVia: p\r\n\r\n",
        "HTTP/1.1 204 \r\nContent-Length: 7\r\n\r\n",
        "HTTP/1.1 200 OK\n\n",
        "HTTP/1.1 299\r\n\n",
      })
  void whatFollowsTheHeadIsOfTheTunnel(String head) throws IOException {
    Proxied socket = open(head + "tunnel", PROXY, "https://example.org/");

    assertThat(socket.answer.readAllBytes())
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("tunnel");
  }

  @ParameterizedTest
  @CsvSource({
    "403 Forbidden, false, found 403 Forbidden",
    "502 Bad Gateway, true, found 502 Bad Gateway",
    "302 Found, false, found 302 Found",
    "407 Proxy Authentication Required, false, it wants a user name and a password",
    "407 Proxy Authentication Required, true, it did not accept user name and password",
  })
  void aRefusalNamesProxyTargetAndStatusAndNoPassword(String status, boolean hasUser, String part) {
    assertThatThrownBy(
            () ->
                open(
                    "HTTP/1.1 " + status + "\r\n\r\n",
                    hasUser ? WITH_USER : PROXY,
                    "https://example.org/"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("proxy:3128")
        .hasMessageContaining("example.org:443")
        .hasMessageContaining(part)
        .message()
        .doesNotContain("secret", "Ym9iOnNlY3JldA");
  }

  @Test
  void aHeadThatIsCutAnywhereIsNoAnswer() {
    String head = "HTTP/1.1 200 OK\r\nVia: p\r\n\r\n";
    for (int length = 0; length < head.length(); length++) {
      String cut = head.substring(0, length);

      assertThatThrownBy(() -> open(cut, PROXY, "https://example.org/"))
          .as("%d bytes", length)
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("proxy:3128");
    }
  }

  @Test
  void aHeadWithoutAnEndIsCut() {
    String head = "HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000);

    assertThatThrownBy(() -> open(head, PROXY, "https://example.org/"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("more than 16384 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SSH-2.0-x\r\n\r\n", "\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 2x0\r\n\r\n"})
  void whatIsNoHttpIsNamed(String answer) {
    assertThatThrownBy(() -> open(answer, PROXY, "https://example.org/"))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("status line");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://proxy", "pro xy", "bob@proxy", "proxy:80", "proxy/", "a?b"})
  void aHostOfAProxyIsANameOrAnAddress(String host) {
    assertThatThrownBy(() -> new HttpOptions.Proxy(host, 80, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("bob");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 65_536})
  void aPortOfAProxyIsAPort(int port) {
    assertThatThrownBy(() -> new HttpOptions.Proxy("proxy", port, null, null))
        .hasMessageContaining(String.valueOf(port));
  }

  @Test
  void aUserOfAProxyHasNoColon() {
    assertThatThrownBy(() -> new HttpOptions.Proxy("proxy", 80, "a:b", "secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .doesNotContain("secret");
    assertThat(WITH_USER).hasToString("proxy:3128");
    assertThat(new HttpOptions.Proxy("::1", 80, null, null)).hasToString("[::1]:80");
  }
}
