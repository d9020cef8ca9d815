package io.castile.soap.wsdl;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a WSDL document, in which all prefixes are declared on the root. */
final class WsdlXml {
  private final XMLStreamWriter out;
  private final Map<String, String> prefixes = new HashMap<>();

  WsdlXml(XMLStreamWriter out) {
    this.out = out;
    prefixes.put(WsdlGenerator.WSDL_NAMESPACE, "wsdl");
    prefixes.put(WsdlGenerator.SCHEMA_NAMESPACE, "xs");
  }

  void definitions(
      String name, String targetNamespace, Set<String> namespaces, Map<String, String> extensions)
      throws XMLStreamException {
    out.writeStartDocument("UTF-8", "1.0");
    out.writeStartElement("wsdl:definitions");
    out.writeAttribute("name", name);
    out.writeAttribute("targetNamespace", targetNamespace);
    out.writeAttribute("xmlns:wsdl", WsdlGenerator.WSDL_NAMESPACE);
    out.writeAttribute("xmlns:xs", WsdlGenerator.SCHEMA_NAMESPACE);
    out.writeAttribute("xmlns:soap", "http://schemas.xmlsoap.org/wsdl/soap/");
    out.writeAttribute("xmlns:soap12", "http://schemas.xmlsoap.org/wsdl/soap12/");
    for (Map.Entry<String, String> extension : extensions.entrySet()) {
      out.writeAttribute("xmlns:" + extension.getKey(), extension.getValue());
    }
    int count = 0;
    for (String uri : namespaces) {
      if (!prefixes.containsKey(uri)) {
        String prefix = "ns" + ++count;
        prefixes.put(uri, prefix);
        out.writeAttribute("xmlns:" + prefix, uri);
      }
    }
  }

  void start(String qualifiedName) throws XMLStreamException {
    out.writeStartElement(qualifiedName);
  }

  void attribute(String name, String value) throws XMLStreamException {
    out.writeAttribute(name, value);
  }

  void attribute(String name, QName value) throws XMLStreamException {
    String prefix = prefixes.get(value.getNamespaceURI());
    out.writeAttribute(
        name, prefix == null ? value.getLocalPart() : prefix + ":" + value.getLocalPart());
  }

  void attributes(Map<String, String> attributes) throws XMLStreamException {
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      out.writeAttribute(attribute.getKey(), attribute.getValue());
    }
  }

  /** For extensions, whose prefixes are declared on the root too. */
  XMLStreamWriter writer() {
    return out;
  }

  void end() throws XMLStreamException {
    out.writeEndElement();
  }

  void endDocument() throws XMLStreamException {
    out.writeEndElement();
    out.writeEndDocument();
    out.close();
  }
}
