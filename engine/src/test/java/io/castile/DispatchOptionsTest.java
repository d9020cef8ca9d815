package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.soap.SoapHeader;
import io.castile.soap.security.UsernameTokenValidator;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;

/** What a dispatch shares with clients of interfaces. */
class DispatchOptionsTest {
  private static final String ECHO = "<e:echo xmlns:e='urn:test:echo'><text>a</text></e:echo>";
  private static final String ACTION = "urn:test:echo:Echo:echoRequest";

  /** Says what it hears. */
  @WebService(name = "Echo", targetNamespace = "urn:test:echo")
  public static final class Echo {
    public String echo(@WebParam(name = "text") String text) {
      return text;
    }
  }

  private static Source payload(String text) {
    return new StreamSource(new StringReader(text));
  }

  @Test
  void anExecutorMakesTheAsynchronousCalls() throws Exception {
    List<Runnable> tasks = new ArrayList<>();
    try (SoapServer server =
        Castile.server().host("localhost").publish("/echo", new Echo()).start()) {
      Response<Source> answer =
          Castile.dispatch(Source.class)
              .endpoint(server.url("/echo"))
              .executor(tasks::add)
              .build()
              .invokeAsync(payload(ECHO));

      assertThat(tasks).hasSize(1);
      assertThat(answer.isDone()).isFalse();
      tasks.get(0).run();
      assertThat(answer.get()).isNotNull();
    }
  }

  @Test
  void aCallHasALimit() {
    Gate.Service gate = new Gate.Service();
    try (SoapServer server = Castile.server().host("localhost").publish("/gate", gate).start()) {
      Dispatch<Source> dispatch =
          Castile.dispatch(Source.class)
              .endpoint(server.url("/gate"))
              .transport(t -> t.callTimeout(Duration.ofMillis(200)))
              .build();

      assertThatThrownBy(
              () ->
                  dispatch.invoke(
                      payload("<g:pass xmlns:g='urn:gate?a&amp;b&lt;c>'><arg0>1</arg0></g:pass>")))
          .isInstanceOf(WebServiceException.class)
          .isNotInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("200");
      gate.letThrough(1);
    }
  }

  @Test
  void aProxyIsAsked() throws Exception {
    try (TestProxy proxy =
        TestProxy.answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) {
      Dispatch<Source> dispatch =
          Castile.dispatch(Source.class)
              .endpoint("http://service.invalid/echo")
              .transport(t -> t.proxy("localhost", proxy.port()))
              .build();

      assertThatThrownBy(() -> dispatch.invoke(payload(ECHO)))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("403");
      assertThat(proxy.heads).hasSize(1);
      assertThat(proxy.heads.get(0)).startsWith("POST http://service.invalid/echo ");
    }
  }

  @Test
  void aUserIsNamed() {
    UsernameTokenValidator ada = user -> user.equals("ada") ? "secret" : null;
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .security(s -> s.usernameTokens(ada))
            .publish("/echo", new Echo())
            .start()) {
      DispatchBuilder<Source> builder =
          Castile.dispatch(Source.class).endpoint(server.url("/echo"));
      assertThatThrownBy(() -> builder.build().invoke(payload(ECHO)))
          .isInstanceOf(SOAPFaultException.class);

      assertThat(
              builder
                  .security(s -> s.usernameToken("ada", "secret").timestamp(Duration.ofMinutes(5)))
                  .build()
                  .invoke(payload(ECHO)))
          .isNotNull();
    }
  }

  @Test
  void theActionOfAnAddressedMessageIsThatOfTheContext() {
    List<SoapHeader> seen = new ArrayList<>();
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .addressing(true)
            .interceptor(
                chain -> {
                  seen.addAll(chain.request().soapHeaders());
                  return chain.proceed(chain.request());
                })
            .publish("/echo", new Echo())
            .start()) {
      Dispatch<Source> dispatch =
          Castile.dispatch(Source.class).endpoint(server.url("/echo")).addressing(true).build();
      assertThatThrownBy(() -> dispatch.invoke(payload(ECHO)))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining(BindingProvider.SOAPACTION_URI_PROPERTY);
      assertThat(seen).isEmpty();

      dispatch.getRequestContext().put(BindingProvider.SOAPACTION_URI_PROPERTY, ACTION);

      assertThat(dispatch.invoke(payload(ECHO))).isNotNull();
      assertThat(seen)
          .extracting(header -> header.name().getLocalPart())
          .contains("Action", "MessageID", "To");
    }
  }
}
