package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects as payloads, and as whole messages. */
class ObjectDispatchTest {
  private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";

  /** The payload of a request. */
  @XmlRootElement(name = "add", namespace = PayloadShop.NAMESPACE)
  public static final class Add {
    @XmlElement public int a;
    @XmlElement public int b;

    Add() {}

    Add(int a, int b) {
      this.a = a;
      this.b = b;
    }
  }

  /** The payload of its response. */
  @XmlRootElement(name = "addResponse", namespace = PayloadShop.NAMESPACE)
  public static final class AddResponse {
    @XmlElement(name = "return")
    public int sum;
  }

  private static JAXBContext binding() throws JAXBException {
    return JAXBContext.newInstance(Add.class, AddResponse.class);
  }

  @ParameterizedTest
  @EnumSource(Stack.class)
  void objectsAreAnsweredByEveryStack(Stack stack) throws Exception {
    try (Stack.Published shop = stack.publish(new WrappedShopService())) {
      Dispatch<Object> dispatch = Castile.dispatch(binding()).endpoint(shop.url()).build();

      assertThat(dispatch.invoke(new Add(1, 2)))
          .isInstanceOfSatisfying(AddResponse.class, sum -> assertThat(sum.sum).isEqualTo(3));
      QName name = new QName(PayloadShop.NAMESPACE, "add");
      Response<Object> later =
          dispatch.invokeAsync(new JAXBElement<>(name, Add.class, new Add(20, 22)));
      assertThat(((AddResponse) later.get(20, TimeUnit.SECONDS)).sum).isEqualTo(42);
      assertThat(later.getContext()).containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
      assertThatThrownBy(
              () -> dispatch.invoke(new JAXBElement<>(new QName("none"), Add.class, new Add())))
          .isInstanceOf(SOAPFaultException.class);
    }
  }

  @Test
  void soap12IsSpokenToo() throws Exception {
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/p", new WrappedShopService())
            .start()) {
      Dispatch<Object> dispatch =
          Castile.dispatch(binding())
              .soapVersion(SoapVersion.SOAP_1_2)
              .endpoint(server.url("/p"))
              .build();

      assertThat(((AddResponse) dispatch.invoke(new Add(1, 2))).sum).isEqualTo(3);
    }
  }

  @Test
  void whatTheBindingDoesNotKnowIsSaid() throws Exception {
    try (Stack.Published shop = Stack.CASTILE.publish(new WrappedShopService())) {
      Dispatch<Object> dispatch =
          Castile.dispatch(JAXBContext.newInstance(Add.class)).endpoint(shop.url()).build();

      assertThatThrownBy(() -> dispatch.invoke("text"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining(
              "Cannot write a java.lang.String as a payload, because the JAXBContext has no element"
                  + " for it. Use a class with @XmlRootElement, or a JAXBElement");
      assertThatThrownBy(() -> dispatch.invoke(new AddResponse()))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("Cannot write a " + AddResponse.class.getName())
          .hasMessageContaining("known to this context");
      assertThatThrownBy(() -> dispatch.invoke(new Add(1, 2)))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("expected an element that the JAXBContext knows")
          .hasMessageContaining("addResponse")
          .message()
          .doesNotContain("null");
    }
  }

  /** An envelope, as an application may bind it. */
  @XmlRootElement(name = "Envelope", namespace = SOAP_11)
  @XmlType(propOrder = {"header", "body"})
  public static final class Envelope {
    @XmlElement(name = "Header", namespace = SOAP_11)
    public Header header = new Header();

    @XmlElement(name = "Body", namespace = SOAP_11)
    public Body body = new Body();
  }

  /** Header blocks that the application gives and gets. */
  public static final class Header {
    @XmlElement(namespace = "urn:mark")
    public String mark;
  }

  /** What is in a body. */
  public static final class Body {
    @XmlElement(namespace = PayloadShop.NAMESPACE)
    public Add add;

    @XmlElement(namespace = PayloadShop.NAMESPACE)
    public AddResponse addResponse;
  }

  @ParameterizedTest
  @EnumSource(Stack.class)
  void wholeEnvelopesAreObjectsToo(Stack stack) throws Exception {
    try (Stack.Published shop = stack.publish(new WrappedShopService())) {
      Dispatch<Object> dispatch =
          Castile.dispatch(JAXBContext.newInstance(Envelope.class))
              .mode(Service.Mode.MESSAGE)
              .endpoint(shop.url())
              .build();
      Envelope sent = new Envelope();
      sent.header.mark = "seen";
      sent.body.add = new Add(1, 2);

      Object answer = dispatch.invoke(sent);

      assertThat(answer)
          .isInstanceOfSatisfying(
              Envelope.class, got -> assertThat(got.body.addResponse.sum).isEqualTo(3));
      assertThatThrownBy(() -> dispatch.invoke("text"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining(" as a message, because the JAXBContext has no element for it");
    }
  }

  @Test
  void theHeaderBlocksOfAnEnvelopeAreSent() throws Exception {
    AtomicReference<String> seen = new AtomicReference<>();
    try (SoapServer server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .publish("/p", new WrappedShopService())
            .interceptor(
                chain -> {
                  chain.request().soapHeaders().forEach(block -> seen.set(block.text()));
                  return chain.proceed(chain.request());
                })
            .start()) {
      Dispatch<Object> dispatch =
          Castile.dispatch(JAXBContext.newInstance(Envelope.class))
              .mode(Service.Mode.MESSAGE)
              .endpoint(server.url("/p"))
              .build();
      Envelope sent = new Envelope();
      sent.header.mark = "seen";
      sent.body.add = new Add(1, 2);

      dispatch.invoke(sent);

      assertThat(seen).hasValue("seen");
    }
  }
}
