package io.castile.soap.wsdl;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.xml.namespace.QName;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The documents of a description that was written before its service.
 *
 * @param roots each of them
 */
record GivenDocuments(List<Document> roots) {
  private static final String WSDL = WsdlGenerator.WSDL_NAMESPACE;

  /** Parses documents that have been read already. */
  static GivenDocuments parse(Collection<String> texts) {
    return new GivenDocuments(texts.stream().map(GivenDocuments::parse).toList());
  }

  private static Document parse(String text) {
    try {
      return ClosedDom.parse(new InputSource(new StringReader(text)));
    } catch (SAXException | IOException e) {
      throw new IllegalStateException(
          "Cannot read a document again, though it was read before.", e);
    }
  }

  /** Returns all elements of WSDL with a name. */
  List<Element> all(String name) {
    List<Element> all = new ArrayList<>();
    for (Document document : roots) {
      NodeList found = document.getElementsByTagNameNS(WSDL, name);
      for (int i = 0; i < found.getLength(); i++) {
        all.add((Element) found.item(i));
      }
    }
    return all;
  }

  /** Whether a description takes in another one that was not read, as it is not beside it. */
  boolean hasForeignImports() {
    return all("import").stream()
        .anyMatch(each -> !each.getAttribute("location").startsWith(WsdlAddress.PLACEHOLDER));
  }

  /** Returns the elements of WSDL in another one. */
  static List<Element> children(Element parent, String name) {
    return children(parent, WSDL, name);
  }

  /** Returns the elements of a namespace in another one. */
  static List<Element> children(Element parent, String namespace, String name) {
    List<Element> all = new ArrayList<>();
    NodeList found = parent.getElementsByTagNameNS(namespace, name);
    for (int i = 0; i < found.getLength(); i++) {
      if (found.item(i).getParentNode() == parent) {
        all.add((Element) found.item(i));
      }
    }
    return all;
  }

  /** Returns the name of what an element defines. */
  static QName name(Element definition) {
    String uri = definition.getOwnerDocument().getDocumentElement().getAttribute("targetNamespace");
    return new QName(uri, definition.getAttribute("name"));
  }

  /** Returns the name that an attribute of an element has as its value. */
  static QName reference(Element place, String name) {
    int colon = name.indexOf(':');
    String uri = place.lookupNamespaceURI(colon < 0 ? null : name.substring(0, colon));
    return new QName(uri == null ? "" : uri, name.substring(colon + 1));
  }
}
