package io.castile.bench.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.castile.bench.report.BenchRow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WholeProfileTest {
  @Test
  @Tag("long")
  void sharesAreOfAllSamples() {
    List<BenchRow> rows =
        WholeProfile.rows(new WholeProfile.Length(Duration.ofSeconds(1), Duration.ofSeconds(2)));

    assertThat(rows.stream().map(BenchRow::row))
        .containsExactlyElementsOf(WholeProfile.figure().rows())
        .contains("linked call, share of template writing", "linked call, share of the rest");
    assertThat(rows.stream().mapToDouble(BenchRow::value).sum()).isCloseTo(100, within(1e-6));
    assertThat(rows.stream().filter(row -> row.value() > 0)).hasSizeGreaterThan(2);
  }

  @ParameterizedTest
  @CsvSource({
    "WRITE, io.castile.template.internal.TemplateWriter, text",
    "WRITE, io.castile.bench.message.RatedStockCastileCodec, writeRow",
    "READ, io.castile.template.read.ReadTemplate, read",
    "READ, io.castile.xml.XmlReader, text",
    "READ, io.castile.codec.bean.BeanCodec, readContent",
    "MAKE, io.castile.delta.format.DeltaWriter, write",
    "MAKE, io.castile.delta.format.Delta, between",
    "APPLY, io.castile.delta.format.DeltaReader$Columns, next",
    "APPLY, io.castile.delta.format.Delta, apply",
    "NAME, io.castile.delta.format.CheckHash, add",
    "NAME, java.util.zip.CRC32C, update",
    "COPY, java.util.Arrays, copyOf",
    "COPY, io.castile.codec.bean.Property, copy",
    "COPY, io.castile.bench.message.RatedStockCastileCodec, copy",
  })
  void methodsTellActivities(CallActivity activity, String type, String method) {
    assertThat(CallActivity.of(type, method)).contains(activity);
  }

  @ParameterizedTest
  @CsvSource({
    "io.castile.delta.format.RowDocument, find",
    "io.castile.codec.bean.BeanCodec, type",
    "java.util.ArrayList, get",
  })
  void othersAreToldByTheirCallers(String type, String method) {
    assertThat(CallActivity.of(type, method)).isEmpty();
  }
}
