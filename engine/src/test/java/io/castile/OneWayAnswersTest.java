package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.soap.ScriptedServer;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What answers a one-way request is passed over: WS-I Basic Profile 1.1 R2750, R2727. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OneWayAnswersTest {
  private static final String ENVELOPE =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>%s</e:Body></e:Envelope>";
  private static final String FAULT =
      "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring></e:Fault>";

  private static String answer(String status, String fields, String content) {
    return "HTTP/1.1 %s\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(status, fields, content.length(), content);
  }

  private static String xml(String status, String body) {
    return answer(status, "Content-Type: text/xml\r\n", ENVELOPE.formatted(body));
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of("an empty envelope", xml("200 OK", "")),
        Arguments.of("an empty envelope, accepted", xml("202 Accepted", "")),
        Arguments.of("an envelope", xml("202 Accepted", "<x:done xmlns:x='urn:x'>1</x:done>")),
        Arguments.of("an envelope, created", xml("201 Created", "<x:done xmlns:x='urn:x'/>")),
        Arguments.of("a fault", xml("200 OK", FAULT)),
        Arguments.of("no content", answer("200 OK", "Content-Type: text/plain\r\n", "")),
        Arguments.of("created without content", answer("201 Created", "", "")),
        Arguments.of("nothing", "HTTP/1.1 204 No Content\r\n\r\n"),
        Arguments.of("a page", answer("200 OK", "Content-Type: text/html\r\n", "<html>ok</html>")),
        Arguments.of("a word", answer("202 Accepted", "Content-Type: text/plain\r\n", "ok")),
        Arguments.of("a word without a type", answer("200 OK", "", "ok")),
        Arguments.of("broken XML", answer("200 OK", "Content-Type: text/xml\r\n", "<a><b")),
        Arguments.of(
            "a package", answer("200 OK", "Content-Type: multipart/related; type=x\r\n", "--x")),
        Arguments.of(
            "an unknown coding", answer("200 OK", "Content-Encoding: br\r\n", "\u0001\u0002")),
        Arguments.of(
            "a coding of nothing", answer("202 Accepted", "Content-Encoding: gzip\r\n", "")),
        Arguments.of(
            "chunks",
            "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\n<a>\r\n0\r\n\r\n"));
  }

  private static ClientBuilder<WrappedShop> client(ScriptedServer server) {
    return Castile.client(WrappedShop.class).endpoint(server.url());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void anAnswerOfSuccessIsPassedOverAndTheConnectionKept(String what, String answer)
      throws Exception {
    String sum =
        xml(
            "200 OK",
            "<s:addResponse xmlns:s='http://shop.castile.io/'><return>3</return></s:addResponse>");
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.send(answer), ScriptedServer.send(sum))) {
      WrappedShop shop = client(server).build();

      shop.tell("heard");
      assertThat(((BindingProvider) shop).getResponseContext())
          .containsEntry(
              MessageContext.HTTP_RESPONSE_CODE, Integer.parseInt(answer.substring(9, 12)));
      assertThat(shop.add(1, 2)).isEqualTo(3);

      assertThat(server.bodies).hasSize(2);
      assertThat(server.connections()).isOne();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void clientsOfEachKindPassItOver(String what, String answer) throws Exception {
    List<ClientBuilder<WrappedShop>> kinds =
        List.of(
            Castile.client(WrappedShop.class).soapVersion(SoapVersion.SOAP_1_2),
            Castile.client(WrappedShop.class).compression(true),
            Castile.client(WrappedShop.class).differential(true),
            Castile.client(WrappedShop.class).strict(true).sameVersion(true));
    for (ClientBuilder<WrappedShop> kind : kinds) {
      try (ScriptedServer server = new ScriptedServer(ScriptedServer.send(answer))) {
        kind.endpoint(server.url()).build().tell("heard");

        assertThat(server.bodies).hasSize(1);
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void aDispatchPassesItOver(String what, String answer) throws Exception {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.send(answer))) {
      Dispatch<Source> dispatch = Castile.dispatch(Source.class).endpoint(server.url()).build();

      dispatch.invokeOneWay(
          new StreamSource(new StringReader("<s:tell xmlns:s='http://shop.castile.io/'/>")));

      assertThat(server.bodies).hasSize(1);
    }
  }

  @Test
  void contentWithoutAnEndCostsTheConnectionOnly() throws Exception {
    String endless =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 999999999999\r\n\r\n"
            + "x".repeat(100_000);
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.send(endless), ScriptedServer.send(xml("202 Accepted", "")))) {
      WrappedShop shop = client(server).build();

      shop.tell("one");
      shop.tell("two");

      assertThat(server.bodies).hasSize(2);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void contentThatBreaksOffIsPassedOver() throws Exception {
    String cut = "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nshort";
    String silent = "HTTP/1.1 202 Accepted\r\nContent-Length: 100\r\n\r\nshort";
    try (ScriptedServer server =
        new ScriptedServer(ScriptedServer.sendAndClose(cut), ScriptedServer.send(silent))) {
      client(server).build().tell("one");
      client(server).transport(t -> t.readTimeout(Duration.ofSeconds(1))).build().tell("two");

      assertThat(server.bodies).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aFaultWithAStatusOfFailureIsThrown(SoapVersion version) throws Exception {
    String fault =
        version == SoapVersion.SOAP_1_1
            ? xml("500 Error", FAULT)
            : answer(
                "400 Bad",
                "Content-Type: application/soap+xml\r\n",
                "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body><e:Fault>"
                    + "<e:Code><e:Value>e:Sender</e:Value></e:Code><e:Reason><e:Text"
                    + " xml:lang='en'>no</e:Text></e:Reason></e:Fault></e:Body></e:Envelope>");
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.send(fault))) {
      WrappedShop shop = client(server).soapVersion(version).build();

      assertThatThrownBy(() -> shop.tell("heard"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("no");
    }
  }

  @Test
  void aStatusOfFailureWithoutAFaultIsAnError() throws Exception {
    try (ScriptedServer server =
        new ScriptedServer(
            ScriptedServer.send(answer("404 Not Found", "Content-Type: text/html\r\n", "gone")),
            ScriptedServer.send(xml("500 Error", "")),
            ScriptedServer.send(answer("302 Found", "Location: /other\r\n", "")))) {
      WrappedShop shop = client(server).build();

      for (int status : new int[] {404, 500, 302}) {
        assertThatThrownBy(() -> shop.tell("heard"))
            .isInstanceOf(WebServiceException.class)
            .hasCauseInstanceOf(SoapTransportException.class)
            .hasMessageContaining("status " + status);
      }
    }
  }

  @Test
  void aTransportThatKnowsNoIntakeIsPassedOverToo() {
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(new CannedTransport(200, "text/xml", ENVELOPE.formatted("")))
            .build();

    shop.tell("heard");

    assertThat(((BindingProvider) shop).getResponseContext())
        .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
  }
}
