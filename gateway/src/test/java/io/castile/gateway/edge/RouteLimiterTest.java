package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.config.RateLimit;
import io.castile.gateway.config.RequestRate;
import io.castile.gateway.config.RouteLimits;
import io.castile.gateway.http.Reply;
import io.castile.gateway.http.RequestHead;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RouteLimiterTest {
  private static final RateLimit ONE = new RateLimit(RequestRate.parse("1/h"), 1, 1);

  private static RequestHead head(@Nullable String certificate) {
    return new RequestHead(
        HttpMethod.POST, "/", "h", true, new DefaultHttpHeaders(), null, certificate, null);
  }

  private static @Nullable Reply take(RouteLimiter limiter, @Nullable String certificate) {
    return limiter.takeByRest(limiter.restKeys(head(certificate)), new Admission());
  }

  @Test
  void certificatesAreToldApartAndRequestsWithoutOneAreOneClient() {
    RouteLimiter limiter = new RouteLimiter(new RouteLimits(null, null, ONE, null, null));

    assertThat(take(limiter, "aa")).isNull();
    assertThat(take(limiter, "bb")).isNull();
    assertThat(take(limiter, null)).isNull();
    for (String shown : new String[] {"aa", "bb", null}) {
      Reply refusal = take(limiter, shown);
      assertThat(refusal).isNotNull();
      assertThat(refusal.status()).isEqualTo(429);
    }
  }

  /** An hour is named in full, and less than a second is one. */
  @Test
  void theTimeToWaitIsThatUntilThereIsAToken() {
    RateLimit rare = new RateLimit(RequestRate.parse("1/h"), 1, RateLimit.UNLIMITED);
    RateLimit often = new RateLimit(RequestRate.parse("100/s"), 1, RateLimit.UNLIMITED);

    assertThat(waits(new RouteLimits(rare, null, null, null, null))).isBetween(3_500L, 3_600L);
    assertThat(waits(new RouteLimits(often, null, null, null, null))).isEqualTo(1);
    assertThat(waits(new RouteLimits(new RateLimit(null, 1, 1), null, null, null, null)))
        .isEqualTo(1);
  }

  private static long waits(RouteLimits limits) {
    RouteLimiter limiter = new RouteLimiter(limits);
    Reply refusal = take(limiter, null);
    while (refusal == null) {
      refusal = take(limiter, null);
    }
    assertThat(refusal.status()).isEqualTo(503);
    return Long.parseLong(refusal.fields().get("retry-after"));
  }
}
