package io.castile.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The packages of the lab, as {@code ArchitectureTest} of interop checks those of the product. */
final class LabArchitectureTest {
  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() {
    Path lab = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();
    classes =
        new ClassFileImporter()
            .importPaths(
                List.of(lab.resolve("bench/target/classes"), lab.resolve("papers/target/classes")));
  }

  @Test
  void packagesAreFreeOfCycles() {
    assertThat(classes.contain(Verification.class)).isTrue();
    assertThat(classes.stream().map(JavaClass::getPackageName)).contains("io.castile.papers");

    slices().matching("io.castile.(**)").should().beFreeOfCycles().check(classes);
  }

  /** The forms of the papers are measured by the benchmarks, and know nothing of them. */
  @Test
  void thePapersUseNoBenchmark() {
    TreeSet<String> wrong = new TreeSet<>();
    for (JavaClass user : classes) {
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        boolean isOfPapers = user.getPackageName().startsWith("io.castile.papers");
        if (isOfPapers
            && dependency.getTargetClass().getPackageName().startsWith("io.castile.bench")) {
          wrong.add(dependency.getDescription());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
