package io.castile.wsdl;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * All documents of a description, and what they define by name. What cannot be had becomes a
 * problem.
 */
final class DescriptionDocuments {
  private static final String XSD = XMLConstants.W3C_XML_SCHEMA_NS_URI;

  private final Documents documents;
  private final List<Problem> problems;
  private final Set<URI> seen = new HashSet<>();
  private final Deque<Element> waiting = new ArrayDeque<>(); // descriptions to be looked into
  private final Map<String, Map<QName, Element>> definitions = new LinkedHashMap<>();
  private final List<Element> schemas = new ArrayList<>();

  DescriptionDocuments(Documents documents, List<Problem> problems) {
    this.documents = documents;
    this.problems = problems;
  }

  /**
   * Adds a description, and all that it imports.
   *
   * @return its outermost element
   * @throws DocumentException if it cannot be read, or is no description
   */
  Element add(URI location) throws DocumentException {
    Element root = documents.root(location);
    check(root);
    seen.add(location);
    waiting.add(root);
    while (!waiting.isEmpty()) {
      added(waiting.remove());
    }
    return root;
  }

  private static void check(Element root) throws DocumentException {
    if (Wsdl11.is(root, "definitions")) {
      return;
    }
    String local = root.name().getLocalPart();
    String found =
        root.name().getNamespaceURI().equals(Wsdl11.WSDL_2_0)
            ? "a description of WSDL 2.0, which is not supported"
            : "the element " + root.name();
    String advice = local.equalsIgnoreCase("html") ? ", a page for people" : "";
    throw new DocumentException(
        root.place(), "expected definitions of WSDL 1.1, found " + found + advice);
  }

  private void added(Element root) {
    String target = root.attribute("targetNamespace");
    String namespace = target == null ? "" : target.strip();
    root.children()
        .filter(child -> child.name().getNamespaceURI().equals(Wsdl11.NAMESPACE))
        .forEach(
            child -> {
              switch (child.name().getLocalPart()) {
                case "import" -> imported(child);
                case "types" -> types(child);
                case "message", "portType", "binding", "service" -> define(child, namespace);
                default -> {}
              }
            });
  }

  private void define(Element element, String namespace) {
    String name = element.attribute("name");
    if (name == null) {
      problems.add(
          Problem.error(
              element.place(), element.name().getLocalPart() + " has no name", "it is left out"));
      return;
    }
    Element first =
        definitions
            .computeIfAbsent(element.name().getLocalPart(), kind -> new LinkedHashMap<>())
            .putIfAbsent(new QName(namespace, name.strip()), element);
    if (first != null && !first.place().equals(element.place())) {
      problems.add(
          Problem.warning(
              element.place(),
              element.name().getLocalPart() + " " + name + " is defined again",
              "the definition at " + first.place() + " is taken"));
    }
  }

  private void imported(Element reference) {
    String location = reference.attribute("location");
    try {
      URI found = documents.located(reference, location, reference.attribute("namespace"));
      if (found == null) {
        problems.add(
            Problem.warning(
                reference.place(),
                "an import has no location",
                "name it, or put it in a catalogue"));
        return;
      }
      if (!seen.add(found)) {
        return;
      }
      Element root = documents.root(found);
      if (root.is(XSD, "schema")) {
        schemas.add(root);
        return;
      }
      check(root);
      waiting.add(root);
    } catch (DocumentException e) {
      problems.add(
          Problem.error(
              reference.place(),
              "an import cannot be read: " + e.getMessage(),
              "put it there, or name its place in a catalogue"));
    }
  }

  private void types(Element types) {
    schemas.addAll(types.children(XSD, "schema"));
    for (Element stray : types.children(XSD, "import")) {
      problems.add(
          Problem.warning(
              stray.place(),
              "an import of a schema stands outside of any schema",
              "it is followed"));
      List<Content> content = List.of(stray);
      schemas.add(
          new Element(
              new QName(XSD, "schema"), List.of(), stray.namespaces(), content, stray.place()));
    }
  }

  /** Returns what is defined by a kind and name; null for nothing. */
  @Nullable Element find(String kind, QName name) {
    return definitions.getOrDefault(kind, Map.of()).get(name);
  }

  /** Returns all of a kind, in the order in which they were found. */
  Map<QName, Element> all(String kind) {
    return definitions.getOrDefault(kind, Map.of());
  }

  /** Returns the schemas in the documents, and those that they import. */
  List<Element> schemas() {
    return schemas;
  }
}
