package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.developer.WSBindingProvider;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.Bypass;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Vary;
import io.castile.shop.Stack.Published;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.activation.DataHandler;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.Closeable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.DOMUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** A cache before ports of CXF and Metro: all but the repeated calls is as without it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class WrappedPortTest {
  private static final Item ITEM = new Item("a", "9.90", 4, Item.Color.RED, "new");

  private static final QName SERVER =
      new QName("http://schemas.xmlsoap.org/soap/envelope/", "Server", "e");

  /** A shop that counts its calls. */
  private static final class Shop implements AutoCloseable {
    final List<String> served = new CopyOnWriteArrayList<>();
    final SoapServer server;
    final Object service;

    Shop(Object service) {
      this.service = service;
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

    <T> T port(Stack stack, Class<T> sei) throws Exception {
      return stack.client(
          sei,
          new Published(server.url("/shop"), () -> {}),
          ServiceModel.ofImplementation(service.getClass()));
    }

    @Override
    public void close() {
      server.close();
    }
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

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void repeatedCallsAreAnsweredWithValuesOfTheCallersOwn(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(shop.port(stack, WrappedShop.class), hour());

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

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void itHasTheInterfacesOfThePortAndClosesIt(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop plain = shop.port(stack, WrappedShop.class);
      WrappedShop port = Castile.cached(plain, hour());

      assertThat(port.getClass().getInterfaces()).contains(plain.getClass().getInterfaces());
      assertThat(port).isInstanceOf(BindingProvider.class).isInstanceOf(Closeable.class);
      assertThat(((BindingProvider) port).getBinding())
          .isSameAs(((BindingProvider) plain).getBinding());
      assertThat(port).isNotEqualTo(plain);
      assertThat(Set.of(port)).contains(port);
      port.add(1, 2);
      ((Closeable) port).close();

      Throwable expected = catchThrowable(() -> plain.add(1, 2));
      assertThat(expected).isNotNull();
      assertThat(catchThrowable(() -> port.add(1, 2))).hasSameClassAs(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void anotherEndpointIsAnotherQuestion(Stack stack) throws Exception {
    try (Shop one = new Shop(new WrappedShopService());
        Shop other = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(one.port(stack, WrappedShop.class), hour());
      port.add(1, 2);
      ((BindingProvider) port)
          .getRequestContext()
          .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, other.server.url("/shop"));
      port.add(1, 2);
      port.add(1, 2);

      assertThat(one.served).hasSize(1);
      assertThat(other.served).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void anotherActionIsAnotherQuestion(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port = Castile.cached(shop.port(stack, WrappedShop.class), hour());
      Map<String, Object> context = ((BindingProvider) port).getRequestContext();
      port.add(1, 2);
      context.put(BindingProvider.SOAPACTION_USE_PROPERTY, true);
      context.put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");
      port.add(1, 2);
      port.add(1, 2);
      assertThat(shop.served).hasSize(2);

      context.remove(BindingProvider.SOAPACTION_URI_PROPERTY);
      port.add(1, 2);
      assertThat(shop.served).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void exceptionsAreThoseOfThePort(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop plain = shop.port(stack, WrappedShop.class);
      WrappedShop port = Castile.cached(shop.port(stack, WrappedShop.class), hour());
      for (int i = 0; i < 2; i++) {
        assertSame(catchThrowable(() -> port.find("p")), catchThrowable(() -> plain.find("p")));
        assertSame(
            catchThrowable(() -> port.fail("fault")), catchThrowable(() -> plain.fail("fault")));
      }
      assertThat(shop.served).hasSize(8);

      for (WrappedShop each : List.of(plain, port)) {
        ((BindingProvider) each)
            .getRequestContext()
            .put(
                BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
                "http://localhost:" + FreePorts.next() + "/shop");
      }
      assertThat(catchThrowable(() -> port.add(1, 2)))
          .hasSameClassAs(catchThrowable(() -> plain.add(1, 2)));
    }
  }

  private static void assertSame(Throwable found, Throwable expected) {
    assertThat(found).hasSameClassAs(expected).hasMessage(expected.getMessage());
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void asynchronousMethods(Stack stack) throws Exception {
    try (Shop shop = new Shop(new BareShopService())) {
      AsyncBareShop port = Castile.cached(shop.port(stack, AsyncBareShop.class), hour());
      Item first = port.findAsync(ITEM).get();
      first.name = "spoilt";
      assertThat(port.findAsync(ITEM).get()).isEqualTo(ITEM);
      assertThat(port.find(ITEM)).isEqualTo(ITEM);
      assertThat(shop.served).hasSize(1);

      Item other = new Item("other", "1", 1, null, "t");
      for (int i = 0; i < 3; i++) {
        CompletableFuture<Item> found = new CompletableFuture<>();
        AsyncHandler<Item> handler =
            response -> {
              try {
                found.complete(response.get());
              } catch (InterruptedException | ExecutionException e) {
                found.completeExceptionally(e);
              }
            };
        Future<?> future = port.findAsync(other, handler);
        assertThat(future.get()).isEqualTo(other);
        assertThat(found.get()).isEqualTo(other);
      }
      assertThat(shop.served).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void asynchronousMethodsWithoutAHandler(Stack stack) throws Exception {
    try (Shop shop = new Shop(new BareShopService())) {
      AsyncBareShop port = Castile.cached(shop.port(stack, AsyncBareShop.class), hour());
      assertThat(port.findAsync(ITEM, null).get()).isEqualTo(ITEM);
      assertThat(port.findAsync(ITEM, null).get()).isEqualTo(ITEM);
      assertThat(shop.served).hasSize(1);
    }
  }

  // ---- who asks ----

  /** The ways in which both stacks let a port say who calls. */
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
    SESSION(Bypass.HIDDEN_PARTS) {
      @Override
      void set(BindingProvider port, String user) {
        port.getRequestContext().put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
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
      void set(BindingProvider port, String user) throws Exception {
        Element block = DOMUtils.createDocument().createElementNS("urn:who", "caller");
        block.setTextContent(user);
        if (port instanceof WSBindingProvider metro) {
          metro.setOutboundHeaders(com.sun.xml.ws.api.message.Headers.create(block));
        } else {
          port.getRequestContext()
              .put(
                  Header.HEADER_LIST,
                  new ArrayList<>(List.of(new Header(new QName("urn:who", "caller"), block))));
        }
      }
    };

    final Bypass bypass;

    Sender(Bypass bypass) {
      this.bypass = bypass;
    }

    abstract void set(BindingProvider port, String user) throws Exception;
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
  void noAnswerIsKeptOrGivenWhereSomethingSaysWhoCallsCxf(Sender sender) throws Exception {
    assertPast(Stack.CXF, sender);
  }

  @ParameterizedTest
  @EnumSource(Sender.class)
  void noAnswerIsKeptOrGivenWhereSomethingSaysWhoCallsMetro(Sender sender) throws Exception {
    assertPast(Stack.METRO, sender);
  }

  private static void assertPast(Stack stack, Sender sender) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService());
        ResponseCache cache = ResponseCache.of(hour())) {
      WrappedShop port = Castile.cached(shop.port(stack, WrappedShop.class), cache);
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

  /** CXF sends them, and Castile's server passes over them; Metro does not. */
  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void attachmentsArePartOfTheQuestion(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService());
        ResponseCache cache = ResponseCache.of(hour())) {
      WrappedShop port = Castile.cached(shop.port(stack, WrappedShop.class), cache);
      port.add(1, 2);
      ((BindingProvider) port)
          .getRequestContext()
          .put(
              MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS,
              new HashMap<>(Map.of("caller", new DataHandler("alice", "text/plain"))));
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(cache.statistics().row("add").bypassed())
          .isEqualTo(Map.of(Bypass.HIDDEN_PARTS, 1L));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "METRO"})
  void callersOfOnePortHaveAnswersOfTheirOwnWhereThePolicyVaries(Stack stack) throws Exception {
    try (Shop shop = new Shop(new WrappedShopService())) {
      WrappedShop port =
          Castile.cached(
              shop.port(stack, WrappedShop.class),
              hour(rule -> rule.vary(Vary.httpHeader("Authorization"))));
      for (String user : List.of("alice", "bob", "alice", "bob")) {
        Sender.USER_NAME.set((BindingProvider) port, user);
        port.add(1, 2);
      }

      assertThat(shop.served).hasSize(2);
    }
  }

  // ---- failures ----

  private static final byte[] THREE =
      ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
              + "<m:addResponse xmlns:m='http://shop.castile.io/'><return>3</return>"
              + "</m:addResponse></e:Body></e:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  /** Without 500, of which, without a message, CXF makes a fault that blames the caller. */
  @Test
  void anOldResponseStandsInWhereTheServerFailsNotWhereItRefuses() throws Exception {
    AtomicInteger status = new AtomicInteger(200);
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/shop",
        exchange -> {
          boolean ok = status.get() == 200;
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().set("Content-Type", "text/xml");
          exchange.sendResponseHeaders(status.get(), ok ? THREE.length : -1);
          if (ok) {
            exchange.getResponseBody().write(THREE);
          }
          exchange.close();
        });
    http.start();
    try {
      WrappedShop plain =
          Stack.CXF.client(
              WrappedShop.class,
              new Published("http://localhost:" + http.getAddress().getPort() + "/shop", () -> {}),
              ServiceModel.ofImplementation(WrappedShopService.class));
      WrappedShop port =
          Castile.cached(
              plain, hour(rule -> rule.ttl(Duration.ofNanos(1)).staleIfError(Duration.ofHours(1))));
      port.add(1, 2);
      for (int failed : new int[] {502, 503, 504}) {
        status.set(failed);
        assertThat(port.add(1, 2)).isEqualTo(3);
      }
      for (int refused : new int[] {401, 403, 404}) {
        status.set(refused);
        assertThat(catchThrowable(() -> port.add(1, 2))).isInstanceOf(WebServiceException.class);
      }
      http.stop(0);
      assertThat(port.add(1, 2)).isEqualTo(3);
    } finally {
      http.stop(0);
    }
  }

  /** Of a stack that reads the fault when it is asked for it. */
  private static final class UnreadableFault extends SOAPFaultException {
    private static final long serialVersionUID = 1L;

    UnreadableFault(SOAPFault empty) {
      super(empty);
    }

    @Override
    public SOAPFault getFault() {
      throw new IllegalStateException("the message ends too early");
    }
  }

  @Test
  void nothingStandsInForAFaultThatCannotBeRead() throws Exception {
    UnreadableFault fault =
        new UnreadableFault(SOAPFactory.newInstance().createFault("down", SERVER));
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (failure.get() != null) {
            throw failure.get();
          }
          return 3;
        };
    Object plain =
        Proxy.newProxyInstance(
            WrappedShop.class.getClassLoader(), new Class<?>[] {WrappedShop.class}, handler);
    WrappedShop port =
        Castile.cached(
            (WrappedShop) plain,
            hour(rule -> rule.ttl(Duration.ofNanos(1)).staleIfError(Duration.ofHours(1))));
    port.add(1, 2);
    failure.set(fault);
    assertThat(catchThrowable(() -> port.add(1, 2))).isSameAs(fault);
    assertThat(Castile.cache(port).statistics().row("add").stale()).isZero();

    failure.set(new SOAPFaultException(SOAPFactory.newInstance().createFault("down", SERVER)));
    assertThat(port.add(1, 2)).isEqualTo(3);
    assertThat(Castile.cache(port).statistics().row("add").stale()).isEqualTo(1);
  }
}
