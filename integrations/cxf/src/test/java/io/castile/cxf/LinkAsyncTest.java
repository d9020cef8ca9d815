package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.shop.FreePorts;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.DispatchImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous calls of clients with the differential link. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkAsyncTest {
  private final DifferentialFeature feature = new DifferentialFeature();
  private Published published;
  private Wire wire;
  private AsyncShop port;

  @BeforeEach
  void open() throws Exception {
    published =
        Shops.publish(WrappedShop.class, new WrappedShopService(), new DifferentialFeature());
    wire = new Wire(published.url());
    port = Shops.client(AsyncShop.class, wire.url(), feature);
  }

  @AfterEach
  void close() {
    wire.close();
    published.close();
  }

  /** Items of which one text is another for each number. */
  private static Item item(int number) {
    return new Item("x".repeat(700), "1.50", number, Item.Color.RED, "y");
  }

  private void assertDifferencesButFirst(int calls) {
    assertThat(wire.passed()).hasSize(calls);
    assertThat(wire.passed().get(0).isDelta()).isFalse();
    assertThat(wire.passed().subList(1, calls))
        .allMatch(Passed::isDelta)
        .allMatch(Passed::isRequestDelta);
    assertThat(published.calls("sameItem")).isEqualTo(calls);
  }

  @Test
  void callsThatArePolledAreDifferences() throws Exception {
    for (int i = 0; i < 4; i++) {
      Response<AsyncShop.SameItemResponse> response = port.sameItemAsync(item(i));
      assertThat(response.get().result).isEqualTo(item(i));
      assertThat(response.getContext())
          .containsEntry("org.apache.cxf.message.Message.RESPONSE_CODE", 200);
    }

    assertDifferencesButFirst(4);
  }

  @Test
  void callsWithHandlersAreDifferencesAndHandlersCalledOnce() throws Exception {
    for (int i = 0; i < 3; i++) {
      CompletableFuture<Item> result = new CompletableFuture<>();
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      AsyncHandler<AsyncShop.SameItemResponse> handler =
          response -> {
            try {
              assertThat(thread.complete(Thread.currentThread())).isTrue();
              result.complete(response.get().result);
            } catch (InterruptedException | ExecutionException e) {
              result.completeExceptionally(e);
            }
          };

      Future<?> future = port.sameItemAsync(item(i), handler);

      assertThat(future.get()).isInstanceOf(AsyncShop.SameItemResponse.class);
      assertThat(result.get()).isEqualTo(item(i));
      assertThat(thread.get()).isNotSameAs(Thread.currentThread());
    }

    assertDifferencesButFirst(3);
  }

  @Test
  void synchronousCallsAreBasesOfAsynchronousOnes() throws Exception {
    assertThat(port.sameItem(item(1))).isEqualTo(item(1));
    assertThat(port.sameItemAsync(item(2)).get().result).isEqualTo(item(2));
    assertThat(port.sameItem(item(3))).isEqualTo(item(3));

    assertDifferencesButFirst(3);
  }

  @Test
  void callsOfTheClientItselfAreDifferences() throws Exception {
    Client client = ClientProxy.getClient(port);
    for (int i = 0; i < 3; i++) {
      ClientCallback callback = new ClientCallback();
      client.invoke(callback, "sameItem", item(i));
      assertThat(callback.get()).containsExactly(item(i));
    }

    assertDifferencesButFirst(3);
  }

  @Test
  void callsOfADispatchAreDifferences() throws Exception {
    QName name = new QName("http://shop.castile.io/", "WrappedShop");
    Service service = Service.create(name);
    service.addPort(name, SOAPBinding.SOAP11HTTP_BINDING, wire.url());
    Dispatch<Source> dispatch = service.createDispatch(name, Source.class, Service.Mode.PAYLOAD);
    feature.initialize(
        ((DispatchImpl<Source>) dispatch).getClient(), BusFactory.getThreadDefaultBus());
    for (int i = 0; i < 3; i++) {
      String text = "text " + i + "-".repeat(700);
      String request =
          "<s:echo xmlns:s='http://shop.castile.io/'><arg0>%s</arg0></s:echo>".formatted(text);
      Response<Source> response = dispatch.invokeAsync(new StreamSource(new StringReader(request)));
      StringWriter written = new StringWriter();
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(response.get(), new StreamResult(written));
      assertThat(written.toString()).contains("echo");
    }

    assertThat(wire.passed()).hasSize(3);
    assertThat(wire.passed().subList(1, 3))
        .allMatch(Passed::isDelta)
        .allMatch(Passed::isRequestDelta);
  }

  @Test
  void anExecutorOfTheClientHasTheCalls() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor(r -> new Thread(r, "the only"));
    ClientProxy.getClient(port).setExecutor(executor);
    try {
      for (int i = 0; i < 3; i++) {
        CompletableFuture<String> thread = new CompletableFuture<>();
        AsyncHandler<AsyncShop.SameItemResponse> handler =
            response -> thread.complete(Thread.currentThread().getName());
        port.sameItemAsync(item(i), handler).get();
        assertThat(thread.get()).isEqualTo("the only");
      }
    } finally {
      executor.shutdownNow();
    }

    assertDifferencesButFirst(3);
  }

  @Test
  void faultsAndErrorsOfHttpComeAsWithoutTheLink() {
    AsyncShop plain = Shops.client(AsyncShop.class, published.url());
    for (String how : List.of("fault", "exception")) {
      assertAlike(
          catchThrowable(() -> port.failAsync(how).get()),
          catchThrowable(() -> plain.failAsync(how).get()));
    }
    wire.goTo(published.url().replace("/shop", "/elsewhere"));
    AsyncShop elsewhere =
        Shops.client(AsyncShop.class, published.url().replace("/shop", "/elsewhere"), feature);
    AsyncShop plainElsewhere =
        Shops.client(AsyncShop.class, published.url().replace("/shop", "/elsewhere"));
    assertAlike(
        catchThrowable(() -> elsewhere.addAsync(1, 2).get()),
        catchThrowable(() -> plainElsewhere.addAsync(1, 2).get()));
  }

  /**
   * CXF tells a refused connection in two forms, with and without the link: by the fault of the
   * sending chain, or by the exception itself where the wait for the answer finds it first.
   */
  @Test
  void aRefusedConnectionIsToldWithAndWithoutTheLink() {
    String url = "http://localhost:" + FreePorts.next() + "/nobody";
    for (AsyncShop each :
        List.of(Shops.client(AsyncShop.class, url), Shops.client(AsyncShop.class, url, feature))) {
      Throwable found = catchThrowable(() -> each.addAsync(1, 2).get());

      assertThat(found).isInstanceOf(ExecutionException.class);
      Throwable told = found.getCause();
      if (told instanceof WebServiceException) {
        told = told.getCause();
      }
      assertThat(told).isInstanceOf(ConnectException.class);
    }
  }

  /** As of a service that answers elsewhere; the callback is told, once. */
  @Test
  void anAnswerWithoutAMessageComesAsWithoutTheLink() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(202, -1);
          }
        });
    server.start();
    try {
      String url = "http://localhost:" + server.getAddress().getPort() + "/";
      for (AsyncShop each :
          List.of(
              Shops.client(AsyncShop.class, url), Shops.client(AsyncShop.class, url, feature))) {
        ClientCallback callback = new ClientCallback();
        ClientProxy.getClient(each).invoke(callback, "sameItem", item(1));
        assertThat(callback.get()).isNull();
      }
    } finally {
      server.stop(0);
    }
  }

  private static void assertAlike(Throwable found, Throwable expected) {
    assertThat(found).hasSameClassAs(expected);
    assertThat(found.getCause())
        .hasSameClassAs(expected.getCause())
        .hasMessage(expected.getCause().getMessage());
  }

  @Test
  void manyAtOnceGetTheirOwnAnswers() throws Exception {
    port.sameItem(item(-1));
    List<Response<AsyncShop.SameItemResponse>> responses = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      responses.add(port.sameItemAsync(item(i)));
    }

    for (int i = 0; i < responses.size(); i++) {
      assertThat(responses.get(i).get().result).isEqualTo(item(i));
    }

    assertThat(feature.getLink().statistics().deltas()).isEqualTo(60);
    assertThat(feature.getLink().statistics().mismatches()).isZero();
    assertThat(published.calls("sameItem")).isEqualTo(61);
  }

  @Test
  void withTheResponseCacheMissesAreDifferences() throws Exception {
    try (CastileFeature cache = new CastileFeature(Shops.hour())) {
      AsyncShop cached = Shops.client(AsyncShop.class, wire.url(), cache, feature);
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 3; i++) {
          assertThat(cached.sameItemAsync(item(i)).get().result).isEqualTo(item(i));
        }
      }
    }

    assertDifferencesButFirst(3);
  }
}
