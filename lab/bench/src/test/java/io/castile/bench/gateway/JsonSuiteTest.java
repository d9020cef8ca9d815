package io.castile.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the suite reports of calls by JSON; too short for numbers that mean anything. */
@Tag("long")
final class JsonSuiteTest {
  private static final int GATEWAY_ROWS = 9;
  private static final int MOCKS = 2;
  private static final int MEASURES = 4;

  @Test
  void eachRowHasItsTimesOrIsSaidToBeAbsent() throws Exception {
    long byHand =
        Arrays.stream(JsonPrograms.ByHand.values()).filter(JsonPrograms.ByHand::isPresent).count();

    BenchReport report = new JsonSuite(1, 1, 1, line -> {}).run("test");

    assertThat(report.rows())
        .hasSize((int) (GATEWAY_ROWS + byHand + MOCKS) * JsonLoad.Size.values().length * MEASURES);
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isNotNegative());
    assertThat(report.rows())
        .extracting(BenchRow::row)
        .contains("Castile, SOAP, validated and passed", "Castile, SOAP, validated new")
        .contains("Castile, JSON, hit", "WireMock, SOAP");
    assertThat(report.notes()).hasSize((int) (1 + JsonPrograms.ByHand.values().length - byHand));
    assertThat(report.table()).contains("Calls by JSON: processor time, µs");
  }

  @Test
  void messagesHaveAboutTheSizeOfTheirRows() {
    for (boolean isJson : new boolean[] {false, true}) {
      assertThat(new JsonLoad(isJson, JsonLoad.Size.SMALL, true).message().length())
          .isBetween(50, 300);
      assertThat(new JsonLoad(isJson, JsonLoad.Size.LARGE, true).message().length())
          .isBetween(4_000, 9_000);
    }
  }
}
