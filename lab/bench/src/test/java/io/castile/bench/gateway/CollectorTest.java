package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.bench.harness.Jdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CollectorTest {
  @Test
  void wordsAreThoseOfTheCommandLine() {
    assertThat(Collector.words()).containsExactly("serial", "g1", "zgc");
    assertThat(Collector.of(List.of("zgc", "serial", "zgc")))
        .containsExactly(Collector.ZGC, Collector.SERIAL);
    assertThat(Collector.of(List.of())).containsExactly(Collector.LAUNCHER);
    assertThatThrownBy(() -> Collector.of(List.of("g1", "launcher")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("launcher")
        .hasMessageContaining("serial");
  }

  @Test
  void theJvmIsToldNothingUnlessACollectorIsAskedFor() {
    Jdk jdk = new Jdk(25, Path.of("/none"));

    assertThat(Collector.LAUNCHER.options(jdk)).isEmpty();
    assertThat(Collector.LAUNCHER.label("x")).isEqualTo("x");
    assertThat(Collector.G1.options(jdk)).containsExactly("-XX:+UseG1GC");
    assertThat(Collector.G1.label("x")).isEqualTo("x, G1");
  }

  /** JDK 21 and 22 have both kinds and take the old one; 17 has no other, 23 takes the new one. */
  @Test
  void zgcHasGenerationsWhereItCan() {
    assertThat(Collector.ZGC.options(new Jdk(17, Path.of("/none")))).hasSize(1);
    assertThat(Collector.ZGC.options(new Jdk(21, Path.of("/none"))))
        .containsExactly("-XX:+UseZGC", "-XX:+ZGenerational");
    assertThat(Collector.ZGC.options(new Jdk(23, Path.of("/none")))).hasSize(1);
  }
}
