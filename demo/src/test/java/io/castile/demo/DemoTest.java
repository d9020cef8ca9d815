package io.castile.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
final class DemoTest {
  @Test
  void everyPairAgreesOnEveryAnswer() throws Exception {
    try (Demo demo = new Demo(0)) {
      Result result = demo.run(Duration.ofMillis(200), pair -> {});

      assertThat(result.disagreements()).isEmpty();
      assertThat(result.rows())
          .hasSize(2 * 3 * 16)
          .allSatisfy(row -> assertThat(row.bytes()).isPositive());
      assertThat(result.hits())
          .hasSize(3 * 5)
          .allSatisfy(
              hit -> {
                assertThat(hit.misses()).isEqualTo(1);
                assertThat(hit.hits()).isGreaterThan(100);
                assertThat(hit.bytes()).isPositive();
              });
      assertThat(result.savings())
          .hasSize(6)
          .allSatisfy(
              saving -> {
                assertThat(saving.bytes()).isGreaterThan(1000);
                assertThat(
                        saving.content()
                            + saving.perfectStructural()
                            + saving.partialStructural()
                            + saving.firstTime()
                            + saving.plain())
                    .isEqualTo(saving.calls());
              });
    }
  }
}
