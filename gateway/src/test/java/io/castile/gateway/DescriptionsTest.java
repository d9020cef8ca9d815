package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.http.ContentCodings;
import io.castile.gateway.soap.DescriptionAddresses;
import io.castile.gateway.soap.DescriptionAddresses.Asked;
import io.castile.gateway.soap.DescriptionAddresses.Reached;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of services, which lead clients to the gateway. */
final class DescriptionsTest {
  private static final String WSDL =
      "<definitions><import location=\"%1$s/app?wsdl=1\"/><x schemaLocation='http://w3.example/x'/>"
          + "<soap:address location=\"http://inside:8080/app/service\"/></definitions>";

  private static HttpResponse<byte[]> get(Gateway gateway, String target, String... fields)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(Soap.uri(gateway, target));
    for (int i = 0; i < fields.length; i += 2) {
      request.header(fields[i], fields[i + 1]);
    }
    return Soap.send(request.build());
  }

  @ParameterizedTest
  @CsvSource({
    "<soap:address location=\"http://inside:1/app/s?x=1\"/>, <soap:address location=\"http://g/r/s?x=1\"/>",
    "<address  binding='b' location='https://other/app/s'/>, <address  binding='b' location='http://g/r/s'/>",
    "<address location='https://other/s'/>, <address location='http://g/r/asked'/>",
    "<a:address location = ' HTTP://inside/app/s '/>, <a:address location = ' http://g/r/s '/>",
    "<soap:address location=\"jms://queue\"/>, <soap:address location=\"jms://queue\"/>",
    "<w:endpoint name='a' address='http://inside/app/s'>, <w:endpoint name='a' address='http://g/r/s'>",
    "<xs:include schemaLocation='http://o:80/app?xsd=1'/>, <xs:include schemaLocation='http://g/r?xsd=1'/>",
    "<xs:include schemaLocation='http://o/app?xsd=1'/>, <xs:include schemaLocation='http://g/r?xsd=1'/>",
    "<xs:include schemaLocation='HTTP://O/app/a.xsd'/>, <xs:include schemaLocation='http://g/r/a.xsd'/>",
    "<xs:import schemaLocation=\"http://w3.example/app\"/>, <xs:import schemaLocation=\"http://w3.example/app\"/>",
    "<xs:import schemaLocation='http://g/app?xsd=1'/>, <xs:import schemaLocation='http://g/r?xsd=1'/>",
    "<xs:import schemaLocation='https://g:443/app?xsd=1'/>, <xs:import schemaLocation='http://g/r?xsd=1'/>",
    "<xs:import schemaLocation='http://o:8080/app?xsd=1'/>, <xs:import schemaLocation='http://g/second?xsd=1'/>",
    "<xs:import schemaLocation='http://o/common/a.xsd'/>, <xs:import schemaLocation='http://g/more/a.xsd'/>",
    "<xs:import schemaLocation='http://g/common/a.xsd'/>, <xs:import schemaLocation='http://g/more/a.xsd'/>",
    "<xs:import schemaLocation='http://o/elsewhere/a.xsd'/>, <xs:import schemaLocation='http://o/elsewhere/a.xsd'/>",
    "<xs:import schemaLocation='http://10.0.0.5/app/asked?xsd=1'/>, <xs:import schemaLocation='http://g/r/asked?xsd=1'/>",
    "<xs:import schemaLocation='http://10.0.0.5/app/other?xsd=1'/>, <xs:import schemaLocation='http://10.0.0.5/app/other?xsd=1'/>",
    "<i location='http://in:1/app/a.xsd'/><address location='http://in:1/app'/>, <i location='http://g/r/a.xsd'/><address location='http://g/r'/>",
    "<wsa:Address>http://o/app/s</wsa:Address>, <wsa:Address>http://g/r/s</wsa:Address>",
    "<wsa:Address>http://sts.example/app</wsa:Address>, <wsa:Address>http://sts.example/app</wsa:Address>",
    "<a xsi:schemaLocation='http://o/app x.xsd'/>, <a xsi:schemaLocation='http://o/app x.xsd'/>",
    "<import location=\"part.wsdl\"/>, <import location=\"part.wsdl\"/>",
    "<note>location=\"http://o:80/app\"</note>, <note>location=\"http://o:80/app\"</note>"
  })
  void addressesAreTheGateways(String of, String expected) {
    DescriptionAddresses addresses =
        new DescriptionAddresses(
            new Asked(List.of("g"), "http://g/r/asked", "/app/asked"),
            List.of(
                new Reached(List.of(URI.create("http://o:80/app")), "http://g/r"),
                new Reached(List.of(URI.create("http://o/common")), "http://g/more"),
                new Reached(List.of(URI.create("http://o:8080/app")), "http://g/second")));

    for (String charset :
        List.of("ISO-8859-1", "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE")) {
      byte[] rewritten = addresses.rewritten(of.getBytes(Charset.forName(charset)));
      assertThat(new String(rewritten, Charset.forName(charset))).isEqualTo(expected);
    }
    String declared = "<?xml version='1.0' encoding='IBM1047'?>\n";
    byte[] rewritten = addresses.rewritten((declared + of).getBytes(Charset.forName("IBM1047")));
    assertThat(new String(rewritten, Charset.forName("IBM1047"))).isEqualTo(declared + expected);
  }

  @Test
  void whatClientsNameAsTheirHostStaysWithinAnAttribute() {
    DescriptionAddresses addresses =
        new DescriptionAddresses(
            new Asked(List.of("a'b&c"), "http://a'b&c/<x>\"", "/app/asked"),
            List.of(new Reached(List.of(URI.create("http://o/app")), "http://a'b&c/r")));

    assertThat(
            addresses.rewritten(
                "<address location='http://o/app'/><address location='http://o/'/>"
                    .getBytes(StandardCharsets.UTF_8)))
        .asString()
        .isEqualTo(
            "<address location='http://a&apos;b&amp;c/r'/>"
                + "<address location='http://a&apos;b&amp;c/&lt;x>&quot;'/>");
  }

  @Test
  void aDescriptionIsKeptAndStandsInForAnOriginThatFails() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    TestOrigin[] own = new TestOrigin[1];
    try (TestOrigin origin =
            new TestOrigin(
                request ->
                    fails.get()
                        ? Answer.of(503, "busy")
                        : Answer.of(
                            200,
                            WSDL.formatted(own[0].uri()),
                            "Content-Type: text/xml",
                            "ETag: \"v\""));
        Gateway gateway = Soap.gateway(origin.uri("/app"), "")) {
      own[0] = origin;
      HttpResponse<byte[]> first = get(gateway, "/service?wsdl");
      fails.set(true);
      HttpResponse<byte[]> second = get(gateway, "/service?wsdl");

      String base = "http://127.0.0.1:" + gateway.port();
      assertThat(first.body())
          .asString()
          .contains(base + "?wsdl=1", base + "/service\"", "'http://w3.example/x'");
      assertThat(first.headers().firstValue("etag")).isEmpty(); // it was of other content
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(origin.requests()).hasSize(1);
      assertThat(get(gateway, "/other?wsdl").statusCode()).isEqualTo(503);
    }
  }

  /** A route whose path differs from that of its origin. */
  private static Gateway gateway(URI origin, String more) throws IOException {
    String yaml =
        "{listen: 127.0.0.1:0, %s routes: [{path: /stocks, origin: %s}]}".formatted(more, origin);
    return Gateway.start(
        GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), Path.of(".")), 1);
  }

  @ParameterizedTest
  @CsvSource({"Cookie, a=b", "Authorization, Basic YTpi", "X-Api-Key, k", "Accept, text/xml"})
  void aDescriptionNamesTheGatewayWhoeverAsks(String field, String value) throws Exception {
    TestOrigin[] own = new TestOrigin[1];
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, WSDL.formatted(own[0].uri())));
        Gateway gateway = gateway(origin.uri("/app"), "")) {
      own[0] = origin;
      for (int i = 0; i < 2; i++) {
        HttpResponse<byte[]> response = get(gateway, "/stocks/service?wsdl", field, value);

        assertThat(response.body())
            .asString()
            .contains(Soap.uri(gateway, "/stocks/service") + "\"")
            .contains(Soap.uri(gateway, "/stocks?wsdl=1") + "\"")
            .doesNotContain(origin.uri().toString(), "inside");
      }
      assertThat(origin.requests()).hasSize(field.equals("Accept") ? 1 : 2);
    }
  }

  /** As Metro, Spring and ASP.NET do it, each by another field. */
  @ParameterizedTest
  @ValueSource(strings = {"X-Forwarded-Host", "Host", "Forwarded"})
  void documentsThatAnOriginLocatesByTheRequestAreFound(String field) throws Exception {
    TestOrigin.Service service =
        request -> {
          String host = String.valueOf(request.fields().getFirst(field)).replaceFirst("host=", "");
          return request.target().equals("/app/service?wsdl")
              ? Answer.of(200, "<import location='http://" + host + "/app/service?xsd=1'/>")
              : Answer.of(request.target().equals("/app/service?xsd=1") ? 200 : 404, "<schema/>");
        };
    try (TestOrigin origin = new TestOrigin(service);
        Gateway gateway = gateway(origin.uri("/app"), "trustedProxies: [127.0.0.1],")) {
      String authority = "127.0.0.1:" + gateway.port();
      String wsdl =
          new String(
              get(gateway, "/stocks/service?wsdl", "Forwarded", "host=" + authority).body(),
              StandardCharsets.UTF_8);

      String location = wsdl.substring(wsdl.indexOf('\'') + 1, wsdl.lastIndexOf('\''));
      assertThat(location).isEqualTo("http://" + authority + "/stocks/service?xsd=1");
      assertThat(Soap.send(HttpRequest.newBuilder(URI.create(location)).build()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aDescriptionNamesTheProxyBeforeTheGatewayThatIsTrusted() throws Exception {
    TestOrigin[] own = new TestOrigin[1];
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, WSDL.formatted(own[0].uri())));
        Gateway trusting = gateway(origin.uri("/app"), "trustedProxies: [127.0.0.1],");
        Gateway other = gateway(origin.uri("/app"), "")) {
      own[0] = origin;
      String[] fields = {
        "X-Forwarded-Host",
        "outside.example",
        "X-Forwarded-Proto",
        "https",
        "X-Forwarded-Port",
        "444"
      };

      assertThat(get(trusting, "/stocks/service?wsdl", fields).body())
          .asString()
          .contains("\"https://outside.example:444/stocks/service\"");
      assertThat(get(other, "/stocks/service?wsdl", fields).body())
          .asString()
          .contains(Soap.uri(other, "/stocks/service").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/app/s?wsdl",
        "/app/s?WSDL",
        "/app/s?singleWsdl",
        "/app/s?wsdl2",
        "/app/s?xsd=1",
        "/app/s?xsd",
        "/app/s?wsdl=a.wsdl",
        "/app/s?wsdl&v=1",
        "/app/s?v=1&wsdl",
        "/app/s.wsdl",
        "/app/a/b.XSD"
      })
  void descriptionsAreKnownByTheirTargets(String target) throws Exception {
    TestOrigin[] own = new TestOrigin[1];
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.of(200, WSDL.formatted(own[0].uri())));
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      own[0] = origin;

      assertThat(get(gateway, target).body())
          .asString()
          .contains(Soap.uri(gateway, "/app/service").toString());
    }
  }

  @Test
  void aDescriptionThatIsCompressedUnaskedIsRewritten() throws Exception {
    byte[] gzip =
        ContentCodings.gzip(
            "<address location='http://inside/app/s'/>".getBytes(StandardCharsets.UTF_8));
    for (String coding : List.of("gzip", "br")) {
      try (TestOrigin origin =
              new TestOrigin(
                  request -> new Answer(200, List.of("Content-Encoding: " + coding), gzip, false));
          Gateway gateway = gateway(origin.uri("/app"), "")) {
        HttpResponse<byte[]> response = get(gateway, "/stocks/s?wsdl");

        if (coding.equals("gzip")) {
          assertThat(response.body())
              .asString()
              .isEqualTo("<address location='" + Soap.uri(gateway, "/stocks/s") + "'/>");
          assertThat(response.headers().firstValue("content-encoding")).isEmpty();
        } else {
          assertThat(response.statusCode()).isEqualTo(502);
          assertThat(response.body()).asString().contains("expected", "found br");
        }
      }
    }
  }

  @Test
  void aDescriptionLeadsOnAtTheGateway() throws Exception {
    TestOrigin[] own = new TestOrigin[1];
    try (TestOrigin origin =
            new TestOrigin(
                request -> Answer.of(302, "", "Location: " + own[0].uri("/app/other?wsdl")));
        Gateway gateway = gateway(origin.uri("/app"), "")) {
      own[0] = origin;

      assertThat(get(gateway, "/stocks/s?wsdl").headers().firstValue("location"))
          .hasValue(Soap.uri(gateway, "/stocks/other?wsdl").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Set-Cookie: a=b", "Cache-Control: private", "Vary: Accept-Language", "Vary: *"})
  void aDescriptionForOneAskerIsNotKept(String field) throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "<definitions/>", field));
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      for (int i = 0; i < 2; i++) {
        assertThat(get(gateway, "/service?wsdl").statusCode()).isEqualTo(200);
      }

      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void whoSaysWhoItIsGetsItsOwn() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.of(200, "<definitions/>"));
        Gateway gateway = Soap.gateway(origin.uri(), "")) {
      for (int i = 0; i < 2; i++) {
        get(gateway, "/service?wsdl", "Authorization", "Bearer x");
        get(gateway, "/service?wsdl", "Cookie", "a=b");
      }

      assertThat(origin.requests()).hasSize(4);
    }
  }
}
