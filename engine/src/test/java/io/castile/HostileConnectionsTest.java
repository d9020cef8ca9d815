package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.xml.XmlLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that break HTTP, or their connections, at any moment. Whatever they do, the service is
 * not called for it, and the next good request is answered.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class HostileConnectionsTest {
  private static final String ADD =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:add xmlns:s='http://shop.castile.io/'><a>20</a><b>22</b></s:add>"
          + "</e:Body></e:Envelope>";
  private static final String LINE =
      "POST /shop HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/xml\r\n";
  private static final int MAX_BYTES = 100_000;

  private final AtomicInteger calls = new AtomicInteger();
  private SoapServer server;
  private WrappedShop port;

  @BeforeEach
  void start() {
    server =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .limits(
                XmlLimits.builder()
                    .maxBytes(MAX_BYTES)
                    .maxDepth(64)
                    .maxAttributes(64)
                    .maxNameBytes(256)
                    .maxTextBytes(MAX_BYTES)
                    .maxNamespaces(64)
                    .build())
            .transport(
                t -> t.requestTimeout(Duration.ofSeconds(3)).idleTimeout(Duration.ofSeconds(3)))
            .interceptor(
                chain -> {
                  calls.incrementAndGet();
                  return chain.proceed(chain.request());
                })
            .start();
    // The server may close an idle connection just when it is used again.
    port = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).retrySafe("add").build();
  }

  @AfterEach
  void serverStillAnswers() {
    calls.set(0);
    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(calls).hasValue(1);
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getByName("localhost"), server.port());
    socket.setSoTimeout(20_000);
    return socket;
  }

  private static String whole() {
    return LINE + "Content-Length: " + ADD.length() + "\r\n\r\n" + ADD;
  }

  private static String chunked() {
    return LINE
        + "Transfer-Encoding: chunked\r\n\r\n5\r\n"
        + ADD.substring(0, 5)
        + "\r\n"
        + Integer.toHexString(ADD.length() - 5)
        + ";x=y\r\n"
        + ADD.substring(5)
        + "\r\n0\r\n\r\n";
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void requestsThatAreCutAnywhereAreNotServed(boolean inChunks) throws IOException {
    byte[] request = (inChunks ? chunked() : whole()).getBytes(StandardCharsets.US_ASCII);
    for (int length = 0; length < request.length; length++) {
      try (Socket socket = connect()) {
        socket.setSoLinger(length % 2 == 0, 0); // every other one by a reset
        socket.getOutputStream().write(request, 0, length);
      }
    }
    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(calls).hasValue(1);
    assertThat(RawHttp.exchange(server.port(), "", request).body()).contains("<return>42</return>");
  }

  /** A client that sends its end and still reads gets the answer to what it sent whole. */
  @Test
  void halfOpenConnectionsGetTheirAnswer() throws IOException {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(whole().getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();

      assertThat(RawHttp.parse(socket.getInputStream().readAllBytes()).status()).isEqualTo(200);
    }
    try (Socket socket = connect()) {
      socket.getOutputStream().write(whole().getBytes(StandardCharsets.US_ASCII), 0, 200);
      socket.shutdownOutput();

      assertThat(RawHttp.parse(socket.getInputStream().readAllBytes()).status()).isNotEqualTo(200);
    }
    assertThat(calls).hasValue(1);
  }

  static Stream<Arguments> framings() {
    String length = "Content-Length: " + ADD.length() + "\r\n";
    String chunks = Integer.toHexString(ADD.length()) + "\r\n" + ADD + "\r\n0\r\n\r\n";
    return Stream.of(
        Arguments.of("negative length", "Content-Length: -1\r\n", ADD),
        Arguments.of("signed length", "Content-Length: +" + ADD.length() + "\r\n", ADD),
        Arguments.of("length in hexadecimal", "Content-Length: 0xAA\r\n", ADD),
        Arguments.of("endless length", "Content-Length: 99999999999999999999\r\n", ADD),
        Arguments.of("two lengths", length + "Content-Length: 5\r\n", ADD),
        Arguments.of("list of lengths", "Content-Length: 5, " + ADD.length() + "\r\n", ADD),
        Arguments.of("length and chunks", length + "Transfer-Encoding: chunked\r\n", chunks),
        Arguments.of("other coding", "Transfer-Encoding: gzip\r\n", chunks),
        Arguments.of("chunked is not last", "Transfer-Encoding: chunked, gzip\r\n", chunks),
        Arguments.of("name with blank", "Content-Length : " + ADD.length() + "\r\n", ADD),
        Arguments.of("short", "Content-Length: 20\r\n", ADD),
        Arguments.of("chunk size not hexadecimal", "Transfer-Encoding: chunked\r\n", "xyz\r\n"),
        Arguments.of("chunk size too large", "Transfer-Encoding: chunked\r\n", "fffffffff\r\n"),
        Arguments.of("negative chunk", "Transfer-Encoding: chunked\r\n", "-5\r\nhello\r\n"),
        Arguments.of("chunk too short", "Transfer-Encoding: chunked\r\n", "5\r\nhell\r\n0\r\n\r\n"),
        Arguments.of("NUL in a field", "X: a\u0000b\r\n" + length, ADD),
        Arguments.of("no host", "", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("framings")
  void messagesWhoseEndIsNotCertainAreNotServed(String label, String fields, String content)
      throws IOException {
    String head = LINE + fields + "\r\n";
    if (label.equals("no host")) {
      head = whole().replace("Host: localhost\r\n", "");
    }

    RawHttp.Answer answer =
        RawHttp.exchange(server.port(), head, content.getBytes(StandardCharsets.US_ASCII));

    assertThat(answer.body()).doesNotContain("<return>");
    assertThat(answer.status()).isNotEqualTo(200);
  }

  /** Writes until the server has had enough; what it answers, if it gets through. */
  private String flood(String beginning, String piece) throws IOException {
    byte[] pieces = piece.repeat(1 + 8_000 / piece.length()).getBytes(StandardCharsets.US_ASCII);
    try (Socket socket = connect()) {
      try {
        socket.getOutputStream().write(beginning.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < 20_000; i++) {
          socket.getOutputStream().write(pieces);
        }
      } catch (IOException e) {
        return "";
      }
      throw new AssertionError("expected the server to end the connection");
    }
  }

  @Test
  void whatDoesNotEndIsCut() throws IOException {
    String chunks = LINE + "Transfer-Encoding: chunked\r\n\r\n";
    List<String> answers = new ArrayList<>();
    answers.add(flood("", "x"));
    answers.add(flood("POST /", "x"));
    answers.add(flood(LINE, "X: y\r\n"));
    answers.add(flood(LINE + "X: ", "y"));
    answers.add(flood(chunks, "1\r\nx\r\n"));
    answers.add(flood(chunks, "1;" + "x=y;".repeat(100) + "\r\nx\r\n"));
    answers.add(flood(chunks + "1;", "x=y;"));
    answers.add(flood(chunks + "0\r\n", "X: y\r\n"));
    answers.add(flood(chunks, "0000000000"));

    assertThat(answers).containsOnly("");
    assertThat(calls).hasValue(0);
  }

  @Test
  void manySilentConnectionsAreNoBurden() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int i = 0; i < 500; i++) {
        Socket socket = connect();
        silent.add(socket);
        socket.getOutputStream().write(LINE.getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(port.add(1, 2)).isEqualTo(3);
      for (Socket socket : silent) {
        assertThat(RawHttp.parse(socket.getInputStream().readAllBytes()).status())
            .isNotEqualTo(200);
      }
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }
}
