package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.ServiceParity.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The harness itself: the reference implementation must agree with itself about everything. */
@Tag("long")
final class ReferenceParityTest {

  @TestFactory
  Stream<DynamicTest> referenceAgreesWithItself() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    return ServiceParity.generating(corpus.get()).stream()
        .map(
            service ->
                DynamicTest.dynamicTest(service.service().name(), () -> checkService(service)));
  }

  private static void checkService(GeneratedService service) throws Exception {
    List<Row> rows = new ServiceParity(service, 1).check(List.of(ReferenceBinding::new));

    assertThat(rows).isNotEmpty();
    assertThat(ServiceParity.summary(rows)).isEmpty();
  }
}
