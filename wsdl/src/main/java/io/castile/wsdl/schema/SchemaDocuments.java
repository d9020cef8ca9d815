package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Attribute;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Finds all schema documents that some lead to. What cannot be had becomes a problem, and so does
 * what is wrong; the rest is there.
 */
final class SchemaDocuments {
  private static final int MAX_ADOPTED = 1_000_000;

  /** A document as a namespace has it. */
  record Key(Place root, String namespace) {}

  private record Found(Element root, String namespace, boolean isAdopted) {}

  private final Documents documents;
  private final List<Problem> problems;
  private final Map<Key, SchemaDocument> found = new LinkedHashMap<>();
  private final Deque<Found> waiting = new ArrayDeque<>();
  private final Redefinitions redefinitions = new Redefinitions(found);
  private long adopted; // elements that were copied for namespaces that include them

  SchemaDocuments(Documents documents, List<Problem> problems) {
    this.documents = documents;
    this.problems = problems;
  }

  /** Adds a schema, and all that it leads to. */
  void add(Element schema) {
    add(schema, namespace(schema), false);
    while (!waiting.isEmpty()) {
      Found next = waiting.pop();
      Key key = key(next);
      if (!found.containsKey(key)) {
        found.put(key, new SchemaDocument(next.root(), next.namespace()));
        found.put(key, followed(next));
      }
    }
  }

  /** Adds the schemas of well-known namespaces that are referred to but not defined. */
  void addBuiltIn() {
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      Map<String, Boolean> defined = new HashMap<>();
      found.values().forEach(document -> defined.put(document.namespace(), true));
      List<String> wanted = new ArrayList<>();
      for (SchemaDocument document : found.values()) {
        Mending.namespaces(document, wanted::add);
      }
      for (String namespace : wanted) {
        if (BuiltInSchemas.has(namespace) && defined.putIfAbsent(namespace, true) == null) {
          add(BuiltInSchemas.of(namespace));
          isMore = true;
        }
      }
    }
  }

  /**
   * Returns all documents, with what they redefine in the place of what was there.
   *
   * @throws DocumentException if a component is redefined that is not there, or not by itself
   */
  Collection<SchemaDocument> all() throws DocumentException {
    redefinitions.apply();
    return found.values();
  }

  static String namespace(Element schema) {
    String namespace = schema.attribute("targetNamespace");
    return namespace == null ? "" : namespace.strip();
  }

  private void add(Element schema, String namespace, boolean isAdopted) {
    waiting.add(new Found(schema, namespace, isAdopted));
  }

  /** Follows what a document leads to, and returns it without that. */
  private SchemaDocument followed(Found schema) {
    List<Content> content = new ArrayList<>();
    for (Content each : schema.root().content()) {
      if (!(each instanceof Element child)) {
        content.add(each);
      } else if (Xsd.is(child, "import")) {
        imported(child);
      } else if (Xsd.is(child, "include")) {
        included(schema, child);
      } else if (Xsd.is(child, "redefine")) {
        Key target = included(schema, child);
        for (Element part : child.children().filter(inner -> !isAnnotation(inner)).toList()) {
          redefinitions.add(key(schema), target, part);
          content.add(part);
        }
      } else {
        content.add(child);
      }
    }
    Element root = schema.root().withContent(content);
    if (schema.isAdopted()) {
      adopted += count(root);
      if (adopted > MAX_ADOPTED) {
        problems.add(
            Problem.error(
                root.place(),
                "expected schemas without namespace to be included less often",
                "what is in it is left out of namespace " + schema.namespace()));
        root = root.withContent(List.of());
      }
    }
    return new SchemaDocument(
        schema.isAdopted() ? adopted(root, schema.namespace()) : root, schema.namespace());
  }

  private static boolean isAnnotation(Element element) {
    return Xsd.is(element, "annotation");
  }

  private static Key key(Found schema) {
    return new Key(schema.root().place(), schema.namespace());
  }

  private static long count(Element element) {
    return 1 + element.children().mapToLong(SchemaDocuments::count).sum();
  }

  private void imported(Element reference) {
    String given = reference.attribute("namespace");
    String namespace = given == null ? "" : given.strip();
    String location = reference.attribute("schemaLocation");
    if (namespace.equals(Xsd.NAMESPACE)) {
      return;
    }
    Element schema = schema(reference, location, namespace);
    if (schema == null) {
      return;
    }
    if (!namespace(schema).equals(namespace)) {
      problems.add(
          Problem.warning(
              reference.place(),
              "expected a schema of namespace '"
                  + namespace
                  + "', found one of '"
                  + namespace(schema)
                  + "'",
              "its own namespace counts"));
    }
    add(schema, namespace(schema), false);
  }

  /** Follows an inclusion; returns the document that it leads to; null if it leads to none. */
  private @Nullable Key included(Found from, Element reference) {
    String namespace = from.namespace();
    Element schema = schema(reference, reference.attribute("schemaLocation"), null);
    if (schema == null) {
      return null;
    }
    String own = namespace(schema);
    if (!own.isEmpty() && !own.equals(namespace)) {
      problems.add(
          Problem.warning(
              reference.place(),
              "expected a schema of namespace '" + namespace + "', found one of '" + own + "'",
              "it is taken as if it was imported"));
      add(schema, own, false);
      return new Key(schema.place(), own);
    }
    add(schema, namespace, own.isEmpty() && !namespace.isEmpty());
    Key included = new Key(schema.place(), namespace);
    redefinitions.includes(key(from), included);
    return included;
  }

  /** The schema that a reference leads to; null if it leads to none. */
  private @Nullable Element schema(
      Element reference, @Nullable String location, @Nullable String namespace) {
    try {
      URI found = documents.located(reference, location, namespace);
      boolean isLocal = found != null && "file".equals(found.getScheme());
      if (namespace != null && BuiltInSchemas.has(namespace) && !isLocal) {
        Element builtIn = BuiltInSchemas.of(namespace);
        documents.builtIn(reference, builtIn);
        return builtIn;
      }
      if (found == null) {
        return null; // by the namespace alone: another schema may have it, else references say so
      }
      Element root = documents.root(found);
      if (Xsd.is(root, "schema")) {
        return root;
      }
      Element inner = inner(root, namespace);
      if (inner == null) {
        problems.add(
            Problem.warning(
                reference.place(),
                "expected a schema, found the element " + root.name() + " in " + found,
                "it is left out"));
      }
      return inner;
    } catch (DocumentException e) {
      problems.add(
          Problem.warning(
              reference.place(),
              "a schema cannot be read: " + e.getMessage(),
              "put it there, or name its place in a catalogue"));
      return null;
    }
  }

  /** The schema of a namespace within a description. */
  private static @Nullable Element inner(Element root, @Nullable String namespace) {
    return root.children()
        .flatMap(Element::children)
        .filter(child -> Xsd.is(child, "schema") && namespace(child).equals(namespace))
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns a schema that takes the namespace of the one that includes it: so do references in it
   * that have no prefix, where there is no default namespace.
   */
  private static Element adopted(Element root, String namespace) {
    Map<Map<String, String>, Map<String, String>> others = new IdentityHashMap<>();
    Element adopted =
        Xsd.changed(
            root,
            element ->
                element.withNamespaces(
                    others.computeIfAbsent(
                        element.namespaces(), known -> withDefault(known, namespace))));
    Element whole = Objects.requireNonNull(adopted, "schema");
    List<Attribute> attributes = new ArrayList<>(whole.attributes());
    attributes.add(new Attribute(new QName("targetNamespace"), namespace));
    return whole.withAttributes(attributes);
  }

  private static Map<String, String> withDefault(Map<String, String> known, String namespace) {
    if (!known.getOrDefault("", "").isEmpty()) {
      return known;
    }
    Map<String, String> more = new HashMap<>(known);
    more.put("", namespace);
    return Map.copyOf(more);
  }
}
