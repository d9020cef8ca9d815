package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.soap.internal.HttpSyntax;
import io.castile.xml.Payload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that an application gives as a header field becomes another one. */
class HeaderInjectionTest {

  @ParameterizedTest
  @CsvSource({
    "X-Note, 'a\r\nX-Admin: 1'",
    "X-Note, 'a\nX-Admin: 1'",
    "X-Note, 'a\rX-Admin: 1'",
    "X-Note, 'a\u0000'",
    "'X-Note: a\r\nX-Admin', 1",
    "Content-Length, 3",
    "transfer-encoding, chunked",
    "HOST, elsewhere"
  })
  void noFieldBecomesAnother(String name, String value) throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        HttpTransport transport = new HttpTransport(HttpOptions.DEFAULT)) {
      Payload content = Payload.of(new byte[1], 1);

      assertThatThrownBy(
              () ->
                  transport.send(
                      new Transport.Outgoing(server.url(), Headers.of(name, value), content)))
          .isInstanceOfSatisfying(
              SoapTransportException.class, e -> assertThat(e.unsent()).isTrue())
          .hasMessageContaining("not sent")
          .hasMessageNotContaining("Admin: 1");
      assertThat(server.connections()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"urn:a\r\nX: 1", "urn:a\"; x=\"", "urn:\\a", "urn:€", "urn:\u0000"})
  void actionsStayBetweenTheirQuotationMarks(String action) {
    assertThatThrownBy(() -> HttpSyntax.checkedAction(action))
        .isInstanceOf(SoapUsageException.class)
        .hasMessageContaining("U+");
  }

  @Test
  void actionsAreUris() throws Exception {
    assertThat(HttpSyntax.checkedAction("")).isEmpty();
    assertThat(HttpSyntax.checkedAction("urn:a;b='c'?d=e f")).isEqualTo("urn:a;b='c'?d=e f");
  }

  @Test
  void proxiesShowNoCredentials() {
    HttpOptions.Proxy proxy = new HttpOptions.Proxy("::1", 3128, "me", "secret");

    assertThat(proxy).hasToString("[::1]:3128");
    assertThatThrownBy(() -> new HttpOptions.Proxy("h", 1, "a:b", "c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HttpOptions.Proxy("h", 0, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 to 65535");
  }
}
