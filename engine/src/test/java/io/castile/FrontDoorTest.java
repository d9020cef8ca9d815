package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.codec.CodecMode;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapUsageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import jakarta.jws.Oneway;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FrontDoorTest {
  private static SoapServer serve(Interceptor... interceptors) {
    ServerBuilder builder =
        Castile.server().host("localhost").publish("/shop", new WrappedShopService());
    for (Interceptor interceptor : interceptors) {
      builder.interceptor(interceptor);
    }
    return builder.start();
  }

  private static ClientBuilder<WrappedShop> client(SoapServer server) {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop"));
  }

  // ---- builders ----

  @Test
  void clientsNeedAnEndpoint() {
    assertThatThrownBy(() -> Castile.client(WrappedShop.class).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("WrappedShop")
        .hasMessageContaining("endpoint(");
  }

  @Test
  void endpointsMustBeHttp() {
    for (String wrong : List.of("ftp://example.com/", "shop", "http:///x", "http://a b/")) {
      assertThatThrownBy(() -> Castile.client(WrappedShop.class).endpoint(wrong).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + wrong + "'");
    }
  }

  @Test
  void clientsNeedAnAnnotatedInterface() {
    assertThatThrownBy(() -> Castile.client(Runnable.class).endpoint("http://localhost/").build())
        .hasMessageContaining("java.lang.Runnable as a service, because it has no @WebService");
    assertThatThrownBy(
            () -> Castile.client(WrappedShopService.class).endpoint("http://localhost/").build())
        .hasMessageContaining("is not an interface");
  }

  @Test
  void serversNeedAService() {
    assertThatThrownBy(() -> Castile.server().start()).hasMessageContaining("publish(");
    assertThatThrownBy(() -> Castile.server().publish("/x", "text").start())
        .hasMessageContaining("Cannot use java.lang.String as a service");
    assertThatThrownBy(() -> Castile.server().publish("x", new WrappedShopService()).start())
        .hasMessageContaining("'x'");
    assertThatThrownBy(
            () -> Castile.server().publish("/x", new WrappedShopService()).port(70000).start())
        .hasMessageContaining("70000");
  }

  @Test
  void portsInUseAreNamed() {
    try (SoapServer server = serve()) {
      ServerBuilder second =
          Castile.server()
              .host("localhost")
              .port(server.port())
              .publish("/shop", new WrappedShopService());

      assertThatThrownBy(second::start)
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("port " + server.port());
    }
  }

  @Test
  void overloadsNeedDistinctNames() {
    assertThatThrownBy(() -> Castile.client(Overloaded.class).endpoint("http://localhost/").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("say")
        .hasMessageContaining("operationName");
  }

  @WebService
  interface Overloaded {
    void say(String text);

    void say(int number);
  }

  // ---- the client as an object ----

  @Test
  void clientsAreObjects() throws Exception {
    try (SoapServer server = serve()) {
      WrappedShop port = client(server).build();
      WrappedShop other = client(server).build();

      assertThat(Set.of(port, other)).contains(port).hasSize(2);
      assertThat(port.toString()).contains("WrappedShop").contains(server.url("/shop"));
      assertThat(port).isInstanceOf(AutoCloseable.class);
      assertThat(port.add(1, 1)).isEqualTo(2);
      ((AutoCloseable) port).close();
      assertThat(port.add(1, 2)).isEqualTo(3);
    }
  }

  @Test
  void theRequestContextMovesTheEndpoint() {
    try (SoapServer one = serve();
        SoapServer two = serve()) {
      WrappedShop port = client(one).build();
      BindingProvider provider = (BindingProvider) port;
      one.close();

      provider.getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, two.url("/shop"));

      assertThat(port.add(2, 2)).isEqualTo(4);
      assertThat(provider.getResponseContext())
          .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 200);
      assertThat(provider.getBinding().getBindingID()).isEqualTo(SoapVersion.SOAP_1_1.bindingId());
    }
  }

  @Test
  void headersOfTransportReachTheServer() throws Exception {
    // The server's interceptors see message and address; what HTTP carries is seen by a socket.
    try (OneShotServer server =
        OneShotServer.answering("HTTP/1.1 500 Internal\r\nContent-Length: 0\r\n\r\n")) {
      WrappedShop port =
          Castile.client(WrappedShop.class).endpoint(server.url()).header("X-Trace", "t1").build();
      Map<String, Object> context = ((BindingProvider) port).getRequestContext();
      context.put(BindingProvider.USERNAME_PROPERTY, "user");
      context.put(BindingProvider.PASSWORD_PROPERTY, "secret");
      context.put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-More", List.of("a", "b")));

      WebServiceException failure =
          catchThrowableOfType(WebServiceException.class, () -> port.tell("x"));

      assertThat(failure).hasCauseInstanceOf(SoapTransportException.class);
      assertThat(((SoapTransportException) failure.getCause()).status()).isEqualTo(500);
      assertThat(server.received())
          .contains("POST /shop HTTP/1.1\r\n")
          .contains("Host: localhost:" + server.port() + "\r\n")
          .contains("X-Trace: t1\r\n")
          .contains("X-More: a, b\r\n")
          .contains("Authorization: Basic dXNlcjpzZWNyZXQ=\r\n")
          .contains("SOAPAction: \"urn:shop:notify\"\r\n")
          .contains("Content-Type: text/xml; charset=utf-8\r\n");
    }
  }

  @Test
  void headersCannotSmuggleLines() {
    assertThatThrownBy(
            () ->
                Castile.client(WrappedShop.class)
                    .endpoint("http://localhost:1/")
                    .header("X-A", "b\r\nX-Evil: 1")
                    .build()
                    .ping())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X-A")
        .hasMessageContaining("U+000D");
  }

  // ---- failures ----

  @Test
  void refusedConnectionsAreWebServiceExceptions() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    WrappedShop port =
        Castile.client(WrappedShop.class).endpoint("http://localhost:" + free + "/s?key=1").build();

    assertThatThrownBy(port::ping)
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("ping")
        .hasMessageContaining("http://localhost:" + free + "/s")
        .hasMessageContaining("refused")
        .hasMessageNotContaining("key=1")
        .hasCauseInstanceOf(SoapTransportException.class);
  }

  @Test
  void silentServersRunIntoTheReadTimeout() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("http://localhost:" + silent.getLocalPort() + "/shop")
              .transport(t -> t.readTimeout(Duration.ofMillis(150)))
              .build();

      assertThatThrownBy(port::ping)
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("150 ms");
    }
  }

  @Test
  void argumentsThatXmlCannotCarryAreNamed() {
    try (SoapServer server = serve()) {
      assertThatThrownBy(() -> client(server).build().echo("a\u0000b"))
          .isInstanceOf(WebServiceException.class)
          .hasMessageContaining("argument of operation echo")
          .hasCauseInstanceOf(SoapMessageException.class);
    }
  }

  // ---- the chain ----

  @Test
  void interceptorsSeeArgumentsAndAnswer() {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (SoapServer server =
        serve(
            chain -> {
              seen.add("server:" + chain.request().operation().name().getLocalPart());
              return chain.proceed(chain.request());
            })) {
      WrappedShop port =
          client(server)
              .interceptor(
                  chain -> {
                    seen.add("client:" + chain.request().arguments()[0]);
                    return chain.proceed(
                        chain
                            .request()
                            .newBuilder()
                            .arguments("changed " + chain.request().arguments()[0])
                            .build());
                  })
              .build();

      assertThat(port.echo("text")).isEqualTo("changed text");
      assertThat(seen).containsExactly("client:text", "server:echo");
    }
  }

  @Test
  void interceptorsMayProceedTwice() {
    try (SoapServer server = serve()) {
      List<Object> answers = new ArrayList<>();
      WrappedShop port =
          client(server)
              .interceptor(
                  chain -> {
                    answers.add(chain.proceed(chain.request()).value());
                    return chain.proceed(chain.request());
                  })
              .build();

      assertThat(port.add(2, 3)).isEqualTo(5);
      assertThat(answers).containsExactly(5);
    }
  }

  @Test
  void interceptorsMayAnswerForTheService() {
    try (SoapServer server =
        serve(
            chain ->
                switch (chain.request().operation().name().getLocalPart()) {
                  case "add" -> SoapResponses.ofValues(chain.request(), 99);
                  case "ping" ->
                      SoapResponses.ofFault(
                          chain.request(), SoapFault.of(SoapFault.Code.SENDER, "not today"));
                  case "tell" -> SoapResponses.ofValues(chain.request(), (Object) null);
                  default ->
                      SoapResponses.ofBytes(
                          chain.request(), chain.proceed(chain.request()).bytes());
                })) {
      WrappedShop port = client(server).build();
      WrappedShop cached =
          client(server).interceptor(chain -> SoapResponses.ofValues(chain.request(), 7)).build();

      assertThat(port.add(1, 1)).isEqualTo(99);
      assertThat(port.echo("through")).isEqualTo("through");
      assertThatThrownBy(port::ping)
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("not today");
      assertThatCode(() -> port.tell("nobody")).doesNotThrowAnyException();
      assertThat(cached.add(1, 1)).isEqualTo(7);
      assertThatThrownBy(() -> cached.exchange("a", new Holder<>("b"), new Holder<>()))
          .hasMessageContaining("3 values");
    }
  }

  @Test
  void interceptorsThatReturnNullAreNamed() {
    try (SoapServer server = serve()) {
      Interceptor broken =
          new Interceptor() {
            @Override
            public SoapResponse intercept(Chain chain) {
              return null;
            }

            @Override
            public String toString() {
              return "the broken one";
            }
          };
      WrappedShop port = client(server).interceptor(broken).build();

      assertThatThrownBy(port::ping)
          .isInstanceOf(WebServiceException.class)
          .hasCauseInstanceOf(SoapUsageException.class)
          .hasMessageContaining("interceptor the broken one returned null");
    }
  }

  @Test
  void faultsThatAnInterceptorAsksForReachTheCallerAsUsual() {
    try (SoapServer server = serve()) {
      WrappedShop port =
          client(server)
              .interceptor(
                  chain -> {
                    SoapResponse response = chain.proceed(chain.request());
                    assertThat(response.value()).isNotNull();
                    return response;
                  })
              .build();

      assertThatThrownBy(() -> port.find("x")).isInstanceOf(NoSuchItem.class);
    }
  }

  // ---- one-way ----

  @WebService
  public interface Mailbox {
    @Oneway
    void drop(String letter);
  }

  @WebService(endpointInterface = "io.castile.FrontDoorTest$Mailbox")
  public static class SlowMailbox implements Mailbox {
    final CountDownLatch answered = new CountDownLatch(1);
    final CompletableFuture<String> delivered = new CompletableFuture<>();

    @Override
    public void drop(String letter) {
      try {
        delivered.complete(answered.await(30, TimeUnit.SECONDS) ? letter : "late");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void oneWayCallsReturnBeforeTheServiceHasEnded() throws Exception {
    SlowMailbox mailbox = new SlowMailbox();
    try (SoapServer server = Castile.server().host("localhost").publish("/m", mailbox).start()) {
      Mailbox port = Castile.client(Mailbox.class).endpoint(server.url("/m")).build();

      port.drop("letter");

      assertThat(((BindingProvider) port).getResponseContext())
          .containsEntry(MessageContext.HTTP_RESPONSE_CODE, 202);
      mailbox.answered.countDown();
      assertThat(mailbox.delivered.get(30, TimeUnit.SECONDS)).isEqualTo("letter");
    }
  }

  // ---- many calls ----

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void manyThreadsShareAClientAndAServer(CodecMode mode) throws Exception {
    try (SoapServer server = serve()) {
      WrappedShop port = client(server).codecMode(mode).build();
      ExecutorService threads = Executors.newFixedThreadPool(8);
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        int thread = i;
        tasks.add(
            () -> {
              for (int call = 0; call < 150; call++) {
                String text = thread + ":" + call + "é".repeat(call);
                assertThat(port.echo(text)).isEqualTo(text);
                Item item = new Item(text, "1.5", call, Item.Color.RED, "t" + thread);
                assertThat(port.sameItem(item)).isEqualTo(item);
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(tasks)) {
        assertThatCode(done::get).doesNotThrowAnyException();
      }
      threads.shutdown();
    }
  }

  @Test
  void largeMessagesPassWhole() {
    try (SoapServer server = serve()) {
      WrappedShop port = client(server).build();
      double[] numbers = new double[100_000];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Math.sqrt(i) * (i % 2 == 0 ? 1e10 : -1e-10);
      }
      String text = "0123456789äöü€𝄞".repeat(100_000);

      assertThat(port.numbers(numbers)).isEqualTo(numbers);
      assertThat(port.echo(text)).isEqualTo(text);
      assertThat(port.numbers(new double[0])).isEmpty();
    }
  }
}
