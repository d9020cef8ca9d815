package io.castile.wsdl.schema;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.DocumentHead;
import io.castile.wsdl.tree.Element;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The schema documents that some lead to, in the order of {@link SchemaDocuments}, of which only
 * the heads are read. Works for plain documents only: those that would have to be put right need a
 * reader of the whole document. Not thread-safe.
 */
final class SchemaHeads {
  /**
   * A document.
   *
   * @param root its outermost element; without definitions if the document has a location
   * @param location where the whole of it is; null for what has been read whole already
   */
  record Head(Element root, String namespace, @Nullable URI location, boolean mayHaveSubstitutes) {}

  private final Documents documents;
  private final Map<Place, Head> found = new LinkedHashMap<>();
  private final Deque<Head> waiting = new ArrayDeque<>();

  private SchemaHeads(Documents documents) {
    this.documents = documents;
  }

  /**
   * Finds the documents that some lead to.
   *
   * @return null if one cannot be read, or is not plain
   */
  static @Nullable SchemaHeads of(List<Element> roots, Documents documents) {
    SchemaHeads heads = new SchemaHeads(documents);
    try {
      for (Element root : roots) {
        heads.waiting.add(whole(root));
        if (!heads.followAll()) {
          return null;
        }
      }
      return heads;
    } catch (DocumentException e) {
      return null; // reading the whole says the same
    }
  }

  Collection<Head> all() {
    return found.values();
  }

  /** Returns those that define components of a namespace. */
  List<Head> of(String namespace) {
    List<Head> those = new ArrayList<>();
    for (Head each : found.values()) {
      if (each.namespace().equals(namespace)) {
        those.add(each);
      }
    }
    return those;
  }

  /** Returns the whole of a document, without what it leads to. */
  SchemaDocument whole(Head head) throws DocumentException {
    Element root = head.location() == null ? head.root() : documents.root(head.location());
    List<Content> content = new ArrayList<>();
    for (Content each : root.content()) {
      if (!(each instanceof Element child) || !leadsOn(child)) {
        content.add(each);
      }
    }
    return new SchemaDocument(root.withContent(content), head.namespace());
  }

  private static Head whole(Element root) {
    return new Head(root, SchemaDocuments.namespace(root), null, true);
  }

  private static boolean leadsOn(Element element) {
    return Xsd.is(element, "import") || Xsd.is(element, "include") || Xsd.is(element, "redefine");
  }

  private boolean followAll() throws DocumentException {
    while (!waiting.isEmpty()) {
      Head next = waiting.remove();
      if (found.putIfAbsent(next.root().place(), next) == null) {
        for (Element child : next.root().children().filter(SchemaHeads::leadsOn).toList()) {
          if (!follow(child, next.namespace())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Follows a reference; returns false if what it leads to is not plain. */
  private boolean follow(Element reference, String namespace) throws DocumentException {
    boolean isImport = Xsd.is(reference, "import");
    String given = reference.attribute("namespace");
    String expected = isImport ? (given == null ? "" : given.strip()) : namespace;
    if (expected.equals(Xsd.NAMESPACE)) {
      return true;
    }
    URI location =
        documents.located(
            reference, reference.attribute("schemaLocation"), isImport ? expected : null);
    boolean isLocal = location != null && "file".equals(location.getScheme());
    if (isImport && BuiltInSchemas.has(expected) && !isLocal) {
      Element builtIn = BuiltInSchemas.of(expected);
      documents.builtIn(reference, builtIn);
      waiting.add(whole(builtIn));
      return true;
    }
    if (location == null) {
      return isImport; // by the namespace alone
    }
    DocumentHead head = documents.head(location);
    boolean isPlain =
        head.isPlain()
            && Xsd.is(head.root(), "schema")
            && SchemaDocuments.namespace(head.root()).equals(expected)
            && !Xsd.is(reference, "redefine");
    waiting.add(new Head(head.root(), expected, location, head.mayHaveSubstitutes()));
    return isPlain;
  }
}
