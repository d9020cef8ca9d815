package io.castile.wsdl.schema;

import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.parser.XSOMParser;
import com.sun.xml.xsom.util.DomAnnotationParserFactory;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.internal.Documents;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.tree.Element;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The schemas of a description, all of them together, read when something of them is first asked
 * for. Thread-safe.
 */
public final class Schemas {
  private final List<Element> roots;
  private final Documents documents;
  private @Nullable Whole whole; // null until it has been read
  private @Nullable PartialSchemas parts; // null until a part is asked for

  /**
   * All schemas.
   *
   * @param roots as they were put right
   */
  private record Whole(
      XSSchemaSet components,
      List<Element> roots,
      List<Problem> problems,
      List<Element> read,
      Map<Place, URI> targets) {}

  /**
   * @param roots schemas that stand in a description, or that it names
   * @param documents from now on used here only
   */
  public Schemas(List<Element> roots, Documents documents) {
    this.roots = List.copyOf(roots);
    this.documents = documents;
  }

  /**
   * Reads the schemas, and all that they lead to, if that has not been done.
   *
   * @throws DocumentException if a schema says what no schema may say
   */
  public void read() throws DocumentException {
    whole();
  }

  private synchronized Whole whole() throws DocumentException {
    Whole known = whole;
    if (known == null) {
      List<Problem> problems = new ArrayList<>();
      SchemaDocuments found = new SchemaDocuments(documents, problems);
      roots.forEach(found::add);
      found.addBuiltIn();
      Components components = new Components(problems);
      List<SchemaDocument> unique = found.all().stream().map(components::added).toList();
      Cycles.check(components);
      ContentBases.check(components);
      AttributeValues.checkOccurrence(components);
      Mending mending = new Mending(components, problems);
      List<Element> mended =
          unique.stream().map(mending::mended).map(SchemaDocument::root).toList();
      known =
          new Whole(
              parsed(mended), mended, List.copyOf(problems), documents.read(), documents.targets());
      whole = known;
    }
    return known;
  }

  private Whole asked() {
    try {
      return whole();
    } catch (DocumentException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the components that a few lead to, with all that may stand in their place in messages
   * but types that are derived from theirs. Only documents that define some of them are read.
   *
   * @return null if nothing less than {@linkplain #components all components} will do, as where
   *     something has to be put right
   */
  public synchronized @Nullable XSSchemaSet part(Set<QName> elements, Set<QName> types) {
    if (whole != null) {
      return null;
    }
    if (parts == null) {
      SchemaHeads heads = SchemaHeads.of(roots, documents);
      parts = heads == null ? null : new PartialSchemas(heads);
    }
    List<Element> found = parts == null ? null : parts.leadingFrom(elements, types);
    if (found == null) {
      return null;
    }
    try {
      return parsed(found);
    } catch (DocumentException e) {
      return null; // reading the whole says the same
    }
  }

  private static XSSchemaSet parsed(List<Element> schemas) throws DocumentException {
    Failures failures = new Failures(schemas);
    XSOMParser parser = new XSOMParser(SAXParserFactory.newDefaultInstance());
    parser.setErrorHandler(failures);
    parser.setAnnotationParser(new DomAnnotationParserFactory());
    try {
      for (int i = 0; i < schemas.size(); i++) {
        ElementEvents.play(schemas.get(i), Failures.systemId(i), parser.getParserHandler());
      }
      XSSchemaSet result = parser.getResult();
      failures.check();
      return result;
    } catch (SAXException | RuntimeException e) { // as XSOM throws where it expects no error
      failures.check();
      throw new DocumentException(
          schemas.isEmpty() ? Failures.NOWHERE : schemas.get(0).place(),
          "a schema cannot be read: " + e.getMessage(),
          e);
    }
  }

  /**
   * Returns the components of all schemas.
   *
   * @throws UncheckedIOException as {@link #read}, if that has not been called
   */
  public XSSchemaSet components() {
    return asked().components();
  }

  /** Returns the schemas as they were put right: all that is referred to is there. */
  public List<Element> roots() {
    return asked().roots();
  }

  /** Returns what was wrong and could be put right. */
  public List<Problem> problems() {
    return asked().problems();
  }

  /** Returns the outermost elements of all documents that were read, descriptions too. */
  public List<Element> documents() {
    return asked().read();
  }

  /** Returns where references in documents lead, by their places. */
  public Map<Place, URI> targets() {
    return asked().targets();
  }

  /** Collects what XSOM finds wrong. */
  private static final class Failures implements ErrorHandler {
    static final Place NOWHERE = Place.of(URI.create("schema:none"));

    private final List<Element> schemas;
    private final List<SAXParseException> errors = new ArrayList<>();

    Failures(List<Element> schemas) {
      this.schemas = schemas;
    }

    /** The name of a document for XSOM, which reads documents of one name once. */
    static String systemId(int index) {
      return "schema:" + index;
    }

    void check() throws DocumentException {
      if (errors.isEmpty()) {
        return;
      }
      SAXParseException first = errors.get(0);
      String more =
          errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more errors in schemas)";
      throw new DocumentException(place(first), first.getMessage() + more, first);
    }

    private Place place(SAXParseException error) {
      @Nullable String systemId = error.getSystemId();
      for (int i = 0; i < schemas.size(); i++) {
        if (systemId(i).equals(systemId)) {
          return new Place(
              schemas.get(i).place().document(),
              Math.max(0, error.getLineNumber()),
              Math.max(0, error.getColumnNumber()));
        }
      }
      return schemas.isEmpty() ? NOWHERE : schemas.get(0).place();
    }

    @Override
    public void warning(SAXParseException warning) {
      // What XSOM warns of is of no consequence for the components.
    }

    @Override
    public void error(SAXParseException error) {
      errors.add(error);
    }

    @Override
    public void fatalError(SAXParseException error) {
      errors.add(error);
    }
  }
}
