package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bridge.mock.MockPairs;
import io.castile.bridge.mock.MockResponse;
import io.castile.bridge.mock.MockService;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import io.castile.wsdl.WsdlReader;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and responses that are kept as files. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RecordTest {
  @TempDir private Path folder;

  private Gateway gateway(TestOrigin origin, @Nullable String wsdl) throws Exception {
    RouteConfig route =
        new RouteConfig(
                "/service",
                null,
                List.of(origin.uri("/service")),
                "",
                false,
                OriginTls.DEFAULT,
                false,
                null)
            .withDescribed(
                new DescribedRoute(wsdl, null, Validation.NONE, folder.resolve("pairs")));
    return Gateway.start(GatewaySettings.of(ANY_PORT, origin.uri()).withRoutes(List.of(route)), 2);
  }

  /** The files by their names, the digests left out. */
  private Map<String, List<String>> recorded() throws Exception {
    Map<String, List<String>> recorded = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve("pairs"))) {
      for (Path each : files.sorted().toList()) {
        String name = each.getFileName().toString().replaceFirst("\\.\\p{XDigit}{16}\\.", ".*.");
        recorded.computeIfAbsent(name, added -> new ArrayList<>()).add(Files.readString(each));
      }
    }
    return recorded;
  }

  @Test
  void eachRequestIsKeptOnceWithItsResponse() throws Exception {
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.soap(answer(request.text().contains("x<") ? "1" : "2")));
        Gateway gateway = gateway(origin, null)) {
      for (String each : List.of("x", "y", "x")) {
        HttpResponse<String> response = postTo(gateway, "/service", question(each));
        assertThat(response.body()).isEqualTo(answer(each.equals("x") ? "1" : "2"));
      }

      Map<String, List<String>> recorded = recorded();
      assertThat(recorded.keySet()).containsExactly("ask.*.request.xml", "ask.*.response.xml");
      assertThat(recorded.get("ask.*.request.xml"))
          .containsExactlyInAnyOrder(question("x"), question("y"));
      assertThat(recorded.get("ask.*.response.xml"))
          .containsExactlyInAnyOrder(answer("1"), answer("2"));
    }
  }

  @Test
  void aPairHasTheNameOfItsOperationInTheDescription() throws Exception {
    Path wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = RecordTest.class.getResourceAsStream("ask.wsdl")) {
      String text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      Files.writeString(
          wsdl, text.replace("<operation name=\"ask\"", "<operation name=\"inquire\""));
    }
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("1")));
        Gateway gateway = gateway(origin, wsdl.toString())) {
      postTo(gateway, "/service", question("x"));

      assertThat(recorded().keySet())
          .containsExactly("inquire.*.request.xml", "inquire.*.response.xml");
    }
  }

  @Test
  void secretsAreLeftOut() throws Exception {
    String secret =
        envelope(
            "<w:Security xmlns:w=\"urn:w\"><w:Password>hunter2</w:Password></w:Security>",
            "<q:ask xmlns:q=\"urn:q\"><text>x</text><userPassword>hunter2</userPassword>"
                + "<q:ApiKey><a>hunter2</a></q:ApiKey><pin>hunter2</pin></q:ask>");
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.soap(
                        envelope(
                            "<t>hunter2</t>", "<r><sessionToken>hunter2</sessionToken></r>")));
        Gateway gateway = gateway(origin, null)) {
      postTo(gateway, "/service", secret, "Authorization", "Basic hunter2");

      assertThat(origin.requests().get(0).text()).isEqualTo(secret);
      assertThat(recorded().values().toString())
          .doesNotContain("hunter2")
          .contains("<text>x</text><userPassword>***</userPassword>", "<s:Header></s:Header>");
    }
  }

  @Test
  void whatIsNoEnvelopePassesAndIsNotKept() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "yes"));
        Gateway gateway = gateway(origin, null)) {
      assertThat(postTo(gateway, "/service", "a=b", "Content-Type", "text/plain").body())
          .isEqualTo("yes");
      assertThat(postTo(gateway, "/service", question("x".repeat(2 << 20))).body())
          .isEqualTo("yes");
      assertThat(postTo(gateway, "/service", question("x")).body()).isEqualTo("yes");
      assertThat(folder.resolve("pairs")).doesNotExist();
    }
  }

  // ---- attachments ----

  private static final String SWA = "multipart/related; type=\"text/xml\"; boundary=\"b\"";

  /** An envelope with attachments of ASCII. */
  private static String packed(String envelope, String... fieldsAndContents) {
    Multipart parts = new Multipart("b").part(envelope, "Content-Type: text/xml; charset=utf-8");
    for (int i = 0; i < fieldsAndContents.length; i += 3) {
      parts.part(
          fieldsAndContents[i + 2],
          "Content-Type: " + fieldsAndContents[i],
          "Content-ID: <" + fieldsAndContents[i + 1] + ">");
    }
    return new String(parts.bytes(), StandardCharsets.US_ASCII);
  }

  private List<Path> files() throws Exception {
    Path pairs = folder.resolve("pairs");
    if (!Files.exists(pairs)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(pairs)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Returns what is recorded, without digests. */
  private List<String> names() throws Exception {
    return files().stream()
        .map(each -> folder.resolve("pairs").relativize(each).toString().replace('\\', '/'))
        .map(each -> each.replaceFirst("\\.\\p{XDigit}{16}\\.", ".*."))
        .toList();
  }

  @Test
  void attachmentsAreKeptBesideTheirMessagesAndReplayed() throws Exception {
    String first = packed(question("x"), "image/gif", "scan=1@x", "first");
    String second = packed(question("x"), "image/gif", "scan=2@x", "second");
    Path wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = RecordTest.class.getResourceAsStream("ask.wsdl")) {
      Files.copy(in, wsdl);
    }
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    Answer.of(
                        200,
                        packed(
                            answer("1"),
                            "multipart/mixed; boundary=c",
                            "../../up",
                            request.text().contains("first") ? "--c--" : "--c\r\n\r\n2\r\n--c--"),
                        "Content-Type: " + SWA));
        Gateway gateway = gateway(origin, null)) {
      for (String each : List.of(first, second, first)) {
        HttpResponse<String> response = postTo(gateway, "/service", each, "Content-Type", SWA);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains(SWA);
        assertThat(response.body()).contains("--c--");
        assertThat(origin.requests().get(origin.requests().size() - 1).text()).isEqualTo(each);
      }
    }

    List<String> pair =
        List.of(
            "ask.*.request.parts/part-scan.gif",
            "ask.*.request.parts/parts.json",
            "ask.*.request.xml",
            "ask.*.response.parts/part-______up.bin",
            "ask.*.response.parts/parts.json",
            "ask.*.response.xml");
    assertThat(names()).containsExactlyInAnyOrderElementsOf(twice(pair));
    assertThat(files()).allMatch(each -> each.startsWith(folder.resolve("pairs")));
    MockService mock = MockService.of(WsdlReader.create().read(wsdl.toUri()));
    MockService replay =
        mock.withPairs(MockPairs.read(folder.resolve("pairs"), mock.names()), true);
    String again = packed(question("x"), "image/gif", "scan=99@x", "second");
    MockResponse response = replay.answer(SWA, "", "", again.getBytes(StandardCharsets.US_ASCII));
    assertThat(response.status()).as(response.content()).isEqualTo(200);
    assertThat(response.content())
        .contains(answer("1"), "Content-Type: multipart/mixed; boundary=c", "<../../up>")
        .contains(
            Base64.getEncoder()
                .encodeToString("--c\r\n\r\n2\r\n--c--".getBytes(StandardCharsets.US_ASCII)));
    String other = packed(question("x"), "image/gif", "scan=99@x", "third");
    assertThat(replay.answer(SWA, "", "", other.getBytes(StandardCharsets.US_ASCII)).refusal())
        .contains("no pair is recorded");
  }

  private static List<String> twice(List<String> names) {
    List<String> twice = new ArrayList<>(names);
    twice.addAll(names);
    return twice;
  }

  /** A name or a word in each of these pairs says that there is a secret. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<q:ask xmlns:q='urn:q'><password>x</password></q:ask>|image/gif|scan|x",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|image/gif|userPassword=1@x|x",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|image/gif|userPin=1-2@castile|x",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|image/gif|p%61ssword=1@castile|x",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|text/xml|scan|<a><apiKey>x</apiKey></a>",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|text/plain; charset=utf-16le|scan|p\u0000i\u0000n\u0000",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|application/octet-stream|scan|{\"pin\": 7}",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask>|multipart/mixed; boundary=c|scan|--c\r\n\r\na secret\r\n--c--"
      })
  void attachmentsOfAPairWithASecretAreNotKept(String row) throws Exception {
    String[] of = row.split("\\|");
    String message = packed(envelope("", of[0]), of[1], of[2], of[3]);
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("1")));
        Gateway gateway = gateway(origin, null)) {
      assertThat(postTo(gateway, "/service", message, "Content-Type", SWA).body())
          .isEqualTo(answer("1"));
    }
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, message, "Content-Type: " + SWA));
        Gateway gateway = gateway(origin, null)) {
      assertThat(postTo(gateway, "/service", question("y")).body()).isEqualTo(message);
    }

    assertThat(names()).isEmpty();
  }

  /** The request is written last, so what is there without it is of a recording that ended. */
  @Test
  void aPairThatWasNotWrittenToItsEndIsWrittenAnew() throws Exception {
    String message = packed(question("x"), "image/gif", "scan=1@x", "x");
    List<String> contents = new ArrayList<>(List.of("old", "new", "newer"));
    try (TestOrigin origin =
        new TestOrigin(
            request ->
                Answer.of(
                    200,
                    packed(answer("1"), "image/gif", contents.get(0), contents.remove(0)),
                    "Content-Type: " + SWA))) {
      try (Gateway gateway = gateway(origin, null)) {
        postTo(gateway, "/service", message, "Content-Type", SWA);
      }
      for (Path each : files()) {
        if (each.toString().endsWith(".request.xml")) {
          Files.delete(each);
        }
      }
      try (Gateway gateway = gateway(origin, null)) {
        postTo(gateway, "/service", message, "Content-Type", SWA);
        postTo(gateway, "/service", message, "Content-Type", SWA);
      }
    }

    assertThat(names())
        .contains("ask.*.request.xml", "ask.*.response.parts/part-new.gif")
        .hasSize(6);
  }

  @Test
  void headerBlocksOfAMessageWithAttachmentsAreLeftOut() throws Exception {
    String message =
        packed(
            envelope("<w:Security xmlns:w=\"urn:w\">hunter2</w:Security>", "<ask xmlns='urn:q'/>"),
            "image/gif",
            "scan",
            "x");
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("1")));
        Gateway gateway = gateway(origin, null)) {
      postTo(gateway, "/service", message, "Content-Type", SWA);
    }

    assertThat(names()).hasSize(4);
    for (Path each : files()) {
      assertThat(Files.readString(each)).doesNotContain("hunter2");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=\"b\"",
        "multipart/related; type=\"text/plain\"; boundary=\"b\"",
        "multipart/related; type=\"text/xml\"; boundary=\"other\"",
        "multipart/related"
      })
  void otherPackagesPassAndAreNotKept(String type) throws Exception {
    String message = packed(question("x"), "image/gif", "scan", "x");
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("1")));
        Gateway gateway = gateway(origin, null)) {
      assertThat(postTo(gateway, "/service", message, "Content-Type", type).body())
          .isEqualTo(answer("1"));
      assertThat(origin.requests().get(0).text()).isEqualTo(message);
    }

    assertThat(names()).isEmpty();
  }
}
