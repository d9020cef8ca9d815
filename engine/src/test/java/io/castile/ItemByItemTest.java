package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.ItemEnd.Items;
import io.castile.ItemEnd.ItemsService;
import io.castile.ItemEnd.Rating;
import io.castile.cache.policy.CachePolicy;
import io.castile.codec.BindingException;
import io.castile.engine.AsyncCall;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Interceptor;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Items that are given and taken one by one are those of a list, in constant memory. */
class ItemByItemTest {
  private static final Interceptor WANTS_BYTES = new WholeMessages();

  private final List<AutoCloseable> open = new ArrayList<>();

  /** The same messages with lists. */
  @WebService(targetNamespace = "urn:items")
  public interface Lists {
    List<Rating> ratings(int count, String company);

    String put(String company, List<Rating> ratings);
  }

  /** A service whose items end where they should not. */
  @WebService(targetNamespace = "urn:items")
  public static class BrokenService implements Items {
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public Stream<Rating> ratings(int count, String company) {
      return ItemEnd.some(count, company)
          .peek(
              rating -> {
                if (rating.symbol.equals("S" + (count - 1))) {
                  end(company);
                }
              });
    }

    private void end(String company) {
      if (company.equals("wait")) {
        try {
          released.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      throw new IllegalStateException("no more of " + company);
    }

    @Override
    public String put(String company, Stream<Rating> ratings) {
      Iterator<Rating> each = ratings.iterator();
      for (int i = 0; i < 5; i++) {
        each.next();
      }
      if (company.equals("fail")) {
        throw new IllegalArgumentException("enough");
      }
      return "five";
    }
  }

  /** A service with a list beside a stream. */
  @WebService(targetNamespace = "urn:unfit")
  public interface Unfit {
    Stream<String> both(List<String> names, Stream<String> more);
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private String server(Object service, Interceptor... interceptors) {
    ServerBuilder builder = Castile.server().port(0);
    for (Interceptor each : interceptors) {
      builder.interceptor(each);
    }
    SoapServer server = builder.publish("/items", service).start();
    open.add(server);
    return "http://localhost:" + server.port() + "/items";
  }

  private static Items client(String url) {
    return Castile.client(Items.class).endpoint(url).build();
  }

  private static List<String> values(Stream<Rating> ratings) {
    try (ratings) {
      return ratings.map(r -> r.symbol + r.company + r.verdict + r.price + r.target).toList();
    }
  }

  @Test
  @Tag("long")
  void itemsAreThoseOfTheList() {
    for (String url :
        List.of(server(new ItemsService()), server(new ItemsService(), WANTS_BYTES))) {
      Items holding = Castile.client(Items.class).endpoint(url).interceptor(WANTS_BYTES).build();
      Lists lists = Castile.client(Lists.class).endpoint(url).build();
      for (Items port : List.of(client(url), holding)) {
        for (int count : new int[] {0, 1, 2, 700, 50_000, 3}) {
          List<String> expected = values(ItemEnd.some(count, "a & b \u20ac"));

          assertThat(values(port.ratings(count, "a & b \u20ac"))).isEqualTo(expected);
          assertThat(values(lists.ratings(count, "a & b \u20ac").stream())).isEqualTo(expected);
          String told = "C " + ItemEnd.digest(ItemEnd.some(count, "c").iterator());
          assertThat(port.put("C", ItemEnd.some(count, "c"))).isEqualTo(told);
          assertThat(lists.put("C", ItemEnd.some(count, "c").toList())).isEqualTo(told);
        }
      }
    }
  }

  @Test
  void theDescriptionIsThatOfTheList() throws Exception {
    String streams = get(server(new ItemsService()) + "?wsdl");

    assertThat(streams).contains("maxOccurs=\"unbounded\"").doesNotContain("stream");
  }

  private static String get(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void aStreamThatIsClosedEarlyEndsItsExchange() {
    Items port = client(server(new ItemsService()));
    for (int i = 0; i < 3; i++) {
      Stream<Rating> ratings = port.ratings(100_000, "c");
      Iterator<Rating> each = ratings.iterator();
      assertThat(each.next().symbol).isEqualTo("S0");
      ratings.close();

      assertThat(each.hasNext()).isFalse();
      assertThat(values(port.ratings(2, "c"))).hasSize(2);
    }
  }

  @Test
  void itemsThatFailHalfwayAreNoWholeAnswer() {
    Items port = client(server(new BrokenService()));

    assertThatThrownBy(() -> values(port.ratings(50_000, "it")))
        .isInstanceOf(WebServiceException.class)
        .hasCauseInstanceOf(SoapTransportException.class);
  }

  @Test
  void theReadTimeoutHoldsBetweenItems() {
    BrokenService service = new BrokenService();
    Items port =
        Castile.client(Items.class)
            .endpoint(server(service))
            .transport(t -> t.readTimeout(Duration.ofMillis(300)))
            .build();

    assertThatThrownBy(() -> values(port.ratings(50_000, "wait")))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("300 ms");
    service.released.countDown();
  }

  @Test
  void theCallTimeoutHoldsForAllItems() {
    BrokenService service = new BrokenService();
    Items port =
        Castile.client(Items.class)
            .endpoint(server(service))
            .transport(t -> t.callTimeout(Duration.ofMillis(500)))
            .build();

    assertThatThrownBy(() -> values(port.ratings(50_000, "wait")))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("500 ms");
    service.released.countDown();
  }

  @Test
  void aServiceNeedNotTakeAllItems() {
    Items port = client(server(new BrokenService()));

    assertThat(port.put("some", ItemEnd.some(50_000, "c"))).isEqualTo("five");
    assertThatThrownBy(() -> port.put("fail", ItemEnd.some(50_000, "c")))
        .isInstanceOf(SOAPFaultException.class);
    assertThat(port.put("some", ItemEnd.some(7, "c"))).isEqualTo("five");
  }

  @Test
  void itemsThatCannotBeGivenEndTheCall() {
    Items port = client(server(new ItemsService()));
    AtomicBoolean closed = new AtomicBoolean();
    Stream<Rating> failing =
        ItemEnd.some(50_000, "c")
            .peek(
                rating -> {
                  if (rating.symbol.equals("S49999")) {
                    throw new IllegalStateException("no more");
                  }
                })
            .onClose(() -> closed.set(true));

    assertThatThrownBy(() -> port.put("C", failing)).hasMessageContaining("no more");
    assertThat(closed).isTrue();
    Stream<Rating> used = ItemEnd.some(3, "c");
    assertThat(port.put("C", used)).startsWith("C 3 ");
    assertThatThrownBy(() -> port.put("C", used)).hasMessageContaining("once only");
  }

  /** A service that notes whether its items have been closed. */
  @WebService(targetNamespace = "urn:items")
  public static class ClosingService implements Items {
    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public Stream<Rating> ratings(int count, String company) {
      return ItemEnd.some(count, company).onClose(closed::countDown);
    }

    @Override
    public String put(String company, Stream<Rating> ratings) {
      return company;
    }
  }

  @Test
  void itemsOfAnAnswerThatALinkDropsAreClosed() throws Exception {
    ClosingService service = new ClosingService();
    Interceptor dropping =
        chain -> {
          chain.proceed(chain.request());
          throw SoapMessageException.sender("dropped", null);
        };
    Items port = client(server(service, dropping));

    assertThatThrownBy(() -> port.ratings(3, "c")).hasMessageContaining("dropped");

    assertThat(service.closed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void itemsThatComeAfterTheirCallWasCancelledAreClosed() {
    AtomicBoolean closed = new AtomicBoolean();
    List<AsyncCall<Stream<Rating>>> calls = new ArrayList<>();
    AsyncCall<Stream<Rating>> call =
        new AsyncCall<>(
            context -> {
              calls.get(0).cancel(false);
              return ItemEnd.some(3, "c").onClose(() -> closed.set(true));
            },
            null);
    calls.add(call);

    call.run();

    assertThat(call.isCancelled()).isTrue();
    assertThat(closed).isTrue();
  }

  @Test
  void itemsThatNobodyCanBeSentAreClosed() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    Items port = Castile.client(Items.class).endpoint("http://localhost:9/items").build();
    open.add((AutoCloseable) port);

    assertThatThrownBy(
            () -> port.put("SOAP", ItemEnd.some(3, "SOAP").onClose(() -> closed.set(true))))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("no connection");

    assertThat(closed).isTrue();
  }

  @Test
  void aWrongItemIsTheFaultOfItsSender() throws Exception {
    String url = server(new ItemsService());
    String item = "<ratings><symbol>S</symbol><company>c</company><target>1</target></ratings>";
    for (String wrong :
        List.of("<ratings><target>x</target></ratings>", "</ratings>", "<company>late</company>")) {
      String body =
          "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
              + "<i:put xmlns:i='urn:items'><arg0>C</arg0>"
              + item.replace("ratings>", "arg1>").repeat(1000)
              + wrong.replace("ratings>", "arg1>").replace("company>", "arg0>")
              + "</i:put></s:Body></s:Envelope>";
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url))
                      .header("Content-Type", "text/xml; charset=utf-8")
                      .POST(HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("Client</faultcode>").contains("expected");
    }
  }

  @Test
  void cachesAndOtherListsAreRefused() {
    String url = server(new ItemsService());

    assertThatThrownBy(
            () ->
                Castile.client(Items.class)
                    .endpoint(url)
                    .cache(CachePolicy.builder().build())
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Remove the cache and the recorder");
    Unfit unfit = Castile.client(Unfit.class).endpoint(url).build();
    assertThatThrownBy(() -> unfit.both(List.of(), Stream.of()))
        .rootCause()
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("Cannot use the Stream of");
  }

  @Test
  @Tag("long")
  void aMillionRatingsGoEitherWayThrough64Megabytes() throws Exception {
    Process server = start("server");
    try (BufferedReader said = server.inputReader()) {
      String address = said.readLine().substring("address ".length());
      Process client = start("client", address, "1000000");
      List<String> lines;
      try (BufferedReader told = client.inputReader()) {
        lines = told.lines().toList();
      }

      assertThat(client.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lines).containsExactly("got true", "put true", "got true", "put true", "done");
    } finally {
      server.destroy();
    }
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(
        List.of(
            "-Xmx64m",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            ItemEnd.class.getName()));
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
