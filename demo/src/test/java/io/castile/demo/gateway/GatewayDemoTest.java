package io.castile.demo.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.observe.Advice.Verdict;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
final class GatewayDemoTest {
  @Test
  void theAdvisedPolicyGivesHitsAndNoWrongAnswer() throws Exception {
    try (GatewayDemo demo = new GatewayDemo(0)) {
      AtomicInteger told = new AtomicInteger();

      GatewayResult result =
          demo.run(
              Duration.ofSeconds(15),
              Duration.ofSeconds(6),
              (what, soFar) -> told.incrementAndGet());

      assertThat(told).hasPositiveValue();
      assertThat(result.disagreements()).isEmpty();
      assertThat(result.isGood()).isTrue();
      OperationRow before = result.observed().all();
      assertThat(before.hits()).isZero();
      assertThat(before.stale()).isZero();
      assertThat(before.originCalls()).isEqualTo(before.calls());
      OperationRow after = result.applied().all();
      assertThat(after.originCalls() + after.hits()).isEqualTo(after.calls());
      assertThat(result.savedBytes()).isPositive();
      assertThat(result.advice().operations())
          .filteredOn(each -> each.verdict() == Verdict.CACHE)
          .extracting(each -> each.operation().operation().getLocalPart())
          .contains("doGoogleSearch")
          .doesNotContain("getTime", "putDoubles");
    }
  }
}
