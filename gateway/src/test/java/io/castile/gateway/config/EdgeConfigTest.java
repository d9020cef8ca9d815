package io.castile.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.PolicyException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a route asks of requests before they go on, as it is configured. */
final class EdgeConfigTest {
  private static EdgeRules parse(String words) {
    String yaml = "listen: 1\nroutes:\n- origin: http://a\n  " + words + "\n";
    return GatewayConfig.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of("conf"))
        .routes()
        .get(0)
        .edge();
  }

  @Test
  void allWordsOfLimitsAreRead() {
    RouteLimits limits =
        parse(
                "limits: {rate: 200/s, burst: 400, requests: 100,"
                    + " perAddress: {rate: 30/m}, perField: {name: X-Tenant, requests: 4}}")
            .limits();

    RequestRate rate = new RequestRate(200, Duration.ofSeconds(1));
    assertThat(limits.all()).isEqualTo(new RateLimit(rate, 400, 100));
    assertThat(limits.perAddress())
        .isEqualTo(new RateLimit(RequestRate.parse("30/m"), 1, RateLimit.UNLIMITED));
    assertThat(limits.perCertificate()).isNull();
    assertThat(limits.field()).isEqualTo("X-Tenant");
    assertThat(limits.perField()).isEqualTo(new RateLimit(null, 1, 4));
  }

  @Test
  void whatIsNotSaidIsNotAsked() {
    assertThat(parse("service: S")).isEqualTo(EdgeRules.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "limits: {rate: fast} | 4:18 | a rate such as 20/s",
        "limits: {rate: 0/s} | 4:18 | 1 to 1000000 requests",
        "limits: {rate: 1/d} | 4:18 | a rate such as 20/s",
        "limits: {burst: 3} | 4:11 | 'rate' is missing",
        "limits: {rate: 1/s, burst: 0} | 4:30 | (limits.burst)",
        "limits: {requests: -1} | 4:22 | (limits.requests)",
        "limits: {connections: 3} | 4:12 | connections",
        "limits: {perAddress: {}} | 4:24 | expected 'rate' or 'requests'",
        "limits: {perAddress: {rate: 1/s, burst: 0}} | 4:43 | (limits.perAddress.burst)",
        "limits: {perAddress: 3} | 4:24 | a limit",
        "limits: {perField: {rate: 1/s}} | 4:22 | 'name' is missing",
        "limits: {perField: {name: 'a b', rate: 1/s}} | 4:29 | the name of a header field",
        "limits: {perCertificate: {rate: 1/s}} | 4:28 | whose 'tls' has 'clients'",
      })
  void whatIsWrongIsSaidWithItsPlace(String words, String place, String problem) {
    assertThatThrownBy(() -> parse(words))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("g.yaml:" + place + ": ")
        .hasMessageContaining(problem);
  }
}
