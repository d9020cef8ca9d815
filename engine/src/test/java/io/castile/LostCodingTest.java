package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.Headers;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A link on which an intermediary removes the field that marks a delta. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LostCodingTest extends TickerEnds {
  private final Differential serverLink =
      Differential.of(DifferentialOptions.builder().typed(false).build());
  private final Differential clientLink =
      Differential.of(DifferentialOptions.builder().typed(false).build());
  private final AtomicInteger lost = new AtomicInteger();

  private Ticker linked(Transport transport) {
    serve(builder -> builder.differential(serverLink));
    return client(builder -> builder.differential(clientLink).transport(transport));
  }

  private Transport.Incoming withoutCoding(Transport.Incoming answer) {
    boolean isDelta = coding(answer).equals("csd");
    lost.addAndGet(isDelta ? 1 : 0);
    return isDelta
        ? new Transport.Incoming(
            answer.status(), answer.headers().without("content-encoding"), answer.body())
        : answer;
  }

  private Transport withoutCodings(String... fields) {
    return http(
        (message, http) -> {
          Headers left = message.headers();
          if (!left.has("Content-Encoding")) {
            return http.send(message);
          }
          for (String field : fields) {
            left = left.without(field);
          }
          lost.incrementAndGet();
          return http.send(new Transport.Outgoing(message.endpoint(), left, message.content()));
        });
  }

  @Test
  void anAnswerThatIsADeltaIsReadAsOne() {
    Ticker client = linked(altering(this::withoutCoding));
    for (int i = 0; i < 10; i++) {
      assertThat(client.items("m")).isEqualTo(plain().items("m"));
      service.change(5, 1);
    }
    assertThat(lost).hasValue(9);
    assertThat(clientLink.statistics().deltas()).isEqualTo(9);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  @Test
  void aDamagedAnswerIsFetchedAndTheServiceNotCalledAgain() {
    Ticker client =
        linked(
            altering(
                answer -> {
                  if (coding(answer).equals("csd")) {
                    answer.body()[answer.body().length - 1] ^= 4;
                  }
                  return withoutCoding(answer);
                }));
    client.items("m");
    service.change(5, 0);
    List<Item> expected = service.items("m");
    int calls = service.calls.get();
    assertThat(client.items("m")).isEqualTo(expected);
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
  }

  @Test
  void aRequestThatIsADeltaIsReadAsOne() {
    put(linked(withoutCodings("Content-Encoding")), 6);
    assertThat(lost).hasValue(5);
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(5);
  }

  @Test
  void aRequestOfWhichNothingSaysThatItIsADeltaIsSentInFull() {
    put(linked(withoutCodings("Content-Encoding", "Castile")), 6);
    assertThat(lost).hasPositiveValue();
    assertThat(serverLink.statistics().requestDeltas()).isZero();
  }

  /** Nothing was named to which it could be the difference. */
  @Test
  void contentThatBeginsAsADeltaIsNoAnswerToAClientThatHoldsNone() {
    Ticker client =
        linked(
            altering(
                answer ->
                    new Transport.Incoming(200, answer.headers(), new byte[] {0x11, 2, 3, 4})));
    assertThatThrownBy(() -> client.items("m")).isInstanceOf(WebServiceException.class);
    assertThat(service.calls).hasValue(1);
  }
}
