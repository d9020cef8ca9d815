package io.castile.bench.gateway;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.report.BenchReport;
import io.castile.bench.report.BenchRow;
import io.castile.bench.report.Environment;
import io.castile.bench.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The suite {@code operated}: the command {@code castile gateway} as operators see it, from its
 * start until its cache is full, beside nginx and Varnish. Fronts run on the first core, in turns;
 * the load and the origin on the second.
 */
public final class OperatedSuite {
  public static final String SUITE = "operated";

  private final Extent extent;
  private final List<Collector> collectors;
  private final Consumer<String> progress;
  private final List<Front> present = new ArrayList<>(Front.present());
  private final Medians cold = new Medians();
  private final Medians filling = new Medians();
  private final List<String> notes = new ArrayList<>();

  OperatedSuite(Extent extent, List<Collector> collectors, Consumer<String> progress) {
    this.extent = extent;
    this.collectors = collectors;
    this.progress = progress;
  }

  /**
   * Runs the suite. Fronts whose programs are absent are left out, which the report says.
   *
   * @param quick whether short rounds will do
   * @param forks how often all of it is done; 0 for once
   * @param collectors of the JVMs with Castile's gateway, which has a row with each of them; none
   *     for the JVM's own choice
   * @throws IllegalArgumentException if there is no such collector
   * @throws IllegalStateException if no program can be held to a core
   */
  public static BenchReport run(
      boolean quick, int forks, List<String> collectors, String command, Consumer<String> progress)
      throws IOException {
    Extent extent = (quick ? Extent.QUICK : Extent.FULL).withForks(Math.max(1, forks));
    return new OperatedSuite(extent, Collector.of(collectors), progress).run(command);
  }

  private BenchReport run(String command) throws IOException {
    String absent = Front.absent();
    if (!present.contains(Front.DIRECT)) {
      throw new IllegalStateException(absent);
    }
    if (!absent.isEmpty()) {
      notes.add(absent + ". Their rows are left out.");
    }
    Path folder = Files.createTempDirectory("castile-operated-bench");
    try {
      ClassPath libraries = ClassPath.ofThisJvm(Files.createDirectory(folder.resolve("libraries")));
      List<CastileCommand> commands = new ArrayList<>();
      for (Collector collector : collectors) {
        progress.accept("preparing" + collector.label(" castile gateway"));
        CastileCommand prepared = CastileCommand.prepare(libraries, folder, collector);
        if (prepared.archive().isEmpty()) {
          notes.add("The JVM kept nothing of" + collector.label(" castile prepare") + ".");
        }
        commands.add(prepared);
      }
      for (int fork = 0; fork < extent.forks(); fork++) {
        try (Front.Origin origin = Front.Origin.start();
            Loader loader = Loader.start()) {
          play(origin, loader, commands, Files.createDirectory(folder.resolve("fork" + fork)));
        }
      }
    } finally {
      Folders.delete(folder);
    }
    return report(command);
  }

  /**
   * Takes all rows once.
   *
   * @param folder new
   */
  void play(Front.Origin origin, Loader loader, List<CastileCommand> commands, Path folder)
      throws IOException {
    OpenRows.warmUp(origin, loader, extent);
    ColdStart.play(
        origin,
        loader,
        ColdStart.programs(commands, present),
        folder.resolve("cold"),
        extent,
        cold,
        notes,
        progress);
    new Filling(origin, loader, extent, filling, notes, progress)
        .play(Filling.programs(commands, present), folder.resolve("filling"));
  }

  BenchReport report(String command) throws IOException {
    List<BenchRow> rows = new ArrayList<>(cold.rows());
    rows.addAll(filling.rows());
    List<Figure> figures = new ArrayList<>(ColdStart.figures(cold.names(), extent.lifeSeconds()));
    figures.addAll(Filling.figures(filling.names(), extent.slice()));
    List<String> all = new ArrayList<>(List.of(CastileCommand.NOTE, ColdStart.NOTE, Filling.NOTE));
    notes.stream().distinct().forEach(all::add);
    return new BenchReport(SUITE, Environment.describe(command), rows, all, figures);
  }
}
