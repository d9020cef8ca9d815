package io.castile.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.castile.dynamic.DynamicClient;
import io.castile.dynamic.DynamicFaultException;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A mock in tests as they are written with it. */
@SoapMock("shop.wsdl")
final class SoapMockTest {
  private static final String RESPONSE =
      "<orderResponse xmlns='urn:shop'><number>8</number><state>sent</state></orderResponse>";

  private MockedService shop;

  @BeforeEach
  void takeTheMock(MockedService mock) {
    shop = mock;
  }

  private Map<String, Object> order() throws IOException {
    try (DynamicClient client = DynamicClient.of(shop.wsdl()).build()) {
      return client.call("order", Map.of("sku", "pen", "count", 2));
    }
  }

  @XmlRootElement(name = "orderResponse", namespace = "urn:shop")
  @XmlAccessorType(XmlAccessType.FIELD)
  static class OrderResponse {
    @XmlElement(namespace = "urn:shop")
    long number = 9;

    @XmlElement(namespace = "urn:shop")
    String state = "open";
  }

  // ---- real clients ----

  @Test
  void theClientOfCastileGetsTheValuesOfTheTest() throws IOException {
    shop.on("order").json("{\"number\": 7, \"state\": \"open\"}");

    Map<String, Object> response = order();

    assertThat(response).isEqualTo(Map.of("number", 7L, "state", "open"));
    assertThat(shop.count("order")).isEqualTo(1);
    assertThat(shop.count("notify")).isZero();
    shop.verify();
  }

  @Test
  void cxfReadsTheDescriptionAndGetsTheMessageOfTheTest() throws Exception {
    shop.on("order").xml(RESPONSE);
    ServiceDelegate service =
        new ProviderImpl()
            .createServiceDelegate(
                URI.create(shop.wsdl()).toURL(),
                new QName("urn:shop", "ShopService"),
                Service.class);
    Dispatch<Source> port =
        service.createDispatch(
            new QName("urn:shop", "ShopPort"), Source.class, Service.Mode.PAYLOAD);

    Source response = port.invoke(new StreamSource(new StringReader(Soap.ORDER)));

    StringWriter text = new StringWriter();
    TransformerFactory.newDefaultInstance()
        .newTransformer()
        .transform(response, new StreamResult(text));
    assertThat(text.toString()).contains(">8</", ">sent</");
    assertThat(shop.requests())
        .extracting(
            MockedService.Request::operation,
            MockedService.Request::json,
            MockedService.Request::path)
        .containsExactly(tuple("order", "{\"sku\":\"pen\",\"count\":2}", "/shop"));
  }

  // ---- responses ----

  @Test
  void aResponseIsMadeUpWhereTheTestHasNone() throws IOException {
    assertThat(order().keySet()).containsExactlyInAnyOrder("number", "state");
    shop.verify();
  }

  @Test
  void anObjectIsAResponse() throws IOException {
    shop.on("order").object(new OrderResponse());
    assertThat(order()).isEqualTo(Map.of("number", 9L, "state", "open"));

    OrderResponse other = new OrderResponse();
    other.number = 10;
    QName name = new QName("urn:shop", "orderResponse");
    shop.on("order").object(new JAXBElement<>(name, OrderResponse.class, other));
    assertThat(order()).isEqualTo(Map.of("number", 10L, "state", "open"));
  }

  @Test
  void theResponseToldLastIsSentWhileItsConditionsAreMet() throws Exception {
    shop.on("order").json("{\"number\": 1, \"state\": \"open\"}");
    shop.on("order").times(2).json("{\"number\": 2, \"state\": \"open\"}");
    shop.on("order")
        .when(request -> request.json().contains("ink"))
        .json("{\"number\": 3, \"state\": \"open\"}");

    assertThat(Soap.post(shop, Soap.INK).body()).contains(">3</");
    assertThat(Soap.post(shop, Soap.ORDER).body()).contains(">2</");
    assertThat(Soap.post(shop, Soap.ORDER).body()).contains(">2</");
    assertThat(Soap.post(shop, Soap.ORDER).body()).contains(">1</");
    assertThat(Soap.post(shop, Soap.INK).body()).contains(">3</");
  }

  @Test
  void aDeclaredFaultHasItsDetail() {
    shop.on("order").fault("soldOut");

    assertThatThrownBy(this::order)
        .isInstanceOfSatisfying(
            DynamicFaultException.class,
            fault -> assertThat(fault.details()).containsOnlyKeys("soldOut"));
    shop.verify(); // which counts faults that were told as responses
  }

  @ParameterizedTest
  @CsvSource({"sender,Client", "receiver,Server"})
  void aPlainFaultHasItsCode(String name, String code) throws Exception {
    shop.on("order").fault(name);

    HttpResponse<String> response = Soap.post(shop, Soap.ORDER);

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("<faultcode>s:" + code + "</faultcode>");
  }

  @Test
  void aFaultOfTheTestIsSentAsItIs() throws Exception {
    shop.on("order")
        .xml(
            Soap.envelope(
                Soap.SOAP_1_1,
                "<e:Fault><faultcode>e:Server</faultcode><faultstring>no ink</faultstring></e:Fault>"));

    HttpResponse<String> response = Soap.post(shop, Soap.ORDER);

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("<faultstring>no ink</faultstring>");
  }

  @Test
  void aRequestMayAskForAFaultItself() throws Exception {
    shop.on("order").json("{\"number\": 7, \"state\": \"open\"}");

    HttpResponse<String> response =
        Soap.send(Soap.request(shop, Soap.ORDER).header("Castile-Mock-Fault", "soldOut").build());

    assertThat(response.body()).contains("soldOut");
    shop.verify();
  }

  @Test
  void aResponseWaitsForItsDelay() {
    shop.on("order").after(Duration.ofHours(1)).fault("receiver");

    assertThatThrownBy(
            () -> Soap.send(Soap.request(shop, Soap.ORDER).timeout(Duration.ofMillis(500)).build()))
        .isInstanceOf(HttpTimeoutException.class);
  }

  @Test
  void aResponseHasTheVersionOfItsRequest() throws Exception {
    shop.on("order").json("{\"number\": 7, \"state\": \"open\"}");

    HttpResponse<String> response =
        Soap.send(
            Soap.request(shop, "")
                .setHeader("Content-Type", "application/soap+xml; charset=utf-8")
                .POST(BodyPublishers.ofString(Soap.envelope(Soap.SOAP_1_2, Soap.ORDER)))
                .build());

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains(Soap.SOAP_1_2, ">7</");
  }

  @Test
  void aOneWayRequestIsAcceptedAndKept() throws Exception {
    shop.on("notify").json("{}");

    assertThat(Soap.post(shop, "<notify xmlns='urn:shop'/>").statusCode()).isEqualTo(202);
    assertThat(shop.count("notify")).isEqualTo(1);
  }

  // ---- requests ----

  @Test
  void aRequestIsKeptWithItsFields() throws Exception {
    Soap.send(Soap.request(shop, Soap.ORDER).header("X-Trace", "t1").build());

    MockedService.Request request = shop.requests("order").get(0);
    assertThat(request.field("x-trace")).isEqualTo("t1");
    assertThat(request.field("X-TRACE")).isEqualTo("t1");
    assertThat(request.field("none")).isEmpty();
    assertThat(request.envelope()).isEqualTo(Soap.envelope(Soap.SOAP_1_1, Soap.ORDER));
    assertThat(request.isExpected()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<order xmlns='urn:shop'><sku>pen</sku></order> | /shop, operation order: order: | count",
        "<order xmlns='urn:shop'><sku>pen</sku><count>two</count></order>"
            + " | /shop, operation order: order: | two",
        "<refund xmlns='urn:shop'/> | /shop: expected one of {urn:shop}order | {urn:shop}refund",
      })
  void aRequestThatDoesNotFollowTheDescriptionIsUnexpected(
      String body, String beginning, String part) throws Exception {
    shop.on("order").json("{\"number\": 7, \"state\": \"open\"}");

    HttpResponse<String> response = Soap.post(shop, body);

    assertThat(response.statusCode()).isEqualTo(500);
    assertThat(response.body()).contains("s:Client", part);
    assertThatThrownBy(shop::verify)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith(
            "expected requests that the mock has a response to, found 1 other:\n  " + beginning)
        .hasMessageContaining(part);
    shop.reset();
    shop.verify();
    assertThat(shop.requests()).isEmpty();
  }

  @Test
  void eachUnexpectedRequestIsNamed() throws Exception {
    Soap.post(shop, "<a/>");
    Soap.post(shop, Soap.ORDER);
    Soap.post(shop, "<b/>");

    assertThatThrownBy(shop::verify)
        .hasMessageContainingAll("found 2 others:", "found a", "found b");
  }

  @Test
  void whatIsNoEnvelopeIsUnexpected() throws Exception {
    HttpResponse<String> response =
        Soap.send(
            Soap.request(shop, "")
                .setHeader("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))
                .build());

    assertThat(response.statusCode()).isEqualTo(415);
    assertThatThrownBy(shop::verify)
        .hasMessageEndingWith(
            "/shop: expected text/xml, application/soap+xml or multipart/related of them, without"
                + " content coding, found application/json");
  }

  @Test
  void aConditionThatFailsIsToldByVerify() throws Exception {
    shop.on("order")
        .when(
            request -> {
              throw new AssertionError("not " + request.operation());
            })
        .fault("sender");

    assertThat(Soap.post(shop, Soap.ORDER).statusCode()).isEqualTo(500);
    assertThatThrownBy(shop::verify)
        .hasMessageContaining(
            "a condition of the test failed: java.lang.AssertionError: not order");
  }

  @Test
  void otherAddressesHaveNoDocuments() throws Exception {
    assertThat(Soap.get(shop.wsdl()).body())
        .contains("location=\"" + shop.address() + "shop\"")
        .doesNotContain("shop.example");
    assertThat(Soap.get(shop.address() + "none").statusCode()).isEqualTo(404);
  }

  // ---- misuse ----

  @Test
  void anUnknownOperationIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.on("refund"))
        .withMessage("expected an operation, one of order, notify, found refund");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.count("refund"))
        .withMessage("expected an operation, one of order, notify, found refund");
    assertThat(shop.operations()).containsExactly("order", "notify");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'number': 'x', 'state': 'open'} | /number",
        "{'number': 1, 'state': 'lost'} | /state",
        "{'number': 1} | state",
        "{'number': 1, 'state': 'open', 'more': 1} | more",
        "{'number': 1 | line 1",
        "[] | the top",
      })
  void valuesThatTheSchemaRefusesAreRefusedWhenTheyAreTold(String json, String part) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.on("order").json(json.replace('\'', '"')))
        .withMessageStartingWith("expected the values of a response of operation order, found at ")
        .withMessageContaining(part);
  }

  @Test
  void aResponseThatCannotBeSentIsRefusedWhenItIsTold() {
    MockedOperation order = shop.on("order");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> order.fault("lost"))
        .withMessage(
            "expected a fault of operation order, one of soldOut, sender, receiver, found lost");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> order.xml("<a"))
        .withMessageStartingWith("expected an envelope, or the element in its body, found ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> order.object(List.of()))
        .withMessageStartingWith("Cannot write a response of operation order of a ")
        .withMessageEndingWith(
            ". Give an object of a class with XmlRootElement, or a JAXBElement.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.on("notify").json("{\"a\": 1}"))
        .withMessageStartingWith("expected no values of a response of one-way operation notify");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aNumberOfRequestsIsPositive(int count) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.on("order").times(count))
        .withMessage("count < 1: " + count);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop.on("order").after(Duration.ofMillis(-1)))
        .withMessage("time < 0: PT-0.001S");
  }
}
