package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import io.castile.xml.Payload;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The link where header fields of HTTP do not get through: it negotiates in a SOAP header block.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SoapHeaderLinkTest extends TickerEnds {
  private static final DifferentialOptions IN_HEADER =
      DifferentialOptions.builder().soapHeader(true).build();
  private static final String LINK = "urn:castile:differential-link";

  private final Differential serverLink = Differential.of(DifferentialOptions.DEFAULT);
  private final Differential clientLink = Differential.of(IN_HEADER);
  private final List<String> requests = new ArrayList<>();
  private final List<String> responses = new ArrayList<>();

  private void serve(Differential link) {
    serve(linking(link));
  }

  private static UnaryOperator<ServerBuilder> linking(Differential link) {
    return builder -> builder.templates(Templates.off()).differential(link);
  }

  private Ticker linked() {
    return linked(message -> message, message -> message);
  }

  private Ticker linked(UnaryOperator<String> request, UnaryOperator<String> response) {
    return client(
        builder -> builder.differential(clientLink).transport(gateway(request, response)));
  }

  /** Passes on messages, which it may alter, and of header fields only what SOAP needs. */
  private Transport gateway(UnaryOperator<String> request, UnaryOperator<String> response) {
    return http(
        (message, http) -> {
          String text = request.apply(text(message));
          requests.add(text);
          byte[] bytes = text.getBytes(UTF_8);
          Headers headers = kept(message.headers(), "content-type", "soapaction", "authorization");
          Payload content = Payload.of(bytes, bytes.length);
          Transport.Incoming incoming =
              http.send(new Transport.Outgoing(message.endpoint(), headers, content));
          String answer = response.apply(new String(incoming.body(), UTF_8));
          responses.add(answer);
          return new Transport.Incoming(
              incoming.status(), kept(incoming.headers(), "content-type"), answer.getBytes(UTF_8));
        });
  }

  private static Headers kept(Headers headers, String... names) {
    Headers.Builder kept = Headers.builder();
    for (String name : names) {
      headers.values(name).forEach(value -> kept.add(name, value));
    }
    return kept.build();
  }

  private static String text(Transport.Outgoing message) {
    return new String(bytes(message.content()), UTF_8);
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void theSecondAnswerIsADelta(SoapVersion version) {
    serve(serverLink);
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .soapVersion(version)
                    .transport(gateway(message -> message, message -> message)));
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(10, i);
    }
    LinkStatistics received = clientLink.statistics();
    assertThat(received.full()).isEqualTo(1);
    assertThat(received.deltas()).isEqualTo(2);
    assertThat(received).isEqualTo(serverLink.statistics());
    assertThat(requests).allMatch(message -> message.contains(":mustUnderstand=\"0\">1"));
    assertThat(responses).allMatch(message -> message.contains(version.namespace()));
    assertThat(responses.get(0)).contains(";r;c=\"").contains("items");
    assertThat(responses.get(2)).contains("<d:Delta").doesNotContain("items");
    assertThat(responses.get(2).length()).isLessThan(responses.get(0).length() / 4);
    assertThatThrownBy(() -> client.fail("badly")).hasMessageContaining("badly");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void answersAreThoseOfAPlainClient(long seed) {
    serve(serverLink);
    Ticker client = linked();
    Ticker plain = plain();
    Random random = new Random(seed);
    for (int i = 0; i < 80; i++) {
      service.change(random.nextInt(10), random.nextInt(3) == 0 ? random.nextInt(6) : 0);
      String market = "market " + random.nextInt(3);
      switch (random.nextInt(3)) {
        case 0 -> assertThat(client.items(market)).isEqualTo(plain.items(market));
        case 1 ->
            assertThat(client.itemsFor(market, "token")).isEqualTo(plain.itemsFor(market, "token"));
        default -> {
          List<Item> items = service.items(market);
          assertThat(client.put(items)).isEqualTo(items.size());
          assertThat(service.puts.get(service.puts.size() - 1)).isEqualTo(items);
        }
      }
    }
    assertThat(clientLink.statistics().mismatches()).isZero();
    assertThat(clientLink.statistics().deltas()).isGreaterThan(40);
    assertThat(clientLink.statistics().requestDeltas()).isGreaterThan(15);
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void requestsAreDeltas(SoapVersion version) throws Exception {
    serve(serverLink);
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .soapVersion(version)
                    .transport(gateway(message -> message, message -> message)));
    put(client, 3);
    assertThat(requests.get(2)).contains(":mustUnderstand=\"1\">1;r<").contains("<d:Delta");
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(2);
    serveAnew(linking(Differential.of(DifferentialOptions.DEFAULT)));
    put(client, 2);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
    assertThat(responses.get(3)).contains(">1;u<").contains("<e:Body></e:Body>");
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(3);
  }

  @Test
  void aPlainServerPassesOverTheBlock() {
    serve(builder -> builder.templates(Templates.off()));
    Ticker client = linked();
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      put(client, 1);
    }
    assertThat(requests).allMatch(message -> message.contains(LINK));
    assertThat(responses).noneMatch(message -> message.contains(LINK));
    assertThat(clientLink.statistics().full()).isZero();
  }

  @Test
  void aServerThatDoesNotUnderstandADeltaIsSentTheRequest() {
    serve(serverLink);
    Transport ignorant =
        http(
            (message, http) ->
                text(message).contains("mustUnderstand=\"1\"")
                    ? fault("MustUnderstand", "no")
                    : http.send(message));
    put(client(builder -> builder.differential(clientLink).transport(ignorant)), 4);
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(3);
  }

  @Test
  void aServerThatHasLostTheLinkIsSentTheRequest() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    put(client, 2);
    serveAnew(builder -> builder.templates(Templates.off()));
    requests.clear();
    put(client, 1);
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0)).contains("<d:Delta");
    assertThat(responses.get(2)).contains("MustUnderstand");
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
  }

  @Test
  void aServerThatHasForgottenAnswersInFull() throws Exception {
    serve(serverLink);
    Ticker client = linked();
    List<Item> before = client.items("m");
    serveAnew(linking(Differential.of(DifferentialOptions.DEFAULT)));
    assertThat(client.items("m")).isEqualTo(before);
    assertThat(client.items("m")).isEqualTo(before);
    assertThat(clientLink.statistics().full()).isEqualTo(2);
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
  }

  @Test
  void whatIsWrittenAnewOnItsWayIsOrdinarySoap() {
    serve(serverLink);
    UnaryOperator<String> anew = message -> message.replace("></", "> </").replace("\">", "\" >");
    Ticker client = linked(anew, anew);
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      put(client, 1);
    }
    LinkStatistics received = clientLink.statistics();
    assertThat(received.deltas() + received.mismatches() + received.requestDeltas()).isZero();
    assertThat(received.unknownRequestBases()).isZero();
    assertThat(serverLink.statistics().full()).isEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 12, 22, 23, 40})
  void aDamagedDeltaIsFetchedAndTheServiceNotCalledAgain(int at) {
    serve(serverLink);
    Ticker client =
        linked(
            message -> message,
            message -> {
              int delta = message.indexOf("differential-link\">", message.indexOf("<d:Delta")) + 19;
              boolean isDelta = message.contains("<d:Delta");
              char was = isDelta ? message.charAt(delta + at * 4 / 3) : ' ';
              return isDelta
                  ? message.substring(0, delta + at * 4 / 3)
                      + (was == 'A' ? 'B' : 'A')
                      + message.substring(delta + at * 4 / 3 + 1)
                  : message;
            });
    client.items("m");
    service.change(30, 0);
    List<Item> expected = plain().items("m");
    int calls = service.calls.get();
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
  }

  @Test
  void blocksThatAreAddedOnTheWayAreNotLost() {
    serve(serverLink);
    String added = "<u:U xmlns:u=\"urn:u\"/>";
    Ticker client =
        linked(
            message -> message.replace("</e:Header>", added + "</e:Header>"),
            message -> message.replace("</e:Header>", added + "</e:Header>"));
    put(client, 2);
    // A delta in such an envelope is not taken, and the message sent instead.
    assertThat(clientLink.statistics().requestDeltas()).isZero();
    assertThat(clientLink.statistics().unknownRequestBases()).isEqualTo(1);
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(clientLink.statistics().deltas()).isZero();
  }

  @Test
  void oneCallersAnswerIsNoBaseForAnother() {
    serve(serverLink);
    Ticker client = linked();
    Map<String, Object> context = ((BindingProvider) client).getRequestContext();
    context.put(BindingProvider.PASSWORD_PROPERTY, "x");
    for (int i = 0; i < 6; i++) {
      context.put(BindingProvider.USERNAME_PROPERTY, "user " + i % 2);
      client.items("m");
    }
    assertThat(clientLink.statistics().full()).isEqualTo(2);
    assertThat(clientLink.statistics().deltas()).isEqualTo(4);
    String base = requests.get(5).replaceAll("(?s).*;b=\"([^\"]*)\".*", "$1");
    assertThat(base).hasSize(8);
    String stolen = requests.get(5);
    context.put(BindingProvider.USERNAME_PROPERTY, "user 3");
    Ticker thief = linked(message -> stolen, message -> message);
    ((BindingProvider) thief).getRequestContext().putAll(context);
    thief.items("m");
    assertThat(responses.get(6)).doesNotContain("<d:Delta");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<d:Link xmlns:d='urn:castile:differential-link'>2;b=\"AAAAAAAA\"</d:Link>",
        "<d:Link xmlns:d='urn:castile:differential-link'>1;b=\"AAAAAAAA\"</d:Link>",
        "<d:Link xmlns:d='urn:castile:differential-link'/>",
        "<d:Link xmlns:d='urn:castile:differential-link'>1;v=\"AAAAAAAA\"</d:Link>",
        "<d:Link xmlns:d='urn:castile:differential-link'>1;r</d:Link>",
        "<d:Link xmlns:d='urn:castile:differential-link'>1</d:Link><d:Link"
            + " xmlns:d='urn:castile:differential-link'>1</d:Link>",
        "<d:Delta xmlns:d='urn:castile:differential-link'>AAAA</d:Delta>",
      })
  void whateverIsInTheHeaderTheAnswerIsThatOfThePlainServer(String block) throws Exception {
    serve(serverLink);
    String header = "<e:Header>%s</e:Header>";
    String expected = post(itemsRequest(header.formatted("")), "").body();
    RawHttp.Answer answer = post(itemsRequest(header.formatted(block)), "");
    assertThat(answer.status()).isEqualTo(200);
    String body = answer.body().replaceAll("<[^>]*:Header>.*</[^>]*:Header>", "");
    assertThat(body).isEqualTo(expected);
  }

  private static String deltaEnvelope(String attribute, String delta) {
    String link = "<d:Link xmlns:d='urn:castile:differential-link'%s>1;r</d:Link>";
    String content = "<d:Delta xmlns:d='urn:castile:differential-link'>" + delta + "</d:Delta>";
    return envelope(
        "<e:Header>%s</e:Header><e:Body>%s</e:Body>".formatted(link.formatted(attribute), content));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "*", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void aDeltaOfNothingIsAskedForAgain(String delta) throws Exception {
    serve(serverLink);
    RawHttp.Answer answer = post(deltaEnvelope(" e:mustUnderstand='1'", delta), "");
    assertThat(answer.status()).isEqualTo(delta.equals("*") ? 500 : 200);
    assertThat(answer.body().contains(">1;u<")).isEqualTo(!delta.equals("*"));
    assertThat(service.calls).hasValue(0);
  }

  @Test
  void aDeltaThatNobodyAskedForIsRefused() {
    serve(serverLink);
    Ticker client = linked(message -> message, message -> deltaEnvelope("", "AAAA"));
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("no base was named");
  }

  @Test
  void aPlainClientSeesNothingOfIt() throws Exception {
    serve(Differential.of(IN_HEADER));
    assertThat(client(builder -> builder.differential(true)).items("m")).hasSize(101);
    Transport recording = gateway(message -> message, message -> message);
    client(builder -> builder.transport(recording)).items("m");
    assertThat(responses.get(0)).doesNotContain(LINK);
  }
}
