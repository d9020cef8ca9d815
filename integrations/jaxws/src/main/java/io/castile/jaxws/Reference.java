package io.castile.jaxws;

import io.castile.soap.SoapHeader;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.transform.dom.DOMResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The content of an endpoint reference (WS-Addressing 1.0 Core §2, Metadata §2). Immutable.
 *
 * @param service the name of the service; null where that is not said
 * @param port the name of the port; null where that is not said
 * @param wsdl where the WSDL is; null where that is not said
 * @param parameters the blocks that each message to the endpoint has
 */
record Reference(
    String address,
    @Nullable QName service,
    @Nullable QName port,
    @Nullable URL wsdl,
    List<SoapHeader> parameters) {
  static final String WSA = "http://www.w3.org/2005/08/addressing";
  static final String WSAM = "http://www.w3.org/2007/05/addressing/metadata";
  static final String WSAW = "http://www.w3.org/2006/05/addressing/wsdl";
  static final String WSDLI = "http://www.w3.org/ns/wsdl-instance";

  /**
   * Reads a reference.
   *
   * @throws WebServiceException if it has no address, or names a service by a prefix that is not
   *     declared
   */
  static Reference of(EndpointReference reference) {
    if (reference == null) {
      throw new WebServiceException("Cannot read null as an endpoint reference. Pass one.");
    }
    DOMResult written = new DOMResult();
    reference.writeTo(written);
    Node node = written.getNode();
    Element root =
        node instanceof Document document ? document.getDocumentElement() : (Element) node;
    Element address = child(root, WSA, "Address");
    if (address == null || address.getTextContent().isBlank()) {
      throw new WebServiceException(
          "Cannot use the endpoint reference, because it has no address.");
    }
    QName service = null;
    QName port = null;
    URL wsdl = null;
    Element metadata = child(root, WSA, "Metadata");
    if (metadata != null) {
      Element name = child(metadata, WSAM, "ServiceName");
      name = name == null ? child(metadata, WSAW, "ServiceName") : name;
      if (name != null) {
        service = qName(name);
        String local = name.getAttribute("EndpointName");
        port = local.isEmpty() ? null : new QName(service.getNamespaceURI(), local);
      }
      wsdl = wsdl(metadata.getAttributeNS(WSDLI, "wsdlLocation"));
    }
    return new Reference(address.getTextContent().strip(), service, port, wsdl, parameters(root));
  }

  /** A pair of a namespace and a place. */
  private static @Nullable URL wsdl(String location) {
    String[] pair = location.strip().split("\\s+");
    if (pair.length < 2) {
      return null;
    }
    try {
      return URI.create(pair[1]).toURL();
    } catch (IllegalArgumentException | MalformedURLException e) {
      throw new WebServiceException(
          "Cannot use the endpoint reference, because its wsdlLocation '"
              + location
              + "' is no URL.",
          e);
    }
  }

  private static List<SoapHeader> parameters(Element root) {
    List<SoapHeader> blocks = new ArrayList<>();
    Element holder = child(root, WSA, "ReferenceParameters");
    if (holder != null) {
      for (Node node = holder.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element parameter) {
          Element block = (Element) parameter.cloneNode(true);
          block.setAttributeNS(WSA, "wsa:IsReferenceParameter", "true");
          blocks.add(SoapHeader.of(block));
        }
      }
    }
    return List.copyOf(blocks);
  }

  private static QName qName(Element element) {
    String text = element.getTextContent().strip();
    int colon = text.indexOf(':');
    String uri = element.lookupNamespaceURI(colon < 0 ? null : text.substring(0, colon));
    if (uri == null && colon >= 0) {
      throw new WebServiceException(
          "Cannot use the endpoint reference, because the prefix of its service '"
              + text
              + "' is not declared.");
    }
    return new QName(uri == null ? "" : uri, text.substring(colon + 1));
  }

  private static @Nullable Element child(Element parent, String uri, String local) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element
          && uri.equals(element.getNamespaceURI())
          && local.equals(element.getLocalName())) {
        return element;
      }
    }
    return null;
  }
}
