package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link DifferentialLinkTest}, with values, each answer of which is checked. */
class ValuesLinkTest extends DifferentialLinkTest {
  @Override
  DifferentialOptions options() {
    return DifferentialOptions.builder().typed(true).audit(1).build();
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

  /** The first request is XML, and the server says then how it reads values. */
  @Override
  @Test
  void theSecondRequestIsADelta() {
    serve(serverLink);
    put(linked(), 5);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(4);
    assertThat(clientLink.statistics().requestBytesSaved()).isGreaterThan(3 * 4_000);
    assertThat(clientLink.statistics()).isEqualTo(serverLink.statistics());
  }

  /** Each sends all its values first. */
  @Override
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
    assertThat(serverLink.statistics().requestDeltas()).isEqualTo(5);
    assertThat(serverLink.statistics().unknownRequestBases()).isZero();
  }

  @Override
  @Test
  void clientsThatShareALinkShareItsBases() {
    serve(serverLink);
    put(linked(), 1);
    put(linked(), 1);
    List<Item> items = linked().items("m");
    assertThat(linked().items("m")).isEqualTo(items);
    assertThat(clientLink.statistics().requestDeltas()).isEqualTo(2);
    assertThat(clientLink.statistics().deltas()).isEqualTo(2);
  }

  /** The plans of answer and request, and the digest of what is checked. */
  @Override
  int maxHeaderBytes() {
    return super.maxHeaderBytes() + 3 * ";c=\"12345678\"".length();
  }
}
