package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client of a server that comes and goes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class OfflineTest {
  private final Ticker.Service service = new Ticker.Service(1, 50);

  private SoapServer serve(int port) {
    return Castile.server()
        .host("localhost")
        .port(port)
        .publish("/shop", service)
        .differential(true)
        .start();
  }

  private static boolean isStale(Object client) {
    Object stale = ((BindingProvider) client).getResponseContext().get(Castile.STALE_RESPONSE);
    return Boolean.TRUE.equals(stale);
  }

  @Test
  void staleAnswersStandInAndSayThatTheyDo() throws Exception {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(
                CacheRule.forOperations("items")
                    .cache(true)
                    .ttl(Duration.ofNanos(1))
                    .staleIfError(Duration.ofHours(1))
                    .build())
            .build();
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    SoapServer server = serve(0);
    int port = server.port();
    Ticker client =
        Castile.client(Ticker.class)
            .endpoint(server.url("/shop"))
            .cache(policy)
            .differential(link)
            .build();
    try (AutoCloseable closing = (AutoCloseable) client) {
      List<Item> first = client.items("m");
      assertThat(isStale(client)).isFalse();
      server.close();
      for (int i = 0; i < 3; i++) {
        assertThat(client.items("m")).isEqualTo(first);
        assertThat(isStale(client)).isTrue();
      }
      assertThatThrownBy(() -> client.items("other")).isInstanceOf(WebServiceException.class);
      assertThat(isStale(client)).isFalse();
      service.change(5, 2);
      server = serve(port);
      assertThat(client.items("m")).isNotEqualTo(first).isEqualTo(service.items("m"));
      assertThat(isStale(client)).isFalse();
      service.change(5, 0);
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      assertThat(link.statistics().deltas()).isEqualTo(1);
    } finally {
      server.close();
    }
  }
}
