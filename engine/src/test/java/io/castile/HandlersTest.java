package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.soap.SOAPElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What handlers see of a message and its exchange, and what becomes of what they change. */
class HandlersTest {
  private static final QName TICKET = new QName("urn:test:tickets", "Ticket", "t");
  private static final String SHOP = "http://shop.castile.io/";

  private SoapServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private abstract static class Soap implements SOAPHandler<SOAPMessageContext> {
    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  private static SOAPHandler<SOAPMessageContext> soap(
      Set<QName> headers, Consumer<SOAPMessageContext> step) {
    return new Soap() {
      @Override
      public Set<QName> getHeaders() {
        return headers;
      }

      @Override
      public boolean handleMessage(SOAPMessageContext context) {
        step.accept(context);
        return true;
      }
    };
  }

  private static LogicalHandler<LogicalMessageContext> logical(
      Consumer<LogicalMessageContext> step) {
    return new LogicalHandler<>() {
      @Override
      public boolean handleMessage(LogicalMessageContext context) {
        step.accept(context);
        return true;
      }

      @Override
      public boolean handleFault(LogicalMessageContext context) {
        return true;
      }

      @Override
      public void close(MessageContext context) {}
    };
  }

  private static boolean isOutbound(MessageContext context) {
    return (Boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY);
  }

  private ClientBuilder<WrappedShop> client(ServerBuilder builder) {
    server = builder.host("localhost").publish("/shop", new WrappedShopService()).start();
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop"));
  }

  /** Adds a ticket that must be understood. */
  private static Handler<?> ticketAdder(String text) {
    return soap(
        Set.of(),
        context -> {
          if (isOutbound(context)) {
            try {
              SOAPMessage message = context.getMessage();
              if (message.getSOAPHeader() == null) {
                message.getSOAPPart().getEnvelope().addHeader();
              }
              SOAPElement block = message.getSOAPHeader().addHeaderElement(TICKET);
              block.setAttributeNS(
                  message.getSOAPPart().getEnvelope().getNamespaceURI(),
                  message.getSOAPPart().getEnvelope().getPrefix() + ":mustUnderstand",
                  "1");
              block.addTextNode(text);
            } catch (SOAPException e) {
              throw new WebServiceException(e);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void headerBlocksThatAHandlerNamesAreUnderstood(SoapVersion version) throws Exception {
    JAXBContext strings = JAXBContext.newInstance(Ticket.class);
    List<String> seen = new CopyOnWriteArrayList<>();
    Handler<?> reader =
        soap(
            Set.of(TICKET),
            context -> {
              if (!isOutbound(context)) {
                for (Object block : context.getHeaders(TICKET, strings, false)) {
                  seen.add(((Ticket) block).text);
                }
              }
            });
    ClientBuilder<WrappedShop> client =
        client(Castile.server().sameVersion(false).jaxws(j -> j.handlers(reader)))
            .soapVersion(version)
            .jaxws(j -> j.handlers(ticketAdder("Ærø <&>")));

    assertThat(client.build().add(1, 2)).isEqualTo(3);
    assertThat(seen).containsExactly("Ærø <&>");
  }

  @jakarta.xml.bind.annotation.XmlRootElement(name = "Ticket", namespace = "urn:test:tickets")
  static final class Ticket {
    @jakarta.xml.bind.annotation.XmlValue public String text;
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void headerBlocksThatNoHandlerNamesAreRefused(SoapVersion version) {
    WrappedShop shop =
        client(
                Castile.server()
                    .sameVersion(false)
                    .jaxws(j -> j.handlers(soap(Set.of(), context -> {}))))
            .soapVersion(version)
            .jaxws(j -> j.handlers(ticketAdder("x")))
            .build();

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("must be understood");
  }

  @Test
  void aLogicalHandlerChangesThePayloadInPlaceAndWhole() {
    Handler<?> inPlace =
        logical(
            context -> {
              if (isOutbound(context)) {
                Node payload = ((DOMSource) context.getMessage().getPayload()).getNode();
                ((Element) payload).getElementsByTagName("a").item(0).setTextContent("40");
              }
            });
    Handler<?> whole =
        logical(
            context -> {
              if (!isOutbound(context)) {
                String sum =
                    ((DOMSource) context.getMessage().getPayload()).getNode().getTextContent();
                context
                    .getMessage()
                    .setPayload(
                        new StreamSource(
                            new StringReader(
                                "<?xml version='1.0'?><x:addResponse xmlns:x='"
                                    + SHOP
                                    + "'><return>"
                                    + (Integer.parseInt(sum) + 1000)
                                    + "</return></x:addResponse>")));
              }
            });

    assertThat(
            client(Castile.server().sameVersion(false))
                .jaxws(j -> j.handlers(inPlace, whole))
                .build()
                .add(1, 2))
        .isEqualTo(1042);
  }

  @Test
  void aLogicalHandlerOfAServerChangesThePayloadAsBeans() throws JAXBException {
    JAXBContext beans = JAXBContext.newInstance(Sum.class);
    Handler<?> handler =
        logical(
            context -> {
              if (isOutbound(context)) {
                Sum sum = (Sum) context.getMessage().getPayload(beans);
                sum.value *= 2;
                context
                    .getMessage()
                    .setPayload(
                        new JAXBElement<>(new QName(SHOP, "addResponse"), Sum.class, sum), beans);
              }
            });

    assertThat(
            client(Castile.server().sameVersion(false).jaxws(j -> j.handlers(handler)))
                .build()
                .add(1, 2))
        .isEqualTo(6);
  }

  @jakarta.xml.bind.annotation.XmlRootElement(name = "addResponse", namespace = SHOP)
  static final class Sum {
    @jakarta.xml.bind.annotation.XmlElement(name = "return")
    public int value;
  }

  @Test
  void aDocumentTypeDeclarationIsRefusedAsAPayload() {
    Handler<?> handler =
        logical(
            context ->
                context
                    .getMessage()
                    .setPayload(
                        new StreamSource(
                            new StringReader("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"))));
    WrappedShop shop =
        client(Castile.server().sameVersion(false)).jaxws(j -> j.handlers(handler)).build();

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("DTD");
  }

  @Test
  void aHandlerReplacesTheMessage() {
    Handler<?> handler =
        soap(
            Set.of(),
            context -> {
              if (isOutbound(context)) {
                try {
                  SOAPMessage message =
                      jakarta.xml.soap.MessageFactory.newInstance().createMessage();
                  SOAPElement add =
                      message.getSOAPBody().addBodyElement(new QName(SHOP, "add", "s"));
                  add.addChildElement("a").addTextNode("5");
                  add.addChildElement("b").addTextNode("6");
                  context.setMessage(message);
                } catch (SOAPException e) {
                  throw new WebServiceException(e);
                }
              }
            });

    assertThat(
            client(Castile.server().sameVersion(false))
                .jaxws(j -> j.handlers(handler))
                .build()
                .add(1, 2))
        .isEqualTo(11);
  }

  @Test
  void theContextTellsOfTheExchange() {
    Map<String, Object> client = new HashMap<>();
    Map<String, Object> served = new HashMap<>();
    WrappedShop shop =
        client(
                Castile.server()
                    .sameVersion(false)
                    .jaxws(
                        j ->
                            j.handlers(
                                soap(
                                    Set.of(),
                                    context -> {
                                      if (isOutbound(context)) {
                                        served.putAll(context);
                                        context.put(
                                            MessageContext.HTTP_RESPONSE_HEADERS,
                                            Map.of("X-Served", List.of("a", "b")));
                                      }
                                    }))))
            .jaxws(
                j ->
                    j.handlers(
                        soap(
                            Set.of(),
                            context -> {
                              if (isOutbound(context)) {
                                headers(context, MessageContext.HTTP_REQUEST_HEADERS)
                                    .put("X-Sent", new ArrayList<>(List.of("é")));
                                assertThat(context.getRoles())
                                    .contains("http://schemas.xmlsoap.org/soap/actor/next");
                              } else {
                                client.putAll(context);
                                context.put("for the application", 1);
                                context.setScope(
                                    "for the application", MessageContext.Scope.APPLICATION);
                                context.put("for handlers", 2);
                              }
                            })))
            .header("Authorization", "Basic c2VjcmV0")
            .build();
    ((BindingProvider) shop).getRequestContext().put("of the application", "x");

    assertThat(shop.add(1, 2)).isEqualTo(3);

    assertThat(client)
        .containsEntry("of the application", "x")
        .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200)
        .containsEntry(MessageContext.WSDL_OPERATION, new QName(SHOP, "add"));
    assertThat(headers(client, MessageContext.HTTP_RESPONSE_HEADERS))
        .containsEntry("x-served", List.of("a, b"));
    assertThat(headers(served, MessageContext.HTTP_REQUEST_HEADERS))
        .containsEntry("x-sent", List.of("é"))
        .containsEntry("authorization", List.of("Basic c2VjcmV0"));
    assertThat(served)
        .containsEntry(MessageContext.HTTP_REQUEST_METHOD, "POST")
        .containsEntry(MessageContext.PATH_INFO, "/shop")
        .containsEntry(MessageContext.WSDL_OPERATION, new QName(SHOP, "add"))
        .containsEntry(MessageContext.WSDL_SERVICE, new QName(SHOP, "ShopService"))
        .containsEntry(MessageContext.WSDL_PORT, new QName(SHOP, "ShopPort"));
    assertThat(((BindingProvider) shop).getResponseContext())
        .containsEntry("for the application", 1)
        .doesNotContainKeys("for handlers", "of the application")
        .doesNotContainKey(MessageContext.HTTP_REQUEST_HEADERS);
  }

  @SuppressWarnings("unchecked") // as the specification has them
  private static Map<String, List<String>> headers(Map<String, Object> context, String name) {
    return (Map<String, List<String>>) context.get(name);
  }

  @Test
  void theResponseCacheTellsApartWhatHandlersAdd() {
    List<String> tickets = List.of("one", "two", "one", "two");
    int[] next = {0};
    Handler<?> adder =
        logical(
            context -> {
              if (isOutbound(context)) {
                Node payload = ((DOMSource) context.getMessage().getPayload()).getNode();
                String a = tickets.get(next[0]++).equals("one") ? "100" : "200";
                ((Element) payload).getElementsByTagName("a").item(0).setTextContent(a);
              }
            });
    CachePolicy policy = CachedShop.minute(rule -> rule);
    WrappedShop shop =
        client(Castile.server().sameVersion(false))
            .jaxws(j -> j.handlers(adder))
            .cache(policy)
            .build();

    List<Integer> sums = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      sums.add(shop.add(1, 2));
    }

    assertThat(sums).containsExactly(102, 202, 102, 202);
    assertThat(Castile.cache(shop).statistics().row("add").hits()).isEqualTo(2);
  }

  @Test
  void messagesThatNoHandlerAsksForAreWrittenWithTemplates() {
    Templates always = Templates.builder().always(true).build();
    WrappedShop shop =
        client(Castile.server().sameVersion(false))
            .templates(always)
            .jaxws(j -> j.handlers(soap(Set.of(), context -> context.get("x"))))
            .build();

    for (int i = 0; i < 10; i++) {
      assertThat(shop.add(i, 2)).isEqualTo(i + 2);
    }
    assertThat(always.statistics().rows()).isNotEmpty();
  }

  @Test
  void handlersThatReadEverythingChangeNothing() throws Exception {
    Handler<?> reader = soap(Set.of(), SOAPMessageContext::getMessage);
    WrappedShop shop =
        client(Castile.server().sameVersion(false).jaxws(j -> j.handlers(reader)))
            .jaxws(j -> j.handlers(reader))
            .build();

    assertThat(shop.echo("a\r\n <&>\"\u20ac \ud83d\ude00"))
        .isEqualTo("a\r\n <&>\"\u20ac \ud83d\ude00");
    assertThat(shop.numbers(new double[] {1, -0.0, Double.NaN}))
        .containsExactly(1, -0.0, Double.NaN);
    assertThatThrownBy(() -> shop.find("sold")).hasMessageContaining("none left");
    shop.tell("heard");
  }

  @Test
  void aFaultThatAHandlerThrowsReachesTheCaller() throws SOAPException {
    SOAPFaultException fault =
        new SOAPFaultException(
            SOAPFactory.newInstance().createFault("closed", new QName("urn:codes", "Closed", "c")));
    WrappedShop shop =
        client(
                Castile.server()
                    .sameVersion(false)
                    .jaxws(
                        j ->
                            j.handlers(
                                soap(
                                    Set.of(),
                                    context -> {
                                      throw fault;
                                    }))))
            .build();

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOfSatisfying(
            SOAPFaultException.class,
            thrown ->
                assertThat(thrown.getFault().getFaultCodeAsQName())
                    .isEqualTo(new QName("urn:codes", "Closed")))
        .hasMessageContaining("closed");
  }

  @Test
  void malformedRequestsAreTheirSendersFault() {
    Handler<?> reader = soap(Set.of(), SOAPMessageContext::getMessage);
    WrappedShop shop =
        client(Castile.server().sameVersion(false).jaxws(j -> j.handlers(reader)))
            .interceptor(
                chain ->
                    chain.proceed(
                        chain
                            .request()
                            .newBuilder()
                            .message(
                                new byte[] {'<', 'a', '/', '>'},
                                chain.request().operation(),
                                Map.of())
                            .build()))
            .build();

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("expected Envelope");
  }

  @Test
  void theBindingReplacesTheHandlers() {
    List<String> called = new CopyOnWriteArrayList<>();
    WrappedShop shop =
        client(Castile.server().sameVersion(false))
            .jaxws(j -> j.handlers(soap(Set.of(), context -> called.add("one"))))
            .build();
    ((BindingProvider) shop)
        .getBinding()
        .setHandlerChain(List.of(soap(Set.of(), context -> called.add("two"))));

    shop.add(1, 2);

    assertThat(called).containsExactly("two", "two");
    assertThat(((BindingProvider) shop).getBinding().getHandlerChain()).hasSize(1);
  }
}
