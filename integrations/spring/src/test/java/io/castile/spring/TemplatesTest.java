package io.castile.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ws.client.core.WebServiceMessageCallback;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.soap.SoapMessage;
import org.springframework.ws.soap.client.SoapFaultClientException;
import org.springframework.ws.transport.HeadersAwareSenderWebServiceConnection;
import org.springframework.ws.transport.context.TransportContextHolder;

/** A template of Spring-WS in an application with a cache policy. */
class TemplatesTest {
  private static final Application APPLICATION = Application.SHARED;
  private static final String PRICE_OF_INK =
      "<c:getPrice xmlns:c='urn:catalog'><article>ink</article></c:getPrice>";

  private final WebServiceTemplate template =
      APPLICATION.bean("template", WebServiceTemplate.class);

  @BeforeEach
  void clear() throws Exception {
    APPLICATION.clear();
  }

  private String ask(String payload, WebServiceMessageCallback callback) {
    StringWriter answer = new StringWriter();
    template.sendSourceAndReceiveToResult(
        new StreamSource(new StringReader(payload)), callback, new StreamResult(answer));
    return answer.toString();
  }

  private String ask(String payload) {
    return ask(payload, message -> {});
  }

  @Test
  void whatThePolicyCachesIsAskedOnce() {
    String first = ask(PRICE_OF_INK);
    String again = ask(PRICE_OF_INK);

    assertThat(first).contains("<return>3.0</return>");
    assertThat(again).isEqualTo(first);
    assertThat(ask(PRICE_OF_INK.replace("ink", "paper"))).contains("<return>5.0</return>");
    assertThat(APPLICATION.origin.calls()).containsExactly("getPrice", "getPrice");
  }

  @Test
  void whatItDoesNotCacheIsAskedEachTime() {
    String change =
        "<c:setPrice xmlns:c='urn:catalog'><article>ink</article><price>2</price></c:setPrice>";
    ask(change);
    ask(change);

    assertThat(APPLICATION.origin.calls()).containsExactly("setPrice", "setPrice");
  }

  @Test
  void aFaultIsNotKept() {
    String bad = "<c:getPrice xmlns:c='urn:catalog'><article/></c:getPrice>";
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> ask(bad)).isInstanceOf(SoapFaultClientException.class);
    }

    assertThat(APPLICATION.origin.calls()).hasSize(2);
  }

  @Test
  void aRequestThatNamesItsCallerGoesPastTheCache() {
    WebServiceMessageCallback withBlock =
        message ->
            ((SoapMessage) message)
                .getSoapHeader()
                .addHeaderElement(new QName("urn:who", "user", "w"))
                .setText("ann");
    WebServiceMessageCallback withField =
        message ->
            ((HeadersAwareSenderWebServiceConnection)
                    TransportContextHolder.getTransportContext().getConnection())
                .addRequestHeader("Authorization", "Bearer ann");
    ask(PRICE_OF_INK, withBlock);
    ask(PRICE_OF_INK, withBlock);
    ask(PRICE_OF_INK, withField);
    ask(PRICE_OF_INK, withField);

    assertThat(APPLICATION.origin.calls()).hasSize(4);
  }

  @Test
  void anotherActionIsAnotherQuestion() {
    ask(PRICE_OF_INK);
    ask(PRICE_OF_INK, message -> ((SoapMessage) message).setSoapAction("urn:other"));

    assertThat(APPLICATION.origin.calls()).hasSize(2);
  }
}
