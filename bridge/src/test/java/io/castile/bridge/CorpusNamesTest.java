package io.castile.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.outline.ElementTree;
import io.castile.wsdl.value.OperationValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * All elements and attributes of the examples of real descriptions, as the JDK's parser sees them,
 * are among those that are known of their requests.
 */
@Tag("long")
final class CorpusNamesTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  @TestFactory
  Stream<DynamicTest> whatExamplesHaveIsKnown() throws IOException {
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
    List<DescribedService> services = DescribedService.of(description);
    Set<String> unknown = new TreeSet<>();
    for (Binding binding : Descriptions.bindings(description)) {
      boolean isServed =
          Descriptions.services(description).isEmpty()
              || Descriptions.services(description).stream()
                  .flatMap(service -> service.ports().stream())
                  .anyMatch(port -> port.binding().name().equals(binding.name()));
      for (BindingOperation each : binding.operations()) {
        if (binding.protocol().isSoap() && isServed) {
          check(description, each, services, unknown);
        }
      }
    }

    assertThat(unknown).isEmpty();
  }

  private static void check(
      Description description,
      BindingOperation operation,
      List<DescribedService> services,
      Set<String> unknown)
      throws Exception {
    OperationValues values = Descriptions.values(description, operation);
    String template;
    try {
      template = values.isEncoded() ? "" : values.template();
    } catch (UnsupportedOperationException e) {
      return; // it cannot be called
    }
    if (template.isEmpty()) {
      return;
    }
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    Element body =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(template.getBytes(UTF_8)))
            .getDocumentElement();
    QName name = name(body);
    boolean isKnown = false;
    for (DescribedService each : services) {
      if (each.names().contains(name)) {
        isKnown = true;
        List<ElementTree.Node> known = each.request(name).body();
        if (known != null) {
          compare(body, known, unknown);
        }
      }
    }
    if (!isKnown) {
      unknown.add("operation " + name);
    }
  }

  private static void compare(Element element, List<ElementTree.Node> known, Set<String> unknown) {
    List<ElementTree.Node> fitting =
        known.stream().filter(each -> each.name().equals(name(element))).toList();
    if (fitting.isEmpty()) {
      unknown.add(name(element) + " of " + known);
      return;
    }
    if (fitting.stream().anyMatch(ElementTree.Node::isOpen)) {
      return;
    }
    Set<String> attributes = new TreeSet<>();
    List<ElementTree.Node> children = new ArrayList<>();
    for (ElementTree.Node each : fitting) {
      attributes.addAll(each.attributes());
      children.addAll(each.children());
    }
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Attr attribute = (Attr) element.getAttributes().item(i);
      String namespace = attribute.getNamespaceURI();
      if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(namespace)
          && !XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(namespace)
          && !attributes.contains(name(attribute).toString())) {
        unknown.add("@" + name(attribute) + " of " + attributes);
      }
    }
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element inner) {
        compare(inner, children, unknown);
      }
    }
  }

  private static QName name(Node node) {
    String namespace = node.getNamespaceURI();
    return new QName(namespace == null ? "" : namespace, node.getLocalName());
  }
}
