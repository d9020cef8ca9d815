package io.castile.interop;

import io.castile.interop.ParityCheck.Difference;
import io.castile.interop.ServiceParity.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was found for every type, as files under {@code target/corpus}: {@code parity.tsv}, one line
 * for each type and mode, and {@code differences.txt}, each difference in full.
 */
final class ParityReport {
  private static final String HEADER =
      "service\tclass\tinstances\tmode\thandling\tdifferences\tfirst difference";

  private final List<Row> rows = new ArrayList<>();

  void add(List<Row> more) {
    rows.addAll(more);
  }

  List<Row> rows() {
    return rows;
  }

  void write() throws IOException {
    List<String> table = new ArrayList<>(List.of(HEADER));
    List<String> differences = new ArrayList<>();
    for (Row row : rows) {
      String first = row.differences().isEmpty() ? "" : line(row.differences().get(0).message());
      table.add(
          String.join(
              "\t",
              row.service(),
              row.type(),
              String.valueOf(row.instances()),
              row.mode(),
              line(row.handling()),
              String.valueOf(row.differences().size()),
              first));
      for (Difference difference : row.differences()) {
        differences.add(row.service() + ", " + row.mode() + ": " + difference.message() + "\n");
      }
    }
    Path folder = Files.createDirectories(Corpus.output());
    Files.write(folder.resolve("parity.tsv"), table);
    Files.write(folder.resolve("differences.txt"), differences);
  }

  private static String line(String text) {
    return text.lines().findFirst().orElse("").replace('\t', ' ');
  }

  /** How many of the types, in percent, are left to the reference implementation. */
  double fallbackPercent() {
    long fallbacks =
        rows.stream().filter(row -> row.handling().startsWith(CodecBinding.FALLBACK)).count();
    return 100.0 * fallbacks / rows.size();
  }
}
