package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.client.ClientTransportException;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.shop.Stack.Published;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cache before a port asks, where the port's stack lets it, whether what is kept still holds. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ConditionalPortTest {
  /** What went over the wire once. */
  private record Seen(String tag, int status) {}

  /** Behind the clock of the server, whose Date then says nothing. */
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2020-01-01T00:00:00Z"));

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Map<String, String> tagByToken = new ConcurrentHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private SoapServer origin;
  private HttpServer front;
  private ResponseCache cache;
  private volatile boolean down;
  private volatile boolean hasChanged;

  /**
   * A server of Castile, which sends validators, and before it one that writes down what passes.
   */
  @BeforeEach
  void open() throws IOException {
    CachePolicy minute =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("*").cache(true).ttl(Duration.ofMinutes(1)).build())
            .build();
    origin =
        Castile.server()
            .host("localhost")
            .publish("/shop", new WrappedShopService())
            .cache(minute)
            .start();
    front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    front.setExecutor(threads);
    front.createContext("/shop", this::pass);
    front.start();
    CachePolicy byHttp =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("*").cache(true).http(true).build())
            .build();
    cache = ResponseCache.builder().policy(byHttp).clock(now::get).build();
  }

  @AfterEach
  void close() {
    cache.close();
    front.stop(0);
    origin.close();
    threads.shutdownNow();
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] request = exchange.getRequestBody().readAllBytes();
    String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
    String query = exchange.getRequestURI().getQuery();
    try {
      String url = origin.url("/shop") + (query == null ? "" : "?" + query);
      HttpRequest.Builder next = HttpRequest.newBuilder(URI.create(url));
      for (String name : List.of("Content-Type", "SOAPAction", "If-None-Match")) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value != null && !(hasChanged && name.equals("If-None-Match"))) {
          next.header(name, value);
        }
      }
      HttpResponse<byte[]> answer =
          http.send(
              next.method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(request)).build(),
              BodyHandlers.ofByteArray());
      int status = down && query == null ? 503 : answer.statusCode();
      if (query == null) {
        seen.add(new Seen(tag, status));
      }
      String token = exchange.getRequestHeaders().getFirst("X-Token");
      if (token != null && tag != null) {
        tagByToken.put(token, tag);
      }
      for (String name : List.of("content-type", "etag", "cache-control", "age", "date")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(v -> exchange.getResponseHeaders().set(name, v));
      }
      boolean empty = answer.body().length == 0 || status == 503;
      exchange.sendResponseHeaders(status, empty ? -1 : answer.body().length);
      if (!empty) {
        exchange.getResponseBody().write(answer.body());
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      exchange.close();
    }
  }

  private WrappedShop plain(Stack stack) throws Exception {
    String url = "http://localhost:" + front.getAddress().getPort() + "/shop";
    return stack.client(
        WrappedShop.class,
        new Published(url, () -> {}),
        ServiceModel.ofImplementation(WrappedShopService.class));
  }

  private CacheStatistics.Row row(String operation) {
    return cache.statistics().row(operation);
  }

  private void later() {
    now.updateAndGet(time -> time.plus(Duration.ofMinutes(2)));
  }

  private List<Integer> statuses() {
    return seen.stream().map(Seen::status).toList();
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void whatIsKeptIsAskedForByItsTagAndNotSentAgain(Stack stack) throws Exception {
    WrappedShop plain = plain(stack);
    WrappedShop port = Castile.cached(plain, cache);
    Map<String, Object> context = ((BindingProvider) port).getRequestContext();
    Item item = new Item("a", "9.90", 4, Item.Color.RED, "new");
    for (int i = 0; i < 4; i++) {
      assertThat(port.sameItem(item)).isEqualTo(item);
      assertThat(port.sameItem(item)).isEqualTo(item);
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);
      later();
    }

    assertThat(statuses()).containsExactly(200, 200, 304, 304, 304, 304, 304, 304);
    assertThat(seen.stream().map(Seen::tag).limit(2)).containsOnlyNulls();
    assertThat(row("add").validated()).isEqualTo(3);
    assertThat(row("add").hits()).isEqualTo(4);
    assertThat(context.get(MessageContext.HTTP_REQUEST_HEADERS)).isNull();
    assertThat(context.toString()).doesNotContain("If-None-Match");
    plain.add(1, 2);
    assertThat(seen.get(8).tag()).isNull();
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void outParametersComeOfTheKeptAnswer(Stack stack) throws Exception {
    WrappedShop port = Castile.cached(plain(stack), cache);
    for (int i = 0; i < 3; i++) {
      jakarta.xml.ws.Holder<String> both = new jakarta.xml.ws.Holder<>("b");
      jakarta.xml.ws.Holder<Item> out = new jakarta.xml.ws.Holder<>();
      assertThat(port.exchange("four", both, out)).isEqualTo(4);
      assertThat(both.value).isEqualTo("b!");
      assertThat(out.value.getName()).isEqualTo("four");
      later();
    }

    assertThat(statuses()).containsExactly(200, 304, 304);
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void aPortInAWrapperIsAskedSoToo(Stack stack) throws Exception {
    WrappedShop plain = plain(stack);
    WrappedShop port = Castile.cached(wrapped(plain, false), cache);
    for (int i = 0; i < 3; i++) {
      assertThat(port.add(1, 2)).isEqualTo(3);
      later();
    }

    assertThat(statuses()).containsExactly(200, 304, 304);
  }

  /** The second request of one call has no condition, so its answer is whole. */
  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void aWrapperThatCallsAgainGetsTheWholeAnswer(Stack stack) throws Exception {
    WrappedShop plain = plain(stack);
    WrappedShop port = Castile.cached(wrapped(plain, true), cache);
    for (int i = 0; i < 3; i++) {
      assertThat(port.echo("a")).isEqualTo("a");
      later();
    }

    assertThat(statuses()).containsExactly(200, 304, 200, 304, 200);
    assertThat(row("echo").validated()).isZero();
  }

  private static WrappedShop wrapped(WrappedShop plain, boolean again) {
    InvocationHandler around =
        (proxy, method, arguments) -> {
          try {
            Object result = method.invoke(plain, arguments);
            assertThat(result).isNotNull();
            return result;
          } catch (InvocationTargetException e) {
            if (again) {
              return method.invoke(plain, arguments);
            }
            throw e.getCause();
          }
        };
    return (WrappedShop)
        Proxy.newProxyInstance(
            WrappedShop.class.getClassLoader(),
            new Class<?>[] {WrappedShop.class, BindingProvider.class},
            around);
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void whatHasChangedIsSentWhole(Stack stack) throws Exception {
    WrappedShop port = Castile.cached(plain(stack), cache);
    assertThat(port.add(1, 2)).isEqualTo(3);
    later();
    hasChanged = true;
    assertThat(port.add(1, 2)).isEqualTo(3);

    assertThat(statuses()).containsExactly(200, 200);
    assertThat(seen.get(1).tag()).isNotNull();
    assertThat(row("add").validated()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void aFailureBehindAnUnmodifiedAnswerIsNone(Stack stack) throws Exception {
    WrappedShop port = Castile.cached(plain(stack), cache);
    port.add(1, 2);
    later();
    port.add(1, 2);
    later();
    down = true;
    assertThat(catchThrowable(() -> port.add(1, 2))).isInstanceOf(WebServiceException.class);
    front.stop(0);
    assertThat(catchThrowable(() -> port.add(1, 2))).isInstanceOf(WebServiceException.class);

    assertThat(statuses()).containsExactly(200, 304, 503);
    assertThat(row("add").validated()).isEqualTo(1);
  }

  /** Each thread asks its own question while others ask theirs through the one port. */
  @ParameterizedTest
  @EnumSource(
      value = Stack.class,
      names = {"CXF", "CASTILE"})
  void threadsAskWithTheTagsOfTheirOwnAnswers(Stack stack) throws Exception {
    WrappedShop plain = plain(stack);
    WrappedShop port = Castile.cached(plain, cache);
    int count = 8;
    for (int i = 0; i < count; i++) {
      port.add(i, 0);
    }
    later();
    seen.clear();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int own = i;
      all.add(threads.submit(() -> assertThat(port.add(own, 0)).isEqualTo(own)));
      all.add(threads.submit(() -> assertThat(plain.add(own, 1)).isEqualTo(own + 1)));
    }
    for (Future<?> each : all) {
      each.get();
    }

    assertThat(seen.stream().filter(each -> each.status() == 304)).hasSize(count);
    assertThat(seen.stream().filter(each -> each.tag() != null).distinct()).hasSize(count);
    assertThat(seen.stream().filter(each -> each.tag() == null)).hasSize(count);
  }

  @Test
  void theHeaderFieldsOfTheApplicationAreSentBeside() throws Exception {
    WrappedShop port = plain(Stack.CXF);
    Map<String, List<String>> fields = Map.of("X-Token", List.of("one"));
    ((BindingProvider) port).getRequestContext().put(MessageContext.HTTP_REQUEST_HEADERS, fields);
    ResponseCache shared =
        ResponseCache.builder()
            .policy(
                CachePolicy.builder()
                    .rule(CacheRule.forOperations("*").cache(true).http(true).shared(true).build())
                    .build())
            .clock(now::get)
            .build();
    try (shared) {
      WrappedShop own = Castile.cached(port, shared);
      for (int i = 0; i < 2; i++) {
        assertThat(own.add(1, 2)).isEqualTo(3);
        later();
      }
    }

    assertThat(statuses()).contains(304);
    assertThat(tagByToken).containsOnlyKeys("one");
    assertThat(((BindingProvider) port).getRequestContext())
        .containsEntry(MessageContext.HTTP_REQUEST_HEADERS, fields);
  }

  /** Metro makes an exception of a 304, and has one request context for all threads. */
  @Test
  void metroIsNotAskedSo() throws Exception {
    WrappedShop plain = plain(Stack.METRO);
    WrappedShop port = Castile.cached(plain, cache);
    for (int i = 0; i < 2; i++) {
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);
      later();
    }
    assertThat(statuses()).containsExactly(200, 200);
    assertThat(seen.stream().map(Seen::tag)).containsOnlyNulls();
    assertThat(row("add").hits()).isEqualTo(2);

    Map<?, ?> fields =
        (Map<?, ?>)
            ((BindingProvider) plain)
                .getResponseContext()
                .get(MessageContext.HTTP_RESPONSE_HEADERS);
    Object tag =
        fields.entrySet().stream()
            .filter(each -> "etag".equalsIgnoreCase(String.valueOf(each.getKey())))
            .findAny()
            .orElseThrow()
            .getValue();
    ((BindingProvider) plain)
        .getRequestContext()
        .put(MessageContext.HTTP_REQUEST_HEADERS, new HashMap<>(Map.of("If-None-Match", tag)));
    assertThat(catchThrowable(() -> plain.add(1, 2))).isInstanceOf(ClientTransportException.class);
    assertThat(statuses()).containsExactly(200, 200, 304);
  }
}
