package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlLimits;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPHeaderElement;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages as they are: sent by a dispatch, served by a provider, with other stacks. */
class DispatchTest {
  private static final String ADD =
      "<s:add xmlns:s='" + PayloadShop.NAMESPACE + "'><a>1</a><b>2</b></s:add>";

  private static Source source(String text) {
    return new StreamSource(new StringReader(text));
  }

  private static Dispatch<Source> dispatch(String url) {
    return Castile.dispatch(Source.class).endpoint(url).build();
  }

  private static String text(Source answer) {
    return PayloadShop.element(answer).getTextContent().strip(); // stuffing
  }

  @ParameterizedTest
  @EnumSource(Stack.class)
  void payloadsAreAnsweredByEveryStack(Stack stack) throws Exception {
    try (Stack.Published shop = stack.publish(new WrappedShopService())) {
      Dispatch<Source> dispatch = dispatch(shop.url());

      assertThat(text(dispatch.invoke(source(ADD)))).isEqualTo("3");
      assertThat(text(dispatch.invoke(new DOMSource(PayloadShop.element(source(ADD))))))
          .isEqualTo("3");
      assertThat(dispatch.getResponseContext())
          .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
      assertThatThrownBy(
              () ->
                  dispatch.invoke(
                      source(
                          "<s:find xmlns:s='"
                              + PayloadShop.NAMESPACE
                              + "'><name>x</name></s:find>")))
          .isInstanceOfSatisfying(
              SOAPFaultException.class,
              e -> assertThat(e.getFault().getDetail().getTextContent()).contains("x"));
    }
  }

  @Test
  void oneWayMessagesHaveNoAnswer() throws Exception {
    WrappedShopService service = new WrappedShopService();
    try (Stack.Published shop = Stack.CASTILE.publish(service)) {
      dispatch(shop.url())
          .invokeOneWay(
              source(
                  "<s:tell xmlns:s='" + PayloadShop.NAMESPACE + "'><text>heard</text></s:tell>"));

      assertThat(service.told.poll(10, TimeUnit.SECONDS)).isEqualTo("heard");
    }
  }

  @Test
  void messagesAreSentWhileTheCallerGoesOn() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new WrappedShopService())) {
      Dispatch<Source> dispatch = dispatch(shop.url());

      Response<Source> answer = dispatch.invokeAsync(source(ADD));
      assertThat(text(answer.get(10, TimeUnit.SECONDS))).isEqualTo("3");
      assertThat(answer.getContext()).containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);

      CompletableFuture<String> called = new CompletableFuture<>();
      dispatch
          .invokeAsync(
              source(ADD),
              response -> {
                try {
                  called.complete(text(response.get()));
                } catch (InterruptedException | ExecutionException e) {
                  called.completeExceptionally(e);
                }
              })
          .get(10, TimeUnit.SECONDS);
      assertThat(called.get(10, TimeUnit.SECONDS)).isEqualTo("3");

      Response<Source> failed = dispatch.invokeAsync(source("<nothing/>"));
      assertThatThrownBy(() -> failed.get(10, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(SOAPFaultException.class);
    }
  }

  @Test
  void whatIsNoDocumentIsNotSent() {
    Dispatch<Source> dispatch = dispatch("http://localhost:1/never");

    for (String wrong :
        new String[] {"<a>", "<!DOCTYPE a><a/>", "<a/><b/>", "text", "<a>&undeclared;</a>"}) {
      assertThatThrownBy(() -> dispatch.invoke(source(wrong)))
          .as(wrong)
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("well-formed");
    }
  }

  @Test
  void payloadsInOtherEncodingsAreSentInUtf8() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new WrappedShopService())) {
      String echo =
          "<?xml version='1.0' encoding='ISO-8859-1'?><s:echo xmlns:s='"
              + PayloadShop.NAMESPACE
              + "'><arg0>Ærø</arg0></s:echo>";

      Source answer =
          dispatch(shop.url())
              .invoke(
                  new StreamSource(
                      new ByteArrayInputStream(echo.getBytes(StandardCharsets.ISO_8859_1))));

      assertThat(text(answer)).isEqualTo("Ærø");
    }
  }

  private static SOAPMessage message(SoapVersion version, String text, boolean must)
      throws SOAPException {
    SOAPMessage message =
        MessageFactory.newInstance(
                version == SoapVersion.SOAP_1_1 ? "SOAP 1.1 Protocol" : "SOAP 1.2 Protocol")
            .createMessage();
    SOAPHeaderElement block =
        message.getSOAPHeader().addHeaderElement(new QName("urn:h", "One", "h"));
    block.setMustUnderstand(must);
    message.getSOAPBody().addBodyElement(new QName("urn:h", "Any", "h")).addTextNode(text);
    return message;
  }

  @Test
  void wholeMessagesAreServedAndSent() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new MessageShop());
        Stack.Published metro = Stack.METRO.publish(new MessageShop())) {
      for (Stack.Published each : new Stack.Published[] {shop, metro}) {
        Dispatch<SOAPMessage> dispatch =
            Castile.dispatch(SOAPMessage.class).endpoint(each.url()).build();

        SOAPMessage answer = dispatch.invoke(message(SoapVersion.SOAP_1_1, "x", each == shop));

        assertThat(answer.getSOAPBody().getTextContent()).isEqualTo("1");
        assertThat(answer.getSOAPHeader().getTextContent()).isEmpty();
        assertThat(answer.getSOAPHeader().getFirstChild().getLocalName()).isEqualTo("Counted");
        assertThatThrownBy(() -> dispatch.invoke(message(SoapVersion.SOAP_1_1, "fault", false)))
            .isInstanceOf(SOAPFaultException.class)
            .hasMessageContaining("asked for");

        Dispatch<Source> sources =
            Castile.dispatch(Source.class).mode(Service.Mode.MESSAGE).endpoint(each.url()).build();
        Source given =
            new DOMSource(message(SoapVersion.SOAP_1_1, "x", false).getSOAPPart().getEnvelope());
        assertThat(PayloadShop.element(sources.invoke(given)).getLocalName()).isEqualTo("Envelope");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CASTILE", "STUFFED", "CXF"})
  void providersServeClientsOfEveryStack(Stack stack) throws Exception {
    PayloadShop provider = new PayloadShop();
    try (Stack.Published shop = Stack.CASTILE.publish(provider)) {
      WrappedShop client =
          stack.client(
              WrappedShop.class, shop, ServiceModel.ofImplementation(WrappedShopService.class));

      assertThat(client.add(20, 22)).isEqualTo(42);
      assertThat(client.echo("Ærø")).isEqualTo("Ærø");
      client.tell("heard");
      assertThatThrownBy(() -> client.find("x"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("no find");
    }
  }

  @Test
  void aProviderWithoutAnAnswerIsOneWay() throws Exception {
    PayloadShop provider = new PayloadShop();
    try (Stack.Published shop = Stack.CASTILE.publish(provider)) {
      Dispatch<Source> dispatch = dispatch(shop.url());

      dispatch.invokeOneWay(source("<tell>heard</tell>"));

      assertThat(dispatch.getResponseContext())
          .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 202);
      assertThat(provider.told).isEqualTo("heard");
    }
  }

  @Test
  void aFaultAsPayloadIsAFault() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new PayloadShop())) {
      Dispatch<Source> dispatch = dispatch(shop.url());

      assertThatThrownBy(() -> dispatch.invoke(source("<fault/>")))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("as payload");
      assertThat(dispatch.getResponseContext())
          .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 500);
    }
  }

  /** What is declared around the payload holds in it, as values may refer to it. */
  @Test
  void aPayloadKeepsTheNamespacesAroundIt() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new MessageShop())) {
      String message =
          "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:p='urn:p&amp;&lt;'"
              + " xmlns='urn:default' xmlns:q='urn:old'><e:Body xmlns:q='urn:q'><a type='p:x q:y'>"
              + "<p:b/></a></e:Body></e:Envelope>";
      Dispatch<Source> dispatch =
          Castile.dispatch(Source.class)
              .endpoint(shop.url())
              .interceptor(
                  chain ->
                      io.castile.soap.exchange.SoapResponses.ofBytes(
                          chain.request(), message.getBytes(StandardCharsets.UTF_8)))
              .build();

      var answer = PayloadShop.element(dispatch.invoke(source("<x/>")));

      assertThat(answer.getNamespaceURI()).isEqualTo("urn:default");
      assertThat(answer.lookupNamespaceURI("p")).isEqualTo("urn:p&<");
      assertThat(answer.lookupNamespaceURI("q")).isEqualTo("urn:q");
      assertThat(answer.getFirstChild().getNamespaceURI()).isEqualTo("urn:p&<");
    }
  }

  @Test
  void limitsAndDeclarationsOfTypesHoldForProviders() {
    XmlLimits limits =
        XmlLimits.builder()
            .maxBytes(1 << 20)
            .maxDepth(16)
            .maxAttributes(64)
            .maxNameBytes(256)
            .maxTextBytes(1 << 20)
            .maxNamespaces(64)
            .build();
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .limits(limits)
            .publish("/p", new PayloadShop())
            .start()) {
      Dispatch<Source> dispatch = dispatch(server.url("/p"));

      assertThatThrownBy(() -> dispatch.invoke(source("<a>".repeat(20) + "</a>".repeat(20))))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("16");
    }
  }

  @Test
  void differencesAreSentOfUntypedMessagesToo() {
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .differential(true)
            .publish("/p", new PayloadShop())
            .start()) {
      Dispatch<Source> dispatch =
          Castile.dispatch(Source.class).endpoint(server.url("/p")).differential(true).build();

      for (int i = 0; i < 5; i++) {
        String echo = "<echo>" + "text ".repeat(100) + i + "</echo>";
        assertThat(text(dispatch.invoke(source(echo)))).isEqualTo("text ".repeat(100) + i);
      }
    }
  }

  @Test
  void aSoapMessageIsNoPayload() {
    assertThatThrownBy(
            () ->
                Castile.dispatch(SOAPMessage.class)
                    .mode(Service.Mode.PAYLOAD)
                    .endpoint("http://localhost/")
                    .build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Castile.dispatch(String.class))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
