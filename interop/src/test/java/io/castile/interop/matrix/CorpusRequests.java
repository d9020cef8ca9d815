package io.castile.interop.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Looks into messages of the corpus by the JDK's parser. */
final class CorpusRequests {
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";

  private CorpusRequests() {}

  /**
   * Returns the name of the operation that a message calls.
   *
   * @return {@code {namespace}local}; null for no request of SOAP 1.1, or one with a header
   */
  static @Nullable String operation(Path file) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Element envelope = builder.parse(Files.newInputStream(file)).getDocumentElement();
      if (!SOAP11.equals(envelope.getNamespaceURI())) {
        return null;
      }
      Element body = child(envelope, "Body");
      Element call = body == null || child(envelope, "Header") != null ? null : child(body, null);
      boolean isCall =
          call != null
              && !call.getLocalName().matches("Fault|.*Response|.*Reply|.*Result")
              && call.getNamespaceURI() != null;
      return isCall ? "{" + call.getNamespaceURI() + "}" + call.getLocalName() : null;
    } catch (SAXException | ParserConfigurationException e) {
      return null; // some are not well-formed
    }
  }

  private static @Nullable Element child(Element parent, @Nullable String name) {
    for (Node each = parent.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element element
          && (name == null || name.equals(element.getLocalName()))) {
        return element;
      }
    }
    return null;
  }
}
