package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** References to services, as clients and services give them. */
class EndpointReferenceTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String WSAM = "http://www.w3.org/2007/05/addressing/metadata";

  /** Says where it is. */
  @WebService(name = "Where", targetNamespace = "urn:test:where")
  public interface Where {
    String whereAreYou() throws Exception;
  }

  /** Answers with a reference to itself. */
  @WebService(
      serviceName = "WhereService",
      portName = "WherePort",
      targetNamespace = "urn:test:where",
      endpointInterface = "io.castile.EndpointReferenceTest$Where")
  public static final class Service implements Where {
    @Resource private WebServiceContext context;

    @Override
    public String whereAreYou() throws Exception {
      Element parameter = document("<p:Shelf xmlns:p='urn:p'>7</p:Shelf>").getDocumentElement();
      return context.getEndpointReference(parameter).toString();
    }
  }

  /** A class that no provider has to know. */
  public static final class Other extends EndpointReference {
    @Override
    public void writeTo(Result result) {
      throw new AssertionError("never made");
    }
  }

  private static Document document(String text) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String text(Document reference, String uri, String name) {
    assertThat(reference.getElementsByTagNameNS(uri, name).getLength()).as(name).isEqualTo(1);
    return reference.getElementsByTagNameNS(uri, name).item(0).getTextContent();
  }

  @Test
  void aClientsReferenceHasTheAddressOfTheCallsToCome() throws Exception {
    BindingProvider client =
        (BindingProvider) Castile.client(Where.class).endpoint("http://localhost:1/a").build();
    client
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, "http://localhost:1/b?x=1&y=2");

    EndpointReference reference = client.getEndpointReference();

    assertThat(reference).isInstanceOf(W3CEndpointReference.class);
    Document read = document(reference.toString());
    assertThat(text(read, WSA, "Address")).isEqualTo("http://localhost:1/b?x=1&y=2");
    assertThat(text(read, WSAM, "InterfaceName")).isEqualTo("s:Where");
    Element service = (Element) read.getElementsByTagNameNS(WSAM, "ServiceName").item(0);
    assertThat(service.lookupNamespaceURI("s")).isEqualTo("urn:test:where");
    assertThat(service.getAttribute("EndpointName")).isEqualTo("WherePort");
    assertThat(client.getEndpointReference(EndpointReference.class))
        .isInstanceOf(W3CEndpointReference.class);
  }

  @Test
  void aDispatchKnowsTheAddressOnly() throws Exception {
    BindingProvider dispatch =
        Castile.dispatch(Source.class).endpoint("http://localhost:1/a").build();

    Document read = document(dispatch.getEndpointReference(W3CEndpointReference.class).toString());

    assertThat(text(read, WSA, "Address")).isEqualTo("http://localhost:1/a");
    assertThat(read.getElementsByTagNameNS(WSA, "Metadata").getLength()).isZero();
  }

  @Test
  void aServicesReferenceHasTheAddressAtWhichItWasFound() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/where", new Service()).start()) {
      Document read =
          document(
              Castile.client(Where.class).endpoint(server.url("/where")).build().whereAreYou());

      assertThat(text(read, WSA, "Address")).isEqualTo(server.url("/where"));
      assertThat(text(read, "urn:p", "Shelf")).isEqualTo("7");
      assertThat(text(read, WSAM, "ServiceName")).isEqualTo("s:WhereService");

      Document local =
          document(
              Castile.client(Where.class)
                  .endpoint("http://elsewhere.example/where")
                  .transport(server.localTransport())
                  .build()
                  .whereAreYou());

      assertThat(text(local, WSA, "Address")).isEqualTo("http://elsewhere.example/where");
    }
  }

  @Test
  void otherClassesAreRefused() {
    BindingProvider client =
        (BindingProvider) Castile.client(Where.class).endpoint("http://localhost:1/a").build();

    assertThatThrownBy(() -> client.getEndpointReference(Other.class))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("W3CEndpointReference")
        .hasMessageContaining(Other.class.getName());
  }
}
