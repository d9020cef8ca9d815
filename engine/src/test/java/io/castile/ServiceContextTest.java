package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** What a service may ask about the request that it is serving, and when it begins and ends. */
class ServiceContextTest {
  /** Asks. */
  @WebService(targetNamespace = "urn:test:asking")
  public interface Asking {
    String ask(@WebParam(name = "header") String header) throws Exception;
  }

  /** The parent, whose method is called first. */
  public abstract static class Parent {
    final List<String> life = new ArrayList<>();

    @Resource private WebServiceContext inField;

    @PostConstruct
    private void begin() {
      life.add("parent begins");
    }

    WebServiceContext inField() {
      return inField;
    }
  }

  /** The service. */
  @WebService(
      targetNamespace = "urn:test:asking",
      endpointInterface = "io.castile.ServiceContextTest$Asking")
  public static final class Service extends Parent implements Asking {
    private final CyclicBarrier together = new CyclicBarrier(2);
    private WebServiceContext context;

    @Resource
    void setContext(WebServiceContext context) {
      this.context = context;
    }

    @PostConstruct
    void start() {
      life.add("begins " + (context != null && inField() != null));
    }

    @PreDestroy
    void end() {
      life.add("ends");
    }

    @Override
    public String ask(String header) throws Exception {
      if (header.equals("X-Both")) {
        together.await(10, TimeUnit.SECONDS);
      }
      MessageContext properties = context.getMessageContext();
      @SuppressWarnings("unchecked") // as the specification has it
      Map<String, List<String>> headers =
          (Map<String, List<String>>) properties.get(MessageContext.HTTP_REQUEST_HEADERS);
      properties.put(MessageContext.HTTP_RESPONSE_HEADERS, Map.of("X-Answer", List.of(header)));
      Principal user = inField().getUserPrincipal();
      return headers.get(header)
          + " "
          + properties.get(MessageContext.WSDL_OPERATION)
          + " "
          + (user == null ? "nobody" : user.getName())
          + " "
          + context.isUserInRole("any");
    }
  }

  private static Asking client(SoapServer server, String value) {
    return Castile.client(Asking.class)
        .endpoint(server.url("/ask"))
        .header("X-Both", value)
        .build();
  }

  @Test
  void theContextIsThatOfTheThreadsOwnRequest() throws Exception {
    Service service = new Service();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (SoapServer server = Castile.server().host("localhost").publish("/ask", service).start()) {
      Future<String> one = threads.submit(() -> client(server, "one").ask("X-Both"));
      Future<String> two = threads.submit(() -> client(server, "two").ask("X-Both"));

      assertThat(one.get(20, TimeUnit.SECONDS))
          .startsWith("[one] {urn:test:asking}ask nobody false");
      assertThat(two.get(20, TimeUnit.SECONDS)).startsWith("[two] ");
      assertThatThrownBy(service.context::getMessageContext)
          .isInstanceOf(IllegalStateException.class);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anInterceptorNamesTheUserAndTheServiceAddsHeaderFields() throws Exception {
    Principal user = () -> "ada";
    try (SoapServer server =
        Castile.server()
            .host("localhost")
            .publish("/ask", new Service())
            .interceptor(
                chain -> chain.proceed(chain.request().newBuilder().principal(user).build()))
            .start()) {
      Asking asking = client(server, "x");

      assertThat(asking.ask("Host")).contains(" ada ");
      assertThat(((BindingProvider) asking).getResponseContext().toString())
          .contains("x-answer=Host");
    }
  }

  @Test
  void aServiceBeginsWithTheServerAndEndsWithIt() {
    Service service = new Service();
    SoapServer server = Castile.server().host("localhost").publish("/ask", service).start();
    assertThat(service.life).containsExactly("parent begins", "begins true");

    server.close();
    server.close();

    assertThat(service.life).containsExactly("parent begins", "begins true", "ends");
  }

  @Test
  void aContainersServiceIsNotBegunAgain() {
    Service service = new Service();
    Castile.server()
        .host("localhost")
        .jaxws(j -> j.lifecycle(false))
        .publish("/ask", service)
        .start()
        .close();

    assertThat(service.life).isEmpty();
    assertThat(service.context).isNotNull();
  }

  @Test
  void namesOfTheServiceAreInTheContext() throws Exception {
    QName[] names = new QName[2];
    try (SoapServer server =
        Castile.server().host("localhost").publish("/ask", new Named(names)).start()) {
      client(server, "x").ask("y");
    }
    assertThat(names)
        .containsExactly(
            new QName("urn:test:asking", "NamedService"),
            new QName("urn:test:asking", "NamedPort"));
  }

  /** Keeps its names. */
  @WebService(
      targetNamespace = "urn:test:asking",
      endpointInterface = "io.castile.ServiceContextTest$Asking")
  public static final class Named implements Asking {
    private final QName[] names;
    @Resource private WebServiceContext context;

    Named(QName[] names) {
      this.names = names;
    }

    @Override
    public String ask(String header) {
      names[0] = (QName) context.getMessageContext().get(MessageContext.WSDL_SERVICE);
      names[1] = (QName) context.getMessageContext().get(MessageContext.WSDL_PORT);
      return header;
    }
  }
}
