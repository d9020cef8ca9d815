package io.castile.gateway;

import static io.castile.gateway.Soap.ANY_PORT;
import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.envelope;
import static io.castile.gateway.Soap.postTo;
import static io.castile.gateway.Soap.question;
import static io.castile.gateway.Soap.uri;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.DescribedRoute;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.OriginTls;
import io.castile.gateway.config.RouteConfig;
import io.castile.gateway.config.Validation;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages are held to the schemas of a route's description. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ValidationTest {
  private static final String WRONG =
      envelope("", "<q:ask xmlns:q=\"urn:q\"><text>x</text><count>one</count></q:ask>");

  @TempDir private static Path folder;
  private static Path wsdl;

  @BeforeAll
  static void write() throws Exception {
    wsdl = folder.resolve("ask.wsdl");
    try (InputStream in = ValidationTest.class.getResourceAsStream("ask.wsdl")) {
      Files.write(wsdl, in.readAllBytes());
    }
  }

  private static Gateway gateway(TestOrigin origin, Validation validation) throws Exception {
    return gateway(origin, validation, wsdl);
  }

  private static Gateway gateway(TestOrigin origin, Validation validation, Path description)
      throws Exception {
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
                new DescribedRoute(
                    description.toString(), DescribedRoute.DEFAULT_JSON, validation, null));
    return Gateway.start(GatewaySettings.of(ANY_PORT, origin.uri()).withRoutes(List.of(route)), 2);
  }

  private static TestOrigin origin(String message) throws Exception {
    return new TestOrigin(request -> Answer.soap(message, "X-Own: yes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"REQUESTS", "RESPONSES", "BOTH"})
  void whatIsValidPassesAsItIs(Validation validation) throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, validation)) {
      HttpResponse<String> response = postTo(gateway, "/service", question("x"));

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(answer("yes"));
      assertThat(response.headers().firstValue("X-Own")).contains("yes");
      assertThat(origin.requests().get(0).text()).isEqualTo(question("x"));
    }
  }

  @ParameterizedTest
  @CsvSource({"REQUESTS, false", "BOTH, false", "RESPONSES, true"})
  void aRequestThatIsNotValidIsTheSendersFault(Validation validation, boolean passes)
      throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, validation)) {
      HttpResponse<String> response = postTo(gateway, "/service", WRONG);

      assertThat(origin.requests()).hasSize(passes ? 1 : 0);
      if (!passes) {
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.headers().firstValue("Content-Type"))
            .contains("text/xml; charset=utf-8");
        assertThat(response.body())
            .contains(":Client<", "'one'", "'integer'", "at /Envelope/Body/ask/count, line 1");
      }
    }
  }

  @Test
  void aFaultIsInTheVersionOfItsRequest() throws Exception {
    String message =
        WRONG.replace(
            "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      HttpResponse<String> response =
          postTo(gateway, "/service", message, "Content-Type", "application/soap+xml");

      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.headers().firstValue("Content-Type"))
          .contains("application/soap+xml; charset=utf-8");
      assertThat(response.body()).contains(":Sender<", "/Envelope/Body/ask/count");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<q:other xmlns:q='urn:q'/>",
        "<ask><text>x</text></ask>",
        "<q:ask xmlns:q='urn:q'/>",
        "<q:ask xmlns:q='urn:q'><text>x</text><more/></q:ask>",
        "<q:ask xmlns:q='urn:q' more=''><text>x</text></q:ask>",
        "<q:ask xmlns:q='urn:q'><text>x</q:ask>"
      })
  void whatTheSchemaDoesNotHaveIsRefused(String body) throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      HttpResponse<String> response = postTo(gateway, "/service", envelope("", body));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains(":Client<");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask><q:ask xmlns:q='urn:q'><more/></q:ask>",
        "<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>",
        "",
        "<q:ask xmlns:q='urn:q'><text>x</text></q:ask></s:Body><s:Body><q:ask/>"
      })
  void aRequestHasOneElementInItsBody(String body) throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      HttpResponse<String> response = postTo(gateway, "/service", envelope("", body));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains(":Client<", "expected");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "DELETE", "QUERY"})
  void otherMethodsDoNotPassByTheValidation(String method) throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      HttpResponse<String> response =
          Soap.sendText(
              HttpRequest.newBuilder(uri(gateway, "/service"))
                  .header("Content-Type", "text/xml; charset=utf-8")
                  .method(method, BodyPublishers.ofString(WRONG))
                  .build());

      assertThat(response.statusCode()).isEqualTo(405);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void schemasThatAreWrongAreTheGatewaysFault() throws Exception {
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.wsdl"),
            Files.readString(wsdl)
                .replace(
                    "<xs:element name=\"count\"", // of which a parser cannot tell which one it is
                    "<xs:element name=\"a\" minOccurs=\"0\"/><xs:element name=\"a\"/>"
                        + "<xs:element name=\"count\""));
    RouteConfig route =
        RouteConfig.of(java.net.URI.create("http://127.0.0.1:9/"))
            .withDescribed(new DescribedRoute(wrong.toString(), null, Validation.REQUESTS, null));
    try (Gateway gateway =
        Gateway.start(
            GatewaySettings.of(ANY_PORT, route.origins().get(0)).withRoutes(List.of(route)), 2)) {
      HttpResponse<String> response = postTo(gateway, "/", question("x"));

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains(":Server<", "the gateway cannot validate");
    }
  }

  @Test
  void aCompressedRequestIsReadBefore() throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      for (String each : List.of(WRONG, question("x"))) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
          out.write(each.getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<byte[]> response =
            Soap.send(
                HttpRequest.newBuilder(uri(gateway, "/service"))
                    .header("Content-Type", "text/xml; charset=utf-8")
                    .header("Content-Encoding", "gzip")
                    .POST(BodyPublishers.ofByteArray(bytes.toByteArray()))
                    .build());

        assertThat(response.statusCode()).isEqualTo(each.equals(WRONG) ? 500 : 200);
      }
      assertThat(origin.requests()).hasSize(1);
      assertThat(origin.requests().get(0).text()).isEqualTo(question("x"));
    }
  }

  @ParameterizedTest
  @CsvSource({"multipart/related; type=\"text/xml\"", "application/x-www-form-urlencoded"})
  void whatCannotBeValidatedIsRefused(String type) throws Exception {
    try (TestOrigin origin = origin(answer("yes"));
        Gateway gateway = gateway(origin, Validation.REQUESTS)) {
      assertThat(postTo(gateway, "/service", WRONG, "Content-Type", type).statusCode())
          .isEqualTo(415);
      String large = question("x".repeat(2 << 20));
      assertThat(postTo(gateway, "/service", large).statusCode()).isEqualTo(413);
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void aResponseThatIsNotValidIsTheServicesFault() throws Exception {
    String wrong =
        envelope("", "<q:askResponse xmlns:q=\"urn:q\"><price>much</price></q:askResponse>");
    try (TestOrigin origin = origin(wrong);
        Gateway gateway = gateway(origin, Validation.RESPONSES)) {
      gateway.policy(CachePolicy.parse("test", "rules: [{operation: ask, cache: true, ttl: 1h}]"));
      for (int i = 0; i < 2; i++) { // the second one is a hit
        HttpResponse<String> response = postTo(gateway, "/service", question("x"));

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body())
            .contains(":Server<", "/Envelope/Body/askResponse/price")
            .doesNotContain("much</price>");
      }
    }
  }

  @Test
  void aFaultOfTheServicePasses() throws Exception {
    String fault =
        envelope(
            "", "<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>");
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(500, fault, "Content-Type: text/xml; charset=utf-8"));
        Gateway gateway = gateway(origin, Validation.BOTH)) {
      assertThat(postTo(gateway, "/service", question("x")).body()).isEqualTo(fault);
    }
  }

  @Test
  void aCallByJsonIsValidatedToo() throws Exception {
    String wrong = envelope("", "<q:askResponse xmlns:q=\"urn:q\"><more/></q:askResponse>");
    try (TestOrigin origin = origin(wrong);
        Gateway gateway = gateway(origin, Validation.BOTH)) {
      HttpResponse<String> response =
          Soap.sendText(
              HttpRequest.newBuilder(uri(gateway, "/api/Questions/ask"))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString("{\"text\": \"x\"}"))
                  .build());

      assertThat(response.statusCode()).isEqualTo(500);
      assertThat(response.body()).contains("\"code\":\"Server\"", "askResponse");
    }
  }

  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"REQUESTS", "RESPONSES", "BOTH"})
  void messagesThatAreSoonValidatedAreAnsweredAsOthersAre(Validation validation) throws Exception {
    Path slow = // whose messages are validated by threads only
        Files.writeString(
            folder.resolve("slow.wsdl"),
            Files.readString(wsdl)
                .replace(
                    "</xs:schema>",
                    "<xs:simpleType name=\"slow\"><xs:restriction base=\"xs:string\">"
                        + "<xs:pattern value=\"(x+x+)+y\"/></xs:restriction></xs:simpleType>"
                        + "</xs:schema>"));
    String wrongResponse =
        envelope("", "<q:askResponse xmlns:q=\"urn:q\"><price>much</price></q:askResponse>");
    String fault =
        envelope(
            "", "<s:Fault><faultcode>s:Server</faultcode><faultstring>x</faultstring></s:Fault>");
    List<String> requests =
        List.of(
            question("x"),
            WRONG,
            question("wrong"),
            question("fault"),
            question("page"),
            question("nothing"),
            question("x".repeat(50_000)),
            question("large"),
            envelope("", ""),
            "no XML",
            envelope("", "<q:ask xmlns:q='urn:q'><text>x</q:ask>"));
    try (TestOrigin origin =
        new TestOrigin(
            request ->
                request.text().contains(">wrong<")
                    ? Answer.soap(wrongResponse)
                    : request.text().contains(">fault<")
                        ? Answer.of(500, fault, "Content-Type: text/xml; charset=utf-8")
                        : request.text().contains(">page<")
                            ? Answer.of(404, "<html/>", "Content-Type: text/html")
                            : request.text().contains(">nothing<")
                                ? Answer.of(202, "")
                                : request.text().contains(">large<")
                                    ? Answer.soap(answer("y".repeat(3 << 20)))
                                    : Answer.soap(answer("yes")))) {
      for (String policy :
          List.of("rules: []", "rules: [{operation: ask, cache: true, ttl: 1h}]")) {
        try (Gateway threads = gateway(origin, validation, slow);
            Gateway loops = gateway(origin, validation)) {
          threads.policy(CachePolicy.parse("test", policy));
          loops.policy(CachePolicy.parse("test", policy));
          postTo(loops, "/service", question("before")); // for which the schemas are compiled
          for (String request : requests) {
            for (int i = 0; i < 2; i++) { // the second one may be a hit
              HttpResponse<String> expected = postTo(threads, "/service", request);
              HttpResponse<String> found = postTo(loops, "/service", request);

              assertThat(found.statusCode()).as(request).isEqualTo(expected.statusCode());
              assertThat(found.body()).as(request).isEqualTo(expected.body());
            }
          }
        }
      }
    }
  }
}
