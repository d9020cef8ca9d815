package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a few components lead to, and reads no document that they do not need. What it finds
 * is what the whole of the schemas has of them; where that is not certain, it finds nothing, and
 * the schemas are to be read whole: so it is where anything is wrong with what has been read. Not
 * thread-safe.
 */
final class PartialSchemas {
  /** The number of components from which the whole is worth reading, which all operations share. */
  private static final int MAX_COMPONENTS = 500;

  private final SchemaHeads heads;
  private final List<Problem> problems = new ArrayList<>(); // one is one too many
  private final Components components = new Components(problems);
  private final Map<SchemaHeads.Head, SchemaDocument> read = new HashMap<>();

  /** The elements that name one as the head of their substitution group. */
  private final Map<QName, List<Components.Name>> substitutes = new HashMap<>();

  PartialSchemas(SchemaHeads heads) {
    this.heads = heads;
  }

  /**
   * Returns schemas that define a few components and all that they lead to, those of each document
   * in one, put right as all schemas are.
   *
   * @return null if the schemas are to be read whole
   */
  @Nullable List<Element> leadingFrom(Set<QName> elements, Set<QName> types) {
    try {
      for (SchemaHeads.Head head : heads.all()) {
        if (head.mayHaveSubstitutes()) {
          read(head);
        }
      }
      Set<Components.Name> found = found(elements, types);
      if (found == null || !problems.isEmpty()) {
        return null;
      }
      Cycles.check(components);
      ContentBases.check(components);
      AttributeValues.checkOccurrence(components);
      Mending mending = new Mending(components, problems);
      List<Element> mended = new ArrayList<>();
      for (SchemaHeads.Head head : heads.all()) {
        SchemaDocument document = read.get(head);
        if (document != null) {
          mended.add(mending.mended(only(found, document)).root());
        }
      }
      return problems.isEmpty() ? mended : null;
    } catch (DocumentException e) {
      return null; // reading the whole says the same
    }
  }

  /** Returns the names of all components that some lead to; null if one is not defined. */
  private @Nullable Set<Components.Name> found(Set<QName> elements, Set<QName> types)
      throws DocumentException {
    Set<Components.Name> found = new HashSet<>();
    Deque<Components.Name> waiting = new ArrayDeque<>();
    elements.forEach(name -> waiting.add(new Components.Name(ComponentKind.ELEMENT, name)));
    types.forEach(name -> waiting.add(new Components.Name(ComponentKind.TYPE, name)));
    while (!waiting.isEmpty()) {
      Components.Name name = waiting.remove();
      if (name.name().getNamespaceURI().equals(Xsd.NAMESPACE) || !found.add(name)) {
        continue;
      }
      for (SchemaHeads.Head head : heads.of(name.name().getNamespaceURI())) {
        read(head);
      }
      Element definition = components.definition(name);
      if (definition == null || found.size() > MAX_COMPONENTS) {
        return null;
      }
      if (!references(definition, waiting)) {
        return null;
      }
      if (name.kind() == ComponentKind.ELEMENT) {
        waiting.addAll(substitutes.getOrDefault(name.name(), List.of()));
      }
    }
    return found;
  }

  private void read(SchemaHeads.Head head) throws DocumentException {
    if (read.containsKey(head)) {
      return;
    }
    SchemaDocument document = components.added(heads.whole(head));
    read.put(head, document);
    document
        .root()
        .children()
        .filter(child -> child.attribute("substitutionGroup") != null)
        .forEach(child -> substitute(child, document.namespace()));
  }

  private void substitute(Element element, String namespace) {
    String group = element.attribute("substitutionGroup");
    String name = element.attribute("name");
    QName head = group == null ? null : element.qName(group, true);
    if (name != null && head != null) {
      substitutes
          .computeIfAbsent(head, added -> new ArrayList<>())
          .add(new Components.Name(ComponentKind.ELEMENT, new QName(namespace, name.strip())));
    }
  }

  /** Adds what a definition refers to; returns false if it has a prefix that is not declared. */
  private static boolean references(Element element, Deque<Components.Name> references) {
    if (Xsd.is(element, "annotation")) {
      return true;
    }
    for (Attribute attribute : element.attributes()) {
      ComponentKind kind =
          attribute.name().getNamespaceURI().isEmpty()
              ? Mending.kind(element, attribute.name().getLocalPart())
              : null;
      if (kind != null) {
        for (String each : attribute.value().strip().split("\\s+")) {
          QName name = element.qName(each, true);
          if (name == null) {
            return false;
          }
          references.add(new Components.Name(kind, name));
        }
      }
    }
    for (Content each : element.content()) {
      if (each instanceof Element child && !references(child, references)) {
        return false;
      }
    }
    return true;
  }

  /** Returns a document that defines the components that were found, and no others. */
  private SchemaDocument only(Set<Components.Name> found, SchemaDocument document) {
    List<Element> content = new ArrayList<>();
    document
        .root()
        .children()
        .filter(child -> isFound(found, child, document.namespace()))
        .forEach(content::add);
    return new SchemaDocument(document.root().withContent(content), document.namespace());
  }

  private static boolean isFound(Set<Components.Name> found, Element child, String namespace) {
    ComponentKind kind = ComponentKind.of(child);
    String name = child.attribute("name");
    return kind != null
        && name != null
        && found.contains(new Components.Name(kind, new QName(namespace, name.strip())));
  }
}
