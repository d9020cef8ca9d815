package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The corpus's own list of what {@code wsdl2java} can do with it. */
@Tag("long")
final class CorpusGenerationTest {

  @Test
  void servicesGenerateExactlyAsTheIndexSays() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");

    SoftAssertions softly = new SoftAssertions();
    for (GeneratedService generated : GeneratedService.generate(corpus.get())) {
      softly
          .assertThat(generated.generated())
          .as("%s; %s", generated.service(), generated.failure())
          .isEqualTo(generates(generated.service()));
    }
    softly.assertAll();
    assertThat(corpus.get().services()).hasSizeGreaterThan(40);
  }

  /**
   * What the index says, which was made on an older platform: it lacked XMLSchema.dtd, which
   * uddi-v3 refers to and the JDK's own XML catalog has since JDK 22.
   */
  private static boolean generates(Corpus.Service service) {
    return service.generates()
        || (service.name().equals("uddi-v3") && Runtime.version().feature() >= 22);
  }
}
