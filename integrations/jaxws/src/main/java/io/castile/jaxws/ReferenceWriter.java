package io.castile.jaxws;

import io.castile.jaxws.description.BoundPort;
import io.castile.jaxws.description.ClientDescription;
import io.castile.jaxws.description.DescriptionCache;
import io.castile.xml.internal.DomReader;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.transform.dom.DOMSource;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Makes an endpoint reference of what an application says. Owned by one thread. */
final class ReferenceWriter {
  private final @Nullable QName service;
  private final @Nullable QName port;
  private @Nullable QName portType;
  private @Nullable String wsdl;
  private List<Element> metadata = List.of();
  private List<Element> parameters = List.of();
  private List<Element> elements = List.of();
  private Map<QName, String> attributes = Map.of();

  /**
   * @throws IllegalStateException if there is a port without a service
   */
  ReferenceWriter(@Nullable QName service, @Nullable QName port) {
    if (port != null && service == null) {
      throw new IllegalStateException(
          "Cannot name port " + port + " without its service. Set the name of the service.");
    }
    this.service = service;
    this.port = port;
  }

  ReferenceWriter portType(@Nullable QName name) {
    this.portType = name;
    return this;
  }

  /**
   * @throws IllegalStateException if there is a WSDL without a service
   */
  ReferenceWriter wsdl(@Nullable String location) {
    if (location != null && service == null) {
      throw new IllegalStateException(
          "Cannot make an endpoint reference, because no service is named. Give its name, as in"
              + " WSDL "
              + location
              + ".");
    }
    this.wsdl = location;
    return this;
  }

  ReferenceWriter metadata(@Nullable List<Element> more) {
    this.metadata = more == null ? List.of() : more;
    return this;
  }

  ReferenceWriter parameters(@Nullable List<Element> more) {
    this.parameters = more == null ? List.of() : more;
    return this;
  }

  ReferenceWriter extensions(
      @Nullable List<Element> more, @Nullable Map<QName, String> moreAttributes) {
    this.elements = more == null ? List.of() : more;
    this.attributes = moreAttributes == null ? Map.of() : moreAttributes;
    return this;
  }

  /**
   * Makes the reference.
   *
   * @param address null for that of the port in the WSDL
   * @throws IllegalStateException if there is no address, or the WSDL has no such service or port
   */
  W3CEndpointReference write(@Nullable String address) {
    String known = addressInWsdl();
    String chosen = address == null ? known : address;
    if (chosen == null) {
      throw new IllegalStateException(
          "Cannot make an endpoint reference, because it has no address. Give an address, or a"
              + " service and a port that have one in a WSDL.");
    }
    Document document = DomReader.newDocument();
    Element reference = document.createElementNS(Reference.WSA, "wsa:EndpointReference");
    document.appendChild(reference);
    attributes.forEach((name, value) -> attribute(reference, name, value));
    add(reference, "wsa:Address").setTextContent(chosen);
    if (!parameters.isEmpty()) {
      copy(parameters, add(reference, "wsa:ReferenceParameters"));
    }
    if (service != null || portType != null || !metadata.isEmpty()) {
      names(add(reference, "wsa:Metadata"));
    }
    copy(elements, reference);
    return new W3CEndpointReference(new DOMSource(document));
  }

  private void names(Element holder) {
    if (wsdl != null && service != null) {
      holder.setAttributeNS(
          Reference.WSDLI, "wsdli:wsdlLocation", service.getNamespaceURI() + " " + wsdl);
    }
    if (portType != null) {
      name(holder, "wsam:InterfaceName", portType);
    }
    if (service != null) {
      Element name = name(holder, "wsam:ServiceName", service);
      if (port != null) {
        name.setAttributeNS(null, "EndpointName", port.getLocalPart());
      }
    }
    copy(metadata, holder);
  }

  /** The address of the port in the WSDL; null for none, or where there is no WSDL. */
  private @Nullable String addressInWsdl() {
    if (wsdl == null || service == null) {
      return null;
    }
    ClientDescription description;
    try {
      description = DescriptionCache.of(URI.create(wsdl).toURL());
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException("WSDL " + wsdl + " cannot be read: " + e.getMessage(), e);
    }
    List<BoundPort> ports = description.ports(service);
    if (ports == null) {
      throw new IllegalStateException(
          "expected service "
              + service
              + " in WSDL "
              + wsdl
              + ", found "
              + description.services().keySet());
    }
    if (port == null) {
      return null;
    }
    for (BoundPort each : ports) {
      if (each.name().equals(port)) {
        return each.address().isEmpty() ? null : each.address();
      }
    }
    throw new IllegalStateException(
        "expected port "
            + port
            + " of service "
            + service
            + " in WSDL "
            + wsdl
            + ", found "
            + ports.stream().map(BoundPort::name).toList());
  }

  private static void copy(List<Element> from, Element to) {
    for (Element each : from) {
      to.appendChild(to.getOwnerDocument().importNode(each, true));
    }
  }

  private static void attribute(Element element, QName name, String value) {
    String prefix = name.getPrefix();
    if (name.getNamespaceURI().isEmpty()) {
      element.setAttributeNS(null, name.getLocalPart(), value);
    } else {
      String qualified = (prefix.isEmpty() ? "a" : prefix) + ":" + name.getLocalPart();
      element.setAttributeNS(name.getNamespaceURI(), qualified, value);
    }
  }

  private static Element add(Element parent, String name) {
    Element child = parent.getOwnerDocument().createElementNS(Reference.WSA, name);
    parent.appendChild(child);
    return child;
  }

  private static Element name(Element parent, String name, QName value) {
    Element child = parent.getOwnerDocument().createElementNS(Reference.WSAM, name);
    parent.appendChild(child);
    if (value.getNamespaceURI().isEmpty()) {
      child.setTextContent(value.getLocalPart());
      return child;
    }
    child.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:s", value.getNamespaceURI());
    child.setTextContent("s:" + value.getLocalPart());
    return child;
  }
}
