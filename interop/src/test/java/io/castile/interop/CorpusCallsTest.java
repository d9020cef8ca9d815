package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.ServiceParity.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The services of the corpus that generate, served by Castile from their generated interfaces and
 * called by a client of CXF: what the service gets is what was sent, and what comes back is what it
 * answered, or threw. {@code -Dcastile.corpus.operations} asks for more operations of each
 * interface, {@code -Dcastile.corpus.seed} for other values, {@code -Dcastile.corpus.services} for
 * the services whose names match an expression.
 */
@Tag("long")
final class CorpusCallsTest {
  private static final String ONLY = System.getProperty("castile.corpus.services", ".*");

  @TestFactory
  Stream<DynamicTest> servicesAreServedAsTheyAreDescribed() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    KnownDifferences known = KnownDifferences.load("known-call-differences.tsv");
    List<DynamicTest> tests = new ArrayList<>();
    for (GeneratedService service : ServiceParity.generating(corpus.get())) {
      String name = service.service().name();
      if (name.matches(ONLY)) {
        tests.add(
            DynamicTest.dynamicTest(
                name + ", seed " + ServiceParity.SEED, () -> checkService(service, known)));
      }
    }
    tests.add(DynamicTest.dynamicTest("all", () -> checkList(known)));
    return tests.stream();
  }

  private static void checkService(GeneratedService service, KnownDifferences known)
      throws Exception {
    List<Row> rows = new ServiceCalls(service).check();

    boolean served =
        rows.stream()
            .flatMap(row -> row.differences().stream())
            .noneMatch(difference -> difference.check().equals("serve"));
    int compared = rows.stream().mapToInt(Row::instances).sum();
    assertThat(compared).as("values compared").isGreaterThanOrEqualTo(served ? 2 : 0);
    assertThat(rows).isNotEmpty();
    assertThat(ServiceParity.summary(known.unknown(rows))).isEmpty();
  }

  private static void checkList(KnownDifferences known) {
    boolean everything =
        ONLY.equals(".*") && System.getProperty("castile.corpus.operations") == null;
    if (everything && System.getProperty("castile.corpus.seed") == null) {
      assertThat(known.gone()).as("listed as known, but no longer different").isEmpty();
    }
  }
}
