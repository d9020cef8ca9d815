package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers in the forms of the mSOAP paper, as both ends agree on them. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PaperFormsTest extends TickerEnds {
  private final List<Headers> requests = new ArrayList<>();
  private final List<String> codings = new ArrayList<>();
  private Differential serverLink;

  private void serve(boolean shared) {
    serve(sharing(shared));
  }

  private UnaryOperator<ServerBuilder> sharing(boolean shared) {
    serverLink = Differential.of(DifferentialOptions.builder().sharedElements(shared).build());
    return builder -> builder.templates(Templates.off()).differential(serverLink);
  }

  private Ticker client(Differential link) {
    return client(link, header -> header, incoming -> incoming);
  }

  /** A client whose header fields are kept; they, and the answers, may be altered. */
  private Ticker client(
      Differential link, UnaryOperator<String> field, UnaryOperator<Transport.Incoming> damage) {
    Transport recording =
        http(
            (message, http) -> {
              String said = message.headers().get("Castile");
              Headers headers =
                  said == null
                      ? message.headers()
                      : message.headers().with("Castile", field.apply(said));
              Transport.Incoming incoming =
                  http.send(new Transport.Outgoing(message.endpoint(), headers, message.content()));
              synchronized (requests) {
                requests.add(headers);
                codings.add(coding(incoming));
              }
              return damage.apply(incoming);
            });
    return client(builder -> builder.differential(link).transport(recording));
  }

  private static Differential link(DifferentialOptions.Form form) {
    return Differential.of(DifferentialOptions.builder().form(form).build());
  }

  static Stream<Arguments> forms() {
    return Stream.of(
            DifferentialOptions.Form.PAPER_UPDATES,
            DifferentialOptions.Form.PAPER_ENCODING,
            DifferentialOptions.Form.MSOAP)
        .flatMap(form -> Stream.of(Arguments.of(form, false), Arguments.of(form, true)));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void answersAreThoseOfTheServiceAndShorter(DifferentialOptions.Form form, boolean shared) {
    serve(shared);
    Differential link = link(form);
    Ticker client = client(link);
    Random random = new Random(7);
    for (int i = 0; i < 40; i++) {
      service.change(random.nextInt(10), random.nextInt(3) == 0 ? random.nextInt(4) : 0);
      assertThat(client.items("m")).isEqualTo(service.items("m"));
    }
    assertThat(codings).containsOnly("msoap");
    assertThat(requests.get(0).get("Castile")).matches("1;p=(u|e|ue)");
    assertThat(requests.get(39).get("Castile")).matches("1;p=(u|e|ue);s=\"[\\w-]{8}\"");
    LinkStatistics received = link.statistics();
    assertThat(received).isEqualTo(serverLink.statistics());
    assertThat(received.mismatches() + received.unknownBases()).isZero();
    assertThat(received.deltas()).isEqualTo(39);
    assertThat(received.wireBytes()).isLessThan(received.messageBytes() / 2);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void answersWhoseCodingIsLostOnTheWayAreRead(DifferentialOptions.Form form, boolean shared) {
    serve(shared);
    Differential link = link(form);
    Ticker client =
        client(
            link,
            UnaryOperator.identity(),
            answer ->
                new Transport.Incoming(
                    answer.status(), answer.headers().without("content-encoding"), answer.body()));
    for (int i = 0; i < 40; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(3, i % 2);
    }
    assertThat(link.statistics().deltas()).isEqualTo(39);
    assertThat(link.statistics().mismatches()).isZero();
  }

  @Test
  void sharedElementsAreLongerForWhoHasOthersAndStillRight() {
    serve(true);
    List<Ticker> clients = new ArrayList<>();
    for (DifferentialOptions.Form form :
        List.of(
            DifferentialOptions.Form.PAPER_UPDATES,
            DifferentialOptions.Form.MSOAP,
            DifferentialOptions.Form.MSOAP)) {
      clients.add(client(link(form)));
    }
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      service.change(5, random.nextInt(2));
      String market = "m" + random.nextInt(2);
      assertThat(clients.get(random.nextInt(3)).items(market)).isEqualTo(service.items(market));
    }
    assertThat(serverLink.statistics().full()).isEqualTo(3);
    assertThat(serverLink.statistics().fetched()).isZero();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void anEndThatHasForgottenGetsAFullMessage(DifferentialOptions.Form form, boolean shared)
      throws Exception {
    serve(shared);
    Differential link = link(form);
    Ticker client = client(link);
    client.items("m");
    client.items("m");
    serveAnew(sharing(shared));
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(link.statistics().full()).isEqualTo(2);
    assertThat(link.statistics().deltas()).isEqualTo(2);
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(1);
    Differential other = link(form);
    Ticker restarted = client(other);
    assertThat(restarted.items("m")).isEqualTo(service.items("m"));
    assertThat(other.statistics().full()).isEqualTo(1);
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void anAnswerThatIsLostIsFollowedByAFullMessage(DifferentialOptions.Form form, boolean shared) {
    serve(shared);
    Differential link = link(form);
    boolean[] lose = {false};
    Ticker client =
        client(
            link,
            field -> field,
            incoming ->
                lose[0]
                    ? new Transport.Incoming(503, incoming.headers(), incoming.body())
                    : incoming);
    client.items("m");
    lose[0] = true;
    assertThatThrownBy(() -> client.items("m")).isInstanceOf(WebServiceException.class);
    lose[0] = false;
    service.change(5, 1);
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(link.statistics().full()).isEqualTo(2);
    assertThat(link.statistics().deltas()).isEqualTo(1);
  }

  @Test
  void aServerThatDoesNotKnowTheParameterSendsDeltas() {
    serve(false);
    Differential link = link(DifferentialOptions.Form.MSOAP);
    Ticker client = client(link, field -> field.replaceAll(";p=.*", ""), incoming -> incoming);
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
    }
    assertThat(codings).containsExactly("", "csd", "csd");
  }

  @ParameterizedTest
  @ValueSource(strings = {";p=x", ";p", ";p=\"ue\"", ";p=", ";q=ue", ";p=eu"})
  void anUnknownFormIsNone(String parameter) {
    serve(false);
    Ticker client =
        client(
            link(DifferentialOptions.Form.MSOAP),
            field -> field.replaceAll(";p=.*", parameter),
            incoming -> incoming);
    client.items("m");
    client.items("m");
    assertThat(codings).containsExactly("", "csd");
  }

  @ParameterizedTest
  @EnumSource(
      value = DifferentialOptions.Form.class,
      names = {"PAPER_UPDATES", "MSOAP"})
  void theyWorkInASoapHeader(DifferentialOptions.Form form) {
    serve(false);
    DifferentialOptions options = DifferentialOptions.builder().soapHeader(true).form(form).build();
    Differential link = Differential.of(options);
    Ticker client = client(link);
    for (int i = 0; i < 4; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      List<Item> items = service.items("m");
      assertThat(client.put(items)).isEqualTo(items.size());
      service.change(5, 1);
    }
    assertThat(codings).containsOnly("");
    assertThat(requests).noneMatch(headers -> headers.has("Castile"));
    assertThat(link.statistics()).isEqualTo(serverLink.statistics());
    // A number without a list is as long as ever, unless its tags have codes.
    assertThat(link.statistics().full()).isEqualTo(form == DifferentialOptions.Form.MSOAP ? 2 : 5);
    assertThat(link.statistics().requestDeltas()).isEqualTo(3);
  }

  @Test
  void requestsAreDeltasAsEver() {
    serve(false);
    Differential link = link(DifferentialOptions.Form.MSOAP);
    Ticker client = client(link);
    for (int i = 0; i < 4; i++) {
      List<Item> items = service.items("m");
      assertThat(client.put(items)).isEqualTo(items.size());
      service.change(5, 1);
    }
    assertThat(link.statistics().requestDeltas()).isEqualTo(3);
    assertThat(codings).containsOnly("msoap");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 12, 13, 16, 17, 30, -1})
  void whatIsDamagedIsFetchedAndTheServiceNotCalledAgain(int at) {
    serve(false);
    Differential link = link(DifferentialOptions.Form.MSOAP);
    boolean[] damage = {false};
    Ticker client =
        client(
            link,
            field -> field,
            incoming -> {
              if (!damage[0] || !coding(incoming).equals("msoap")) {
                return incoming;
              }
              byte[] body = incoming.body();
              if (at < 0) {
                body = Arrays.copyOf(body, body.length - 1);
              } else {
                body[at] ^= 2;
              }
              return new Transport.Incoming(200, incoming.headers(), body);
            });
    client.items("m");
    service.change(5, 0);
    damage[0] = true;
    List<Item> expected = service.items("m");
    int calls = service.calls.get();
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(service.calls).hasValue(calls + 1);
    boolean isRead = at >= 0 && at < 6; // it is the name of the state, which nobody will know
    assertThat(link.statistics().fetched()).isEqualTo(isRead ? 0 : 1);
    damage[0] = false;
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(codings.get(codings.size() - 1)).isEqualTo("msoap");
  }

  @Test
  void whatTellsNothingFailsTheCall() {
    serve(false);
    boolean[] damage = {false};
    Ticker client =
        client(
            link(DifferentialOptions.Form.MSOAP),
            field -> field,
            incoming ->
                damage[0]
                    ? new Transport.Incoming(
                        200, incoming.headers(), Arrays.copyOf(incoming.body(), 5))
                    : incoming);
    client.items("m");
    damage[0] = true;
    int calls = service.calls.get();
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("could not be applied");
    assertThat(service.calls).hasValue(calls + 1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void oneCallersStateIsNotAnothers(DifferentialOptions.Form form, boolean shared) {
    serve(shared);
    Differential link = link(form);
    Ticker client = client(link);
    Map<String, Object> context = ((BindingProvider) client).getRequestContext();
    context.put(BindingProvider.PASSWORD_PROPERTY, "x");
    for (int i = 0; i < 6; i++) {
      context.put(BindingProvider.USERNAME_PROPERTY, "user " + i % 2);
      assertThat(client.items("m")).isEqualTo(service.items("m"));
    }
    assertThat(link.statistics().full()).isEqualTo(2);
    assertThat(link.statistics().deltas()).isEqualTo(4);
    String stolen = requests.get(5).get("Castile");
    Differential thiefLink = link(form);
    Ticker thief = client(thiefLink, field -> stolen, incoming -> incoming);
    assertThat(thief.items("m")).isEqualTo(service.items("m"));
    assertThat(thiefLink.statistics().full()).isEqualTo(1);
    assertThat(serverLink.statistics().unknownBases()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void manyThreadsOfOneClient(DifferentialOptions.Form form, boolean shared) throws Exception {
    serve(shared);
    Differential link = link(form);
    Ticker client = client(link);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        String market = "market " + thread;
        done.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 25; i++) {
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
    assertThat(link.statistics().mismatches()).isZero();
    assertThat(link.statistics().full() + link.statistics().deltas()).isEqualTo(200);
  }

  @Test
  void whatIsTooLargeToBeKeptIsSentAsEver() {
    serverLink = Differential.of(DifferentialOptions.builder().maxMessageBytes(1000).build());
    serve(builder -> builder.differential(serverLink));
    Ticker client = client(link(DifferentialOptions.Form.MSOAP));
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(codings).containsExactly("", "");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatIsCodedAgainOnItsWayIsDecoded(DifferentialOptions.Form form, boolean asks) {
    serve(false);
    Differential link =
        Differential.of(DifferentialOptions.builder().form(form).codings(asks).build());
    Ticker client =
        client(
            link,
            field -> field,
            incoming -> coding(incoming).isEmpty() ? incoming : zipped(incoming));
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(5, 1);
    }
    assertThat(codings).containsOnly("msoap");
    assertThat(link.statistics().deltas()).isEqualTo(2);
    assertThat(link.statistics().mismatches()).isZero();
  }

  /** As somebody on the way may code it. */
  private static Transport.Incoming zipped(Transport.Incoming answer) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(answer.body());
    } catch (IOException e) {
      throw new AssertionError("no writing but to memory", e);
    }
    Transport.Incoming coded =
        new Transport.Incoming(answer.status(), answer.headers(), zipped.toByteArray());
    return with(coded, "content-encoding", coding(answer) + ", gzip");
  }
}
