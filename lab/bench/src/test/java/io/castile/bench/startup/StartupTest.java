package io.castile.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.bench.harness.ClassPath;
import io.castile.bench.harness.Jdk;
import io.castile.bench.harness.Prepared;
import io.castile.bench.harness.Timing;
import io.castile.bench.report.BenchReport;
import io.castile.bench.stack.BuiltCodecs;
import io.castile.demo.portal.Portal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The suite {@code startup}. */
@Tag("long")
@Timeout(600)
final class StartupTest {
  private static final Timing ONCE = new Timing(1, 0, 1, 0);

  @TempDir private Path work;

  @Test
  void everyRowStartsAndGivesTheRightAnswer() throws Exception {
    Startup suite = new Startup(StartupRow.ofPortal(), List.of(Jdk.running()));
    StartupResults results = new StartupResults();
    List<String> progress = new ArrayList<>();

    suite.measurePortal(ClassPath.ofThisJvm(work), work, ONCE, results, progress::add);

    BenchReport report = results.report(Map.of());
    String jdk = Jdk.running().label();
    assertThat(report.rows())
        .hasSize(StartupRow.values().length * 2 * (1 + Prepared.of(Jdk.running()).size()));
    assertThat(report.rows())
        .extracting(row -> row.row() + ": " + row.scenario() + ", " + row.unit())
        .doesNotHaveDuplicates()
        .contains(
            "Castile: first answer, " + jdk + ", ms",
            "Metro: most memory at the first answer, " + jdk + ", archive of classes, MB");
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.table()).contains("first answer, ms");
    assertThat(report.notes()).filteredOn(note -> note.startsWith("Goal ")).hasSize(4);
    assertThat(progress).contains("Apache CXF, HttpURLConnection, " + jdk);
  }

  @Test
  void aLargeServiceIsCalledByEveryStack() throws Exception {
    Optional<LargeService> large = LargeService.find(work);
    assumeTrue(large.isPresent(), LargeService.ABSENT);
    assumeTrue(large.get().feature() <= Jdk.running().feature(), "made by a newer JDK");
    ClassPath libraries = ClassPath.ofThisJvm(work);
    StartupResults results = new StartupResults();

    new Startup(List.of(), List.of(Jdk.running()))
        .measureLarge(large.get(), libraries, ONCE, results, line -> {});

    BenchReport report = results.report(Map.of());
    assertThat(report.rows()).hasSize(StartupRow.ofLarge().size() * 4);
    assertThat(report.rows()).allSatisfy(row -> assertThat(row.value()).isPositive());
    assertThat(report.notes()).filteredOn(note -> note.startsWith("Goal ")).hasSize(4);
  }

  @Test
  void classesThatAreTooNewAreNotMeasured() throws Exception {
    Jdk old = new Jdk(16, Path.of("nowhere"));
    LargeService large = new LargeService(Path.of("x.wsdl"), Path.of("x.jar"), 17);
    StartupResults results = new StartupResults();

    new Startup(List.of(), List.of(old))
        .measureLarge(large, new ClassPath(List.of()), ONCE, results, line -> {});

    assertThat(results.report(Map.of()).rows()).isEmpty();
    assertThat(results.report(Map.of()).notes()).last().asString().contains("too new for JDK 16");
  }

  @Test
  void aGoalIsMetUpToItsLimit() {
    assertThat(goals(60, 40, 25)).hasSize(6).allMatch(goal -> goal.startsWith("Goal met"));
    assertThat(goals(61, 41, 26)).hasSize(6).allMatch(goal -> goal.startsWith("Goal missed"));
    assertThat(new StartupResults().goals()).isEmpty();
  }

  private static List<String> goals(double small, double built, double large) {
    Jdk jdk = new Jdk(17, Path.of("nowhere"));
    StartupResults results = new StartupResults();
    results.add(
        new StartupResults.Cell(StartupRow.CASTILE, jdk, "", false),
        new StartupResults.Times(1, 1, small, 1));
    results.add(
        new StartupResults.Cell(StartupRow.CASTILE_BUILT, jdk, "", false),
        new StartupResults.Times(1, 1, built, 1));
    results.add(
        new StartupResults.Cell(StartupRow.CASTILE_BUILT, jdk, "", true),
        new StartupResults.Times(large, large, 1, 1));
    results.add(
        new StartupResults.Cell(StartupRow.METRO, jdk, "", false),
        new StartupResults.Times(1, 1, 100, 1));
    results.add(
        new StartupResults.Cell(StartupRow.CASTILE, jdk, "", true),
        new StartupResults.Times(large, large, 1, 1));
    results.add(
        new StartupResults.Cell(StartupRow.METRO, jdk, "", true),
        new StartupResults.Times(100, 100, 1, 1));
    return results.goals();
  }

  @Test
  void codecsOfBuildTimeNeedNoCompiler() throws Exception {
    assertThat(StartupRow.CASTILE.needs("janino-3.1.12.jar")).isTrue();
    assertThat(StartupRow.CASTILE_BUILT.needs("janino-3.1.12.jar")).isFalse();
    assertThat(StartupRow.CASTILE_BUILT.needs("castile-soap-0.1.0.jar")).isTrue();

    try (JarFile file =
        new JarFile(BuiltCodecs.of(Portal.class, work.resolve("codecs")).toFile())) {
      assertThat(file.stream().map(entry -> entry.getName()))
          .hasSizeGreaterThan(10)
          .allMatch(name -> name.startsWith("META-INF/castile/codecs/"));
    }
  }

  @Test
  void aStackHasItsOwnLibrariesOnly() {
    assertThat(StartupRow.CASTILE.needs("castile-soap-0.1.0.jar")).isTrue();
    assertThat(StartupRow.CASTILE.needs("cxf-core-4.2.3.jar")).isFalse();
    assertThat(StartupRow.CASTILE.needs("webservices-rt-4.0.5.jar")).isFalse();
    assertThat(StartupRow.METRO.needs("castile-soap-0.1.0.jar")).isFalse();
    assertThat(StartupRow.CXF.needs("cxf-tools-common-4.2.3.jar")).isFalse();
    assertThat(StartupRow.URL.needs("castile-engine-0.1.0.jar")).isFalse();
  }

  @Test
  void theRunningJdkIsThatOfItsFolder() throws Exception {
    assertThat(Jdk.of(Path.of(System.getProperty("java.home")))).isEqualTo(Jdk.running());
    assertThatThrownBy(() -> Jdk.of(work))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(work.toString());
  }

  @Test
  void aFolderBecomesAFile() throws Exception {
    Path folder = Files.createDirectories(work.resolve("classes"));
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/b/c.txt"), "text");
    Path jar = work.resolve("x.jar");

    ClassPath.pack(folder, jar);

    try (JarFile file = new JarFile(jar.toFile())) {
      assertThat(file.stream().map(entry -> entry.getName())).containsExactly("a/b/c.txt");
    }
    assertThat(ClassPath.ofThisJvm(work).files()).allMatch(Files::isRegularFile);
  }
}
