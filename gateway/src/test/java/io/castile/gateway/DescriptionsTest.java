package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.soap.DescriptionAddresses;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    "<address  binding='b' location='https://other/s'/>, <address  binding='b' location='http://g/r/s'/>",
    "<soap:address location=\"jms://queue\"/>, <soap:address location=\"jms://queue\"/>",
    "<xs:include schemaLocation='http://o:80/app?xsd=1'/>, <xs:include schemaLocation='http://g/r?xsd=1'/>",
    "<xs:import schemaLocation=\"http://w3.example/app\"/>, <xs:import schemaLocation=\"http://w3.example/app\"/>",
    "<import location=\"part.wsdl\"/>, <import location=\"part.wsdl\"/>",
    "<note>location=\"http://o:80/app\"</note>, <note>location=\"http://o:80/app\"</note>"
  })
  void addressesAreTheGateways(String of, String expected) {
    DescriptionAddresses addresses =
        new DescriptionAddresses(List.of(URI.create("http://o:80/app")), "http://g/r");

    assertThat(addresses.rewritten(of.getBytes(StandardCharsets.ISO_8859_1)))
        .asString()
        .isEqualTo(expected);
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
