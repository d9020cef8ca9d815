package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that begin with a header of the PROXY protocol. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ProxyProtocolTest {
  private static final byte[] REQUEST =
      "GET /a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 9.9.9.9\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  /** The signature of version 2, as the specification has it. */
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";

  private TestOrigin origin;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    origin = new TestOrigin(request -> Answer.of(200, "ok"));
  }

  private void start(String trusted) throws IOException {
    String yaml =
        "listen: 127.0.0.1:0\nproxyProtocol: true\ntrustedProxies: [%s]\nroutes: [{origin: %s}]\n"
            .formatted(trusted, origin.uri());
    gateway =
        Gateway.start(
            GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("")), 1);
  }

  @AfterEach
  void stop() {
    gateway.close();
    origin.close();
  }

  private String sent(byte[] header) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(header);
    all.writeBytes(REQUEST);
    try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      for (byte each : all.toByteArray()) { // in as many pieces as the network may make of it
        socket.getOutputStream().write(each);
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) { // closed before all was read
      return "";
    }
  }

  private String forwardedFor() {
    return origin.requests().get(0).fields().getFirst("X-Forwarded-For");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PROXY TCP4 1.2.3.4 127.0.0.1 5000 80 | 1.2.3.4",
        "PROXY TCP6 2001:db8::1 ::1 5000 80 | 2001:db8:0:0:0:0:0:1",
        "PROXY UNKNOWN | 9.9.9.9, 127.0.0.1",
      })
  void aHeaderOfVersion1TellsTheClient(String header, String client) throws Exception {
    start("127.0.0.0/8");

    assertThat(sent((header + "\r\n").getBytes(StandardCharsets.US_ASCII)))
        .startsWith("HTTP/1.1 200");
    assertThat(forwardedFor()).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "21 11 000c 01020304 7f000001 1388 0050 | 1.2.3.4",
        "21 11 0010 01020304 7f000001 1388 0050 04000100 | 1.2.3.4",
        "21 21 0024 20010db8000000000000000000000001 00000000000000000000000000000001 1388 0050 |"
            + " 2001:db8:0:0:0:0:0:1",
        "20 00 0000 | 9.9.9.9, 127.0.0.1",
      })
  void aHeaderOfVersion2TellsTheClient(String header, String client) throws Exception {
    start("127.0.0.0/8");

    assertThat(sent(HexFormat.of().parseHex(SIGNATURE + header.replace(" ", ""))))
        .startsWith("HTTP/1.1 200");
    assertThat(forwardedFor()).isEqualTo(client);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "PROXY TCP4 1.2.3.4\r\n",
        "PROXY TCP4 1.2.3.4 127.0.0.1 5000 99999\r\n",
        "PROXY TCP4 1.2.3.4 127.0.0.1 5000 80\r\nPROXY TCP4 1.2.3.4 127.0.0.1 5000 80\r\n",
        "PROXY UNKNOWN aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n"
      })
  void whatHasNoHeaderOrAnotherOneReachesNoOrigin(String header) throws Exception {
    start("127.0.0.0/8");

    assertThat(sent(header.getBytes(StandardCharsets.US_ASCII))).doesNotContain("HTTP/1.1 200");
    assertThat(origin.requests()).isEmpty();
  }

  @Test
  void aHeaderOfOthersIsNotBelieved() throws Exception {
    start("10.0.0.0/8");

    assertThat(sent("PROXY TCP4 1.2.3.4 127.0.0.1 5000 80\r\n".getBytes(StandardCharsets.US_ASCII)))
        .startsWith("HTTP/1.1 400");
    assertThat(origin.requests()).isEmpty();
    assertThat(sent(new byte[0])).startsWith("HTTP/1.1 200");
    assertThat(forwardedFor()).isEqualTo("127.0.0.1");
  }
}
