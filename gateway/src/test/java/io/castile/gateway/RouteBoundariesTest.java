package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import jakarta.jws.WebService;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A route leads to the services below its path, and to no other of its origin. */
final class RouteBoundariesTest {
  /** Ways out of the folder {@code /pub}, as servers, proxies and file systems read them. */
  private static final List<String> WAYS_OUT =
      List.of(
          "/pub/../secret",
          "/pub/x/../../secret",
          "/pub/../../secret",
          "/pub/./../secret",
          "/pub/%2e%2e/secret",
          "/pub/%2E%2E/secret",
          "/pub/.%2e/secret",
          "/pub/%2e./secret",
          "/pub/..%2fsecret",
          "/pub/..%2Fsecret",
          "/pub%2f..%2fsecret",
          "/pub/%2e%2e%2fsecret",
          "/pub/..;/secret",
          "/pub/..;a=b/secret",
          "/pub/..;/..;/secret",
          "/pub/%2e%2e;/secret",
          "/pub/..%3b/secret",
          "/pub/.;/../secret",
          "/pub/;/../secret",
          "/pub;/../secret",
          "/pub;a/../secret",
          "/pub/..\\secret",
          "/pub\\..\\secret",
          "/pub/..%5csecret",
          "/pub/..%5Csecret",
          "/pub/%5c../secret",
          "/pub/%252e%252e/secret",
          "/pub/%252e%252e%252fsecret",
          "/pub/..%252fsecret",
          "/pub/%25%32%65%25%32%65/secret",
          "/pub/..%00/secret",
          "/pub/..%0d/secret",
          "/pub/..%09/secret",
          "/pub/..%20/secret",
          "/pub/.../secret",
          "/pub/..%23/secret",
          "/pub/..%3f/secret",
          "/pub//../secret",
          "/pub///../../secret",
          "//pub/../secret",
          "//secret",
          "/secret",
          "/./secret",
          "/x/../secret",
          "/;/secret",
          "/%73ecret",
          "/pub/%c0%ae%c0%ae/secret",
          "/pub/..%c0%afsecret",
          "/pub/%e0%80%ae%e0%80%ae/secret",
          "/pub/%ef%bc%8e%ef%bc%8e/secret",
          "/pub/..%ef%bc%8fsecret",
          "/pub/%u002e%u002e/secret",
          "/pub/..#/secret",
          "/pub/..\u0000/secret",
          "/pub/..\t/secret",
          "/pub/\t../secret",
          "/pub/..\u00ff/secret",
          "/pub/..\u007f/secret",
          "http://x/pub/../secret",
          "http://x//pub/../../secret",
          "http://x/pub/..;/secret",
          "http://x/secret",
          "HTTP://x/pub/%2e%2e/secret",
          "http://x\\@x/pub/../secret",
          "http://user@x/pub/../secret",
          "http://x?/pub/../secret",
          "http://x#/pub/../secret",
          "http://y/pub/../secret",
          "http:///pub/../secret",
          "pub/../secret",
          "?/pub/../secret",
          "*/../secret");

  /** A service. */
  @WebService(targetNamespace = "urn:q")
  public interface Asked {
    String ask(String text);
  }

  private static GatewaySettings config(URI origin) {
    return GatewaySettings.of(Soap.ANY_PORT, origin)
        .withRoutes(
            List.of(
                new RouteConfig(
                    "/pub",
                    null,
                    List.of(URI.create(origin + "/pub")),
                    "",
                    false,
                    OriginTls.DEFAULT,
                    false,
                    null)));
  }

  private static String posted(Gateway gateway, String target) throws IOException {
    String message = Soap.envelope("", "<q:ask xmlns:q=\"urn:q\"><arg0>x</arg0></q:ask>");
    String request =
        "POST "
            + target
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: text/xml\r\n"
            + "SOAPAction: \"\"\r\nContent-Length: "
            + message.length()
            + "\r\n\r\n"
            + message;
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) { // closed before all was read
      return "closed";
    }
  }

  @Test
  void noServiceOfJettyBesideTheRouteIsReached() throws Exception {
    AtomicInteger secrets = new AtomicInteger();
    AtomicInteger publics = new AtomicInteger();
    Asked secret = text -> "secret " + secrets.incrementAndGet();
    Asked open = text -> "open " + publics.incrementAndGet();
    try (SoapServer server =
            Castile.server().publish("/pub", open).publish("/secret", secret).start();
        Gateway gateway =
            Gateway.start(config(URI.create("http://127.0.0.1:" + server.port())), 1)) {
      for (String way : WAYS_OUT) {
        assertThat(posted(gateway, way)).as(way).doesNotContain("secret 1");
      }

      assertThat(secrets).hasValue(0);
      publics.set(0);
      assertThat(posted(gateway, "/x/../pub")).startsWith("HTTP/1.1 200");
      assertThat(posted(gateway, "/%70ub")).startsWith("HTTP/1.1 200");
      assertThat(posted(gateway, "http://x/pub")).startsWith("HTTP/1.1 200");
      assertThat(publics).hasValue(3);
    }
  }

  @Test
  void noTargetBesideTheRouteReachesTheOrigin() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap("ok"));
        Gateway gateway = Gateway.start(config(origin.uri()), 1)) {
      for (String way : WAYS_OUT) {
        assertThat(posted(gateway, way)).as(way).matches("(?s)HTTP/1.1 40[04] .*");
      }

      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aTargetOfHttp2IsReadAlike() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap("ok"));
        Gateway gateway = Gateway.start(config(origin.uri()), 1)) {
      for (String way : WAYS_OUT) {
        try (Http2Wire wire = new Http2Wire(gateway.port())) {
          wire.send(
              Http2Wire.HEADERS,
              Http2Wire.END_HEADERS | Http2Wire.END_STREAM,
              1,
              Http2Wire.block(
                  ":method", "GET", ":scheme", "http", ":path", way, ":authority", "x"));
          Http2Wire.Frame frame =
              wire.read(
                  each ->
                      each.type() == Http2Wire.RST_STREAM
                          || each.type() == Http2Wire.GOAWAY
                          || each.type() == Http2Wire.HEADERS);
          assertThat(frame.status()).as(way).matches("|40[04]");
        }
      }

      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void theOriginIsAskedForTheNormalForm() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap("ok"));
        Gateway gateway = Gateway.start(config(origin.uri()), 1)) {
      posted(gateway, "/a/../pub/b/./%63/%7e/%c3%a4?q=../%2e");
      posted(gateway, "http://x:80/pub?to=/a/../b");
      posted(gateway, "//pub//x");

      assertThat(origin.requests())
          .extracting(TestOrigin.Request::target)
          .containsExactly("/pub/b/c/~/%C3%A4?q=../%2e", "/pub?to=/a/../b", "/pub/x");
    }
  }

  /** RFC 9112 §3.2.2: the target's authority counts, so that a field that differs is a trap. */
  @Test
  void aTargetNamesTheHostOfTheField() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap("ok"));
        Gateway gateway = Gateway.start(config(origin.uri()), 1)) {
      for (String other : List.of("y", "x:8080", "x.", "x@y", "y:80", "[::1]")) {
        assertThat(posted(gateway, "http://" + other + "/pub"))
            .as(other)
            .startsWith("HTTP/1.1 400");
      }
      assertThat(posted(gateway, "https://X:443/pub")).startsWith("HTTP/1.1 200");
      assertThat(origin.requests()).hasSize(1);
    }
  }
}
