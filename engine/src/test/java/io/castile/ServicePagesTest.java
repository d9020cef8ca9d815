package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.RawHttp.Answer;
import io.castile.shop.WrappedShopService;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What people see who look at a server with a browser. */
class ServicePagesTest {
  private static Answer get(SoapServer server, String target) throws IOException {
    String head = "GET " + target + " HTTP/1.1\r\nHost: evil\r\nConnection: close\r\n\r\n";
    return RawHttp.exchange(server.port(), head, new byte[0]);
  }

  private static SoapServer server() {
    return Castile.server()
        .host("localhost")
        .publish("/shop", new WrappedShopService())
        .publish("/a'b&c", new Gate.Service())
        .start();
  }

  @Test
  void theRootListsWhatIsServed() throws IOException {
    try (SoapServer server = server()) {
      Answer answer = get(server, "/");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.head())
          .contains("text/html; charset=utf-8", "default-src 'none'", "nosniff");
      assertThat(answer.body())
          .contains("<a href=\"/shop\">/shop</a>: ShopService")
          .contains("<a href=\"/a&#39;b&amp;c\">/a&#39;b&amp;c</a>" + ": GateService")
          .doesNotContain("evil");
    }
  }

  @Test
  void eachServiceHasAPage() throws IOException {
    try (SoapServer server = server()) {
      Answer answer = get(server, "/shop");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body())
          .contains("<h1>ShopService</h1>", "<li>add</li>", "SOAP 1.1")
          .contains("<a href=\"/shop?wsdl\">WSDL</a>");

      Answer other = get(server, "/a'b&c");
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.body())
          .contains("Namespace urn:gate?a&amp;b&lt;c&gt;", "<li>pass</li>")
          .doesNotContain("<c>", "a'b");
    }
  }

  @Test
  void theListIsAtTheRootOnly() throws IOException {
    try (SoapServer server = server()) {
      assertThat(get(server, "/other").status()).isEqualTo(404);
      assertThat(get(server, "/?x").status()).isEqualTo(404);
      assertThat(get(server, "/shop?x").status()).isEqualTo(405);
    }
  }

  @Test
  void aServiceMayBeAtTheRoot() throws IOException {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/", new WrappedShopService()).start()) {
      assertThat(get(server, "/").body()).contains("<li>add</li>");
    }
  }
}
