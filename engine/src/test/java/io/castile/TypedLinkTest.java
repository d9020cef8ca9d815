package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.typed.TypedCoding;
import io.castile.shop.Item;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that go as values between two ends that bind them alike, beside a client without it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedLinkTest extends TickerEnds {
  private static final DifferentialOptions TYPED =
      DifferentialOptions.builder().typed(true).build();

  private final Differential serverLink = Differential.of(TYPED);
  private final Differential clientLink = Differential.of(TYPED);

  /** What has come to the clients of {@link #linked()}. */
  private final List<byte[]> contents = new ArrayList<>();

  private Transport tapped() {
    return passing(
        content -> {
          contents.add(content.clone());
          return content;
        });
  }

  /** A transport to the server, which changes what comes. */
  private Transport passing(UnaryOperator<byte[]> change) {
    TappedTransport transport = new TappedTransport(server);
    transport.change(
        answer ->
            new Transport.Incoming(answer.status(), answer.headers(), change.apply(answer.body())));
    return transport;
  }

  private Ticker linked() {
    return client(builder -> builder.differential(clientLink).transport(tapped()));
  }

  private void serve() {
    serve(builder -> builder.differential(serverLink));
  }

  private boolean isXml(int answer) {
    return contents.get(answer)[0] == '<';
  }

  @Test
  void noAnswerIsXml() {
    serve();
    Ticker client = linked();
    for (int i = 0; i < 20; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(i, 1);
    }
    assertThat(contents).hasSize(20).noneMatch(content -> content[0] == '<');
    assertThat(clientLink.statistics().full()).isEqualTo(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(19);
    assertThat(clientLink.statistics()).isEqualTo(serverLink.statistics());
    assertThat(contents.get(19)).hasSizeLessThan(contents.get(0).length / 2);
  }

  /** One of both ends is of an earlier edition, or has it off. */
  @Test
  void anEndWithoutValuesGetsXmlAndItsDifferences() {
    for (boolean atServer : new boolean[] {true, false}) {
      contents.clear();
      Differential other = Differential.of(DifferentialOptions.builder().typed(false).build());
      serve(builder -> builder.differential(atServer ? other : serverLink));
      Differential own = atServer ? Differential.of(TYPED) : other;
      Ticker client = client(builder -> builder.differential(own).transport(tapped()));
      for (int i = 0; i < 3; i++) {
        assertThat(client.items("m")).isEqualTo(plain().items("m"));
        service.change(10, 0);
      }
      assertThat(isXml(0)).isTrue();
      assertThat(own.statistics().deltas()).isEqualTo(2);
    }
  }

  /** An interceptor that needs bytes gets those of the server. */
  @Test
  void whereAnInterceptorNeedsBytesTheyAreTheServers() {
    serve();
    List<String> messages = new ArrayList<>();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(tapped())
                    .interceptor(
                        new WholeMessages(
                            chain -> {
                              SoapResponse response = chain.proceed(chain.request());
                              messages.add(new String(response.bytes(), UTF_8));
                              return response;
                            })));
    client.items("m");
    assertThat(new String(contents.get(0), UTF_8)).isEqualTo(messages.get(0));
  }

  @Test
  void aServerThatHasForgottenSendsAllValuesAgain() throws Exception {
    serve();
    Ticker client = linked();
    List<Item> before = client.items("m");
    serveAnew(builder -> builder.differential(Differential.of(TYPED)));
    Ticker again = client(builder -> builder.differential(clientLink).transport(tapped()));
    assertThat(again.items("m")).isEqualTo(before);
    assertThat(again.items("m")).isEqualTo(before);
    assertThat(clientLink.statistics().full()).isEqualTo(2);
    assertThat(contents).noneMatch(content -> content[0] == '<');
  }

  /** The server keeps the values that a client has while other clients get newer ones. */
  @Test
  void aClientThatIsManyVersionsBehindGetsTheChanges() {
    serve();
    Ticker late = linked();
    Ticker others = client(builder -> builder.differential(Differential.of(TYPED)));
    assertThat(late.items("m")).isEqualTo(plain().items("m"));
    for (int i = 0; i < 40; i++) {
      service.change(1, i % 8 == 0 ? 1 : 0);
      assertThat(others.items("m")).isEqualTo(plain().items("m"));
    }
    assertThat(late.items("m")).isEqualTo(plain().items("m"));
    assertThat(clientLink.statistics().full()).isEqualTo(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
    assertThat(serverLink.statistics().full()).isEqualTo(2);
    assertThat(serverLink.statistics().deltas()).isEqualTo(40);
    assertThat(serverLink.statistics().unknownBases()).isZero();
    assertThat(contents.get(1)).hasSizeLessThan(contents.get(0).length * 3 / 4);
  }

  /** Objects that nobody changes are those of the last answer, where their values are. */
  @Test
  void resultsThatAreNotChangedShareObjects() {
    serve();
    Ticker client = client(builder -> builder.differential(clientLink).readOnly(true));
    Ticker own = linked();
    List<Item> first = client.items("m");
    assertThat(client.items("m")).isSameAs(first);
    service.change(10, 2);
    List<Item> second = client.items("m");
    assertThat(second).isEqualTo(plain().items("m"));
    int shared = 0;
    for (Item item : second) {
      shared += first.stream().anyMatch(before -> before == item) ? 1 : 0;
    }
    assertThat(shared).isEqualTo((int) second.stream().filter(first::contains).count());
    assertThat(shared).isBetween(second.size() / 2, second.size() - 1);
    assertThat(own.items("m").get(0)).isNotSameAs(own.items("m").get(0));
  }

  /** The call is made once, and the answer comes, as XML. */
  @Test
  void damagedValuesAreFetchedAndTheServiceNotCalledAgain() {
    serve();
    boolean[] damage = {false};
    Transport transport =
        passing(
            content -> {
              if (damage[0] && content[0] != '<') {
                content[content.length - 1] ^= 1;
              }
              return content;
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    client.items("m");
    service.change(10, 0);
    damage[0] = true;
    int calls = service.calls.get();
    List<Item> found = client.items("m");
    assertThat(service.calls.get()).isEqualTo(calls + 1);
    damage[0] = false;
    assertThat(found).isEqualTo(plain().items("m"));
    assertThat(client.items("m")).isEqualTo(found);
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
    assertThat(clientLink.statistics().fetched()).isEqualTo(2); // as values, then as XML
  }

  /** What does not even begin as values does not keep the client from asking for XML. */
  @Test
  void valuesThatComeAgainWithoutTheirBeginningAreFetchedAsXml() {
    serve();
    int[] damaged = {-1}; // how many answers were damaged; negative while none is
    Transport transport =
        passing(
            content -> {
              if (damaged[0] >= 0 && content[0] != '<') {
                content[damaged[0] == 0 ? content.length - 1 : 0] ^= 0x40;
                damaged[0]++;
              }
              return content;
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    client.items("m");
    service.change(10, 0);
    damaged[0] = 0;
    int calls = service.calls.get();
    List<Item> found = client.items("m");
    assertThat(damaged[0]).isEqualTo(2);
    assertThat(service.calls.get()).isEqualTo(calls + 1);
    assertThat(found).isEqualTo(plain().items("m"));
  }

  /**
   * All values, changes, and the same again, in which the first byte tells what they are: damaged,
   * they look like something else, with what may be too short to be it.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void valuesWhoseFirstByteIsDamagedAreFetched(int bit) {
    serve();
    int[] damaged = {0};
    boolean[] damage = {true};
    Transport transport =
        passing(
            content -> {
              if (damage[0] && TypedCoding.isBegunBy(content)) {
                damage[0] = false;
                damaged[0]++;
                content[0] ^= (byte) (1 << bit);
              }
              return content;
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    for (int answer = 0; answer < 3; answer++) {
      int calls = service.calls.get();
      damage[0] = true;
      List<Item> found = client.items("m");
      assertThat(service.calls.get()).isEqualTo(calls + 1);
      assertThat(found).isEqualTo(plain().items("m"));
      if (answer == 0) {
        service.change(10, 0);
      }
    }
    assertThat(damaged[0]).isEqualTo(3);
    assertThat(clientLink.statistics().mismatches()).isEqualTo(3);
    assertThat(clientLink.statistics().fetched()).isEqualTo(3); // as values, which can be bases
  }

  /** The client may get values, so that a damaged delta of XML may look like them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void deltasOfXmlThatAreDamagedAreFetchedByAClientThatMayGetValues(int bit) {
    DifferentialOptions xml = DifferentialOptions.builder().typed(false).build();
    serve(builder -> builder.differential(Differential.of(xml)));
    int[] at = {Integer.MAX_VALUE}; // which byte is damaged; more than there are for none
    int[] damaged = {0};
    Transport transport =
        passing(
            content -> {
              if (content.length > at[0] && content[0] != '<') {
                content[at[0]] ^= (byte) (1 << bit);
                damaged[0]++;
              }
              return content;
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    client.items("m");
    for (int i = 0; i < 24; i++) { // the head of a delta, and the beginning of what follows
      if (i >= 1 && i <= 6) {
        continue; // the version, without which nothing can be fetched
      }
      service.change(10, 0);
      int calls = service.calls.get();
      at[0] = i;
      List<Item> found = client.items("m");
      assertThat(service.calls.get()).isEqualTo(calls + 1);
      at[0] = Integer.MAX_VALUE;
      assertThat(found).isEqualTo(plain().items("m"));
      client.items("m"); // to have a base again
    }
    assertThat(damaged[0]).isEqualTo(18);
  }

  /** An intermediary may take away the field that says how content is coded. */
  @Test
  void valuesWhoseCodingIsLostAreReadAsValues() {
    serve();
    TappedTransport transport = new TappedTransport(server);
    transport.change(
        answer ->
            new Transport.Incoming(
                answer.status(), answer.headers().without("content-encoding"), answer.body()));
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    for (int i = 0; i < 5; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(i, i / 2);
    }
    assertThat(clientLink.statistics().deltas()).isEqualTo(4);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  // ---- other types ----

  @WebService(targetNamespace = "urn:texts")
  public interface Texts {
    @WebMethod
    String echo(@WebParam(name = "text") String text);

    @WebMethod
    List<String> all(@WebParam(name = "count") int count);

    @WebMethod
    int split(
        @WebParam(name = "text", mode = WebParam.Mode.INOUT) Holder<String> text,
        @WebParam(name = "rest", mode = WebParam.Mode.OUT) Holder<String> rest);

    @WebMethod
    void fail();
  }

  @WebService(endpointInterface = "io.castile.TypedLinkTest$Texts", targetNamespace = "urn:texts")
  public static final class TextsService implements Texts {
    @Override
    public String echo(String text) {
      return text.equals("odd") ? "\u0001" : text.equals("null") ? null : text;
    }

    @Override
    public List<String> all(int count) {
      List<String> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add("text " + i);
      }
      return all;
    }

    @Override
    public int split(Holder<String> text, Holder<String> rest) {
      rest.value = text.value.substring(1);
      text.value = text.value.substring(0, 1);
      return rest.value.length();
    }

    @Override
    public void fail() {
      throw new IllegalStateException("no texts");
    }
  }

  private Texts texts(Differential link, Transport transport) {
    ClientBuilder<Texts> builder =
        Castile.client(Texts.class).endpoint("http://localhost/texts").transport(transport);
    return keepPort((link == null ? builder : builder.differential(link)).build());
  }

  private Texts keepPort(Texts port) {
    keep((AutoCloseable) port);
    return port;
  }

  @Test
  void whatXmlRefusesIsRefusedWithTheSameFault() {
    SoapServer texts =
        keep(
            Castile.server()
                .host("localhost")
                .differential(serverLink)
                .publish("/texts", new TextsService())
                .start());
    Texts linked = texts(clientLink, texts.localTransport());
    Texts plain = texts(null, texts.localTransport());
    assertThat(linked.echo("one")).isEqualTo("one");
    assertThat(linked.echo("null")).isNull();
    assertThat(linked.all(0)).isEqualTo(plain.all(0));
    assertThat(linked.all(40)).isEqualTo(plain.all(40));
    Holder<String> text = new Holder<>("word");
    Holder<String> rest = new Holder<>();
    assertThat(linked.split(text, rest)).isEqualTo(3);
    assertThat(text.value + " " + rest.value).isEqualTo("w ord");
    assertThat(failure(linked, "odd")).isEqualTo(failure(plain, "odd"));
    assertThatThrownBy(linked::fail).isInstanceOf(SOAPFaultException.class);
    assertThat(linked.echo("two")).isEqualTo("two");
  }

  private static String failure(Texts texts, String text) {
    try {
      return texts.echo(text);
    } catch (WebServiceException e) {
      return e.getMessage();
    }
  }

  /** They are taken, and no base. */
  @Test
  void valuesThatAreTooLargeToBeKeptAreTaken() {
    Differential small = Differential.of(TYPED.toBuilder().maxMessageBytes(200).build());
    serve();
    Ticker client = client(builder -> builder.differential(small).transport(tapped()));
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
    }
    assertThat(small.statistics().mismatches()).isZero();
    assertThat(small.statistics().full()).isEqualTo(3);
    assertThat(small.keptBytes()).isZero();
  }

  /** Each has its own place in the order of versions, and all are right. */
  @Test
  @Tag("long")
  void manyThreadsShareOneLink() throws Exception {
    serve();
    Ticker client = client(builder -> builder.differential(clientLink));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        String market = "market " + thread % 3;
        calls.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 200; i++) {
                    assertThat(client.items(market)).hasSize(101);
                  }
                }));
      }
      for (int i = 0; i < 50; i++) {
        service.change(3, 0);
        Thread.onSpinWait();
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(clientLink.statistics().mismatches()).isZero();
  }
}
