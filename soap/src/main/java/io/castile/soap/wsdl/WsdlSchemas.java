package io.castile.soap.wsdl;

import io.castile.soap.model.internal.MessagePart;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/**
 * The schemas inside a WSDL: the elements of wrappers that have no class, in one schema for each
 * namespace, which takes in the schemas of the bound classes.
 */
final class WsdlSchemas {
  private final SchemaTypes types;
  private final Map<QName, QName> simples;
  private final Map<String, Map<QName, List<MessagePart>>> byNamespace = new LinkedHashMap<>();
  private final Set<String> used = new LinkedHashSet<>();

  /**
   * @param simples elements of simple types, with their types
   */
  WsdlSchemas(
      SchemaTypes types,
      Map<QName, List<MessagePart>> wrappers,
      Map<QName, QName> simples,
      String targetNamespace) {
    this.types = types;
    this.simples = simples;
    byNamespace.put(targetNamespace, new LinkedHashMap<>());
    wrappers.forEach(
        (name, parts) ->
            byNamespace
                .computeIfAbsent(name.getNamespaceURI(), uri -> new LinkedHashMap<>())
                .put(name, parts));
    simples
        .keySet()
        .forEach(
            name ->
                byNamespace.computeIfAbsent(name.getNamespaceURI(), uri -> new LinkedHashMap<>()));
    used.addAll(types.schemas().keySet());
  }

  void write(WsdlXml out) throws XMLStreamException {
    for (Map.Entry<String, Map<QName, List<MessagePart>>> entry : byNamespace.entrySet()) {
      schema(entry.getKey(), entry.getValue(), out);
    }
  }

  private void schema(String namespace, Map<QName, List<MessagePart>> wrappers, WsdlXml out)
      throws XMLStreamException {
    out.start("xs:schema");
    if (!namespace.isEmpty()) {
      out.attribute("targetNamespace", namespace);
    }
    for (String uri : used) {
      boolean own = uri.equals(namespace);
      out.start(own ? "xs:include" : "xs:import");
      if (!own && !uri.isEmpty()) {
        out.attribute("namespace", uri);
      }
      String query = Objects.requireNonNull(types.schemas().get(uri), uri).query();
      out.attribute("schemaLocation", WsdlAddress.PLACEHOLDER + "?" + query);
      out.end();
    }
    for (Map.Entry<QName, QName> simple : simples.entrySet()) {
      if (simple.getKey().getNamespaceURI().equals(namespace)) {
        out.start("xs:element");
        out.attribute("name", simple.getKey().getLocalPart());
        out.attribute("nillable", "true");
        out.attribute("type", simple.getValue());
        out.end();
      }
    }
    for (Map.Entry<QName, List<MessagePart>> wrapper : wrappers.entrySet()) {
      out.start("xs:element");
      out.attribute("name", wrapper.getKey().getLocalPart());
      out.start("xs:complexType");
      out.start("xs:sequence");
      for (MessagePart part : wrapper.getValue()) {
        child(part, namespace, out);
      }
      out.end();
      out.end();
      out.end();
    }
    out.end();
  }

  private void child(MessagePart part, String namespace, WsdlXml out) throws XMLStreamException {
    String uri = part.name().getNamespaceURI();
    out.start("xs:element");
    if (!uri.isEmpty() && !uri.equals(namespace)) {
      out.attribute("ref", part.name());
    } else {
      out.attribute("name", part.name().getLocalPart());
      out.attribute("type", types.typeName(part.schemaType(), part.schemaAnnotations()));
      if (!uri.isEmpty()) {
        out.attribute("form", "qualified");
      }
      if (part.isNillable()) {
        out.attribute("nillable", "true");
      }
    }
    if (!part.rawType().isPrimitive()) {
      out.attribute("minOccurs", "0");
    }
    if (part.isRepeated()) {
      out.attribute("maxOccurs", "unbounded");
    }
    out.end();
  }
}
