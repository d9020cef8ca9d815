package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlDataException;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.Dispatch;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are allowed and unusual, and what is said of those that are not. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OddMessagesTest {
  private static final String ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
  private static final String XSI =
      " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
          + " xmlns:xsd='http://www.w3.org/2001/XMLSchema'";

  private SoapServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.close();
    }
  }

  private void serve(ServerBuilder builder) {
    server = builder.host("localhost").publish("/shop", new WrappedShopService()).start();
  }

  private HttpResponse<String> post(SoapVersion version, String message) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", version.mediaType())
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String envelope(
      SoapVersion version, String attributes, String header, String body) {
    return "<e:Envelope xmlns:e='"
        + version.namespace()
        + "'"
        + XSI
        + attributes
        + ">"
        + (header.isEmpty() ? "" : "<e:Header>" + header + "</e:Header>")
        + "<e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static String add(String attributes) {
    return "<s:add xmlns:s='http://shop.castile.io/'"
        + " xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'"
        + attributes
        + "><a xsi:type='xsd:int'>20</a><b xsi:type='xsd:int'>22</b></s:add>";
  }

  private static String sum(String attributes) {
    return "<s:addResponse xmlns:s='http://shop.castile.io/'"
        + attributes
        + "><return xsi:type='xsd:int'>42</return></s:addResponse>";
  }

  private static ClientBuilder<WrappedShop> client(String message) {
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost/shop")
        .transport(new CannedTransport(200, "text/xml", message));
  }

  private static List<String> logged(Runnable action) {
    PrintStream usual = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(usual);
    }
    return written.toString(UTF_8).lines().filter(line -> line.contains("WARN")).toList();
  }

  // ---- encodingStyle of a literal message ----

  @ParameterizedTest
  @ValueSource(strings = {"envelope", "body", "wrapper", "item"})
  void aLiteralAnswerWithAnEncodingStyleIsReadAndToldOnce(String place) {
    String style = " e:encodingStyle='" + ENCODING + "'";
    String message =
        envelope(
            SoapVersion.SOAP_1_1,
            place.equals("envelope") ? style : "",
            "",
            place.equals("item")
                ? sum("").replace("<return", "<return" + style)
                : sum(place.equals("wrapper") ? style : ""));
    String whole =
        place.equals("body") ? message.replace("<e:Body>", "<e:Body" + style + ">") : message;
    WrappedShop shop = client(whole).build();

    List<String> told =
        logged(
            () -> {
              for (int i = 0; i < 3; i++) {
                assertThat(shop.add(20, 22)).isEqualTo(42);
              }
            });

    if (place.equals("item")) {
      assertThat(told).isEmpty();
    } else {
      assertThat(told).singleElement().asString().contains("encodingStyle", "operation add");
      assertThatThrownBy(() -> client(whole).strict(true).build().add(20, 22))
          .hasMessageContaining("encodingStyle");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"envelope", "wrapper"})
  void aLiteralRequestWithAnEncodingStyleIsRead(String place) throws Exception {
    String style = " e:encodingStyle='" + ENCODING + "'";
    boolean isOuter = place.equals("envelope");
    String message =
        envelope(SoapVersion.SOAP_1_1, isOuter ? style : "", "", add(isOuter ? "" : style));
    serve(Castile.server());
    assertThat(post(SoapVersion.SOAP_1_1, message).body()).contains(">42<");
    server.close();

    serve(Castile.server().strict(true));
    assertThat(post(SoapVersion.SOAP_1_1, message).body()).contains("encodingStyle", "faultcode");
  }

  @Test
  void valuesThatStandElsewhereAreRefusedAllTheSame() {
    String message =
        envelope(
            SoapVersion.SOAP_1_1,
            " e:encodingStyle='" + ENCODING + "'",
            "",
            "<s:addResponse xmlns:s='http://shop.castile.io/'><return href='#a'/></s:addResponse>"
                + "<multiRef id='a' xsi:type='xsd:int'>42</multiRef>");

    assertThatThrownBy(() -> client(message).build().add(1, 2))
        .hasCauseInstanceOf(io.castile.soap.SoapMessageException.class)
        .hasRootCauseInstanceOf(XmlDataException.class)
        .hasMessageContaining("href=\"#a\"");
  }

  // ---- a second element in the Body ----

  @Test
  void aSecondElementInTheBodyIsToldOnceOrRefused() throws Exception {
    String answer =
        envelope(SoapVersion.SOAP_1_1, "", "", sum("") + "<x:more xmlns:x='urn:x'>1</x:more>");
    WrappedShop shop = client(answer).build();

    List<String> told =
        logged(
            () -> {
              shop.add(20, 22);
              shop.add(20, 22);
            });

    assertThat(told).singleElement().asString().contains("{urn:x}more", "/Envelope/Body");
    assertThatThrownBy(() -> client(answer).strict(true).build().add(20, 22))
        .hasMessageContaining(
            "expected one element in the Body, found a further element {urn:x}more");
    String request =
        envelope(SoapVersion.SOAP_1_1, "", "", add("") + "<x:more xmlns:x='urn:x'>1</x:more>");
    serve(Castile.server().strict(true));
    assertThat(post(SoapVersion.SOAP_1_1, request).body())
        .contains("a further element {urn:x}more");
  }

  @Test
  void aSecondElementInThePayloadOfADispatchIsTold() {
    String answer = envelope(SoapVersion.SOAP_1_1, "", "", sum("") + "<x:more xmlns:x='urn:x'/>");
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class)
            .endpoint("http://localhost/shop")
            .transport(new CannedTransport(200, "text/xml", answer))
            .build();

    assertThat(logged(() -> dispatch.invoke(new StreamSource(new StringReader("<x/>")))))
        .singleElement()
        .asString()
        .contains("{urn:x}more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n ", "<!-- more -->", "<?pi?>"})
  void whatIsNoElementInTheBodyIsNotTold(String more) {
    String answer = envelope(SoapVersion.SOAP_1_1, "", "", sum("") + more);
    WrappedShop shop = client(answer).build();

    assertThat(logged(() -> assertThat(shop.add(1, 2)).isEqualTo(42))).isEmpty();
  }

  // ---- NotUnderstood, Upgrade ----

  @Test
  void blocksThatAreNotUnderstoodAreNamedInTheHeader() throws Exception {
    serve(Castile.server().sameVersion(false));
    String blocks =
        "<x:one xmlns:x='urn:x' e:mustUnderstand='%1$s'/><x:other xmlns:x='urn:x'/>"
            + "<two e:mustUnderstand='%1$s'/>";

    HttpResponse<String> answer12 =
        post(
            SoapVersion.SOAP_1_2,
            envelope(SoapVersion.SOAP_1_2, "", blocks.formatted("true"), add("")));
    HttpResponse<String> answer11 =
        post(
            SoapVersion.SOAP_1_1,
            envelope(SoapVersion.SOAP_1_1, "", blocks.formatted("1"), add("")));

    assertThat(answer12.statusCode()).isEqualTo(500);
    assertThat(answer12.body())
        .contains("MustUnderstand", "{urn:x}one", "NotUnderstood xmlns:block=\"urn:x\"")
        .contains("qname=\"block:one\"", "qname=\"two\"")
        .doesNotContain("other");
    assertThat(answer11.body())
        .contains("MustUnderstand", "{urn:x}one, two")
        .doesNotContain("NotUnderstood");
  }

  @Test
  void anEnvelopeOfAnotherVersionIsAnsweredWithThoseThatAreRead() throws Exception {
    serve(Castile.server().sameVersion(false));
    HttpResponse<String> answer =
        post(SoapVersion.SOAP_1_2, "<e:Envelope xmlns:e='urn:soap3'><e:Body/></e:Envelope>");

    assertThat(answer.body())
        .contains("VersionMismatch", "Upgrade", "SupportedEnvelope")
        .containsSubsequence("v1=\"" + SoapVersion.SOAP_1_2.namespace(), "qname=\"v1:Envelope\"")
        .containsSubsequence("v0=\"" + SoapVersion.SOAP_1_1.namespace(), "qname=\"v0:Envelope\"");
  }

  @Test
  void aServiceForSoap11RefusesSoap12UnlessItIsToReadBoth() throws Exception {
    String message = envelope(SoapVersion.SOAP_1_2, "", "", add(""));
    serve(Castile.server());
    HttpResponse<String> refused = post(SoapVersion.SOAP_1_2, message);
    server.close();
    serve(Castile.server().sameVersion(false));
    HttpResponse<String> read = post(SoapVersion.SOAP_1_2, message);

    assertThat(refused.statusCode()).isEqualTo(500);
    assertThat(refused.body())
        .contains("VersionMismatch", "SupportedEnvelope", SoapVersion.SOAP_1_1.namespace());
    assertThat(read.body()).contains(">42<");
  }

  // ---- status and type ----

  @ParameterizedTest
  @CsvSource({
    "200, ''",
    "200, ' '",
    "201, text/xml",
    "203, text/xml",
    "206, text/xml",
    "201, ''",
    "207, application/soap+xml"
  })
  void otherAnswersOfSuccessAreReadWhereThatIsAskedFor(int status, String type) {
    String message = envelope(SoapVersion.SOAP_1_1, "", "", sum(""));
    ClientBuilder<WrappedShop> plain =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/shop")
            .transport(new CannedTransport(status, type, message));

    assertThatThrownBy(() -> plain.build().add(1, 2))
        .hasMessageContaining("found status " + status)
        .hasMessageContaining(".lenientHttp(true)");
    assertThat(plain.lenientHttp(true).build().add(20, 22)).isEqualTo(42);
  }

  @ParameterizedTest
  @CsvSource({
    "302, text/xml",
    "404, text/xml",
    "200, text/html",
    "201, application/json",
    "401, ''"
  })
  void otherAnswersAreRefusedAllTheSame(int status, String type) {
    String message = envelope(SoapVersion.SOAP_1_1, "", "", sum(""));

    assertThatThrownBy(
            () ->
                Castile.client(WrappedShop.class)
                    .endpoint("http://localhost/shop")
                    .transport(new CannedTransport(status, type, message))
                    .lenientHttp(true)
                    .build()
                    .add(1, 2))
        .hasMessageContaining("found status " + status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/xml; charset=utf-8, text/xml;charset=ISO-8859-1",
        "text/xml;charset=\"utf-8\",text/plain",
        "text/xml,text/xml"
      })
  void ofTwoTypesTheFirstCounts(String type) {
    String message = envelope(SoapVersion.SOAP_1_1, "", "", sum(""));

    assertThat(
            Castile.client(WrappedShop.class)
                .endpoint("http://localhost/shop")
                .transport(new CannedTransport(200, type, message))
                .build()
                .add(20, 22))
        .isEqualTo(42);
  }

  // ---- operations that share an element ----

  @WebService(name = "Twins", targetNamespace = "urn:m", serviceName = "Twins")
  @SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
  public static class Twins {
    @WebMethod(action = "urn:x")
    public String x(@WebParam(name = "Same", targetNamespace = "urn:m") String same) {
      return "x";
    }

    @WebMethod(action = "urn:y")
    public String y(@WebParam(name = "Same", targetNamespace = "urn:m") String same) {
      return "y";
    }
  }

  @Test
  void anActionOfNoneOfThoseThatShareAnElementIsNamed() throws Exception {
    server = Castile.server().host("localhost").publish("/shop", new Twins()).start();
    String message = envelope(SoapVersion.SOAP_1_1, "", "", "<m:Same xmlns:m='urn:m'>1</m:Same>");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", "text/xml")
            .POST(HttpRequest.BodyPublishers.ofString(message));
    HttpClient http = HttpClient.newHttpClient();

    assertThat(http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body())
        .contains("take element {urn:m}Same", "expected one of 'urn:x' for x, 'urn:y' for y")
        .contains("found none");
    assertThat(
            http.send(
                    request.header("SOAPAction", "\"urn:z\"").build(),
                    HttpResponse.BodyHandlers.ofString())
                .body())
        .contains("found 'urn:z'");
  }

  // ---- MTOM and items ----

  @WebService(name = "Feed", targetNamespace = "urn:feed")
  public interface Feed {
    java.util.stream.Stream<String> items();
  }

  @jakarta.xml.ws.soap.MTOM
  @WebService(endpointInterface = "io.castile.OddMessagesTest$Feed", targetNamespace = "urn:feed")
  public static class OptimizedFeed implements Feed {
    @Override
    public java.util.stream.Stream<String> items() {
      return java.util.stream.Stream.of("a");
    }
  }

  @Test
  void mtomAndItemsExcludeEachOtherAtTheStart() {
    assertThatThrownBy(
            () -> Castile.server().host("localhost").publish("/f", new OptimizedFeed()).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("OptimizedFeed, because the items of its Streams");
    assertThatThrownBy(
            () -> Castile.client(Feed.class).endpoint("http://localhost/f").mtom(1).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Feed, because the items of its Streams");
  }

  // ---- addresses ----

  @Test
  void theAddressOfAPathWithoutAServiceIsAnError() {
    serve(Castile.server());

    assertThat(server.url("/shop?wsdl")).endsWith("/shop?wsdl");
    assertThat(server.url("/")).endsWith("/");
    assertThatThrownBy(() -> server.url("/unknown"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot find a service at '/unknown'. Use one of [/shop].");
  }
}
