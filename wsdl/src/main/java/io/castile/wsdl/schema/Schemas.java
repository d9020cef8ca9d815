package io.castile.wsdl.schema;

import com.sun.xml.xsom.XSSchemaSet;
import com.sun.xml.xsom.parser.XSOMParser;
import com.sun.xml.xsom.util.DomAnnotationParserFactory;
import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.document.Documents;
import io.castile.wsdl.document.Element;
import io.castile.wsdl.model.Place;
import io.castile.wsdl.model.Problem;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** The schemas of a description, all of them together. Immutable. */
public final class Schemas {
  private final XSSchemaSet components;
  private final List<Element> documents;

  private Schemas(XSSchemaSet components, List<Element> documents) {
    this.components = components;
    this.documents = List.copyOf(documents);
  }

  /**
   * Reads schemas, and all that they lead to.
   *
   * @param roots schemas that stand in a description, or that it names
   * @param problems gets what was wrong and could be put right
   * @throws DocumentException if a schema says what no schema may say
   */
  public static Schemas read(List<Element> roots, Documents documents, List<Problem> problems)
      throws DocumentException {
    SchemaDocuments found = new SchemaDocuments(documents, problems);
    roots.forEach(found::add);
    found.addBuiltIn();
    Components components = new Components(problems);
    List<SchemaDocument> unique = found.all().stream().map(components::added).toList();
    Cycles.check(components);
    Mending mending = new Mending(components, problems);
    List<Element> mended = unique.stream().map(mending::mended).map(SchemaDocument::root).toList();
    return new Schemas(parsed(mended), mended);
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

  /** Returns the components of all schemas. */
  public XSSchemaSet components() {
    return components;
  }

  /** Returns the schemas as they were put right: all that is referred to is there. */
  public List<Element> documents() {
    return documents;
  }

  /** Collects what XSOM finds wrong. */
  private static final class Failures implements ErrorHandler {
    static final Place NOWHERE = Place.of(java.net.URI.create("schema:none"));

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
