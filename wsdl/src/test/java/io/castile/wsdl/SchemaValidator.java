package io.castile.wsdl;

import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.value.CompiledSchemas;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The schemas of a description, as the schema validator of the JDK reads them. */
public final class SchemaValidator {
  private static final String PARTS = "urn:castile:parts";

  private final Schema schema;

  private SchemaValidator(Schema schema) {
    this.schema = schema;
  }

  /**
   * @throws SAXException if the schemas are not valid
   */
  public static SchemaValidator of(Description description) throws Exception {
    return of(description, List.of());
  }

  /**
   * Compiles the schemas of a description, with an element around the parts of the request of each
   * of these rpc operations (WSDL 1.1 §3.5).
   *
   * @throws SAXException if the schemas are not valid
   */
  static SchemaValidator of(Description description, List<BindingOperation> operations)
      throws Exception {
    return of(description, operations, false);
  }

  /**
   * Compiles the schemas of a description, with an element around the parts of the request or the
   * response of each of these rpc operations.
   *
   * @throws SAXException if the schemas are not valid
   */
  public static SchemaValidator of(
      Description description, List<BindingOperation> operations, boolean isResponse)
      throws Exception {
    return new SchemaValidator(
        CompiledSchemas.of(description.schemas(), Map.of(PARTS, parts(operations, isResponse))));
  }

  private static String parts(List<BindingOperation> operations, boolean isResponse) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < operations.size(); i++) {
      text.append("<x:element name=\"o").append(i).append("\"><x:complexType><x:all>");
      BindingOperation each = operations.get(i);
      MessageBinding bound = isResponse ? each.output() : each.input();
      OperationMessage message = isResponse ? each.operation().output() : each.operation().input();
      for (Part part : message.message().parts()) {
        if (bound.parts().contains(part.name())) {
          text.append(CompiledSchemas.declaration(part.name(), part.type(), false));
        }
      }
      text.append("</x:all></x:complexType></x:element>");
    }
    return text.toString();
  }

  /**
   * @throws SAXException if a document is not valid
   */
  public void validate(String document) throws SAXException, IOException {
    schema.newValidator().validate(new StreamSource(new StringReader(document)));
  }

  /**
   * Validates what is in the body of a message of an rpc operation.
   *
   * @param index of the operation among those that were given
   * @throws SAXException if a part is not valid
   */
  public void validateParts(int index, String body) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(body)));
    document.renameNode(document.getDocumentElement(), PARTS, "o" + index);
    schema.newValidator().validate(new DOMSource(document));
  }

  /**
   * Validates what is in the body of a message, and returns it with its types.
   *
   * @param index as of {@link #validateParts}; negative where the element is one of the schemas
   * @throws SAXException if it is not valid
   */
  public TypedInfoset infoset(int index, String body) throws Exception {
    Document document =
        DocumentBuilderFactory.newDefaultNSInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(body)));
    if (index >= 0) {
      document.renameNode(document.getDocumentElement(), PARTS, "o" + index);
    }
    ValidatorHandler handler = schema.newValidatorHandler();
    handler.setErrorHandler(null); // which throws
    TypedInfoset.Collector collector = new TypedInfoset.Collector(handler.getTypeInfoProvider());
    handler.setContentHandler(collector);
    Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
    copy.setErrorListener(new SilentListener()); // which the exception makes needless
    try {
      copy.transform(new DOMSource(document), new SAXResult(handler));
    } catch (TransformerException e) {
      throw e.getCause() instanceof SAXException cause ? cause : e;
    }
    return collector.collected();
  }

  private static final class SilentListener implements ErrorListener {
    @Override
    public void warning(TransformerException e) {}

    @Override
    public void error(TransformerException e) {}

    @Override
    public void fatalError(TransformerException e) throws TransformerException {
      throw e;
    }
  }
}
