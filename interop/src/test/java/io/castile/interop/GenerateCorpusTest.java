package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.Castile;
import io.castile.generate.GenerateException;
import io.castile.generate.Generated;
import io.castile.interop.OwnGenerator.Made;
import io.castile.interop.ServiceParity.Row;
import io.castile.soap.SoapVersion;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.TypeOutline;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Real descriptions: Java is generated of each, compiles, and its operations are called over HTTP
 * between two ends that were generated, with random values; examples of all of them are read by
 * what was generated. {@code -Dcastile.corpus.services} asks for the services whose names match an
 * expression, {@code -Dcastile.corpus.operations} for more operations of each interface.
 */
@Tag("long")
final class GenerateCorpusTest {
  private static final String ONLY = System.getProperty("castile.corpus.services", ".*");

  /** Operations of each interface; those with more are sampled evenly. */
  private static final int OPERATIONS = Integer.getInteger("castile.corpus.operations", 3);

  /** Generates and compiles while others are called. */
  private final ExecutorService ahead = Executors.newSingleThreadExecutor();

  private int compared;
  private int sent; // examples of operations
  private final TreeMap<String, String> rows = new TreeMap<>();

  @TestFactory
  Stream<DynamicTest> everyDescriptionGenerates() throws Exception {
    Optional<Corpus> corpus = Corpus.find();
    assumeTrue(corpus.isPresent(), "no ../shared/corpus beside the repository");
    KnownDifferences known = KnownDifferences.load("known-generate-differences.tsv");
    List<DynamicTest> tests = new ArrayList<>();
    for (Corpus.Service service : corpus.get().services()) {
      if (service.name().matches(ONLY)) {
        Future<Made> made = ahead.submit(() -> OwnGenerator.make(service));
        tests.add(DynamicTest.dynamicTest(service.name(), () -> check(service, made, known)));
      }
    }
    ahead.shutdown();
    tests.add(DynamicTest.dynamicTest("the page", this::checkPage));
    if (ONLY.equals(".*")) {
      tests.add(
          DynamicTest.dynamicTest(
              "known differences",
              () -> {
                assertThat(known.gone()).as("listed, but no longer different").isEmpty();
                assertThat(compared).as("values compared").isGreaterThan(100);
                assertThat(sent).as("examples that were sent").isGreaterThan(500);
              }));
    }
    return tests.stream();
  }

  private void check(Corpus.Service service, Future<Made> ahead, KnownDifferences known)
      throws Exception {
    Made made;
    try {
      made = ahead.get(10, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).isInstanceOf(GenerateException.class);
      String message = e.getCause().getMessage();
      assertThat(message).contains(service.wsdl().getFileName().toString());
      String said = message.substring(message.indexOf(": ") + 2);
      rows.put(service.name(), "| %s | | | %s |".formatted(service.name(), said));
      return;
    }
    checkDocuments(made);
    List<Row> called =
        new ServiceCalls(made.service(), GenerateCorpusTest::castile, OPERATIONS).check();
    rows.put(service.name(), row(service, made.generated()));
    TemplateCalls templates = new TemplateCalls(made);

    assertThat(templates.failures()).as("examples of operations that are not read").isEmpty();
    sent += templates.sent();
    assertThat(called).isNotEmpty();
    assertThat(ServiceParity.summary(known.unknown(called))).isEmpty();
    compared += called.stream().mapToInt(Row::instances).sum();
  }

  /** The documents beside each service say what those say that they were made of. */
  private static void checkDocuments(Made made) throws Exception {
    assertThat(made.generated().services()).isNotEmpty();
    try (URLClassLoader loader = made.service().newLoader()) {
      for (String name : made.generated().services()) {
        URL wsdl = (URL) Class.forName(name, true, loader).getField("WSDL").get(null);
        Description again = WsdlReader.create().offline().read(wsdl.toURI());

        assertThat(said(again)).isEqualTo(said(made.description()));
      }
    }
  }

  private static List<String> said(Description description) {
    List<String> said = new ArrayList<>();
    for (io.castile.wsdl.model.internal.Service service : Descriptions.services(description)) {
      service
          .ports()
          .forEach(port -> said.add(service.name() + " " + port.name() + " " + port.address()));
    }
    for (io.castile.wsdl.model.internal.Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        said.add(
            binding.name()
                + " "
                + each.action()
                + " "
                + Descriptions.outline(description).signature(each));
      }
    }
    for (TypeOutline type : Descriptions.outline(description).types()) {
      // XSOM gives attributes of groups in another order each time.
      said.add(type.name() + type.fields().stream().map(Field::toString).sorted().toList());
    }
    description.problems().forEach(problem -> said.add(problem.message()));
    Collections.sort(said);
    return said;
  }

  private static String row(Corpus.Service service, Generated generated) {
    return "| %s | %d | %d | %s |"
        .formatted(
            service.name(),
            generated.interfaces().size(),
            generated.files().size(),
            generated.problems().isEmpty()
                ? ""
                : String.join(
                    "; ",
                    generated.problems().stream()
                        .map(problem -> problem.message())
                        .distinct()
                        .toList()));
  }

  private static void castile(
      Class<?> sei, SoapVersion version, String url, ServiceCalls.Calls calls) throws Exception {
    calls.through(Castile.client(sei).endpoint(url).soapVersion(version).build());
  }

  /** The page lists each description with what became of it. */
  private void checkPage() throws Exception {
    String page = Files.readString(Corpus.repository().resolve("docs/client/generate.md"));
    List<String> missing = rows.values().stream().filter(row -> !page.contains(row)).toList();

    assertThat(String.join("\n", missing)).as("rows that docs/client/generate.md lacks").isEmpty();
  }
}
