package io.castile.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bounds with room above what was measured, for what ports and templates hold. */
final class FootprintTest {
  private static final Map<String, Double> BYTES = new HashMap<>();

  @BeforeAll
  static void measure() throws IOException {
    for (BenchRow row : Footprint.rows()) {
      BYTES.put(row.row() + row.scenario(), row.value());
    }
  }

  private static double bytes(String row, String scenario) {
    return BYTES.get(row + scenario);
  }

  @Test
  void aThousandPortsOfAnInterfaceShareWhatTheyReadAndWriteWith() {
    assertThat(bytes(Footprint.ports(1), Footprint.BUILT)).isLessThan(10_000);
    assertThat(bytes(Footprint.ports(1), Footprint.CALLED)).isLessThan(17_408);
    assertThat(bytes(Footprint.ports(1000), Footprint.BUILT)).isLessThan(3_000);
    assertThat(bytes(Footprint.ports(1000), Footprint.CALLED)).isLessThan(4_096);
  }

  @Test
  void aTemplateIsAboutAsLargeAsItsMessage() {
    List<String> tooLarge = new ArrayList<>();
    for (Map.Entry<String, Double> bound :
        Map.of("simple", 3_072.0, "search reply", 17_194.0, "double[10000]", 800_000.0)
            .entrySet()) {
      if (bytes(bound.getKey(), Footprint.TEMPLATE) > bound.getValue()) {
        tooLarge.add(bound + " < " + bytes(bound.getKey(), Footprint.TEMPLATE));
      }
    }
    assertThat(tooLarge).isEmpty();
  }
}
