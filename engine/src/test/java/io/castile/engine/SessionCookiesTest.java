package io.castile.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions by cookies, and the other properties of a request context that make header fields. */
class SessionCookiesTest {
  private static final String SUM =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><s:addResponse"
          + " xmlns:s='http://shop.castile.io/'><return>3</return></s:addResponse></e:Body>"
          + "</e:Envelope>";

  private final List<Map<String, List<String>>> requests = new ArrayList<>();
  private HttpServer http;

  @BeforeEach
  void serve() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/shop",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          requests.add(Map.copyOf(exchange.getRequestHeaders()));
          exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
          if (requests.size() == 1) {
            exchange
                .getResponseHeaders()
                .add("Set-Cookie", "one=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Path=/");
            exchange.getResponseHeaders().add("Set-Cookie", "two=2; Path=/shop");
            exchange.getResponseHeaders().add("Set-Cookie", "three=3; Path=/elsewhere");
          }
          byte[] answer = SUM.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    http.start();
  }

  @AfterEach
  void stop() {
    http.stop(0);
  }

  private WrappedShop client() {
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost:" + http.getAddress().getPort() + "/shop")
        .build();
  }

  @Test
  void cookiesOfTheServiceAreSentBackInASession() {
    WrappedShop shop = client();
    ((BindingProvider) shop)
        .getRequestContext()
        .put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);

    shop.add(1, 2);
    shop.add(1, 2);

    assertThat(requests.get(0)).doesNotContainKey("Cookie");
    assertThat(requests.get(1).get("Cookie")).hasSize(1);
    assertThat(requests.get(1).get("Cookie").get(0).split("; "))
        .containsExactlyInAnyOrder("one=1", "two=2");
  }

  /** No request could carry it: RFC 6265bis §5.6. */
  @Test
  void aCookieThatNoRequestCanCarryIsIgnored() {
    List<String> sent = new ArrayList<>();
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(
                new Transport() {
                  @Override
                  public Incoming send(Outgoing message) {
                    sent.add(String.valueOf(message.headers().get("Cookie")));
                    String answer =
                        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                            + "<m:addResponse xmlns:m='http://shop.castile.io/'><return>3</return>"
                            + "</m:addResponse></e:Body></e:Envelope>";
                    return new Incoming(
                        200,
                        Headers.of(
                            "content-type",
                            "text/xml",
                            "set-cookie",
                            "bad=a\u0001b",
                            "set-cookie",
                            "worse=\u007f",
                            "set-cookie",
                            "odd=\u20ac",
                            "set-cookie",
                            "good=1; Path=/"),
                        answer.getBytes(StandardCharsets.UTF_8));
                  }

                  @Override
                  public void close() {}
                })
            .build();
    ((BindingProvider) shop)
        .getRequestContext()
        .put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);

    for (int i = 0; i < 3; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    assertThat(sent).containsExactly("null", "good=1", "good=1");
  }

  @Test
  void aCookieGoesBackAsItCameWhateverItsAttributes() {
    List<String> sent = new ArrayList<>();
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(
                new Transport() {
                  @Override
                  public Incoming send(Outgoing message) {
                    sent.add(String.valueOf(message.headers().get("Cookie")));
                    String[] set =
                        switch (sent.size()) {
                          case 1 ->
                              new String[] {
                                "SESSION=\"abc\"; Max-Age=3600; Path=/; Version=1", "b=2; Max-Age=9"
                              };
                          case 2 -> new String[] {"b=3; max-age=9"};
                          case 3 -> new String[] {"SESSION=x; Max-Age=0; Path=/"};
                          default -> new String[0];
                        };
                    Headers.Builder headers = Headers.builder().add("content-type", "text/xml");
                    for (String each : set) {
                      headers.add("set-cookie", each);
                    }
                    return new Incoming(200, headers.build(), SUM.getBytes(UTF_8));
                  }

                  @Override
                  public void close() {}
                })
            .build();
    ((BindingProvider) shop)
        .getRequestContext()
        .put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);

    for (int i = 0; i < 4; i++) {
      shop.add(1, 2);
    }

    assertThat(sent).containsExactly("null", "SESSION=\"abc\"; b=2", "SESSION=\"abc\"; b=3", "b=3");
  }

  @Test
  void withoutASessionNoCookiesAreSent() {
    WrappedShop shop = client();

    shop.add(1, 2);
    shop.add(1, 2);

    assertThat(requests.get(1)).doesNotContainKey("Cookie");
  }

  @Test
  void theActionIsThatOfTheRequestContextUnlessItIsNotToBeUsed() {
    WrappedShop shop = client();
    Map<String, Object> context = ((BindingProvider) shop).getRequestContext();

    context.put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:action");
    shop.add(1, 2);
    context.put(BindingProvider.SOAPACTION_USE_PROPERTY, false);
    shop.add(1, 2);
    context.put(BindingProvider.USERNAME_PROPERTY, "ada");
    context.put(BindingProvider.PASSWORD_PROPERTY, "p");
    shop.add(1, 2);

    assertThat(requests.get(0).get("Soapaction")).containsExactly("\"urn:action\"");
    assertThat(requests.get(1).get("Soapaction")).containsExactly("\"\"");
    assertThat(requests.get(1)).doesNotContainKey("Authorization");
    assertThat(requests.get(2).get("Authorization")).containsExactly("Basic YWRhOnA=");
  }
}
