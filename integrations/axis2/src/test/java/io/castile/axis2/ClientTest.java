package io.castile.axis2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.client.async.AxisCallback;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.OutInAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The module in a client of Axis2, whose service is one of Axis2 without it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ClientTest {
  private static Axis2Server server;
  private static ConfigurationContext context;

  private ServiceClient client;
  private ResponseCache cache;

  @BeforeAll
  static void start(@TempDir Path folder, @TempDir Path other) throws Exception {
    server = new Axis2Server(folder);
    context = Repositories.context(other);
  }

  @AfterAll
  static void stop() throws Exception {
    context.terminate();
    server.close();
  }

  @BeforeEach
  void renew() throws Exception {
    server.renew();
    engage(Axis2Server.POLICY);
  }

  @AfterEach
  void close() throws Exception {
    client.cleanup();
    cache.close();
  }

  private void engage(String policy) throws AxisFault {
    cache = ResponseCache.of(CachePolicy.parse("here", policy));
    client = client(server.url());
  }

  private ServiceClient client(String url) throws AxisFault {
    ServiceClient made = new ServiceClient(context, null);
    made.getOptions().setTo(new EndpointReference(url));
    made.getOptions().setTimeOutInMilliSeconds(60_000);
    made.getAxisService().addParameter(new Parameter(CastileModule.POLICY, cache));
    made.engageModule(CastileModule.NAME);
    return made;
  }

  private static OMElement element(String xml) {
    try {
      return AXIOMUtil.stringToOM(xml);
    } catch (javax.xml.stream.XMLStreamException e) {
      throw new AssertionError(e);
    }
  }

  private static String price(ServiceClient client, String symbol) throws AxisFault {
    try {
      return client.sendReceive(element(Messages.priceOf(symbol))).getFirstElement().getText();
    } finally {
      client.cleanupTransport();
    }
  }

  private Map<Bypass, Long> bypassed() {
    return cache.statistics().row("getPrice").bypassed();
  }

  @Test
  void aRepeatedCallIsAnsweredWithoutTheTransport() throws Exception {
    assertThat(price(client, "A")).isEqualTo("9.9");
    OMElement hit = client.sendReceive(element(Messages.priceOf("A")));
    assertThat(hit.getLocalName()).isEqualTo("getPriceResponse");
    hit.getFirstElement().setText("spoilt");
    assertThat(price(client, "A")).isEqualTo("9.9");
    assertThat(price(client, "B")).isEqualTo("9.9");
    assertThat(price(client(server.url()), "A")).isEqualTo("9.9");

    assertThat(Quotes.served()).containsExactly("getPrice A", "getPrice B");
    assertThat(cache.statistics().row("getPrice").hits()).isEqualTo(3);
  }

  /** As a generated client makes its service, another one for each client. */
  @Test
  void generatedClientsShareAnswers() throws Exception {
    for (String number : List.of("1764255000000_1", "1764255000000_2")) {
      AxisService service = new AxisService("Quotes" + number);
      OutInAxisOperation operation = new OutInAxisOperation();
      operation.setName(new QName(Messages.NAMESPACE, "getPrice"));
      service.addOperation(operation);
      ServiceClient generated = new ServiceClient(context, service);
      generated.getOptions().setTo(new EndpointReference(server.url()));
      service.addParameter(new Parameter(CastileModule.POLICY, cache));
      generated.engageModule(CastileModule.NAME);
      generated.sendReceive(operation.getName(), element(Messages.priceOf("A")));
      generated.cleanupTransport();
    }

    assertThat(Quotes.served()).hasSize(1);
  }

  @Test
  void theIdentifierOfAnAddressedMessageDoesNotCount() throws Exception {
    for (String id : List.of("urn:1", "urn:2")) {
      client.addHeader(
          element(
              "<a:MessageID xmlns:a='http://www.w3.org/2005/08/addressing'>"
                  + id
                  + "</a:MessageID>"));
      assertThat(price(client, "A")).isEqualTo("9.9");
      client.removeHeaders();
    }

    assertThat(Quotes.served()).hasSize(1);
  }

  @Test
  void soap12IsAnotherQuestion() throws Exception {
    price(client, "A");
    client.getOptions().setSoapVersionURI(Messages.SOAP12);
    assertThat(price(client, "A")).isEqualTo("9.9");
    assertThat(price(client, "A")).isEqualTo("9.9");

    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void anotherActionOrEndpointIsAnotherQuestion() throws Exception {
    price(client, "A");
    client.getOptions().setAction("urn:getPrice");
    price(client, "A");
    client.getOptions().setTo(new EndpointReference(server.url() + "?a=b"));
    price(client, "A");

    assertThat(Quotes.served()).hasSize(3);
  }

  @Test
  void anAnswerForOneCallerIsNotGivenToAnother() throws Exception {
    price(client, "A");
    for (String user : List.of("alice", "alice", "bob")) {
      client
          .getOptions()
          .setProperty(HTTPConstants.HTTP_HEADERS, List.of(new NamedValue("Authorization", user)));
      price(client, "A");
    }
    client.getOptions().setProperty(HTTPConstants.HTTP_HEADERS, Map.of("X-Api-Key", "alice"));
    price(client, "A");

    assertThat(Quotes.served()).hasSize(5);
    assertThat(bypassed()).isEqualTo(Map.of(Bypass.AUTHORIZATION, 4L));
  }

  @Test
  void whatTheCacheCannotSeeGoesPastIt() throws Exception {
    price(client, "A");
    client.getOptions().setProperty("com.example.tenant", "alice");
    price(client, "A");
    client.getOptions().setProperty("com.example.tenant", null);
    client.getOptions().setManageSession(true);
    price(client, "A");
    client.getOptions().setManageSession(false);
    client.addHeader(element("<t:tenant xmlns:t='urn:t'>alice</t:tenant>"));
    price(client, "A");

    assertThat(Quotes.served()).hasSize(4);
    assertThat(bypassed()).isEqualTo(Map.of(Bypass.HIDDEN_PARTS, 2L, Bypass.SOAP_HEADER, 1L));
  }

  @Test
  void aFaultIsThrownEachTime() throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThatExceptionOfType(AxisFault.class)
          .isThrownBy(() -> price(client, "none"))
          .withMessageContaining("there is no none");
    }

    assertThat(Quotes.served()).hasSize(2);
    assertThat(cache.statistics().row("getPrice").entries()).isZero();
  }

  @Test
  void aCallThatChangesDropsTheAnswers() throws Exception {
    price(client, "A");
    client.sendReceive(element(Messages.changeOf("A", 12.5)));
    client.cleanupTransport();

    assertThat(price(client, "A")).isEqualTo("12.5");
  }

  @Test
  void anOldAnswerStandsInWhereTheServiceCannotBeReached() throws Exception {
    engage(
        """
        rules:
          - operation: getPrice
            cache: true
            ttl: 1ms
            staleIfError: 1h
        """);
    byte[] answer =
        Messages.envelope(
                Messages.SOAP11,
                "",
                "<q:r xmlns:q='" + Messages.NAMESPACE + "'><return>9.9</return></q:r>")
            .getBytes(StandardCharsets.UTF_8);
    HttpServer origin =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    origin.start();
    ServiceClient lonely = client("http://localhost:" + origin.getAddress().getPort() + "/");
    try {
      assertThat(price(lonely, "A")).isEqualTo("9.9");
    } finally {
      origin.stop(0);
    }

    assertThat(price(lonely, "A")).isEqualTo("9.9");
    assertThat(cache.statistics().row("getPrice").stale()).isEqualTo(1);
  }

  @Test
  void aCallBackGetsTheKeptAnswer() throws Exception {
    price(client, "A");
    CompletableFuture<String> called = new CompletableFuture<>();
    client.sendReceiveNonBlocking(
        element(Messages.priceOf("A")),
        new AxisCallback() {
          @Override
          public void onMessage(MessageContext response) {
            called.complete(
                response.getEnvelope().getBody().getFirstElement().getFirstElement().getText());
          }

          @Override
          public void onFault(MessageContext fault) {
            called.completeExceptionally(new AssertionError("a fault"));
          }

          @Override
          public void onError(Exception e) {
            called.completeExceptionally(e);
          }

          @Override
          public void onComplete() {
            // The answer says it.
          }
        });

    assertThat(called.get(60, TimeUnit.SECONDS)).isEqualTo("9.9");
    assertThat(Quotes.served()).hasSize(1);
  }

  @Test
  void disengagedItIsGone() throws Exception {
    price(client, "A");
    client.disengageModule(CastileModule.NAME);
    price(client, "A");

    assertThat(Quotes.served()).hasSize(2);
  }

  @Test
  void withoutAServiceTheTransportFailsAsBefore() throws Exception {
    String nowhere;
    try (ServerSocket socket = new ServerSocket(0)) {
      nowhere = "http://localhost:" + socket.getLocalPort() + "/nowhere";
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    ServiceClient lost = client(nowhere);

    assertThatExceptionOfType(AxisFault.class).isThrownBy(() -> price(lost, "A"));
  }
}
