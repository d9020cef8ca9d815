package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers of an origin that readers delimit in different ways (RFC 9112 §6.3, §11.1). */
final class FramedAnswersTest {
  /**
   * @param connections of three requests
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | HTTP/1.1 200 OK^Content-Length: 2^^ab | 200 | ab | 1",
        "GET | HTTP/1.1 200 OK^Content-Length: 2^^abc | 200 | ab | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: 2^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: 2^Content-Length: 3^^abc | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: 2, 3^^abc | 502 | | 3",
        "GET | HTTP/1.0 200 OK^Connection: keep-alive^Content-Length: 2^Content-Length: 3^^abc | 200 | ab | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: -2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: +2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Content-Length: 0x2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: chunked^^2^ab^0^^ | 200 | ab | 1",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: chunked^^2^ab^0^^x | 200 | ab | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: chunked^^2^ab^0^Set-Cookie: a^^ | 200 | ab | 1",
        "GET | HTTP/1.1 200 OK^Content-Length: 3^Transfer-Encoding: chunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.0 200 OK^Connection: keep-alive^Transfer-Encoding: chunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: gzip, chunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: chunked, gzip^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: chunked^Transfer-Encoding: chunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: xchunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: identity^Content-Length: 2^^ab | 200 | ab | 1",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding: identity^^ab~ | 200 | ab | 3",
        "GET | HTTP/1.1 200 OK^Transfer-Encoding:^ chunked^^2^ab^0^^ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^^ab~ | 200 | ab | 3",
        "GET | HTTP/1.0 200 OK^^ab~ | 200 | ab | 3",
        "GET | HTTP/1.1 204 None^^ | 204 | | 1",
        "GET | HTTP/1.1 204 None^^ab | 204 | | 3",
        "GET | HTTP/1.1 204 None^Content-Length: 2^^ab | 204 | | 3",
        "GET | HTTP/1.1 304 Same^Content-Length: 2^^ | 304 | | 1",
        "GET | HTTP/1.1 304 Same^Content-Length: 2^^ab | 304 | | 3",
        "GET | HTTP/1.1 205 Reset^Content-Length: 2^^ab | 205 | | 1",
        "HEAD | HTTP/1.1 200 OK^Content-Length: 2^^ | 200 | | 1",
        "HEAD | HTTP/1.1 200 OK^Content-Length: 2^^ab | 200 | | 3",
        "HEAD | HTTP/1.1 200 OK^Transfer-Encoding: chunked^^ | 200 | | 1",
        "HEAD | HTTP/1.1 200 OK^Transfer-Encoding: chunked^^2^ab^0^^ | 200 | | 3",
        "GET | HTTP/1.1 100 Continue^^HTTP/1.1 103 Early^Link: a^^HTTP/1.1 200 OK^Content-Length: 2^^ab | 200 | ab | 1",
        "HEAD | HTTP/1.1 100 Continue^^HTTP/1.1 200 OK^Content-Length: 2^^ | 200 | | 1",
        "GET | HTTP/1.1 200 OK^Content-Length: 2^^abHTTP/1.1 100 Continue^^ | 200 | ab | 3",
        "GET | HTTP/1.1 101 Switching^Upgrade: x^^abc | 502 | | 3",
        "GET | HTTP/1.1 099 Odd^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/1.1 600 Odd^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/1.1 2000 Odd^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200^Content-Length: 2^^ab | 200 | ab | 1",
        "GET | ICY 200 OK^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/2.0 200 OK^Content-Length: 2^^ab | 502 | | 3",
        "GET | ab~ | 502 | | 3",
        "GET | HTTP/1.1 200 OK^A\rSet-Cookie: a^Content-Length: 2^^ab | 502 | | 3",
        "GET | HTTP/1.1 200 OK^: a^Content-Length: 2^^ab | 502 | | 3"
      })
  void anAnswerIsDelimitedInOneWayOrRefused(
      String method, String answer, int status, String content, int connections) throws Exception {
    String bytes = answer.replace("^", "\r\n");
    try (FramedOrigin origin = new FramedOrigin(bytes);
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      for (int i = 0; i < 3; i++) {
        HttpResponse<byte[]> response = FramedOrigin.sent(gateway, method);
        assertThat(response.statusCode()).isEqualTo(status);
        if (status != 502) {
          assertThat(response.body()).asString().isEqualTo(content == null ? "" : content);
          assertThat(
                  response.headers().allValues("transfer-encoding").size()
                      + response.headers().allValues("content-length").size())
              .isLessThanOrEqualTo(1);
        }
      }

      assertThat(origin.connections()).isEqualTo(connections);
    }
  }

  /** A server may answer before it has all of the request; then the connection is of no use. */
  @Test
  void anAnswerBeforeTheRequestsEndIsTheLastOfItsConnection() throws Exception {
    try (FramedOrigin origin =
            new FramedOrigin("HTTP/1.1 413 Large\r\nContent-Length: 2\r\n\r\nab");
        Gateway gateway = Soap.gateway(origin.uri(), "");
        Socket socket = new Socket("127.0.0.1", gateway.port())) {
      socket.setSoTimeout(20_000);
      String head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String answer = new String(in.readAllBytes(), StandardCharsets.US_ASCII);

      assertThat(answer.toLowerCase(Locale.ROOT)).startsWith("http/1.1 413").contains("close");
      FramedOrigin.sent(gateway, "GET");
      assertThat(origin.connections()).isEqualTo(2);
    }
  }
}
