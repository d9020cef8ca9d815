package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The form of the access log. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class AccessLogTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Values that would end a text, a line or an object where they are not escaped. */
  private static final List<String> HOSTILE =
      List.of(
          "\"",
          "\\",
          "\\\"",
          "\",\"status\":500,\"x\":\"",
          "a\tb",
          "</script>",
          "{}[],:'`$()",
          "\u00e4\u00ff\u0085\u00ad",
          "\u00e2\u0080\u00a8",
          "\\u0000\\n",
          "-",
          "- -");

  @TempDir private Path folder;

  /** Sends requests to a gateway whose log is so; returns its lines. */
  private List<String> lines(String log, List<String> heads) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("a")))) {
      String yaml =
          "listen: 127.0.0.1:0\naccessLog: %s\nroutes: [{path: /app, service: S, origin: %s}]\n"
              .formatted(log, origin.uri());
      GatewaySettings config =
          GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), folder);
      try (Gateway gateway = Gateway.start(config, 1)) {
        for (String head : heads) {
          try (RawClient client = new RawClient(gateway.port())) {
            String message = question("q");
            client.write(
                "POST "
                    + head
                    + "\r\nContent-Type: text/xml\r\nContent-Length: "
                    + message.length()
                    + "\r\n\r\n"
                    + message);
            client.readHead();
          }
        }
      } // writes what waits
    }
    return Files.readAllLines(folder.resolve("access.log"), StandardCharsets.US_ASCII);
  }

  @Test
  void aLineHasTheFieldsThatAreNamedInTheirOrder() throws Exception {
    List<String> lines =
        lines(
            "{file: access.log, format: json, fields: [status, method, host, path, scheme, service,"
                + " route, operation, cache, header:X-Tenant]}",
            List.of(
                "/app/x?password=secret HTTP/1.1\r\nHost: a.test:80\r\nX-Tenant: one\r\n"
                    + "x-tenant: two\r\nAuthorization: secret",
                "/none HTTP/1.1\r\nHost: a"));

    assertThat(lines)
        .containsExactly(
            "{\"status\":200,\"method\":\"POST\",\"host\":\"a.test:80\",\"path\":\"/app/x\","
                + "\"scheme\":\"http\",\"service\":\"S\",\"route\":\"/app\","
                + "\"operation\":\"{urn:q}ask\",\"cache\":\"passed\",\"header:X-Tenant\":\"one,"
                + " two\"}",
            "{\"status\":404,\"method\":\"POST\",\"host\":\"a\",\"path\":\"/none\","
                + "\"scheme\":\"http\"}");
  }

  @Test
  void aLineOfTextHasAPlaceForEachField() throws Exception {
    List<String> lines =
        lines(
            "{file: access.log, format: text, fields: [method, path, operation, status, header:A]}",
            List.of(
                "/app/x HTTP/1.1\r\nHost: a\r\nA: one",
                "/app/x HTTP/1.1\r\nHost: a\r\nA: one \"two\"",
                "/app/x HTTP/1.1\r\nHost: a\r\nA: -",
                "/app/x HTTP/1.1\r\nHost: a\r\nA:",
                "/none HTTP/1.1\r\nHost: a"));

    assertThat(lines)
        .containsExactly(
            "POST /app/x {urn:q}ask 200 one",
            "POST /app/x {urn:q}ask 200 \"one \\\"two\\\"\"",
            "POST /app/x {urn:q}ask 200 \"-\"",
            "POST /app/x {urn:q}ask 200 \"\"",
            "POST /none - 404 -");
  }

  @Test
  void theUsualLineIsThatOfAFileAlone() throws Exception {
    String line = lines("{file: access.log}", List.of("/app HTTP/1.1\r\nHost: a")).get(0);

    List<String> names = new ArrayList<>();
    MAPPER.readTree(line).fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactly(
            "time",
            "client",
            "method",
            "path",
            "route",
            "operation",
            "cache",
            "status",
            "requestBytes",
            "responseBytes",
            "micros");
  }

  /** Of a header field, and of the name of an operation, which clients choose, too. */
  @Test
  void noValueEndsALineOrAText() throws Exception {
    List<String> heads = new ArrayList<>();
    HOSTILE.forEach(each -> heads.add("/app HTTP/1.1\r\nHost: a\r\nX-A: " + each));
    heads.add("/app HTTP/1.1\r\nHost: a\r\nX-A: " + "\"".repeat(5_000));
    List<String> lines = lines("{file: access.log, fields: [header:X-A, status]}", heads);

    assertThat(lines).hasSize(heads.size()).allMatch(line -> line.matches("[ -~]+"));
    List<String> found = new ArrayList<>();
    for (String line : lines) {
      JsonNode read = read(line);
      if (read.get("status").asInt() == 200) {
        found.add(read.get("header:X-A").textValue());
      }
    }
    List<String> expected = new ArrayList<>(HOSTILE);
    expected.add("\"".repeat(1_000));
    assertThat(found).containsAll(expected);
  }

  private static JsonNode read(String line) throws IOException {
    JsonNode read = MAPPER.readTree(line);
    assertThat(read.size()).isLessThanOrEqualTo(2);
    return read;
  }

  @Test
  void noValueAddsAPlaceToALineOfText() throws Exception {
    List<String> heads = new ArrayList<>();
    HOSTILE.forEach(each -> heads.add("/app HTTP/1.1\r\nHost: a\r\nX-A: " + each));
    List<String> lines =
        lines("{file: access.log, format: text, fields: [method, header:X-A, path]}", heads);

    assertThat(lines)
        .hasSize(heads.size())
        .allMatch(line -> line.matches("POST ([!#-\\[\\]-~]+|\"([ !#-\\[\\]-~]|\\\\.)*\") /app"));
  }
}
