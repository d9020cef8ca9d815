package io.castile.bench;

import io.castile.bench.harness.Cell;
import io.castile.bench.harness.Jdk;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.ReportTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A published figure that a run can hold against this machine: how many times as good a row of ours
 * is as a peer. {@code claims.tsv} has all of them; a test holds it against {@code
 * docs/benchmarks.md}.
 *
 * @param source what brings both figures
 * @param text the line of {@code docs/benchmarks.md} in which it stands
 * @param published the figure, {@code 7.4}, or the two that it is made of, {@code 62/36}
 * @param subject what is ours: the key of a cell, its tabs written as bars, or {@code row @
 *     scenario}
 * @param peer what it is compared with
 */
record Claim(Source source, String text, String published, String subject, String peer) {
  private static final String FILE = "claims.tsv";
  private static final String BETWEEN = " @ ";

  /** Stands for the JDK on which it is run. */
  private static final String JDK = "{jdk}";

  /** Figures hold that are at least so large a part of what is published. */
  static final double LEAST = 0.6;

  /** What brings the figures. */
  enum Source {
    /** Cells that play in turns: time. */
    CELLS,
    /** Whole calls on one core: time. */
    CALLS,
    /** What the differential link sends: bytes. */
    BYTES,
    /** Pages of the portal in a second: more is better. */
    PORTAL,
    /** First answers of JVMs: time. */
    STARTUP
  }

  /** All claims, in the order of the page. */
  static List<Claim> all() throws IOException {
    List<Claim> claims = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Claim.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          claims.add(parse(line));
        }
      }
    }
    return claims;
  }

  private static Claim parse(String line) {
    List<String> parts = List.of(line.split("\t", -1));
    if (parts.size() != 5) {
      throw new IllegalArgumentException("expected five columns in " + FILE + ", found: " + line);
    }
    return new Claim(
        Source.valueOf(parts.get(0)), parts.get(1), parts.get(2), parts.get(3), parts.get(4));
  }

  /** How many times as good it is said to be. */
  double ratio() {
    List<String> both = List.of(published.split("/", -1));
    double first = number(both.get(0));
    return both.size() == 1 ? first : first / number(both.get(1));
  }

  private static double number(String text) {
    return Double.parseDouble(text.replaceAll("[ \u00a0]", ""));
  }

  /** The cell that a subject or peer of {@link Source#CELLS} names. */
  static Cell cell(String key) {
    return new Cells().parse(key.replace('|', '\t'));
  }

  /** The row of a subject or peer, if it was measured. */
  private static Optional<BenchRow> row(String name, Source source, List<BenchRow> rows) {
    String row;
    String scenario;
    if (source == Source.CELLS) {
      Cell cell = cell(name);
      row = cell.row();
      scenario = cell.scenario();
    } else {
      int between = name.indexOf(BETWEEN);
      row = name.substring(0, between);
      scenario = name.substring(between + BETWEEN.length()).replace(JDK, Jdk.running().label());
    }
    return rows.stream()
        .filter(each -> each.row().equals(row) && each.scenario().equals(scenario))
        .findFirst();
  }

  /** What was measured of subject and peer, for people; empty where either was not. */
  String values(List<BenchRow> rows) {
    Optional<BenchRow> own = row(subject, source, rows);
    Optional<BenchRow> other = row(peer, source, rows);
    return own.isEmpty() || other.isEmpty()
        ? ""
        : ReportTable.number(own.get().value())
            + ", "
            + ReportTable.number(other.get().value())
            + " "
            + own.get().unit();
  }

  /** How many times as good it is by these rows; NaN where it was not measured. */
  double measured(List<BenchRow> rows) {
    double own = row(subject, source, rows).map(BenchRow::value).orElse(Double.NaN);
    double other = row(peer, source, rows).map(BenchRow::value).orElse(Double.NaN);
    return source == Source.PORTAL ? own / other : other / own;
  }
}
