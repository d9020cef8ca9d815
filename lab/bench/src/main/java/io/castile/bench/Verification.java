package io.castile.bench;

import io.castile.bench.calls.CallOperation;
import io.castile.bench.calls.Calls;
import io.castile.bench.calls.LoopbackRow;
import io.castile.bench.delta.LinkBytes;
import io.castile.bench.delta.LinkMessage;
import io.castile.bench.delta.LinkMessage.Kind;
import io.castile.bench.delta.LinkRow;
import io.castile.bench.harness.Timing;
import io.castile.bench.harness.Turns;
import io.castile.bench.portal.PortalClient;
import io.castile.bench.portal.PortalSuite;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Json;
import io.castile.bench.report.ReportTable;
import io.castile.bench.startup.Startup;
import io.castile.bench.startup.StartupRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holds the published figures against this machine, by short forms of the suites: what {@code
 * castile bench verify} prints.
 *
 * @param environment what it was measured with
 * @param results one for each claim, in the order of the page
 */
public record Verification(Map<String, Object> environment, List<Result> results) {
  /** What the command is called, beside the names of suites. */
  public static final String NAME = "verify";

  /**
   * How long each source is measured.
   *
   * @param portal its rounds are of one set of JVMs
   * @param startup each of its rounds starts JVMs anyway
   */
  record Extent(Timing cells, Timing calls, Timing portal, Timing startup) {
    /** With so many JVMs for each row, one set after the other. */
    static Extent ofForks(int forks) {
      return new Extent(
          new Timing(forks, 20, 5, 80),
          new Timing(forks, 36, 3, 150),
          Timing.QUICK_PORTAL.times(forks),
          Timing.QUICK_STARTUP.times(forks));
    }
  }

  private static final List<CallOperation> OPERATIONS =
      List.of(
          CallOperation.SIMPLE,
          CallOperation.SEARCH,
          CallOperation.RATINGS,
          CallOperation.GET_DOUBLES);

  private static final List<LoopbackRow> CALL_ROWS =
      List.of(
          LoopbackRow.CASTILE,
          LoopbackRow.GRPC_DIRECT,
          LoopbackRow.RMI,
          LoopbackRow.METRO,
          LoopbackRow.CXF);

  private static final List<LinkRow> LINK_ROWS =
      List.of(LinkRow.DELTA, LinkRow.DCZ_3, LinkRow.GZIP);

  /** What became of a claim. */
  public enum Outcome {
    /** It holds here. */
    HOLDS("holds"),
    /** It does not. */
    FAILS("DOES NOT HOLD"),
    /** This machine cannot measure it. */
    UNKNOWN("not measured");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  /**
   * A claim and what was measured.
   *
   * @param text the line of {@code docs/benchmarks.md}
   * @param published how many times as good it is said to be
   * @param measured how many times as good it was; NaN where it was not measured
   * @param values what was measured of Castile and of what it is compared with; empty where it was
   *     not
   */
  public record Result(
      String text, double published, double measured, Outcome outcome, String values) {
    static Result of(Claim claim, List<BenchRow> rows) {
      double measured = claim.measured(rows);
      Outcome outcome;
      if (Double.isNaN(measured)) {
        outcome = Outcome.UNKNOWN;
      } else {
        outcome = measured >= Claim.LEAST * claim.ratio() ? Outcome.HOLDS : Outcome.FAILS;
      }
      return new Result(claim.text(), claim.ratio(), measured, outcome, claim.values(rows));
    }
  }

  /**
   * Measures all claims, which takes some minutes for each fork.
   *
   * @param forks how many JVMs each row has, one after the other, whose median counts; positive
   * @param progress told what is about to be measured, one line at a time
   */
  public static Verification run(int forks, Consumer<String> progress) throws IOException {
    return run(Claim.all(), Extent.ofForks(forks), forks, progress);
  }

  static Verification run(List<Claim> claims, Extent extent, int forks, Consumer<String> progress)
      throws IOException {
    Map<Claim.Source, List<BenchRow>> rows = new EnumMap<>(Claim.Source.class);
    for (Claim claim : claims) {
      if (!rows.containsKey(claim.source())) {
        rows.put(claim.source(), measure(claim.source(), claims, extent, progress));
      }
    }
    List<Result> results =
        claims.stream().map(claim -> Result.of(claim, rows.get(claim.source()))).toList();
    String command = "castile bench " + NAME + (forks == 1 ? "" : " --forks=" + forks);
    return new Verification(Environment.describe(command), results);
  }

  private static List<BenchRow> measure(
      Claim.Source source, List<Claim> claims, Extent extent, Consumer<String> progress)
      throws IOException {
    return switch (source) {
      case CELLS -> cells(claims, extent.cells(), progress);
      case CALLS ->
          new Calls(CALL_ROWS, OPERATIONS, List.of(1)).pinnedRows(extent.calls(), progress);
      case BYTES -> bytes(progress);
      case PORTAL ->
          new PortalSuite(
                  List.of(PortalClient.CXF, PortalClient.CXF_AUTOMATIC),
                  List.of(0, 100),
                  List.of(25))
              .run(NAME, extent.portal(), progress)
              .rows();
      case STARTUP ->
          Startup.runPortal(
              List.of(StartupRow.CASTILE, StartupRow.METRO, StartupRow.CXF),
              extent.startup(),
              progress);
    };
  }

  /** Cells that are compared with each other play in turns: those of one line of the page. */
  private static List<BenchRow> cells(List<Claim> claims, Timing timing, Consumer<String> progress)
      throws IOException {
    Map<String, Set<String>> lines = new LinkedHashMap<>();
    for (Claim claim : claims) {
      if (claim.source() == Claim.Source.CELLS) {
        Set<String> keys = lines.computeIfAbsent(claim.text(), text -> new LinkedHashSet<>());
        keys.add(claim.subject());
        keys.add(claim.peer());
      }
    }
    List<BenchRow> rows = new ArrayList<>();
    for (Set<String> keys : lines.values()) {
      rows.addAll(Turns.of(keys.stream().map(Claim::cell).toList(), timing, progress));
    }
    return rows;
  }

  private static List<BenchRow> bytes(Consumer<String> progress) throws IOException {
    progress.accept("bytes of the differential link");
    List<LinkMessage> messages = new ArrayList<>();
    for (int share : List.of(0, 10, 100)) {
      messages.add(new LinkMessage(Kind.RATINGS, share));
    }
    List<BenchRow> rows = new ArrayList<>();
    for (LinkRow row : LINK_ROWS) {
      rows.addAll(LinkBytes.rows(row, messages, 3));
    }
    return rows;
  }

  /** Whether no claim fails. */
  public boolean holds() {
    return results.stream().noneMatch(result -> result.outcome() == Outcome.FAILS);
  }

  /** Returns the results as one JSON object. */
  public String json() {
    List<Object> all = new ArrayList<>();
    for (Result result : results) {
      Map<String, Object> each = new LinkedHashMap<>();
      each.put("claim", result.text());
      each.put("published", result.published());
      each.put("measured", result.measured());
      each.put("values", result.values());
      each.put("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
      all.add(each);
    }
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("environment", environment);
    object.put("least", Claim.LEAST);
    object.put("holds", holds());
    object.put("claims", all);
    return Json.text(object);
  }

  /** Returns the results as a table for a terminal. */
  public String table() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "A claim holds where at least %.1f of what is published is measured, in a short run.%n",
            Claim.LEAST));
    text.append("published  measured                 Castile, the other\n");
    for (Result result : results) {
      text.append(
          String.format(
              Locale.ROOT,
              "%8s×  %8s×  %-13s  %-22s  %s%n",
              ReportTable.number(result.published()),
              Double.isNaN(result.measured()) ? "-" : ReportTable.number(result.measured()),
              result.outcome().label,
              result.values(),
              result.text()));
    }
    long held = results.stream().filter(each -> each.outcome() == Outcome.HOLDS).count();
    text.append(String.format(Locale.ROOT, "%d of %d claims hold here.%n", held, results.size()));
    return text.toString();
  }
}
