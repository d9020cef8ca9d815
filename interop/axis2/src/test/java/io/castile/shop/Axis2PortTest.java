package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Vary;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.activation.DataHandler;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.apache.axis2.jaxws.Constants;
import org.apache.axis2.jaxws.spi.Provider;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.axis2.transport.http.impl.httpclient5.HttpTransportPropertiesImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A cache before ports of Axis2: all but the repeated calls is as without it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class Axis2PortTest {
  private static final Item ITEM = new Item("a", "9.90", 4, Item.Color.RED, "new");

  /** A shop that counts its calls. */
  private static final class Shop implements AutoCloseable {
    final List<String> served = new CopyOnWriteArrayList<>();
    final SoapServer server;
    final Class<?> service;

    Shop(Object service) {
      this.service = service.getClass();
      server =
          Castile.server()
              .host("localhost")
              .publish("/shop", service)
              .interceptor(
                  chain -> {
                    served.add(chain.request().operation().toString());
                    return chain.proceed(chain.request());
                  })
              .start();
    }

    String url() {
      return server.url("/shop");
    }

    <T> T port(Class<T> sei) {
      return Axis2PortTest.port(sei, service, url());
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /** By the annotations of the interface; the provider is named, not looked up. */
  private static <T> T port(Class<T> sei, Class<?> service, String url) {
    ServiceModel model = ServiceModel.ofImplementation(service);
    ServiceDelegate delegate =
        new Provider().createServiceDelegate(null, model.serviceName(), Service.class);
    T port = delegate.getPort(model.portName(), sei);
    context(port).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
    return port;
  }

  private static Map<String, Object> context(Object port) {
    return ((BindingProvider) port).getRequestContext();
  }

  private static CachePolicy hour(UnaryOperator<CacheRule.Builder> options) {
    return CachePolicy.builder()
        .rule(
            options
                .apply(CacheRule.forOperations("*").cache(true).ttl(Duration.ofHours(1)))
                .build())
        .build();
  }

  private static CachePolicy hour() {
    return hour(options -> options);
  }

  private static String nobodyListens() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "http://localhost:" + socket.getLocalPort() + "/shop";
    }
  }

  @Test
  void repeatedCallsAreAnsweredWithValuesOfTheCallersOwn() {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(shop.port(WrappedShop.class), hour());

      Item first = port.sameItem(ITEM);
      Item hit = port.sameItem(ITEM);
      assertThat(hit).isEqualTo(ITEM).isNotSameAs(first);
      hit.tags.clear();
      first.name = "spoilt";
      assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
      Holder<Item> out = new Holder<>();
      for (int i = 0; i < 2; i++) {
        Holder<String> both = new Holder<>("b");
        assertThat(port.exchange("four", both, out)).isEqualTo(4);
        assertThat(both.value).isEqualTo("b!");
        assertThat(out.value.getName()).isEqualTo("four");
        out.value.name = "spoilt";
      }

      assertThat(shop.served).containsExactly("sameItem", "exchange");
      assertThat(Castile.cache(port).statistics().row("sameItem").hits()).isEqualTo(2);
    }
  }

  /** Axis2's ports cannot be closed, so the cached one cannot either. */
  @Test
  void itHasTheInterfacesOfThePort() {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop plain = shop.port(WrappedShop.class);
      WrappedShop port = Castile.cached(plain, hour());

      assertThat(port.getClass().getInterfaces()).contains(plain.getClass().getInterfaces());
      assertThat(port).isInstanceOf(org.apache.axis2.jaxws.spi.BindingProvider.class);
      assertThat(port).isNotInstanceOf(Closeable.class);
      assertThat(((BindingProvider) port).getBinding())
          .isSameAs(((BindingProvider) plain).getBinding());
      assertThat(context(port)).isSameAs(context(plain));
      assertThat(port).isNotEqualTo(plain);
    }
  }

  @Test
  void anotherEndpointIsAnotherQuestion() {
    try (Shop one = new Shop(new WrappedShopService());
        Shop other = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(one.port(WrappedShop.class), hour());
      port.add(1, 2);
      context(port).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, other.url());
      port.add(1, 2);
      port.add(1, 2);

      assertThat(one.served).hasSize(1);
      assertThat(other.served).hasSize(1);
    }
  }

  @Test
  void anotherActionIsAnotherQuestion() {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(shop.port(WrappedShop.class), hour());
      port.add(1, 2);
      context(port).put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");
      port.add(1, 2);
      port.add(1, 2);
      assertThat(shop.served).hasSize(2);

      context(port).remove(BindingProvider.SOAPACTION_URI_PROPERTY);
      port.add(1, 2);
      assertThat(shop.served).hasSize(2);
    }
  }

  @Test
  void exceptionsAreThoseOfThePort() throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop plain = shop.port(WrappedShop.class);
      WrappedShop port = Castile.cached(shop.port(WrappedShop.class), hour());
      for (int i = 0; i < 2; i++) {
        Throwable found = catchThrowable(() -> port.find("p"));
        assertThat(found).isInstanceOf(NoSuchItem.class);
        assertThat(((NoSuchItem) found).getFaultInfo()).isNotNull();
        assertSame(found, catchThrowable(() -> plain.find("p")));
        assertSame(
            catchThrowable(() -> port.fail("fault")), catchThrowable(() -> plain.fail("fault")));
      }
      assertThat(shop.served).hasSize(8);

      String nowhere = nobodyListens();
      context(plain).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, nowhere);
      context(port).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, nowhere);
      assertSame(catchThrowable(() -> port.add(1, 2)), catchThrowable(() -> plain.add(1, 2)));
    }
  }

  private static void assertSame(Throwable found, Throwable expected) {
    assertThat(expected).isNotNull();
    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
  }

  @Test
  void asynchronousMethods() throws Exception {
    try (Shop shop = new Shop(new BareShopService())) {
      AsyncBareShop plain = shop.port(AsyncBareShop.class);
      AsyncBareShop port = Castile.cached(shop.port(AsyncBareShop.class), hour());
      Item first = port.findAsync(ITEM).get();
      first.name = "spoilt";
      assertThat(port.findAsync(ITEM).get()).isEqualTo(ITEM);
      assertThat(port.find(ITEM)).isEqualTo(ITEM);
      assertThat(shop.served).hasSize(1);

      Item other = new Item("other", "1", 1, null, "t");
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Item> found = new CompletableFuture<>();
        AsyncHandler<Item> handler = response -> pass(response, found);
        port.findAsync(other, handler).get();
        assertThat(found.get()).isEqualTo(other);
      }
      assertThat(shop.served).hasSize(2);

      String nowhere = nobodyListens();
      context(plain).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, nowhere);
      context(port).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, nowhere);
      Throwable expected = catchThrowable(plain.findAsync(ITEM)::get);
      assertThat(expected).isInstanceOf(ExecutionException.class);
      Throwable found = catchThrowable(port.findAsync(ITEM)::get);
      assertThat(found).isInstanceOf(ExecutionException.class);
      assertSame(found.getCause(), expected.getCause());
      CompletableFuture<Item> called = new CompletableFuture<>();
      Future<?> unused = port.findAsync(ITEM, response -> pass(response, called));
      assertThat(catchThrowable(called::get).getCause()).hasSameClassAs(expected.getCause());
    }
  }

  private static void pass(Response<Item> response, CompletableFuture<Item> to) {
    try {
      to.complete(response.get());
    } catch (InterruptedException e) {
      to.completeExceptionally(e);
    } catch (ExecutionException e) {
      to.completeExceptionally(e.getCause());
    }
  }

  // ---- who asks ----

  /** The ways in which Axis2 lets a port say who calls. */
  enum Sender {
    HTTP_HEADER(Bypass.AUTHORIZATION) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext()
            .put(
                MessageContext.HTTP_REQUEST_HEADERS,
                new HashMap<>(Map.of("Authorization", List.of("Bearer " + user))));
      }
    },
    COOKIE(Bypass.COOKIE) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext()
            .put(
                MessageContext.HTTP_REQUEST_HEADERS,
                new HashMap<>(Map.of("Cookie", List.of("user=" + user))));
      }
    },
    USER_NAME(Bypass.AUTHORIZATION) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext().put(BindingProvider.USERNAME_PROPERTY, user);
        port.getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "secret");
      }
    },
    HANDLER(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        port.getBinding().setHandlerChain(new ArrayList<>(List.of(new CallerHandler(user))));
      }
    },
    HEADER_BLOCK(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        QName name = new QName("urn:who", "caller", "w");
        String block = "<w:caller xmlns:w='urn:who'>" + user + "</w:caller>";
        port.getRequestContext()
            .put(
                Constants.JAXWS_OUTBOUND_SOAP_HEADERS,
                new HashMap<>(Map.of(name, new ArrayList<>(List.of(block)))));
      }
    },
    AXIS2_HTTP_HEADER(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext()
            .put(HTTPConstants.HTTP_HEADERS, new HashMap<>(Map.of("Authorization", user)));
      }
    },
    AXIS2_COOKIE(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext().put(HTTPConstants.COOKIE_STRING, "user=" + user);
      }
    },
    AXIS2_AUTHENTICATOR(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        var authenticator = new HttpTransportPropertiesImpl.Authenticator();
        authenticator.setUsername(user);
        authenticator.setPassword("secret");
        port.getRequestContext().put(HTTPConstants.AUTHENTICATE, authenticator);
      }
    };

    final Bypass bypass;

    Sender(Bypass bypass) {
      this.bypass = bypass;
    }

    abstract void set(BindingProvider port, String user);
  }

  private record CallerHandler(String user) implements SOAPHandler<SOAPMessageContext> {
    @Override
    public boolean handleMessage(SOAPMessageContext context) {
      if (Boolean.TRUE.equals(context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY))) {
        try {
          var envelope = context.getMessage().getSOAPPart().getEnvelope();
          var header = envelope.getHeader() == null ? envelope.addHeader() : envelope.getHeader();
          header.addHeaderElement(new QName("urn:who", "caller")).setTextContent(user);
        } catch (SOAPException e) {
          throw new AssertionError(e);
        }
      }
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

  @ParameterizedTest
  @EnumSource(Sender.class)
  void noAnswerIsKeptOrGivenWhereSomethingSaysWhoCalls(Sender sender) {
    try (Shop shop = new Shop(new WrappedShopService());
        ResponseCache cache = ResponseCache.of(hour())) {
      WrappedShop port = Castile.cached(shop.port(WrappedShop.class), cache);
      port.add(1, 2);
      port.add(1, 2);
      assertThat(shop.served).hasSize(1);

      sender.set((BindingProvider) port, "alice");
      port.add(1, 2);
      port.add(1, 2);
      sender.set((BindingProvider) port, "bob");
      port.add(1, 2);

      assertThat(shop.served).hasSize(4);
      assertThat(cache.statistics().row("add").bypassed()).isEqualTo(Map.of(sender.bypass, 3L));
    }
  }

  @Test
  void attachmentsArePartOfTheQuestion() {
    try (Shop shop = new Shop(new WrappedShopService());
        ResponseCache cache = ResponseCache.of(hour())) {
      WrappedShop port = Castile.cached(shop.port(WrappedShop.class), cache);
      port.add(1, 2);
      context(port)
          .put(
              MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
              new HashMap<>(Map.of("caller", new DataHandler("alice", "text/plain"))));
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(shop.served).hasSize(2);
      assertThat(cache.statistics().row("add").bypassed())
          .isEqualTo(Map.of(Bypass.HIDDEN_PARTS, 1L));
    }
  }

  @Test
  void callersOfOnePortHaveAnswersOfTheirOwnWhereThePolicyVaries() {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port =
          Castile.cached(
              shop.port(WrappedShop.class),
              hour(rule -> rule.vary(Vary.httpHeader("Authorization"))));
      for (String user : List.of("alice", "bob", "alice", "bob")) {
        Sender.USER_NAME.set((BindingProvider) port, user);
        port.add(1, 2);
      }

      assertThat(shop.served).hasSize(2);
    }
  }

  // ---- what the response says ----

  /**
   * One that gives all requests the same sum, and a field of HTTP with it.
   *
   * @param status if it is not 200, that is all
   */
  private static HttpServer adder(String cacheControl, AtomicInteger status, AtomicInteger served)
      throws IOException {
    byte[] body =
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
                + "<m:addResponse xmlns:m='http://shop.castile.io/'><return>3</return>"
                + "</m:addResponse></e:Body></e:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/shop",
        exchange -> {
          served.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
          if (status.get() != 200) {
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
            return;
          }
          exchange.getResponseHeaders().set("Cache-Control", cacheControl);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    http.start();
    return http;
  }

  @ParameterizedTest
  @CsvSource({"no-store, 2", "max-age=3600, 1"})
  void whatHttpSaysOfTheResponseIsHeard(String cacheControl, int calls) throws Exception {
    AtomicInteger served = new AtomicInteger();
    HttpServer http = adder(cacheControl, new AtomicInteger(200), served);
    try {
      WrappedShop port = Castile.cached(port(http), hour(rule -> rule.http(true)));
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(served).hasValue(calls);
    } finally {
      http.stop(0);
    }
  }

  private static WrappedShop port(HttpServer http) {
    String url = "http://localhost:" + http.getAddress().getPort() + "/shop";
    return port(WrappedShop.class, WrappedShopService.class, url);
  }

  /** Axis2 makes a fault of every status, and blames the server in it. */
  @Test
  void anOldResponseStandsInWhereTheServerFails() throws Exception {
    AtomicInteger status = new AtomicInteger(200);
    HttpServer http = adder("no-cache", status, new AtomicInteger());
    try {
      WrappedShop port =
          Castile.cached(
              port(http),
              hour(rule -> rule.ttl(Duration.ofNanos(1)).staleIfError(Duration.ofHours(1))));
      port.add(1, 2);
      for (int failed : new int[] {500, 503}) {
        status.set(failed);
        assertThat(port.add(1, 2)).isEqualTo(3);
      }
      http.stop(0);
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(Castile.cache(port).statistics().row("add").stale()).isEqualTo(3);
    } finally {
      http.stop(0);
    }
  }
}
