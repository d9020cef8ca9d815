package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.MessageBody;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that go as values between two ends that bind them alike. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedRequestsTest extends TickerEnds {
  private static final DifferentialOptions TYPED = DifferentialOptions.DEFAULT.withTyped(true);

  private final Differential serverLink = Differential.of(TYPED);
  private final Differential clientLink = Differential.of(TYPED);

  /** The contents of requests, as they were sent. */
  private final List<byte[]> sent = new ArrayList<>();

  /** The field of each. */
  private final List<String> fields = new ArrayList<>();

  /** What happens to the contents of requests on their way. */
  private UnaryOperator<byte[]> change = content -> content;

  private Transport tapped() {
    return http(
        (message, http) -> {
          byte[] content = bytes(message.content());
          sent.add(content.clone());
          fields.add(message.headers().getOrDefault("Castile", ""));
          byte[] changed = change.apply(content);
          return http.send(
              new Transport.Outgoing(
                  message.endpoint(),
                  message.headers(),
                  Payload.of(changed, changed.length),
                  message.options(),
                  message.intake()));
        });
  }

  private Ticker linked() {
    return client(builder -> builder.differential(clientLink).transport(tapped()));
  }

  private void serve() {
    serve(builder -> builder.differential(serverLink));
  }

  private boolean isXml(int request) {
    return sent.get(request)[0] == '<';
  }

  /** Whether content is values, and not the delta of XML. */
  private static boolean isValues(byte[] content) {
    return content[0] != '<' && content[12] >>> 4 == 2;
  }

  private boolean isValues(int request) {
    return isValues(sent.get(request));
  }

  private long xmls() {
    return sent.stream().filter(content -> content[0] == '<').count();
  }

  @Test
  void onlyTheFirstRequestIsXml() {
    serve();
    put(linked(), 20);
    assertThat(isXml(0)).isTrue();
    assertThat(xmls()).isEqualTo(1);
    assertThat(sent).hasSize(20);
    assertThat(sent.get(19)).hasSizeLessThan(sent.get(1).length / 2);
    assertThat(sent.get(1)).hasSizeLessThan(sent.get(0).length / 2);
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(19);
    assertThat(clientLink.statistics()).isEqualTo(serverLink.statistics());
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
  }

  /** It is no base, and goes with all its values. */
  @Test
  void aSmallRequestGoesAsValuesAndIsNotKept() {
    serve();
    Ticker client = linked();
    for (int i = 0; i < 6; i++) {
      String market = i % 2 == 0 ? "m" : "n";
      assertThat(client.items(market)).isEqualTo(plain().items(market));
      service.change(3, 1);
    }
    assertThat(xmls()).isEqualTo(1);
    assertThat(sent.get(5)).hasSizeLessThan(40);
    assertThat(clientLink.statistics().deltas()).isEqualTo(5);
  }

  @Test
  void theNextQuestionFindsItsOwnAnswer() {
    serve();
    Ticker client = linked();
    client.items("m");
    client.items("m");
    client.items("another");
    long before = clientLink.statistics().wireBytes();
    client.items("m");
    client.items("another");
    client.items("m");
    assertThat(clientLink.statistics().wireBytes() - before).isEqualTo(3 * 11);
  }

  /** Says whether any bytes were made of the requests that it has passed on. */
  private static final class Spy implements Interceptor {
    final List<Boolean> values = new ArrayList<>();

    @Override
    public boolean needsBytes() {
      return false;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      SoapResponse response = chain.proceed(chain.request());
      values.add(chain.request().body() instanceof MessageBody.Values);
      return response;
    }
  }

  @Test
  void noXmlIsMadeOfARequestAtEitherEnd() {
    for (Templates templates : new Templates[] {Templates.off(), Templates.builder().build()}) {
      Spy atServer = new Spy();
      Spy atClient = new Spy();
      Differential link = Differential.of(TYPED);
      serve(builder -> builder.differential(link).interceptor(atServer));
      Ticker client =
          client(
              builder ->
                  builder
                      .differential(Differential.of(TYPED))
                      .templates(templates)
                      .interceptor(atClient));
      put(client, 4);
      assertThat(atServer.values).containsExactly(false, true, true, true);
      assertThat(atClient.values).endsWith(true, true, true);
    }
  }

  @Test
  void anEndWithoutValuesGetsXmlAndItsDifferences() {
    for (boolean atServer : new boolean[] {true, false}) {
      sent.clear();
      Differential other = Differential.of(DifferentialOptions.DEFAULT.withTyped(false));
      serve(builder -> builder.differential(atServer ? other : Differential.of(TYPED)));
      Differential own = atServer ? Differential.of(TYPED) : other;
      put(client(builder -> builder.differential(own).transport(tapped())), 3);
      assertThat(own.statistics().requestDeltas()).isEqualTo(2);
      assertThat(fields).noneMatch(field -> field.contains(";q="));
    }
  }

  @Test
  void aServerWithoutTheLinkGetsXml() {
    serve(builder -> builder);
    put(linked(), 3);
    assertThat(xmls()).isEqualTo(3);
  }

  // ---- servers that have forgotten, or changed ----

  /** The second one has the link; it knows no request, and then is told all values. */
  @Test
  void aServerThatHasForgottenIsSentXmlOnce() throws Exception {
    serve();
    Ticker client = linked();
    put(client, 3);
    serveAnew(builder -> builder.differential(Differential.of(TYPED)));
    sent.clear();
    put(client, 3);
    assertThat(sent).hasSize(4);
    assertThat(isXml(0)).isFalse();
    assertThat(isXml(1)).isTrue();
    assertThat(xmls()).isEqualTo(1);
  }

  /** An earlier edition, or another configuration, with the link and without. */
  @Test
  void aServerThatReadsNoValuesAnyMoreIsSentXml() throws Exception {
    for (boolean hasLink : new boolean[] {true, false}) {
      serve(builder -> builder.differential(Differential.of(TYPED)));
      Ticker client =
          client(builder -> builder.differential(Differential.of(TYPED)).transport(tapped()));
      put(client, 3);
      Differential earlier = Differential.of(DifferentialOptions.DEFAULT);
      serveAnew(builder -> hasLink ? builder.differential(earlier) : builder);
      sent.clear();
      put(client, 3);
      assertThat(sent).hasSize(4);
      assertThat(isXml(0)).isFalse();
      assertThat(isXml(1)).isTrue();
      serveAnew(builder -> builder.differential(Differential.of(TYPED)));
      put(client, 3);
      assertThat(isXml(sent.size() - 1)).isFalse();
    }
  }

  @Test
  void damagedValuesAreSentAsXmlAndTheServiceIsCalledOnce() {
    serve();
    Ticker client = linked();
    put(client, 3);
    for (int at : new int[] {6, 8, 12, 15, 20, 24, -1}) {
      sent.clear();
      change = content -> isValues(content) ? damaged(content, at) : content;
      put(client, 1);
      assertThat(sent).hasSize(2);
      assertThat(isXml(1)).isTrue();
      change = content -> content;
      put(client, 2);
      assertThat(isValues(3)).isTrue();
    }
  }

  private static byte[] damaged(byte[] content, int at) {
    content[at < 0 ? content.length - 1 : at] ^= 1;
    return content;
  }

  /** Only the name of the answer that the client holds: the answer has all values. */
  @Test
  void aDamagedNameOfAnAnswerChangesNothing() {
    serve();
    Ticker client = linked();
    put(client, 2);
    change = content -> isValues(content) ? damaged(content, 2) : content;
    put(client, 3);
    assertThat(sent).hasSize(5);
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(3);
  }

  /** Else each call would be made twice, forever. */
  @Test
  void whereAllValuesAreRefusedAgainAndAgainXmlIsSent() {
    serve();
    Ticker client = linked();
    change = content -> isValues(content) ? damaged(content, -1) : content;
    put(client, 10);
    assertThat(clientLink.statistics().unknownRequestBases()).isLessThan(4);
    assertThat(sent.size()).isLessThan(14);
  }

  @Test
  void whatIsRefusedWithAnErrorIsNotSentAgain() {
    serve();
    boolean[] fails = {false};
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(
                        http(
                            (message, http) -> {
                              sent.add(bytes(message.content()));
                              return fails[0]
                                  ? fault("Server", "somebody on the way")
                                  : http.send(message);
                            })));
    put(client, 2);
    fails[0] = true;
    assertThatThrownBy(() -> client.put(List.of())).isInstanceOf(SOAPFaultException.class);
    assertThat(sent).hasSize(3);
    fails[0] = false;
    put(client, 2);
    assertThat(isValues(3)).isFalse();
    assertThat(isValues(4)).isTrue();
  }

  /** Somebody on the way takes the field out, and the server knows the content all the same. */
  @Test
  void theContentCodingMayBeLost() {
    serve();
    Transport losing =
        http(
            (message, http) ->
                http.send(
                    new Transport.Outgoing(
                        message.endpoint(),
                        message.headers().without("Content-Encoding"),
                        message.content(),
                        message.options(),
                        message.intake())));
    put(client(builder -> builder.differential(clientLink).transport(losing)), 5);
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(4);
  }

  @Test
  void nothingIsKeptOfRequestsThatAreTooLargeForIt() {
    Differential small = Differential.of(TYPED.withMaxMessageBytes(3000));
    serve(builder -> builder.differential(Differential.of(TYPED.withMaxMessageBytes(3000))));
    put(client(builder -> builder.differential(small).transport(tapped())), 4);
    assertThat(xmls()).isEqualTo(4);
    assertThat(small.keptBytes()).isLessThan(3000);
  }

  // ---- who is offered it ----

  @Test
  void whereAnInterceptorOfTheServerAsksForMessagesTheyAreTheClients() {
    List<String> seen = new ArrayList<>();
    serve(
        builder ->
            builder
                .differential(serverLink)
                .interceptor(
                    chain -> {
                      seen.add(new String(chain.request().bytes(), java.nio.charset.StandardCharsets.UTF_8));
                      return chain.proceed(chain.request());
                    }));
    put(linked(), 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
    assertThat(seen).hasSize(3).allMatch(message -> message.startsWith("<"));
  }

  /** It is written for whoever asks all the same, and is what the client would have sent. */
  @Test
  void bytesAreMadeOnDemand() {
    List<byte[]> seen = new ArrayList<>();
    Interceptor asking =
        new Interceptor() {
          @Override
          public boolean needsBytes() {
            return false;
          }

          @Override
          public SoapResponse intercept(Chain chain) throws SoapException {
            assertThat(chain.request().soapHeaders()).isEmpty();
            seen.add(chain.request().bytes());
            return chain.proceed(chain.request());
          }
        };
    serve(builder -> builder.differential(serverLink).interceptor(asking));
    Ticker client = linked();
    List<Item> items = service.items("m");
    client.put(items);
    client.put(items);
    assertThat(isXml(1)).isFalse();
    assertThat(seen.get(1)).isEqualTo(seen.get(0)).isEqualTo(sent.get(0));
  }

  @Test
  void whereTheClientHasAnInterceptorItSendsXml() {
    serve();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(tapped())
                    .interceptor(chain -> chain.proceed(chain.request())));
    put(client, 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  @Test
  void requestsWithHeaderBlocksAreXml() {
    serve();
    Ticker client = linked();
    for (int i = 0; i < 3; i++) {
      assertThat(client.itemsFor("m", "me")).isEqualTo(plain().itemsFor("m", "me"));
    }
    assertThat(xmls()).isEqualTo(3);
    Ticker addressed =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(tapped())
                    .addressing(true));
    sent.clear();
    put(addressed, 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  @Test
  void otherLimitsOfXmlHoldForXml() {
    serve(
        builder ->
            builder.differential(serverLink).limits(XmlLimits.DEFAULT.withMaxDigits(500)));
    put(linked(), 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  /** The values are refused, and then the XML, with the fault that says why. */
  @Test
  void theServersLimitOfBytesHolds() {
    serve(
        builder ->
            builder.differential(serverLink).limits(XmlLimits.DEFAULT.withMaxBytes(40_000)));
    Ticker client = linked();
    put(client, 2);
    List<Item> many = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      many.add(new Item("item", "1", i, Item.Color.RED, "tag"));
    }
    int puts = service.puts.size();
    assertThatThrownBy(() -> client.put(many)).isInstanceOf(RuntimeException.class);
    assertThat(service.puts).hasSize(puts);
    put(client, 3);
  }

  // ---- faults ----

  @Test
  void faultsComeAsTheyAre() {
    serve();
    Ticker client = linked();
    put(client, 2);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.fail("so"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("so");
    }
    assertThat(service.calls.get()).isGreaterThanOrEqualTo(3);
    put(client, 2);
  }

  // ---- senders ----

  /** Whoever shows other credentials finds nothing of the others, as with XML. */
  @Test
  void sendersAreToldApartByTheirCredentials() {
    serve();
    Ticker one = as("Basic b25lOm9uZQ==");
    Ticker other = as("Basic b3RoZXI6b3RoZXI=");
    for (int i = 0; i < 3; i++) {
      put(one, 2);
      put(other, 2);
      assertThat(one.items("m")).isEqualTo(other.items("m"));
    }
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(clientLink.statistics().unknownBases()).isZero();
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  private Ticker as(String authorization) {
    Transport transport =
        http((message, http) -> http.send(message));
    return client(
        builder ->
            builder
                .differential(clientLink)
                .header("Authorization", authorization)
                .transport(transport));
  }

  @Test
  void manyThreadsShareOneLink() throws Exception {
    serve();
    Ticker client = client(builder -> builder.differential(clientLink));
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 32; thread++) {
        int own = thread;
        calls.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    List<Item> items = new ArrayList<>();
                    for (int j = 0; j < 30 + i + own; j++) {
                      items.add(new Item("item " + own, "1." + i, j, Item.Color.RED, "a"));
                    }
                    assertThat(client.put(items)).isEqualTo(items.size());
                  }
                }));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(service.puts).hasSize(32 * 40);
    for (List<Item> put : service.puts) {
      assertThat(put.size()).isGreaterThanOrEqualTo(30);
    }
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(clientLink.statistics().requestDeltas()).isGreaterThan(32 * 39);
  }

  /** What a server without the link answers to a coding that it does not know. */
  @Test
  void aServerThatRefusesTheCodingIsSentXml() {
    serve();
    boolean[] refuses = {false};
    Transport transport =
        http(
            (message, http) -> {
              sent.add(bytes(message.content()));
              boolean isCoded = message.headers().has("Content-Encoding");
              if (refuses[0] && isCoded) {
                throw new SoapTransportException("unsupported", 415, Headers.NONE, null);
              }
              return http.send(message);
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    put(client, 3);
    refuses[0] = true;
    sent.clear();
    put(client, 1);
    assertThat(sent).hasSize(2);
    assertThat(isXml(1)).isTrue();
  }
}
