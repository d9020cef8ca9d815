package io.castile.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.ValidationMessage;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.value.OperationValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.xmlunit.diff.Diff;

/**
 * Real descriptions: their documents are valid for others, and an example of each request comes
 * through JSON as it was.
 */
@Tag("long")
final class CorpusOpenApiTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  private static List<Path> descriptions() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found;
  }

  @TestFactory
  Stream<DynamicTest> documentsAreValidAndSoAreTheirExamples() throws IOException {
    return descriptions().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> document(file)));
  }

  /** The table of docs/reference/json.md. */
  @Test
  void allOperationsHaveAForm() throws Exception {
    Map<String, Integer> counts = new TreeMap<>();
    for (Path file : descriptions()) {
      JsonService service = JsonService.of(WsdlReader.create().lazy().read(file.toUri()));
      for (JsonOperation each : service.operations()) {
        counts.merge(form(each), 1, Integer::sum);
      }
    }

    assertThat(counts).isEqualTo(Map.of("literal", 1_041, "encoded", 239));
  }

  private static String form(JsonOperation operation) {
    try {
      operation.element();
      operation.values().response();
      return operation.values().isEncoded() ? "encoded" : "literal";
    } catch (ProblemException e) {
      return e.problem().detail();
    }
  }

  private static void document(Path file) throws Exception {
    OpenApiDocument document = new OpenApiDocument(WsdlReader.create().read(file.toUri()));
    Map<String, Set<ValidationMessage>> invalid = new TreeMap<>();
    document
        .examples()
        .forEach(
            (path, example) -> {
              Set<ValidationMessage> messages = document.invalid(path, example);
              if (!messages.isEmpty()) {
                invalid.put(path, messages);
              }
            });

    assertThat(document.messages()).isEmpty();
    assertThat(invalid).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> examplesAreTheSameAfterJson() throws IOException {
    return descriptions().stream()
        .map(
            file ->
                DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> examples(file)));
  }

  private static void examples(Path file) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    Map<String, String> failures = new TreeMap<>();
    for (Map.Entry<String, OperationValues> each :
        JsonMessages.operations(description).entrySet()) {
      try {
        OperationValues operation = each.getValue();
        operation.request().size();
        String template = operation.template();
        if (template.isEmpty()) {
          continue;
        }
        String json = JsonMessages.json(operation, template);
        String back = JsonMessages.xml(operation, json);
        Diff difference = JsonMessages.difference(template, back);
        if (difference.hasDifferences()) {
          failures.put(each.getKey(), difference.toString());
        } else if (!json.equals(JsonMessages.json(operation, back))) {
          failures.put(each.getKey(), json + " and " + JsonMessages.json(operation, back));
        }
      } catch (UnsupportedOperationException e) {
        continue; // in a form that is not called
      } catch (RuntimeException e) {
        failures.put(each.getKey(), String.valueOf(e));
      }
    }
    assertThat(failures).isEmpty();
  }
}
