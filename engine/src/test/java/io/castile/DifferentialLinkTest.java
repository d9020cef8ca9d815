package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.Item;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The differential link between a client and a server, beside a client without it: here as
 * differences of messages.
 *
 * @see ValuesLinkTest
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DifferentialLinkTest extends TickerEnds {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Pattern CODED = Pattern.compile("(?i)Content-Encoding: csd");

  final Differential serverLink = Differential.of(options());
  final Differential clientLink = Differential.of(options());

  /** Of this test only: what others have sent may leave white space in messages. */
  private final Templates templates = Templates.builder().build();

  /** Those of both ends. */
  DifferentialOptions options() {
    return DifferentialOptions.builder().typed(false).build();
  }

  final void serve(Differential link) {
    serve(builder -> builder.templates(templates).differential(link));
  }

  private void serveAnew(Differential link) throws Exception {
    serveAnew(builder -> builder.templates(templates).differential(link));
  }

  final Ticker linked() {
    return client(builder -> builder.differential(clientLink));
  }

  final Ticker linked(Transport transport) {
    return client(builder -> builder.differential(clientLink).transport(transport));
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void theSecondAnswerIsADelta(SoapVersion version) {
    serve(serverLink);
    Ticker client = client(builder -> builder.differential(clientLink).soapVersion(version));
    Ticker plain = plain();
    assertThat(client.items("m")).isEqualTo(plain.items("m"));
    service.change(10, 0);
    assertThat(client.items("m")).isEqualTo(plain.items("m"));
    assertThat(client.items("m")).isEqualTo(plain.items("m"));
    LinkStatistics received = clientLink.statistics();
    assertThat(received.full()).isEqualTo(1);
    assertThat(received.deltas()).isEqualTo(2);
    assertThat(received).isEqualTo(serverLink.statistics());
    assertThat(received.wireBytes()).isLessThan(received.messageBytes() / 2);
  }

  /** It has no name, and so comes whole each time; the link goes on. */
  @Test
  void anAnswerThatIsTooLargeToBeKeptIsSentWhole() {
    Differential small = Differential.of(options().toBuilder().maxMessageBytes(1000).build());
    serve(small);
    Ticker client = linked();
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(10, 0);
    }
    assertThat(small.statistics().full()).isEqualTo(3);
    assertThat(small.statistics().deltas()).isZero();
    assertThat(small.keptBytes()).isZero();
    assertThat(clientLink.statistics().deltas()).isZero();
  }

  /** Else numbers that become shorter would be another structure, which costs more at both ends. */
  @Test
  void noWhiteSpaceIsPutIntoMessagesOfWhichDifferencesAreMade() {
    Templates stuffing = Templates.builder().always(true).build();
    serve(builder -> builder.templates(stuffing).differential(serverLink));
    List<String> messages = new ArrayList<>();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .interceptor(
                        chain -> {
                          SoapResponse response = chain.proceed(chain.request());
                          messages.add(new String(response.bytes(), UTF_8));
                          return response;
                        }));
    for (int i = 0; i < 10; i++) {
      client.items("m");
      service.change(50, 0);
    }
    assertThat(clientLink.statistics().deltas()).isEqualTo(9);
    assertThat(messages).hasSize(10).noneMatch(message -> message.contains("> "));
  }

  @Test
  void anotherQuestionIsAnsweredByTheDifferenceToTheLastOne() {
    serve(serverLink);
    Ticker client = linked();
    assertThat(client.items("one")).hasSize(101);
    assertThat(client.items("two")).isEqualTo(plain().items("two"));
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void answersAreThoseOfAPlainClient(long seed) {
    serve(serverLink);
    Ticker client = linked();
    Ticker plain = plain();
    Random random = new Random(seed);
    for (int i = 0; i < 150; i++) {
      service.change(random.nextInt(10), random.nextInt(3) == 0 ? random.nextInt(6) : 0);
      String market = "market " + random.nextInt(3);
      assertThat(client.items(market)).isEqualTo(plain.items(market));
    }
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().deltas()).isGreaterThan(140);
  }

  @Test
  void aServerThatHasForgottenAnswersInFull() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    List<Item> before = client.items("m");
    serveAnew(Differential.of(options()));
    assertThat(client.items("m")).isEqualTo(before);
    assertThat(client.items("m")).isEqualTo(before);
    assertThat(clientLink.statistics().full()).isEqualTo(2);
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
  }

  @Test
  void aServerThatNoLongerKnowsTheLinkIsAnOrdinaryOne() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    List<Item> before = client.items("m");
    serveAnew(builder -> builder);
    assertThat(client.items("m")).isEqualTo(before);
    assertThat(clientLink.statistics().deltas()).isZero();
  }

  @Test
  void faultsAreAsWithoutTheLink() {
    serve(serverLink);
    Ticker client = linked();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.fail("badly"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("badly");
    }
    assertThat(clientLink.statistics().full()).isZero();
  }

  @Test
  void itWorksWithTheResponseCacheOfBothEnds() throws Exception {
    CachePolicy policy = CachedShop.minute();
    serve(builder -> builder.cache(policy).differential(serverLink));
    Ticker client = linked();
    List<Item> first = client.items("m");
    service.change(10, 5);
    assertThat(client.items("m")).isEqualTo(first);
    assertThat(service.calls).hasValue(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
    Ticker cached = client(builder -> builder.differential(clientLink).cache(policy));
    assertThat(cached.items("m")).isEqualTo(first);
    assertThat(cached.items("m")).isEqualTo(first);
    assertThat(serverLink.statistics().full() + serverLink.statistics().deltas()).isEqualTo(3);
  }

  // ---- the wire ----

  private RawHttp.Answer ask(String header, String fields) throws Exception {
    return post(itemsRequest(header), fields);
  }

  private static String version(RawHttp.Answer answer) {
    Matcher version = Pattern.compile("v=\"([^\"]{8})\"").matcher(answer.head());
    assertThat(version.find()).isTrue();
    return version.group(1);
  }

  @Test
  void whoDoesNotAskSeesOrdinarySoap() throws Exception {
    serve(serverLink);
    RawHttp.Answer plain = ask("", "");
    assertThat(plain.status()).isEqualTo(200);
    assertThat(plain.head())
        .doesNotContainIgnoringCase("castile")
        .contains("\r\nVary: Accept-Encoding\r\n");
    assertThat(ask("", "Castile: 1\r\n").body()).isEqualTo(plain.body());
  }

  @Test
  void headersAreShort() throws Exception {
    serve(serverLink);
    RawHttp.Answer plain = ask("", "");
    RawHttp.Answer full = ask("", "Castile: 1\r\n");
    assertThat(full.head()).containsIgnoringCase("\r\nCastile: 1").contains("\r\nVary: Castile");
    String offer = "Castile: 1;b=\"" + version(full) + "\"\r\n";
    RawHttp.Answer delta = ask("", offer);
    assertThat(CODED.matcher(delta.head()).find()).isTrue();
    assertThat(offer.length()).isLessThanOrEqualTo(40);
    assertThat(delta.head().length() - plain.head().length()).isLessThanOrEqualTo(40);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1;b=\"AAAAAAAA\"",
        "1;b=\"AAAA\"",
        "1;b=AAAAAAAA",
        "2",
        "2;b=\"AAAAAAAA\"",
        "1;x=3",
        "",
        ";;;;",
        "1;b=\"AAAAAAA=\"",
        "1;b=\"AAAAAAAA\";b=\"AAAAAAAA\"",
        "1, 1",
        "é",
        "-1"
      })
  void whatIsNoBaseIsAnsweredInFull(String field) throws Exception {
    serve(serverLink);
    String expected = ask("", "").body();
    RawHttp.Answer answer = ask("", "Castile: " + field + "\r\n");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(expected);
    assertThat(CODED.matcher(answer.head()).find()).isFalse();
  }

  private boolean isDelta(String header, String fields, RawHttp.Answer base) throws Exception {
    String offer = "Castile: 1;b=\"" + version(base) + "\"\r\n";
    Matcher coded = CODED.matcher(ask(header, fields + offer).head());
    return coded.find();
  }

  private static String block(String user) {
    return "<e:Header><u:User xmlns:u=\"urn:u\">" + user + "</u:User></e:Header>";
  }

  private static String addressed(String id) {
    return "<e:Header><a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">"
        + id
        + "</a:MessageID></e:Header>";
  }

  @Test
  void oneCallersAnswerIsNoBaseForAnother() throws Exception {
    serve(serverLink);
    String mine = "Authorization: Basic bWU6eA==\r\n";
    String yours = "Authorization: Basic eW91Ong=\r\n";
    RawHttp.Answer base = ask("", mine + "Castile: 1\r\n");
    assertThat(isDelta("", mine, base)).isTrue();
    assertThat(isDelta("", "", base)).isFalse();
    service.change(1, 0);
    base = ask("", mine + "Castile: 1\r\n");
    assertThat(isDelta("", yours, base)).isFalse();
    service.change(1, 0);
    base = ask("", "Cookie: a=1\r\nCastile: 1\r\n");
    assertThat(isDelta("", "Cookie: a=2\r\n", base)).isFalse();
    assertThat(isDelta("", "Cookie: a=1\r\n", base)).isTrue();
    service.change(1, 0);
    base = ask(block("me"), "Castile: 1\r\n");
    assertThat(isDelta(block("you"), "", base)).isFalse();
    assertThat(isDelta(block("me"), "", base)).isTrue();
    service.change(1, 0);
    base = ask(addressed("1"), "Castile: 1\r\n");
    assertThat(isDelta(addressed("2"), "", base)).isTrue();
  }

  @Test
  void serversWithOneSecretGiveAMessageOneName() throws Exception {
    DifferentialOptions farm = options().toBuilder().secret("known to the farm").build();
    List<String> names = new ArrayList<>();
    for (DifferentialOptions options : List.of(farm, farm, options())) {
      serve(Differential.of(options));
      names.add(version(ask("", "Castile: 1\r\n")));
    }
    assertThat(names.get(1)).isEqualTo(names.get(0));
    assertThat(names.get(2)).isNotEqualTo(names.get(0));
    assertThatThrownBy(() -> DifferentialOptions.builder().secret("too short").build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void headersOfTheResponseAreKept() throws Exception {
    CachePolicy policy =
        CachedShop.minute(rule -> rule.ttl(Duration.ofNanos(1)).staleWhileRevalidate(HOUR));
    serve(builder -> builder.templates(templates).cache(policy).differential(serverLink));
    assertThat(ask("", "").head()).doesNotContainIgnoringCase("cache-status");
    String status = "cache-status: Castile;hit;detail=stale-while-revalidate";
    assertThat(ask("", "").head()).containsIgnoringCase(status);
    RawHttp.Answer full = ask("", "Castile: 1\r\n");
    assertThat(full.head()).containsIgnoringCase(status).contains("v=\"");
  }

  @Test
  void oneCallersAnswerCanBeSharedByTheOptions() throws Exception {
    serve(Differential.of(options().toBuilder().shared(true).build()));
    RawHttp.Answer base = ask(block("me"), "Authorization: Basic bWU6eA==\r\nCastile: 1\r\n");
    assertThat(isDelta(block("you"), "", base)).isTrue();
  }

  @Test
  void clientsOfTwoUsersGetTheirOwnAnswers() {
    serve(serverLink);
    Ticker client = linked();
    for (int i = 0; i < 6; i++) {
      service.change(2, 0);
      String user = "user " + i % 2;
      ((BindingProvider) client).getRequestContext().put(BindingProvider.USERNAME_PROPERTY, user);
      ((BindingProvider) client).getRequestContext().put(BindingProvider.PASSWORD_PROPERTY, "x");
      assertThat(client.itemsFor("m", user)).isEqualTo(plain().itemsFor("m", user));
    }
    assertThat(serverLink.statistics().deltas()).isEqualTo(4);
    assertThat(serverLink.statistics().unknownBases()).isZero();
  }

  // ---- damage ----

  private static boolean isDelta(Transport.Incoming incoming) {
    return coding(incoming).equals("csd");
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 12, 22, 23, 24, 40})
  void aDamagedDeltaIsFetchedInFullAndTheServiceNotCalledAgain(int at) {
    serve(serverLink);
    Ticker client =
        linked(
            altering(
                incoming -> {
                  if (isDelta(incoming)) {
                    incoming.body()[at] ^= 4;
                  }
                  return incoming;
                }));
    client.items("m");
    service.change(30, 0);
    List<Item> expected = plain().items("m");
    int calls = service.calls.get();
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
    assertThat(serverLink.statistics().fetched()).isEqualTo(1);
  }

  @Test
  void aDeltaWhoseTargetCannotBeFetchedFailsTheCallAndNotTheNextOne() {
    serve(serverLink);
    boolean[] damage = {true};
    Ticker client =
        linked(
            altering(
                incoming -> {
                  if (damage[0] && isDelta(incoming)) {
                    incoming.body()[3] ^= 1; // in the version of the target
                  }
                  return incoming;
                }));
    client.items("m");
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("could not be applied");
    damage[0] = false;
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
  }

  @Test
  void aDeltaThatNobodyAskedForIsRefused() {
    serve(serverLink);
    Ticker client = linked(altering(incoming -> with(incoming, "content-encoding", "csd")));
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("no base was named");
  }

  @Test
  void aFetchWithoutTheFieldIsARequestForNoOperation() throws Exception {
    serve(serverLink);
    String fetch = "<f:Fetch xmlns:f=\"urn:castile:differential-link\"/>";
    RawHttp.Answer answer = post(envelope("<e:Body>" + fetch + "</e:Body>"), "");
    assertThat(answer.status()).isEqualTo(500);
    assertThat(service.calls).hasValue(0);
  }

  // ---- requests ----

  @Test
  void theSecondRequestIsADelta() {
    serve(serverLink);
    put(linked(), 5);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(4);
    assertThat(clientLink.statistics().requestBytesSaved()).isGreaterThan(4 * 10_000);
    assertThat(clientLink.statistics()).isEqualTo(serverLink.statistics());
  }

  @Test
  void aServerThatHasForgottenARequestIsSentItInFull() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    put(client, 2);
    Differential other = Differential.of(options());
    serveAnew(other);
    put(client, 3);
    assertThat(other.statistics().unknownRequestBases()).isEqualTo(1);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(3);
  }

  @Test
  void aServerThatTakesNoDeltasAnyMoreIsSentRequestsInFull() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    put(client, 2);
    serveAnew(builder -> builder);
    put(client, 3);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(1);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
  }

  /** HTTP that damages the deltas that are sent, and keeps them. */
  private static Transport tampering(
      List<Transport.Outgoing> deltas, UnaryOperator<byte[]> damage) {
    return http(
        (message, http) -> {
          if (!message.headers().has("Content-Encoding")) {
            return http.send(message);
          }
          deltas.add(message);
          byte[] damaged = damage.apply(bytes(message.content()));
          Payload content = Payload.of(damaged, damaged.length);
          return http.send(new Transport.Outgoing(message.endpoint(), message.headers(), content));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 6, 11, 12, 13, 20, 30, 50, -1, -5, -40})
  void aDamagedRequestIsSentAgainAndServedOnce(int at) {
    serve(serverLink);
    List<Transport.Outgoing> deltas = new ArrayList<>();
    Transport tampering =
        tampering(
            deltas,
            content -> {
              if (at < 0) { // cut off
                return Arrays.copyOf(content, Math.max(0, content.length + 1 + at * 8));
              }
              content[at] ^= 2;
              return content;
            });
    put(linked(tampering), 3);
    assertThat(deltas).isNotEmpty();
    assertThat(service.puts).hasSize(3);
    if (at >= 6) { // before that is the base of the response
      assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(deltas.size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csd", "CSD", " identity, csd ,", "csd\r\nContent-Encoding: identity"})
  void aDeltaIsKnownHoweverItsCodingIsNamed(String coding) throws Exception {
    serve(serverLink);
    RawHttp.Answer answer = post("no delta", "Content-Encoding: " + coding + "\r\n");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.body()).contains("the delta of a request: expected ");
  }

  /** A client whose deltas come to somebody else, who answers with a fault without the field. */
  private Ticker misunderstood(String code, String text) {
    return linked(
        http(
            (message, http) ->
                message.headers().has("Content-Encoding")
                    ? fault(code, text)
                    : http.send(message)));
  }

  @ParameterizedTest
  @CsvSource({"Client, this is no XML", "Server, Couldn't parse stream."})
  void aServerThatCouldNotReadADeltaIsSentTheRequestInFull(String code, String text) {
    serve(serverLink);
    Ticker client = misunderstood(code, text);
    List<Item> items = service.items("m");
    for (int i = 0; i < 3; i++) {
      assertThat(client.put(items)).isEqualTo(101);
    }
    assertThat(service.puts).hasSize(3);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(2);
  }

  @Test
  void aFaultAfterWhichTheServiceMayHaveBeenCalledFailsOneCall() {
    serve(serverLink);
    Ticker client = misunderstood("Server", "it took too long");
    List<Item> items = service.items("m");
    assertThat(client.put(items)).isEqualTo(101);
    assertThatThrownBy(() -> client.put(items)).hasMessageContaining("too long");
    assertThat(client.put(items)).isEqualTo(101);
    assertThat(service.puts).hasSize(2);
  }

  @Test
  void headersOfRequestsAreShort() {
    serve(serverLink);
    List<Transport.Outgoing> deltas = new ArrayList<>();
    put(linked(tampering(deltas, content -> content)), 3);
    assertThat(deltas).hasSize(2);
    int length = 0;
    for (String name : List.of("Castile", "Content-Encoding")) {
      length += (name + ": " + deltas.get(0).headers().get(name) + "\r\n").length();
    }
    assertThat(length).isLessThanOrEqualTo(maxHeaderBytes());
  }

  /** What a linked request has in header fields. */
  int maxHeaderBytes() {
    return 40;
  }

  @Test
  void oneCallersRequestIsNoBaseForAnother() {
    serve(serverLink);
    Ticker client = linked();
    Map<String, Object> context = ((BindingProvider) client).getRequestContext();
    context.put(BindingProvider.PASSWORD_PROPERTY, "x");
    for (int i = 0; i < 6; i++) {
      context.put(BindingProvider.USERNAME_PROPERTY, "user " + i % 3);
      put(client, 1);
    }
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(3);
    assertThat(serverLink.statistics().unknownRequestBases()).isZero();
  }

  /** A header block as of a signature: whom it names is not known before it is checked. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void signedRequestsAreDifferencesWhereTheClientSaysSo(boolean differenced) {
    String security =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    AtomicInteger count = new AtomicInteger();
    serve(serverLink);
    Differential link = Differential.of(options().toBuilder().signedRequests(differenced).build());
    Ticker client =
        client(
            builder ->
                builder
                    .differential(link)
                    .interceptor(
                        chain -> {
                          SoapHeader block =
                              SoapHeader.of(
                                  new QName(security, "Security"),
                                  out -> {
                                    out.startElement("urn:proof", "Proof");
                                    out.closeStartTag();
                                    out.text(count.getAndIncrement());
                                    out.endElement();
                                  });
                          return chain.proceed(chain.request().withSoapHeaders(List.of(block)));
                        }));

    put(client, 4);

    assertThat(link.statistics().requestDeltas()).isEqualTo(differenced ? 3 : 0);
    assertThat(link.statistics().deltas()).isZero();
    assertThat(link.statistics().full()).as("answers that may be bases").isZero();
  }

  // ---- bounds ----

  @Test
  void whatIsKeptIsWithinTheBounds() {
    int bound = 100_000;
    Differential small = Differential.of(options().toBuilder().maxBytes(bound).build());
    serve(serverLink);
    Ticker client = client(builder -> builder.differential(small));
    assertThat(small.keptBytes()).isZero();
    for (int i = 0; i < 20; i++) {
      client.items("market " + i);
      put(client, 1);
    }
    assertThat(small.keptBytes()).isBetween(1L, 2L * bound);
    assertThat(serverLink.keptBytes()).isGreaterThan(4L * bound);
  }

  // ---- concurrency ----

  @Test
  void clientsThatShareALinkShareItsBases() {
    serve(serverLink);
    put(linked(), 1);
    put(linked(), 1);
    List<Item> items = linked().items("m");
    assertThat(linked().items("m")).isEqualTo(items);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(2);
  }

  @Test
  @Tag("long")
  void manyThreadsAndClientsOnOneSharedCache() throws Exception {
    serve(serverLink);
    List<Ticker> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clients.add(i % 2 == 0 ? linked() : client(builder -> builder.differential(true)));
    }
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 32; thread++) {
        Ticker client = clients.get(thread % clients.size());
        String market = "market " + thread % 5;
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 60; i++) {
                    service.change(1, i % 10 == 0 ? 1 : 0);
                    List<Item> items = client.items(market);
                    assertThat(items.get(items.size() - 1).getName()).isEqualTo(market);
                  }
                }));
      }
      for (Future<?> future : done) {
        future.get();
      }
    } finally {
      threads.shutdownNow();
    }
    LinkStatistics sent = serverLink.statistics();
    assertThat(sent.deltas() + sent.full()).isEqualTo(32 * 60);
    assertThat(sent.deltas()).isGreaterThan(31 * 60);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }
}
