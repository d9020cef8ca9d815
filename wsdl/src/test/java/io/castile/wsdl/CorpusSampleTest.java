package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.xml.sax.SAXException;

/** Examples of all operations of real descriptions are valid, and are read. */
@Tag("long")
final class CorpusSampleTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  /** Descriptions whose schemas the validator refuses, so that nothing can be valid by them. */
  private static final List<String> INVALID =
      List.of(
          "axis1-multiref/MultiRefTest.wsdl",
          "cxf-type-test-rpclit/type_test_rpclit.wsdl",
          "cxf-type-test-rpclit/type_test_rpclit_soap.wsdl",
          "wcf-partner-service/PartnerService.local.wsdl");

  /** Descriptions with errors, because of which something in them is left out. */
  private static final Map<String, String> BROKEN =
      Map.of(
          "messages/node-soap/GetSubscription__should_handle_ref_minOccurs_/soap.wsdl",
          "expected a message that is defined",
          "w3c-soap12-test/soap12-test.wsdl",
          "expected a part of a message");

  @Test
  void onlyWhatRefersToNothingIsLeftOut() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    Map<String, String> errors = new HashMap<>();
    List<Path> found;
    try (Stream<Path> files = Files.walk(CORPUS)) {
      found = files.filter(file -> file.toString().endsWith(".wsdl")).toList();
    }
    for (Path file : found) {
      if (file.getParent().endsWith("childs")) {
        continue; // schemas with the extension of descriptions
      }
      WsdlReader.create().offline().read(file.toUri()).problems().stream()
          .filter(each -> each.severity() == Problem.Severity.ERROR)
          .forEach(
              each ->
                  errors.merge(CORPUS.relativize(file).toString(), each.message(), (a, b) -> a));
    }
    assertThat(errors).containsOnlyKeys(BROKEN.keySet());
    BROKEN.forEach((file, message) -> assertThat(errors.get(file)).startsWith(message));
  }

  @TestFactory
  Stream<DynamicTest> examplesAreValid() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      files.filter(file -> file.toString().endsWith(".wsdl")).sorted().forEach(found::add);
    }
    assertThat(found).hasSizeGreaterThan(40);
    return found.stream()
        .map(
            file -> DynamicTest.dynamicTest(CORPUS.relativize(file).toString(), () -> check(file)));
  }

  private static void check(Path file) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    List<BindingOperation> rpc = new ArrayList<>();
    for (Binding binding : description.bindings()) {
      binding.operations().stream()
          .filter(each -> binding.protocol().isSoap() && isLiteralRpc(each))
          .forEach(rpc::add);
    }
    SchemaValidator validator = null;
    try {
      validator = SchemaValidator.of(description, rpc);
    } catch (SAXException e) {
      assertThat(INVALID).as(e.getMessage()).contains(CORPUS.relativize(file).toString());
    }
    Map<String, String> failures = new HashMap<>();
    for (Binding binding : description.bindings()) {
      for (BindingOperation operation : binding.operations()) {
        if (binding.protocol().isSoap()) {
          try {
            check(description.values(operation), validator, rpc.indexOf(operation));
          } catch (UnsupportedOperationException e) {
            continue; // in a form that is not called
          } catch (SAXException | RuntimeException e) {
            failures.put(operation.operation().name(), String.valueOf(e));
          }
        }
      }
    }
    assertThat(failures).isEmpty();
  }

  /**
   * @param rpc the number of the operation among those whose parts are validated; -1 for others
   */
  private static void check(OperationValues values, SchemaValidator validator, int rpc)
      throws Exception {
    String template = values.template();
    if (template.isBlank()) {
      return; // of an operation without a body
    }
    byte[] bytes = template.getBytes(UTF_8);
    DocumentBuilderFactory.newDefaultNSInstance()
        .newDocumentBuilder()
        .parse(new java.io.ByteArrayInputStream(bytes));
    BindingOperation operation = values.operation();
    if (validator != null && operation.style() == Style.DOCUMENT && isElement(operation)) {
      validator.validate(template);
    } else if (validator != null && rpc >= 0) {
      validator.validateParts(rpc, template);
    }
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    assertThat(values.readRequest(in)).isNotNull();
  }

  private static boolean isLiteralRpc(BindingOperation operation) {
    return operation.style() == Style.RPC
        && !operation.isEncoded()
        && operation.operation().input().message().parts().stream()
            .allMatch(part -> part.type() != null);
  }

  private static boolean isElement(BindingOperation operation) {
    return operation.operation().input().message().parts().stream()
        .filter(part -> operation.input().parts().contains(part.name()))
        .allMatch(part -> part.element() != null);
  }
}
