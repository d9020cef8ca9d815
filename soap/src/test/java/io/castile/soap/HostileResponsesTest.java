package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.soap.SmallShop.NoSuchItem;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client makes of answers that are not as they must be. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class HostileResponsesTest {
  private static final String OPEN =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
          + " xmlns:s='http://shop.castile.io/'><e:Body>";
  private static final String CLOSE = "</e:Body></e:Envelope>";

  private static String http(String status, String contentType, String body) {
    return "HTTP/1.1 "
        + status
        + "\r\nContent-Type: "
        + contentType
        + "\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  private static String xml(String body) {
    return http("200 OK", "text/xml; charset=utf-8", body);
  }

  private static Throwable callOfAdd(String answer) throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.sendAndClose(answer))) {
      SmallShop port =
          TestPort.of(SmallShop.class)
              .endpoint(server.url())
              .limits(
                  XmlLimits.builder()
                      .maxBytes(100_000)
                      .maxDepth(64)
                      .maxAttributes(64)
                      .maxNameBytes(256)
                      .maxTextBytes(100_000)
                      .maxNamespaces(64)
                      .build())
              .build();
      return catchThrowable(() -> port.add(1, 2));
    }
  }

  static Stream<Arguments> answers() {
    Class<?> transport = SoapTransportException.class;
    Class<?> message = SoapMessageException.class;
    return Stream.of(
        Arguments.of(
            "HTML", http("200 OK", "text/html", "<html/>"), transport, new String[] {"text/html"}),
        Arguments.of(
            "not found",
            http("404 Not Found", "text/xml", "<x/>"),
            transport,
            new String[] {"404"}),
        Arguments.of(
            "redirect",
            "HTTP/1.1 302 Found\r\nLocation: http://other/?key=1\r\nContent-Length: 0\r\n\r\n",
            transport,
            new String[] {"302", "http://other/"}),
        Arguments.of("empty", xml(""), transport, new String[] {"empty response", "add"}),
        Arguments.of(
            "too large", xml("x".repeat(100_001)), transport, new String[] {"limit is 100000"}),
        Arguments.of("truncated", xml(OPEN), message, new String[] {"byte"}),
        Arguments.of("DTD", xml("<!DOCTYPE x>" + OPEN + CLOSE), message, new String[] {"SOAP 1.1"}),
        Arguments.of(
            "other operation",
            xml(OPEN + "<s:echoResponse/>" + CLOSE),
            message,
            new String[] {"addResponse", "echoResponse"}),
        Arguments.of(
            "empty body", xml(OPEN + CLOSE), message, new String[] {"addResponse", "empty body"}),
        Arguments.of(
            "wrong type",
            xml(OPEN + "<s:addResponse><return>much</return></s:addResponse>" + CLOSE),
            message,
            new String[] {"much", "/Envelope/Body/addResponse/return"}),
        Arguments.of(
            "header not understood",
            xml(
                OPEN.replace(
                        "<e:Body>",
                        "<e:Header><h xmlns='urn:h' e:mustUnderstand='1'/></e:Header><e:Body>")
                    + "<s:addResponse/>"
                    + CLOSE),
            message,
            new String[] {"{urn:h}h"}),
        Arguments.of("not SOAP", xml("<x/>"), message, new String[] {"Envelope", "found x"}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void badAnswersAreWebServiceExceptions(
      String label, String answer, Class<? extends Throwable> cause, String[] parts)
      throws Exception {
    Throwable failure = callOfAdd(answer);

    assertThat(failure)
        .isInstanceOf(WebServiceException.class)
        .isNotInstanceOf(SOAPFaultException.class)
        .hasCauseInstanceOf(cause);
    assertThat(failure.getMessage()).contains("operation add").contains(parts);
    assertThat(failure.getMessage()).doesNotContain("key=1");
  }

  @Test
  void faultsAreReadWhateverTheStatus() throws Exception {
    String fault =
        OPEN
            + "<e:Fault><faultcode>e:Server</faultcode><faultstring>tired</faultstring></e:Fault>"
            + CLOSE;
    for (String status : new String[] {"200 OK", "400 Bad", "500 Error"}) {
      assertThat(callOfAdd(http(status, "text/xml", fault)))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("tired");
    }
  }

  @Test
  void declaredFaultsOfAnyPrefixAreRead() throws Exception {
    String fault =
        OPEN
            + "<e:Fault><faultcode>e:Server</faultcode><faultstring>gone</faultstring><detail>"
            + "<noSuchItem xmlns='urn:shop:faults'><wanted xmlns=''>w</wanted></noSuchItem>"
            + "</detail></e:Fault>"
            + CLOSE;
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.sendAndClose(http("500 E", "text/xml", fault)))) {
      SmallShop port = TestPort.of(SmallShop.class).endpoint(server.url()).build();

      assertThatThrownBy(() -> port.find("w"))
          .isInstanceOfSatisfying(
              NoSuchItem.class, e -> assertThat(e.getFaultInfo().wanted).isEqualTo("w"))
          .hasMessage("gone");
    }
  }

  @Test
  void absentPrimitivesAreZero() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.sendAndClose(xml(OPEN + "<s:addResponse/>" + CLOSE)))) {
      assertThat(TestPort.of(SmallShop.class).endpoint(server.url()).build().add(1, 2)).isZero();
    }
  }
}
