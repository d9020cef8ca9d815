package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.RawHttp.Answer;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.xml.XmlLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server answers to messages that are not as they must be, and that it survives them. */
class HostileRequestsTest {
  private static final String SOAP_1_1 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP_1_2 = "http://www.w3.org/2003/05/soap-envelope";
  private static final String TEXT_XML = "text/xml; charset=utf-8";
  private static final int MAX_BYTES = 1 << 20;
  private static SoapServer server;
  private static WrappedShop port;

  @BeforeAll
  static void start() {
    XmlLimits limits =
        XmlLimits.builder()
            .maxBytes(MAX_BYTES)
            .maxDepth(64)
            .maxAttributes(64)
            .maxNameBytes(256)
            .maxTextBytes(MAX_BYTES)
            .maxNamespaces(64)
            .build();
    server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .limits(limits)
            .transport(
                t -> t.requestTimeout(Duration.ofMillis(1500)).idleTimeout(Duration.ofMillis(1000)))
            .start();
    // The server may close an idle connection just when it is used again.
    port = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).retrySafe("add").build();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void serverStillAnswers() {
    assertThat(port.add(1, 2)).isEqualTo(3);
  }

  private static String envelope(String uri, String header, String body) {
    return "<e:Envelope xmlns:e='"
        + uri
        + "' xmlns:s='http://shop.castile.io/'>"
        + header
        + "<e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static String envelope(String body) {
    return envelope(SOAP_1_1, "", body);
  }

  /** Label, message, fault code, and what the fault must say. */
  static Stream<Arguments> refused11() {
    return Stream.of(
        Arguments.of("no content", "", "Client", new String[] {"byte 0"}),
        Arguments.of("not XML", "hello", "Client", new String[] {"byte"}),
        Arguments.of(
            "truncated",
            envelope("<s:add><a>1</a>").substring(0, 120),
            "Client",
            new String[] {"byte"}),
        Arguments.of(
            "end tag missing",
            envelope("<s:add><a>1</b></s:add>"),
            "Client",
            new String[] {"Envelope/Body", "add"}),
        Arguments.of("undeclared prefix", envelope("<x:add/>"), "Client", new String[] {"x"}),
        Arguments.of(
            "wrong type",
            envelope("<s:add><a>seven</a><b>1</b></s:add>"),
            "Client",
            new String[] {"seven", "int", "/Envelope/Body/add/a"}),
        Arguments.of(
            "number too large",
            envelope("<s:add><a>99999999999</a><b>1</b></s:add>"),
            "Client",
            new String[] {"99999999999"}),
        Arguments.of(
            "unknown operation",
            envelope("<s:steal/>"),
            "Client",
            new String[] {"steal", "expected", "}add"}),
        Arguments.of(
            "operation of another namespace",
            envelope("<add/>"),
            "Client",
            new String[] {"add", "expected"}),
        Arguments.of("empty body", envelope(""), "Client", new String[] {"empty body"}),
        Arguments.of(
            "no body",
            "<e:Envelope xmlns:e='" + SOAP_1_1 + "'/>",
            "Client",
            new String[] {"Body", "end of Envelope"}),
        Arguments.of(
            "DTD",
            "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + envelope("<s:ping/>"),
            "Client",
            new String[] {"SOAP"}),
        Arguments.of(
            "undefined entity",
            envelope("<s:echo><arg0>&bomb;</arg0></s:echo>"),
            "Client",
            new String[] {"bomb"}),
        Arguments.of(
            "too deep",
            envelope("<s:echo>" + "<x>".repeat(80) + "</x>".repeat(80) + "</s:echo>"),
            "Client",
            new String[] {"64"}),
        Arguments.of(
            "text after the envelope",
            envelope("<s:ping/>") + "x",
            "Client",
            new String[] {"byte"}),
        Arguments.of(
            "not an envelope",
            "<s:ping xmlns:s='http://shop.castile.io/'/>",
            "VersionMismatch",
            new String[] {"Envelope", "ping"}),
        Arguments.of(
            "unknown version",
            envelope("http://example.com/soap/3", "", "<s:ping/>"),
            "VersionMismatch",
            new String[] {"http://example.com/soap/3"}),
        Arguments.of(
            "header not understood",
            envelope(
                SOAP_1_1,
                "<e:Header><h:pay xmlns:h='urn:h' e:mustUnderstand='1'/></e:Header>",
                "<s:ping/>"),
            "MustUnderstand",
            new String[] {"{urn:h}pay"}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused11")
  void malformedMessagesAreTheClientsFault(
      String label, String message, String code, String[] parts) throws IOException {
    Answer answer = RawHttp.post(server.port(), TEXT_XML, message);

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.head()).contains("text/xml");
    assertThat(answer.body()).contains("<faultcode>soap:" + code + "</faultcode>").contains(parts);
    assertThat(answer.body()).doesNotContain("at io.castile", "Exception", "detail");
  }

  @Test
  void soap12SenderFaultsHaveStatus400() throws IOException {
    Answer answer =
        RawHttp.post(server.port(), "application/soap+xml", envelope(SOAP_1_2, "", "<s:steal/>"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.head()).contains("application/soap+xml");
    assertThat(answer.body()).contains("<soap:Value>soap:Sender</soap:Value>").contains("steal");
  }

  @Test
  void receiverFaultsHaveStatus500AndNoStackTrace() throws IOException {
    Answer answer =
        RawHttp.post(
            server.port(),
            "application/soap+xml",
            envelope(SOAP_1_2, "", "<s:fail><how>bug</how></s:fail>"));

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body())
        .contains("<soap:Value>soap:Receiver</soap:Value>")
        .contains("the shop &lt;burns&gt; &amp; \uFFFD ends")
        .doesNotContain("at io.castile", "IllegalState");
  }

  @Test
  void elementsAfterTheBodyAreForSoap11Only() throws IOException {
    String trailer = "<t:trailer xmlns:t='urn:t'/></e:Envelope>";
    String soap11 = envelope("<s:ping/>").replace("</e:Envelope>", trailer);
    String soap12 = envelope(SOAP_1_2, "", "<s:ping/>").replace("</e:Envelope>", trailer);

    assertThat(RawHttp.post(server.port(), TEXT_XML, soap11).status()).isEqualTo(200);
    assertThat(RawHttp.post(server.port(), "application/soap+xml", soap12).status()).isEqualTo(400);
  }

  @Test
  void headersForOthersArePassedOver() throws IOException {
    String header =
        "<e:Header><h:pay xmlns:h='urn:h' e:mustUnderstand='1' e:actor='urn:other'/>"
            + "<h:note xmlns:h='urn:h' e:mustUnderstand='0'/></e:Header>";

    Answer answer = RawHttp.post(server.port(), TEXT_XML, envelope(SOAP_1_1, header, "<s:ping/>"));

    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void anyPrefixAndDefaultNamespacesAreRead() throws IOException {
    String message =
        "<?xml version='1.0'?><!-- c --><Envelope xmlns='"
            + SOAP_1_1
            + "'>\n <Body>\n <add xmlns='http://shop.castile.io/'><b xmlns=''>2</b>"
            + "<other xmlns=''/><a xmlns=''> 40 </a></add>\n </Body> </Envelope>";

    Answer answer = RawHttp.post(server.port(), TEXT_XML, message);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("<return>42</return>");
  }

  @Test
  void theTransportsCharsetIsHeeded() throws IOException {
    byte[] latin1 =
        envelope("<s:echo><arg0>Füße</arg0></s:echo>").getBytes(StandardCharsets.ISO_8859_1);
    byte[] utf16 = envelope("<s:echo><arg0>Füße</arg0></s:echo>").getBytes(StandardCharsets.UTF_16);

    assertThat(RawHttp.post(server.port(), "text/xml; charset=iso-8859-1", latin1, "").body())
        .contains("<return>Füße</return>");
    assertThat(RawHttp.post(server.port(), "text/xml; charset=\"utf-16\"", utf16, "").body())
        .contains("<return>Füße</return>");
    Answer wrong = RawHttp.post(server.port(), TEXT_XML, latin1, "");
    assertThat(wrong.status()).isEqualTo(500);
    assertThat(wrong.body()).contains("soap:Client").contains("UTF-8");
    Answer unknown = RawHttp.post(server.port(), "text/xml; charset=klingon", latin1, "");
    assertThat(unknown.status()).isEqualTo(415);
    assertThat(unknown.body()).contains("klingon");
  }

  static Stream<Arguments> refusedByHttp() {
    String ping = envelope("<s:ping/>");
    return Stream.of(
        Arguments.of("JSON", "POST /shop", "Content-Type: application/json\r\n", ping, 415),
        Arguments.of("no content type", "POST /shop", "", ping, 415),
        Arguments.of(
            "an unknown content coding",
            "POST /shop",
            "Content-Type: text/xml\r\nContent-Encoding: br\r\n",
            ping,
            415),
        Arguments.of(
            "no gzip",
            "POST /shop",
            "Content-Type: text/xml\r\nContent-Encoding: gzip\r\n",
            ping,
            400),
        Arguments.of(
            "too many content codings",
            "POST /shop",
            "Content-Type: text/xml\r\nContent-Encoding: gzip, gzip, gzip, gzip, gzip\r\n",
            ping,
            415),
        Arguments.of("GET", "GET /shop?x", "", "", 405),
        Arguments.of("PUT", "PUT /shop", "Content-Type: text/xml\r\n", ping, 405),
        Arguments.of("no such path", "POST /", "Content-Type: text/xml\r\n", ping, 404),
        Arguments.of("no such document", "GET /shop?xsd=../../etc/passwd", "", "", 404),
        Arguments.of(
            "too large",
            "POST /shop",
            "Content-Type: text/xml\r\n",
            "x".repeat(MAX_BYTES + 1),
            413));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedByHttp")
  void otherRequestsAreRefusedByHttp(
      String label, String line, String fields, String body, int status) throws IOException {
    String head =
        line
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + fields
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n";

    Answer answer = RawHttp.exchange(server.port(), head, body.getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).isEqualTo(status);
  }

  @Test
  void chunkedMessagesAreReadAndBounded() throws IOException {
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n";
    String message = envelope("<s:add><a>20</a><b>22</b></s:add>");
    StringBuilder chunks = new StringBuilder();
    for (char c : message.toCharArray()) {
      chunks.append("1\r\n").append(c).append("\r\n");
    }
    chunks.append("0\r\n\r\n");
    String large = "100001\r\n" + "x".repeat(0x100001) + "\r\n0\r\n\r\n";

    assertThat(
            RawHttp.exchange(
                    server.port(), head, chunks.toString().getBytes(StandardCharsets.UTF_8))
                .body())
        .contains("<return>42</return>");
    assertThat(
            RawHttp.exchange(server.port(), head, large.getBytes(StandardCharsets.UTF_8)).status())
        .isEqualTo(413);
  }

  @Test
  @Tag("long")
  void clientsThatStopInTheMiddleAreDropped() throws IOException {
    String head =
        "POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
            + "Content-Length: 1000000\r\n\r\n";

    Answer answer =
        RawHttp.exchange(server.port(), head, "<e:Envelope".getBytes(StandardCharsets.UTF_8));

    assertThat(answer.status()).isNotEqualTo(200);
  }

  @Test
  @Tag("long")
  void clientsThatTrickleAreDropped() throws Exception {
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), server.port())) {
      socket.setSoTimeout(100);
      socket
          .getOutputStream()
          .write(
              ("POST /shop HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
                      + "Content-Length: 1000000\r\n\r\n")
                  .getBytes(StandardCharsets.UTF_8));
      long start = System.nanoTime();
      boolean ended = false;
      while (!ended && System.nanoTime() - start < 15_000_000_000L) {
        ended = trickleEnds(socket);
      }
      assertThat(ended).isTrue();
    }
  }

  /** Sends a byte and waits a little for an answer; true if the server has given up. */
  private static boolean trickleEnds(Socket socket) {
    try {
      socket.getOutputStream().write(' ');
      byte[] answer = new byte[4096];
      int count = socket.getInputStream().read(answer);
      return count < 0 || new String(answer, 0, count, StandardCharsets.UTF_8).contains("408");
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
