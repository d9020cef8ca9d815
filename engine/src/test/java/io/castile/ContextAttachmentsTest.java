package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.activation.DataHandler;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attachments that applications give and find in contexts, and in whole messages. */
class ContextAttachmentsTest {
  /** Beyond what parts take of memory. */
  private static final int LARGE = 3 << 20;

  private final Courier.Service service = new Courier.Service();
  private SoapServer server;

  @AfterEach
  void close() {
    server.close();
  }

  private Courier courier(ServerBuilder builder) {
    server = builder.host("localhost").publish("/courier", service).start();
    return Castile.client(Courier.class).endpoint(server.url("/courier")).build();
  }

  private static void give(Object port, Map<String, DataHandler> attachments) {
    ((BindingProvider) port)
        .getRequestContext()
        .put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, attachments);
  }

  private static Map<String, DataHandler> found(Object port) {
    return Courier.map(
        ((BindingProvider) port).getResponseContext(), MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, LARGE})
  void goBothWays(int size) {
    Courier courier = courier(Castile.server());
    give(courier, Map.of("<a@test>", Courier.data(size), "b@test", Courier.data(2)));

    assertThat(courier.carry(size + 1)).isEqualTo("{a@test=" + size + ", b@test=2}");

    System.gc(); // what nobody keeps would be closed
    assertThat(found(courier)).containsOnlyKeys("added@courier");
    assertThat(Courier.bytes(found(courier).get("added@courier")))
        .isEqualTo(Courier.bytes(Courier.data(size + 1)));
    give(courier, Map.of());
    assertThat(courier.carry(-1)).isEqualTo("{}");
    assertThat(found(courier)).isNull();
  }

  /** Does nothing. */
  private static final class Idle implements LogicalHandler<LogicalMessageContext> {
    @Override
    public boolean handleMessage(LogicalMessageContext context) {
      return true;
    }

    @Override
    public boolean handleFault(LogicalMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}
  }

  @Test
  void passHandlersAsTheyAre() {
    Handler<?> idle = new Idle();
    server =
        Castile.server()
            .host("localhost")
            .jaxws(j -> j.handlers(idle))
            .publish("/courier", service)
            .start();
    Courier courier =
        Castile.client(Courier.class)
            .endpoint(server.url("/courier"))
            .jaxws(j -> j.handlers(idle))
            .build();
    give(courier, Map.of("a@test", Courier.data(5)));

    assertThat(courier.carry(6)).isEqualTo("{a@test=5}");

    assertThat(found(courier)).containsOnlyKeys("added@courier");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void areNotAnsweredWithoutByACache(boolean hasHandler) {
    ServerBuilder builder = Castile.server().cache(CachedShop.minute());
    Courier courier = courier(hasHandler ? builder.jaxws(j -> j.handlers(new Idle())) : builder);

    for (int i = 0; i < 2; i++) {
      courier.carry(7);
      assertThat(found(courier)).containsOnlyKeys("added@courier");
    }
    assertThat(service.calls()).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      courier.carry(-1);
    }
    assertThat(service.calls()).isEqualTo(3);
  }

  @Test
  void mustBeDataHandlers() {
    Courier courier = courier(Castile.server());
    ((BindingProvider) courier)
        .getRequestContext()
        .put(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS, Map.of("a", "text"));

    assertThatThrownBy(() -> courier.carry(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected data handlers by content identifiers, found text for a");
  }

  @Test
  void thatAMessageRefersToAreItsValuesAndNothingElse() {
    server =
        Castile.server().host("localhost").mtom(0).publish("/vault", new VaultService()).start();
    Vault vault = Castile.client(Vault.class).endpoint(server.url("/vault")).build();

    assertThat(vault.get(1)).isEqualTo(VaultService.bytes(1));

    assertThat(found(vault)).isNull();
  }

  /** Gives back the attachments of messages, in the other order. */
  @WebServiceProvider(targetNamespace = "urn:courier")
  @ServiceMode(Service.Mode.MESSAGE)
  public static final class Mirror implements Provider<SOAPMessage> {
    @Override
    public SOAPMessage invoke(SOAPMessage request) {
      try {
        SOAPMessage answer = message();
        Iterator<AttachmentPart> parts = request.getAttachments();
        while (parts.hasNext()) {
          AttachmentPart part = parts.next();
          AttachmentPart copy = answer.createAttachmentPart(part.getDataHandler());
          copy.setContentId("<re-" + part.getContentId().replaceAll("[<>]", "") + ">");
          answer.addAttachmentPart(copy);
        }
        return answer;
      } catch (SOAPException e) {
        throw new WebServiceException(e);
      }
    }
  }

  private static SOAPMessage message() throws SOAPException {
    SOAPMessage message = MessageFactory.newInstance().createMessage();
    message.getSOAPBody().addBodyElement(new QName("urn:courier", "letter"));
    return message;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, LARGE})
  void areThoseOfWholeMessages(int size) throws Exception {
    server = Castile.server().host("localhost").publish("/mirror", new Mirror()).start();
    Dispatch<SOAPMessage> dispatch =
        Castile.dispatch(SOAPMessage.class).endpoint(server.url("/mirror")).build();
    SOAPMessage message = message();
    AttachmentPart part = message.createAttachmentPart(Courier.data(size));
    part.setContentId("<a@test>");
    message.addAttachmentPart(part);

    SOAPMessage answer = dispatch.invoke(message);

    assertThat(answer.countAttachments()).isOne();
    AttachmentPart turned = (AttachmentPart) answer.getAttachments().next();
    assertThat(turned.getContentId()).isEqualTo("<re-a@test>");
    assertThat(Courier.bytes(turned.getDataHandler())).isEqualTo(Courier.bytes(Courier.data(size)));
  }

  @Test
  void areInTheContextsWhereMessagesAreXml() throws Exception {
    server = Castile.server().host("localhost").publish("/mirror", new Mirror()).start();
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class).endpoint(server.url("/mirror")).build();
    give(dispatch, new HashMap<>(Map.of("a@test", Courier.data(5))));

    dispatch.invoke(null);

    assertThat(found(dispatch)).containsOnlyKeys("re-a@test");
  }
}
