package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.annotation.PostConstruct;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code @HandlerChain} files say beside the handlers' classes: roles and parameters. */
class HandlerFileTest {
  private static Stack.Published castile;
  private static Stack.Published metro;

  /** Lets everything pass. */
  public static class Plain implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      return true;
    }

    @Override
    public boolean handleFault(SOAPMessageContext context) {
      return true;
    }

    @Override
    public void close(MessageContext context) {}

    @Override
    public Set<QName> getHeaders() {
      return Set.of();
    }
  }

  /** Notes how it was made ready. */
  public static final class Initialized extends Plain {
    private final List<String> steps = new ArrayList<>();

    /** Takes the parameters of the file. */
    public void init(Map<String, String> parameters) {
      if (parameters.containsKey("refuse")) {
        throw new IllegalStateException("refused");
      }
      steps.add("init " + parameters);
    }

    @PostConstruct
    void ready() {
      steps.add("ready");
    }
  }

  /** Of the service that {@code roles.xml} is for. */
  @WebService(name = "Roled", targetNamespace = "http://shop.castile.io/")
  @HandlerChain(file = "roles.xml")
  public interface Roled {
    String echo(String text);
  }

  /** Answers with what it was given. */
  @WebService(
      endpointInterface = "io.castile.shop.HandlerFileTest$Roled",
      targetNamespace = "http://shop.castile.io/",
      serviceName = "RoledService")
  public static final class RoledService implements Roled {
    @Override
    public String echo(String text) {
      return text;
    }
  }

  @WebService
  @HandlerChain(file = "parameters.xml")
  interface Parameters {
    void ask();
  }

  @WebService
  @HandlerChain(file = "parameters-twice.xml")
  interface Twice {
    void ask();
  }

  @WebService
  @HandlerChain(file = "parameters-refused.xml")
  interface RefusedParameters {
    void ask();
  }

  @BeforeAll
  static void publish() throws Exception {
    castile = Stack.CASTILE.publish(new RoledService());
    metro = Stack.METRO.publish(new RoledService());
  }

  @AfterAll
  static void stop() throws Exception {
    castile.close();
    metro.close();
  }

  private static String post(Stack.Published service, String role) throws Exception {
    String message =
        "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Header>"
            + "<r:Mark xmlns:r='urn:test:roles' e:mustUnderstand='1' e:actor='"
            + role
            + "'/></e:Header><e:Body><s:echo xmlns:s='http://shop.castile.io/'><arg0>x</arg0>"
            + "</s:echo></e:Body></e:Envelope>";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.url()))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"\"")
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** A block that must be understood is refused where it is for a role of the chain. */
  @ParameterizedTest
  @CsvSource({"urn:mine, true", "urn:mine-too, true", "urn:theirs, false", "urn:other, false"})
  void aServiceActsInTheRolesOfItsChains(String role, boolean isOurs) throws Exception {
    for (Stack.Published service : List.of(metro, castile)) {
      String answer = post(service, role);

      assertThat(answer.contains(":MustUnderstand")).as(answer).isEqualTo(isOurs);
      assertThat(answer.contains("<return>x</return>")).as(answer).isEqualTo(!isOurs);
    }
  }

  @Test
  void aClientActsInTheRolesOfItsChains() throws Exception {
    ServiceModel model = ServiceModel.ofImplementation(RoledService.class);
    Roled port = Stack.CASTILE.client(Roled.class, castile, model);
    try (AutoCloseable open = (AutoCloseable) port) {
      SOAPBinding binding = (SOAPBinding) ((BindingProvider) port).getBinding();

      assertThat(binding.getRoles()).contains("urn:mine", "urn:mine-too");
      assertThat(binding.getRoles()).doesNotContain("urn:theirs");
      assertThat(binding.getHandlerChain()).hasSize(1);
      assertThat(port.echo("x")).isEqualTo("x");
    }
  }

  @Test
  void rolesOfTheBuilderAreAdded() throws Exception {
    try (var server =
        Castile.server()
            .host("localhost")
            .roles("urn:other")
            .publish("/roled", new RoledService())
            .publish("/plain", new WrappedShopService())
            .start()) {
      Stack.Published roled = new Stack.Published(server.url("/roled"), () -> {});
      Stack.Published plain = new Stack.Published(server.url("/plain"), () -> {});

      assertThat(post(roled, "urn:mine")).contains(":MustUnderstand");
      assertThat(post(roled, "urn:other")).contains(":MustUnderstand");
      assertThat(post(plain, "urn:other")).contains(":MustUnderstand");
      assertThat(post(plain, "urn:mine")).doesNotContain(":MustUnderstand");
    }
  }

  private static HandlerFile.Content read(Class<?> type) {
    ServiceModel model = ServiceModel.of(type);
    return HandlerFile.read(type, model, model.version());
  }

  @Test
  void parametersAreGivenToInit() {
    List<Handler<?>> handlers = read(Parameters.class).handlers();

    assertThat(((Initialized) handlers.get(0)).steps)
        .containsExactly("init {greeting=hello, tone=low}", "ready");
  }

  @Test
  void parametersThatNobodyTakesAreNamedInTheLog() {
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    PrintStream stderr = System.err;
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      read(Parameters.class);
    } finally {
      System.setErr(stderr);
    }

    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains("parameters.xml", "HandlerFileTest$Plain", "[unheeded]", "init(Map)")
        .doesNotContain("secret", "greeting");
  }

  @Test
  void wrongParametersAreRefused() {
    assertThatThrownBy(() -> read(Twice.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one init-param tone of a handler, found two");
    assertThatThrownBy(() -> read(RefusedParameters.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("init of " + Initialized.class.getName() + " failed")
        .hasRootCauseMessage("refused");
  }
}
