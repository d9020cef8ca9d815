package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.codec.CodecMode;
import io.castile.interop.ServiceParity.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every type of every service of the corpus that generates: codecs against the reference
 * implementation, both ways. {@code -Dcastile.corpus.instances} asks for more instances of each
 * type, {@code -Dcastile.corpus.seed} for others, {@code -Dcastile.corpus.services} for the
 * services whose names match an expression.
 */
@Tag("long")
final class CodecParityTest {
  private static final String ONLY = System.getProperty("castile.corpus.services", ".*");
  private static final double MOST_FALLBACKS_PERCENT = 2;

  @TestFactory
  Stream<DynamicTest> codecsAgreeWithTheReferenceImplementation() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    ParityReport report = new ParityReport();
    KnownDifferences known = KnownDifferences.load("known-differences.tsv");
    List<DynamicTest> tests = new ArrayList<>();
    for (GeneratedService service : ServiceParity.generating(corpus.get())) {
      if (service.service().name().matches(ONLY)) {
        tests.add(
            DynamicTest.dynamicTest(
                service.service().name(), () -> checkService(service, report, known)));
      }
    }
    tests.add(DynamicTest.dynamicTest("all", () -> checkReport(report, known)));
    return tests.stream();
  }

  private static void checkService(
      GeneratedService service, ParityReport report, KnownDifferences known) throws Exception {
    List<Row> rows =
        new ServiceParity(service, ServiceParity.instances(service))
            .check(
                List.of(
                    types -> new CodecBinding(types, CodecMode.INTERPRETED),
                    types -> new CodecBinding(types, CodecMode.COMPILED)));

    report.add(rows);
    assertThat(rows).isNotEmpty();
    assertThat(ServiceParity.summary(known.unknown(rows))).isEmpty();
  }

  private static void checkReport(ParityReport report, KnownDifferences known) throws Exception {
    report.write();

    assertThat(report.rows()).isNotEmpty();
    assertThat(report.fallbackPercent())
        .as("types left to the reference implementation; see target/corpus/parity.tsv")
        .isLessThanOrEqualTo(MOST_FALLBACKS_PERCENT);
    boolean everything =
        ONLY.equals(".*") && System.getProperty("castile.corpus.instances") == null;
    if (everything && System.getProperty("castile.corpus.seed") == null) {
      assertThat(known.gone()).as("listed as known, but no longer different").isEmpty();
    }
  }
}
