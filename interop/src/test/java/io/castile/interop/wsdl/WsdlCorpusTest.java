package io.castile.interop.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.interop.Corpus;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.outline.Signature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.wsdl.Definition;
import javax.wsdl.Part;
import javax.wsdl.extensions.soap.SOAPAddress;
import javax.wsdl.extensions.soap.SOAPOperation;
import javax.wsdl.extensions.soap12.SOAP12Address;
import javax.wsdl.extensions.soap12.SOAP12Operation;
import javax.wsdl.factory.WSDLFactory;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Real descriptions: each is read, and says what WSDL4J finds in it. */
final class WsdlCorpusTest {
  private static Corpus corpus;

  @BeforeAll
  static void find() {
    Optional<Corpus> found = Corpus.find();
    assumeTrue(found.isPresent(), "../shared/corpus is absent");
    corpus = found.get();
  }

  @TestFactory
  List<DynamicTest> everyDescriptionSaysWhatWsdl4jFinds() {
    return corpus.services().stream()
        .map(service -> DynamicTest.dynamicTest(service.name(), () -> compare(service.wsdl())))
        .toList();
  }

  private static void compare(Path wsdl) throws Exception {
    var reader = WSDLFactory.newInstance().newWSDLReader();
    reader.setFeature("javax.wsdl.verbose", false);
    Definition expected = reader.readWSDL(wsdl.toUri().toString());
    Description description = WsdlReader.create().offline().read(wsdl.toUri());

    assertThat(services(description)).isEqualTo(services(expected));
    assertThat(operations(description)).isNotEmpty().isEqualTo(operations(expected));
    for (Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        Signature signature = Descriptions.outline(description).signature(each);
        assertThat(signature.toString()).as("%s", each.operation()).doesNotContain(": ?");
      }
    }
    assertThat(description.problems()).allSatisfy(WsdlCorpusTest::hasPlace);
  }

  private static void hasPlace(Problem problem) {
    assertThat(problem.place().line()).isPositive();
    assertThat(problem.advice()).isNotBlank();
  }

  private static Map<String, String> services(Description description) {
    Map<String, String> services = new TreeMap<>();
    for (Service service : Descriptions.services(description)) {
      for (Port port : service.ports()) {
        services.put(
            service.name() + " " + port.name(),
            port.binding().name()
                + (port.binding().protocol().isSoap() ? " " + port.address() : ""));
      }
    }
    return services;
  }

  private static Map<String, String> services(Definition definition) {
    Map<String, String> services = new TreeMap<>();
    for (javax.wsdl.Service service :
        WsdlCorpusTest.<javax.wsdl.Service>values(definition.getAllServices())) {
      for (javax.wsdl.Port port : WsdlCorpusTest.<javax.wsdl.Port>values(service.getPorts())) {
        String address = "";
        for (Object each : port.getExtensibilityElements()) {
          if (each instanceof SOAPAddress soap) {
            address = " " + soap.getLocationURI();
          } else if (each instanceof SOAP12Address soap) {
            address = " " + soap.getLocationURI();
          }
        }
        services.put(
            service.getQName() + " " + port.getName(), port.getBinding().getQName() + address);
      }
    }
    return services;
  }

  /** Of each binding of SOAP the operations with actions and parts; one of each name and action. */
  private static TreeSet<String> operations(Description description) {
    TreeSet<String> operations = new TreeSet<>();
    for (Binding binding : Descriptions.bindings(description)) {
      for (BindingOperation each : binding.operations()) {
        String action = binding.protocol().isSoap() ? each.action() : "";
        operations.add(
            binding.name()
                + " "
                + each.operation().name()
                + " "
                + action
                + " "
                + (each.operation().input() == null
                    ? List.of()
                    : each.operation().input().message().parts().stream()
                        .map(
                            part ->
                                part.name()
                                    + "="
                                    + (part.element() == null ? part.type() : part.element()))
                        .toList()));
      }
    }
    return operations;
  }

  private static TreeSet<String> operations(Definition definition) {
    TreeSet<String> operations = new TreeSet<>();
    for (javax.wsdl.Binding binding :
        WsdlCorpusTest.<javax.wsdl.Binding>values(definition.getAllBindings())) {
      for (Object bound : binding.getBindingOperations()) {
        javax.wsdl.BindingOperation each = (javax.wsdl.BindingOperation) bound;
        String action = "";
        for (Object extension : each.getExtensibilityElements()) {
          if (extension instanceof SOAPOperation soap) {
            action = String.valueOf(soap.getSoapActionURI());
          } else if (extension instanceof SOAP12Operation soap) {
            action = String.valueOf(soap.getSoapActionURI());
          }
        }
        List<String> parts = new ArrayList<>();
        if (each.getOperation().getInput() != null) {
          for (Object found : each.getOperation().getInput().getMessage().getOrderedParts(null)) {
            Part part = (Part) found;
            parts.add(
                part.getName()
                    + "="
                    + (part.getElementName() == null
                        ? current(part.getTypeName())
                        : part.getElementName()));
          }
        }
        operations.add(
            binding.getQName()
                + " "
                + each.getName()
                + " "
                + (action.equals("null") ? "" : action)
                + " "
                + parts);
      }
    }
    return operations;
  }

  /** Names of a draft of XML Schema are those of today, which WSDL4J leaves as they are. */
  private static QName current(QName type) {
    return type.getNamespaceURI().equals("http://www.w3.org/1999/XMLSchema")
        ? new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, type.getLocalPart())
        : type;
  }

  @SuppressWarnings("unchecked") // WSDL4J has no type parameters
  private static <T> Collection<T> values(Map<?, ?> map) {
    return (Collection<T>) map.values();
  }

  /** The page lists each description with what is in it. */
  @Test
  void theTableInTheDocumentsIsNotStale() throws IOException {
    String page = Files.readString(Corpus.repository().resolve("docs/reference/wsdl.md"));
    StringBuilder missing = new StringBuilder();
    for (Corpus.Service service : corpus.services()) {
      Description description = WsdlReader.create().offline().read(service.wsdl().toUri());
      String row = row(service.name(), description);
      if (!page.contains(row)) {
        missing.append(row);
      }
    }

    assertThat(missing).as("rows that docs/reference/wsdl.md lacks").isEmpty();
  }

  private static String row(String name, Description description) {
    int operations = 0;
    Map<String, Integer> forms = new TreeMap<>();
    for (Binding binding : Descriptions.bindings(description)) {
      operations += binding.operations().size();
      if (binding.protocol().isSoap()) {
        for (BindingOperation each : binding.operations()) {
          forms.merge(Descriptions.outline(description).form(each), 1, Integer::sum);
        }
      }
    }
    List<String> shown =
        forms.entrySet().stream().map(form -> form.getKey() + " " + form.getValue()).toList();
    return "| %s | %d | %d | %s | %d | %d |\n"
        .formatted(
            name,
            Descriptions.services(description).size(),
            operations,
            String.join(", ", shown),
            Descriptions.outline(description).types().size(),
            description.problems().size());
  }
}
