package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link DifferentialLinkTest}, with values, each answer of which is checked. */
class ValuesLinkTest extends DifferentialLinkTest {
  @Override
  DifferentialOptions options() {
    return DifferentialOptions.DEFAULT.withTyped(true).withAudit(1);
  }

  private static boolean isCoded(Transport.Incoming incoming) {
    return coding(incoming).equals("csd");
  }

  /** The values come once more, damaged again, and then as XML. */
  @Override
  @ParameterizedTest
  @ValueSource(ints = {1, 8, 12, 22, 40})
  void aDamagedDeltaIsFetchedInFullAndTheServiceNotCalledAgain(int at) {
    serve(serverLink);
    boolean[] damage = {false};
    Ticker client =
        linked(
            altering(
                incoming -> {
                  if (damage[0] && isCoded(incoming)) {
                    incoming.body()[at] ^= 4;
                  }
                  return incoming;
                }));
    client.items("m");
    service.change(30, 0);
    List<Item> expected = plain().items("m");
    int calls = service.calls.get();
    damage[0] = true;
    if (at == 1) { // in the version, by which it would be fetched
      assertThatThrownBy(() -> client.items("m")).hasMessageContaining("could not be applied");
    } else {
      assertThat(client.items("m")).isEqualTo(expected);
      assertThat(clientLink.statistics().fetched()).isEqualTo(2);
      assertThat(serverLink.statistics().fetched()).isEqualTo(2);
    }
    assertThat(service.calls).hasValue(calls + 1);
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
    damage[0] = false;
    assertThat(client.items("m")).isEqualTo(expected);
  }

  @Override
  @Test
  void aDeltaWhoseTargetCannotBeFetchedFailsTheCallAndNotTheNextOne() {
    serve(serverLink);
    boolean[] damage = {true};
    Ticker client =
        linked(
            altering(
                incoming -> {
                  if (damage[0] && isCoded(incoming)) {
                    incoming.body()[3] ^= 1; // in the version
                  }
                  return incoming;
                }));
    assertThatThrownBy(() -> client.items("m"))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("could not be applied");
    damage[0] = false;
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(clientLink.statistics().deltas()).isEqualTo(1);
  }

  /** Changes of nothing are refused; the answer comes as XML. */
  @Override
  @Test
  void aDeltaThatNobodyAskedForIsRefused() {
    serve(serverLink);
    Ticker client =
        linked(
            altering(
                incoming -> {
                  if (isCoded(incoming)) {
                    incoming.body()[0] = 0x22; // changes
                  }
                  return incoming;
                }));
    assertThat(client.items("m")).isEqualTo(plain().items("m"));
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
  }

  @Override
  int maxHeaderBytes() {
    return super.maxHeaderBytes() + ";c=\"12345678\"".length();
  }
}
