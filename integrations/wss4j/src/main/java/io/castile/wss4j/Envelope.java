package io.castile.wss4j;

import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.wss4j.dom.WSConstants;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The parts of an envelope, which are the ones that are dispatched: there is one body, one header
 * at most, and nothing beside them.
 *
 * @param header null for none
 */
record Envelope(Element root, @Nullable Element header, Element body, SoapVersion version) {
  static final QName SECURITY = new QName(WSConstants.WSSE_NS, "Security");

  /**
   * @param version of the exchange, for the fault
   * @throws SoapMessageException if there is anything else in it
   */
  static Envelope of(Element root, SoapVersion version) throws SoapMessageException {
    Element header = null;
    Element body = null;
    for (Element child : children(root)) {
      QName name = name(child);
      if (name.equals(new QName(root.getNamespaceURI(), "Header"))
          && header == null
          && body == null) {
        header = child;
      } else if (name.equals(new QName(root.getNamespaceURI(), "Body")) && body == null) {
        body = child;
      } else {
        throw SecurityFaults.invalid(
            version, "expected one Header, one Body and nothing else in the Envelope");
      }
    }
    SoapVersion spoken = SoapVersion.ofNamespace(root.getNamespaceURI());
    if (body == null || spoken == null) {
      throw SecurityFaults.invalid(version, "expected an Envelope with a Body");
    }
    return new Envelope(root, header, body, spoken);
  }

  Document document() {
    return root.getOwnerDocument();
  }

  /** The header blocks, those of security too. */
  List<Element> blocks() {
    return header == null ? List.of() : children(header);
  }

  /** Whether the body holds a fault. */
  boolean isFault() {
    List<Element> content = children(body);
    return !content.isEmpty()
        && name(content.get(0)).equals(new QName(root.getNamespaceURI(), "Fault"));
  }

  static QName name(Element element) {
    String uri = element.getNamespaceURI();
    return new QName(uri == null ? "" : uri, element.getLocalName());
  }

  static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }
}
