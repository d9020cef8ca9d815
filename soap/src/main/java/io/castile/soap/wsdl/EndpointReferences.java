package io.castile.soap.wsdl;

import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.internal.DomReader;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.dom.DOMSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Makes endpoint references (WS-Addressing 1.0 Core §2), which tell others where a service is. They
 * name its interface, service and port (WS-Addressing 1.0 Metadata §2) where these are known.
 */
public final class EndpointReferences {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String WSAM = "http://www.w3.org/2007/05/addressing/metadata";

  private EndpointReferences() {}

  /**
   * Returns a reference to a service.
   *
   * @param type {@link W3CEndpointReference}, or a class above it
   * @param address an absolute URI
   * @param parameters sent back as header blocks by clients that use the reference; copied
   * @throws WebServiceException if {@code type} is another class
   * @throws IllegalArgumentException if a parameter is null
   */
  public static <T extends EndpointReference> T of(
      Class<T> type, ServiceModel model, String address, Element... parameters) {
    Objects.requireNonNull(type, "type");
    if (!type.isAssignableFrom(W3CEndpointReference.class)) {
      throw new WebServiceException(
          "Cannot make an endpoint reference of class "
              + type.getName()
              + ". Use "
              + W3CEndpointReference.class.getName()
              + ".");
    }
    Document document = DomReader.newDocument();
    Element reference = document.createElementNS(WSA, "wsa:EndpointReference");
    document.appendChild(reference);
    add(reference, WSA, "wsa:Address").setTextContent(Objects.requireNonNull(address, "address"));
    if (parameters.length > 0) {
      Element holder = add(reference, WSA, "wsa:ReferenceParameters");
      for (Element parameter : parameters) {
        if (parameter == null) {
          throw new IllegalArgumentException("Cannot use null as a reference parameter.");
        }
        holder.appendChild(document.importNode(parameter, true));
      }
    }
    if (model.isNamed()) {
      addNames(add(reference, WSA, "wsa:Metadata"), model);
    }
    return type.cast(new W3CEndpointReference(new DOMSource(document)));
  }

  private static void addNames(Element metadata, ServiceModel model) {
    if (!model.isUntyped()) {
      add(metadata, "wsam:InterfaceName", model.portTypeName());
    }
    add(metadata, "wsam:ServiceName", model.serviceName())
        .setAttributeNS(null, "EndpointName", model.portName().getLocalPart());
  }

  private static Element add(Element parent, String name, QName value) {
    Element child = add(parent, WSAM, name);
    child.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:s", value.getNamespaceURI());
    child.setTextContent("s:" + value.getLocalPart());
    return child;
  }

  private static Element add(Element parent, String uri, String name) {
    Element child = parent.getOwnerDocument().createElementNS(uri, name);
    parent.appendChild(child);
    return child;
  }
}
