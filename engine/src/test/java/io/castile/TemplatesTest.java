package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.TemplateStatistics;
import io.castile.template.Templates;
import io.castile.template.key.Direction;
import io.castile.xml.Payload;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates in the chains of client and server: answers are what they are without. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TemplatesTest {
  private final Templates requests = Templates.builder().always(true).build();
  private final Templates responses = Templates.builder().always(true).build();
  private final WrappedShopService service = new WrappedShopService();
  private final List<AutoCloseable> opened = new ArrayList<>();

  private <T extends AutoCloseable> T closing(T resource) {
    opened.add(resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) {
      opened.get(i).close();
    }
  }

  private SoapServer server() {
    return closing(
        Castile.server().host("localhost").templates(responses).publish("/shop", service).start());
  }

  private ClientBuilder<WrappedShop> client(SoapServer server) {
    return Castile.client(WrappedShop.class).endpoint(server.url("/shop")).templates(requests);
  }

  private WrappedShop port(ClientBuilder<WrappedShop> builder) {
    WrappedShop port = builder.build();
    closing((AutoCloseable) port);
    return port;
  }

  private TemplateStatistics.Row request(String operation) {
    return requests.statistics().row(Direction.REQUEST, operation);
  }

  /**
   * The row of a response, when so many calls are counted in it: the client may have the last
   * response before the server is done with it.
   */
  private TemplateStatistics.Row response(String operation, int calls) {
    return settled(responses, operation, calls);
  }

  private static TemplateStatistics.Row settled(Templates store, String operation, int calls) {
    TemplateStatistics.Row row = store.statistics().row(Direction.RESPONSE, operation);
    while (row.calls() < calls) { // the test's time limit ends it otherwise
      Thread.onSpinWait();
      row = store.statistics().row(Direction.RESPONSE, operation);
    }
    return row;
  }

  // ---- what matches ----

  @Test
  void equalCallsAreContentMatchesInBothDirections() {
    WrappedShop port = port(client(server()));

    for (int i = 0; i < 5; i++) {
      assertThat(port.echo("same")).isEqualTo("same");
    }

    assertThat(request("echo").firstTime()).isEqualTo(1);
    assertThat(request("echo").content()).isEqualTo(4);
    assertThat(response("echo", 5).firstTime()).isEqualTo(1);
    assertContentMatches(response("echo", 5), 4);
  }

  /**
   * A response's template may still be in use when the client, which has the response, asks again;
   * then there is another one.
   */
  private static void assertContentMatches(TemplateStatistics.Row row, int count) {
    assertThat(row.content() + row.busy()).isEqualTo(count);
    assertThat(row.content()).isGreaterThanOrEqualTo(count / 2);
  }

  @Test
  void otherArgumentsCostTheseArguments() {
    WrappedShop port = port(client(server()));

    for (int i = 0; i < 9; i++) {
      assertThat(port.add(i, 100 - i)).isEqualTo(100);
    }

    TemplateStatistics.Row row = request("add");
    assertThat(row.firstTime()).isEqualTo(1);
    assertThat(row.perfectStructural() + row.partialStructural()).isEqualTo(8);
    assertContentMatches(response("add", 9), 8);
  }

  @Test
  void absentArgumentsHaveTemplatesOfTheirOwn() {
    WrappedShop port = port(client(server()));

    for (int i = 0; i < 4; i++) {
      assertThat(port.echo(null)).isNull();
      assertThat(port.echo("x")).isEqualTo("x");
    }

    assertThat(request("echo").firstTime()).isEqualTo(2);
    assertThat(request("echo").content()).isEqualTo(6);
  }

  @Test
  void headersHoldersAndListsAreRightAfterEveryChange() {
    WrappedShop port = port(client(server()));
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      Holder<String> session = new Holder<>("s" + "x".repeat(i % 7));
      assertThat(port.session("text" + i, "token" + i * i, session))
          .isEqualTo("text" + i + " by token" + i * i);
      assertThat(session.value).isEqualTo("s" + "x".repeat(i % 7) + "+1");
      Holder<String> both = new Holder<>(i % 3 == 0 ? null : "b" + i);
      Holder<Item> out = new Holder<>();
      assertThat(port.exchange("n".repeat(i), both, out)).isEqualTo(i);
      assertThat(both.value).isEqualTo((i % 3 == 0 ? null : "b" + i) + "!");
      assertThat(out.value.getName()).isEqualTo("n".repeat(i));
      items.add(i / 2, new Item("item <" + i + ">", "1." + i, i, Item.Color.RED, "a", "b" + i));
      assertThat(port.sameItems(items)).isEqualTo(items);
    }

    assertThat(requests.statistics().rows()).allSatisfy(row -> assertThat(row.failed()).isZero());
    assertThat(responses.statistics().rows()).allSatisfy(row -> assertThat(row.failed()).isZero());
  }

  @Test
  void largeArraysGoBothWaysInPieces() {
    WrappedShop port = port(client(server()));
    double[] numbers = new Random(7).doubles(80_000).toArray();
    Random random = new Random(8);
    for (int round = 0; round < 6; round++) {
      assertThat(Arrays.equals(port.numbers(numbers), numbers)).isTrue();
      for (int i = 0; i < round * 5000; i++) {
        numbers[random.nextInt(numbers.length)] = random.nextInt(3) / 3.0;
      }
    }

    assertThat(request("numbers").withTemplate()).isEqualTo(6);
    assertThat(response("numbers", 6).withTemplate()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void arraysThatAreTooLongToKeepAreSentWhileTheyAreWritten() {
    TemplateOptions few =
        TemplateOptions.builder()
            .chunkBytes(4096)
            .splitBytes(8192)
            .reserveBytes(64)
            .stuffing(Stuffing.NONE)
            .padding(Padding.OUTSIDE)
            .maxArrayItems(1000)
            .abandons(true)
            .build();
    Templates overlaying = Templates.builder().layout(few).build();
    SoapServer server =
        closing(Castile.server().templates(overlaying).publish("/shop", service).start());
    WrappedShop port = port(client(server).templates(overlaying));
    double[] numbers = new Random(7).doubles(50_000).toArray();

    for (int i = 0; i < 3; i++) {
      numbers[i] = i;
      assertThat(port.numbers(numbers)).isEqualTo(numbers);
    }

    assertThat(overlaying.statistics().row(Direction.REQUEST, "numbers").overlaid()).isEqualTo(3);
    assertThat(settled(overlaying, "numbers", 3).overlaid()).isEqualTo(3);
  }

  @Test
  void oneWayCallsHaveTemplatesToo() throws Exception {
    WrappedShop port = port(client(server()));

    for (int i = 0; i < 5; i++) {
      port.tell("word " + i);
      assertThat(service.told.poll(10, TimeUnit.SECONDS)).isEqualTo("word " + i);
    }

    assertThat(request("tell").withTemplate()).isEqualTo(5);
    assertThat(response("tell", 0).calls()).isZero();
  }

  @Test
  void clientsOfOtherEndpointsShareTemplates() {
    WrappedShop one = port(client(server()));
    WrappedShop other = port(client(server()));

    one.echo("same");
    other.echo("same");

    assertThat(request("echo").content()).isEqualTo(1);
    assertContentMatches(response("echo", 2), 1);
  }

  @Test
  void clientAndServerMayShareAStore() {
    SoapServer server =
        closing(Castile.server().templates(requests).publish("/shop", service).start());
    WrappedShop port = port(client(server));

    port.echo("same");
    port.echo("same");

    assertThat(requests.statistics().row(Direction.REQUEST, "echo").content()).isEqualTo(1);
    assertContentMatches(settled(requests, "echo", 2), 1);
    assertThat(server.templates()).isSameAs(requests);
    assertThat(Castile.templates(port)).isSameAs(requests);
  }

  @Test
  void templatesAreOnUnlessTheyAreOff() {
    SoapServer server = closing(Castile.server().publish("/shop", service).start());
    WrappedShop port = port(Castile.client(WrappedShop.class).endpoint(server.url("/shop")));
    WrappedShop off = port(client(server).templates(Templates.off()));

    assertThat(server.templates()).isSameAs(Templates.shared());
    assertThat(Castile.templates(port)).isSameAs(Templates.shared());
    assertThat(Castile.templates(off)).isSameAs(Templates.off());
    assertThat(off.add(1, 2)).isEqualTo(3);
    assertThatThrownBy(() -> Castile.templates("no port"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String");
  }

  @Test
  void trialsChangeNoAnswer() {
    SoapServer server =
        closing(
            Castile.server()
                .templates(Templates.builder().build())
                .publish("/shop", service)
                .start());
    WrappedShop port = port(client(server).templates(Templates.builder().build()));
    Random random = new Random(5);
    for (int i = 0; i < 800; i++) {
      String text = "t".repeat(random.nextInt(20)) + i;
      assertThat(port.echo(text)).isEqualTo(text);
    }

    TemplateStatistics.Row row =
        Castile.templates(port).statistics().row(Direction.REQUEST, "echo");
    assertThat(row.calls()).isEqualTo(800);
    assertThat(row.plain()).isPositive();
    assertThat(row.withTemplate()).isPositive();
  }

  // ---- many at once ----

  @Test
  void manyThreadsGetTheirOwnAnswers() throws Exception {
    SoapServer server = server();
    WrappedShop port = port(client(server));
    AtomicInteger seed = new AtomicInteger();
    Callable<Void> caller =
        () -> {
          Random random = new Random(seed.incrementAndGet());
          double[] numbers = random.doubles(300).toArray();
          for (int i = 0; i < 150; i++) {
            String text = "x".repeat(random.nextInt(50)) + random.nextInt();
            assertThat(port.echo(text)).isEqualTo(text);
            int a = random.nextInt(1 << 20);
            assertThat(port.add(a, i)).isEqualTo(a + i);
            numbers[random.nextInt(300)] = random.nextGaussian();
            assertThat(port.numbers(numbers)).isEqualTo(numbers);
            Item item = new Item(text, "1.5", a, Item.Color.GREEN, text);
            assertThat(port.sameItem(item)).isEqualTo(item);
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Void>> calls =
        threads.invokeAll(List.of(caller, caller, caller, caller, caller, caller, caller, caller));
    threads.shutdown();
    for (Future<Void> call : calls) {
      call.get();
    }

    assertThat(request("numbers").withTemplate()).isGreaterThan(600);
    assertThat(request("numbers").firstTime()).isLessThan(20);
    assertThat(request("numbers").failed()).isZero();
    assertThat(response("numbers", 1200).failed()).isZero();
  }

  // ---- what goes wrong ----

  @Test
  void aClientFaultDropsTheTemplateAndTheNextRequestIsMadeAfresh() {
    AtomicBoolean refuse = new AtomicBoolean();
    SoapServer server =
        closing(
            Castile.server()
                .publish("/shop", service)
                .interceptor(
                    chain ->
                        refuse.get()
                            ? SoapResponses.ofFault(
                                chain.request(), SoapFault.of(SoapFault.Code.SENDER, "not so"))
                            : chain.proceed(chain.request()))
                .start());
    WrappedShop port = port(client(server));
    port.echo("same");
    refuse.set(true);

    assertThatThrownBy(() -> port.echo("same"))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("not so");

    assertThat(request("echo").dropped()).isEqualTo(1);
    assertThat(request("echo").templates()).isZero();
    refuse.set(false);
    assertThat(port.echo("same")).isEqualTo("same");
    assertThat(request("echo").firstTime()).isEqualTo(2);
  }

  @Test
  void otherFaultsAreNotTheTemplatesFault() {
    WrappedShop port = port(client(server()));

    assertThatThrownBy(() -> port.find("x")).isInstanceOf(NoSuchItem.class);
    assertThatThrownBy(() -> port.find("x")).isInstanceOf(NoSuchItem.class);

    assertThat(request("find").dropped()).isZero();
    assertThat(request("find").content()).isEqualTo(1);
    assertThat(response("find", 0).calls()).as("faults have no templates").isZero();
  }

  /** A bean of which a property may fail. */
  public static class Moody {
    private String first = "first";
    private boolean failing;

    public String getFirst() {
      return first;
    }

    public void setFirst(String first) {
      this.first = first;
    }

    public String getSecond() {
      if (failing) {
        throw new IllegalStateException("not now");
      }
      return "second of " + first;
    }

    public void setSecond(String second) {}
  }

  /** Takes and gives such beans. */
  @WebService
  public interface Moods {
    /** Returns the bean. */
    Moody same(@WebParam(name = "moody") Moody moody);

    /** Returns a bean that may fail. */
    Moody make(@WebParam(name = "failing") boolean failing);
  }

  @WebService(endpointInterface = "io.castile.TemplatesTest$Moods")
  public static class MoodsService implements Moods {
    @Override
    public Moody same(Moody moody) {
      return moody;
    }

    @Override
    public Moody make(boolean failing) {
      Moody moody = new Moody();
      moody.failing = failing;
      return moody;
    }
  }

  @Test
  void anExceptionHalfWayLeavesNoDamagedTemplate() {
    SoapServer server =
        closing(
            Castile.server()
                .templates(responses)
                .maskFaults(false)
                .publish("/moods", new MoodsService())
                .start());
    Moods port =
        Castile.client(Moods.class).endpoint(server.url("/moods")).templates(requests).build();
    closing((AutoCloseable) port);
    Moods plain =
        Castile.client(Moods.class)
            .endpoint(server.url("/moods"))
            .templates(Templates.off())
            .build();
    closing((AutoCloseable) plain);
    Moody moody = new Moody();
    for (int i = 0; i < 6; i++) {
      moody.setFirst("number " + i);
      moody.failing = i % 2 == 1;
      if (moody.failing) {
        Throwable expected = catchThrowable(() -> plain.same(moody));
        assertThatThrownBy(() -> port.same(moody))
            .isInstanceOf(expected.getClass())
            .hasMessage(expected.getMessage());
      } else {
        assertThat(port.same(moody).getFirst()).isEqualTo("number " + i);
      }
      if (i % 2 == 1) {
        Throwable expected = catchThrowable(() -> plain.make(true));
        assertThatThrownBy(() -> port.make(true))
            .isInstanceOf(expected.getClass())
            .hasMessage(expected.getMessage());
      }
      assertThat(port.make(false).getFirst()).isEqualTo("first");
    }

    assertThat(request("same").failed()).isEqualTo(3);
    assertThat(request("same").firstTime()).isEqualTo(3);
    assertThat(response("make", 12).failed()).isBetween(1L, 6L);
    assertThat(request("make").failed()).isZero();
  }

  @Test
  void aFailedExchangeLeavesTheTemplateAsItIs() {
    AtomicBoolean fail = new AtomicBoolean();
    SoapServer server = server();
    HttpTransport http = new HttpTransport(HttpOptions.DEFAULT);
    Transport transport =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) throws SoapTransportException {
            if (fail.get()) {
              return http.send(
                  new Outgoing("http://localhost:1/", message.headers(), message.content()));
            }
            return http.send(message);
          }

          @Override
          public void close() {
            http.close();
          }
        };
    WrappedShop port = port(client(server).transport(transport));
    port.echo("a");
    fail.set(true);
    assertThatThrownBy(() -> port.echo("b")).isInstanceOf(WebServiceException.class);
    fail.set(false);

    assertThat(port.echo("c")).isEqualTo("c");
    assertThat(request("echo").firstTime()).isEqualTo(1);
  }

  @Test
  void aMessageThatIsSentTwiceHasTheSameBytes() {
    HttpTransport http = new HttpTransport(HttpOptions.DEFAULT);
    List<byte[]> sent = new ArrayList<>();
    Transport twice =
        new Transport() {
          @Override
          public Incoming send(Outgoing message) throws SoapTransportException {
            sent.add(joined(message.content()));
            http.send(message);
            sent.add(joined(message.content()));
            return http.send(message);
          }

          @Override
          public void close() {
            http.close();
          }
        };
    WrappedShop port = port(client(server()).transport(twice));
    double[] numbers = new Random(1).doubles(20_000).toArray();
    port.numbers(numbers);
    numbers[77] = 0.5;

    assertThat(port.numbers(numbers)).isEqualTo(numbers);

    assertThat(sent).hasSize(4);
    assertThat(sent.get(1)).isEqualTo(sent.get(0));
    assertThat(sent.get(3)).isEqualTo(sent.get(2)).isNotEqualTo(sent.get(0));
  }

  private static byte[] joined(Payload payload) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try {
      payload.writeTo(written);
    } catch (IOException e) {
      throw new AssertionError("no I/O writing to an array", e);
    }
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    for (ByteBuffer piece : payload.pieces()) {
      pieces.write(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
      piece.position(piece.limit()); // as sending does
    }
    assertThat(pieces.toByteArray()).isEqualTo(written.toByteArray()).hasSize(payload.size());
    return written.toByteArray();
  }

  // ---- interceptors ----

  @Test
  void interceptorsSeeArgumentsAndMayChangeThem() {
    WrappedShop port =
        port(
            client(server())
                .interceptor(
                    chain -> {
                      assertThat(Messages.body(chain.request()))
                          .isInstanceOf(MessageBody.Values.class);
                      Object[] arguments = chain.request().arguments().clone();
                      arguments[0] = arguments[0] + "!";
                      return chain.proceed(
                          chain.request().newBuilder().arguments(arguments).build());
                    }));

    assertThat(port.echo("a")).isEqualTo("a!");
    assertThat(port.echo("b")).isEqualTo("b!");
    assertThat(request("echo").perfectStructural()).isEqualTo(1);
  }

  @Test
  void aMessageThatExistsAsBytesIsSentAsItIs() {
    WrappedShop port =
        port(
            client(server())
                .interceptor(
                    chain -> {
                      assertThat(chain.request().bytes()).isNotEmpty();
                      return chain.proceed(chain.request());
                    }));

    assertThat(port.echo("a")).isEqualTo("a");
    assertThat(request("echo").calls()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 100_000})
  void contentOfUnknownSizeGoesBothWays(int step) {
    AtomicInteger released = new AtomicInteger();
    SoapServer server =
        closing(
            Castile.server()
                .publish("/shop", service)
                .interceptor(
                    chain -> {
                      SoapResponse response = chain.proceed(chain.request());
                      return response.withPayload(
                          new MadePayload(response.bytes(), step), released::incrementAndGet);
                    })
                .start());
    WrappedShop port =
        port(
            client(server)
                .interceptor(
                    chain ->
                        chain.proceed(
                            chain
                                .request()
                                .withPayload(new MadePayload(chain.request().bytes(), step)))));
    double[] numbers = new Random(2).doubles(step == 1 ? 200 : 20_000).toArray();

    assertThat(port.numbers(numbers)).isEqualTo(numbers);
    assertThat(port.echo("short")).isEqualTo("short");

    while (released.get() < 2) { // the client may have the answer before; the time limit ends it
      Thread.onSpinWait();
    }
    assertThat(released.get()).isEqualTo(2);
  }
}
