package io.castile.soap.wsdl;

import io.castile.codec.binding.Types;
import io.castile.codec.encoded.EncodedSchema;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.BodyCodec;
import io.castile.soap.model.internal.FaultDescription;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.wsdl.SchemaTypes.GlobalElement;
import java.io.StringWriter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the description of a service from its model: WSDL 1.1 with the SOAP binding of its version,
 * and the schemas of its messages (Jakarta XML Web Services 4.0 §3). Where the port type is in
 * another namespace than the service, it is a document of its own, which the first one imports.
 */
final class WsdlGenerator {
  static final String WSDL_NAMESPACE = "http://schemas.xmlsoap.org/wsdl/";
  static final String SCHEMA_NAMESPACE = "http://www.w3.org/2001/XMLSchema";
  private static final String IMPORTED = "wsdl=1";

  private final ServiceModel model;
  private final List<WsdlExtension> extensions;
  private final SchemaTypes types;
  private final Map<QName, List<MessagePart>> wrappers = new LinkedHashMap<>();

  /** Elements of simple types that only our codecs bind, with their types. */
  private final Map<QName, QName> simples = new LinkedHashMap<>();

  /** The types of the parts of encoded messages. */
  private final Map<MessagePart, QName> encodedTypes = new HashMap<>();

  /** The types of encoded faults. */
  private final Map<FaultType, QName> encodedFaults = new HashMap<>();

  WsdlGenerator(ServiceModel model, List<WsdlExtension> extensions) {
    this.model = model;
    this.extensions = extensions;
    List<GlobalElement> elements = new ArrayList<>();
    List<Type> others = new ArrayList<>();
    for (OperationModel operation : model.operations()) {
      collect(operation, operation.request(), elements, others);
      if (operation.response() != null) {
        collect(operation, operation.response(), elements, others);
      }
      for (FaultType fault : operation.faults()) {
        if (fault.encoded() == null) {
          collect(fault, elements);
        }
      }
    }
    elements.removeIf(this::isSimple);
    boolean isEncoded = model.operations().stream().allMatch(OperationModel::isEncoded);
    this.types =
        new SchemaTypes(
            model.portTypeName().getNamespaceURI(),
            isEncoded ? literalTypes(elements) : model.boundTypes(),
            distinct(elements),
            others);
    encoded(model.encodedSchema());
  }

  private void collect(
      OperationModel operation, Message message, List<GlobalElement> elements, List<Type> others) {
    for (Message.Header header : message.headers()) {
      if (header.codec() != null) {
        elements.add(element(header.part()));
      }
    }
    BodyCodec body = message.body();
    Operation.Style style = operation.style();
    if (operation.isEncoded()) {
      return; // its types have a schema of their own
    }
    if (body instanceof BodyCodec.Wrapper wrapper) {
      elements.add(new GlobalElement(wrapper.name(), wrapper.wrapperClass(), List.of()));
    } else if (style == Operation.Style.BARE) {
      message.bodyParts().forEach(part -> elements.add(element(part)));
    } else if (style == Operation.Style.RPC) {
      message.bodyParts().forEach(part -> others.add(part.type()));
    } else {
      QName element = Objects.requireNonNull(body.name());
      wrappers.put(element, message.bodyParts());
      for (MessagePart part : message.bodyParts()) {
        if (isForeign(part, element)) {
          elements.add(new GlobalElement(part.name(), part.itemType(), part.annotations()));
        }
      }
    }
  }

  /** Adds the schemas of encoded messages. */
  private void encoded(@Nullable EncodedSchema schema) {
    if (schema == null) {
      return;
    }
    for (OperationModel operation : model.operations()) {
      if (operation.isEncoded()) {
        encoded(operation.request(), schema);
        if (operation.response() != null) {
          encoded(operation.response(), schema);
        }
        for (FaultType fault : operation.faults()) {
          encodedFaults.put(fault, schema.typeName(Objects.requireNonNull(fault.encoded())));
        }
      }
    }
    schema.documents().forEach(types::add);
  }

  private void encoded(Message message, EncodedSchema schema) {
    message.bodyParts().forEach(part -> encoded(part, schema));
    for (Message.Header header : message.headers()) {
      if (header.codec() == null) {
        encoded(header.part(), schema);
      }
    }
  }

  private void encoded(MessagePart part, EncodedSchema schema) {
    encodedTypes.put(part, schema.typeName(part.toPart()));
  }

  private void collect(FaultType fault, List<GlobalElement> elements) {
    FaultDescription description = fault.description();
    if (description.bean() == null) {
      wrappers.put(fault.name(), description.parts());
    } else {
      elements.add(new GlobalElement(fault.name(), description.bean(), List.of()));
    }
  }

  /** The classes of literal header blocks, where all else is encoded. */
  private static List<Class<?>> literalTypes(List<GlobalElement> elements) {
    List<Class<?>> classes = new ArrayList<>();
    for (GlobalElement element : elements) {
      Class<?> type = Types.erase(element.type());
      if (!type.isInterface()) { // as that of a list, which the element leads to
        classes.add(type);
      }
    }
    return classes;
  }

  private boolean isSimple(GlobalElement element) {
    QName type = SchemaTypes.ownName(element.type(), element.annotations());
    if (type != null) {
      simples.put(element.name(), type);
    }
    return type != null;
  }

  private static GlobalElement element(MessagePart part) {
    return new GlobalElement(part.name(), part.type(), part.annotations());
  }

  private static List<GlobalElement> distinct(List<GlobalElement> elements) {
    Set<QName> seen = new LinkedHashSet<>();
    return elements.stream().filter(element -> seen.add(element.name())).toList();
  }

  /** Whether a child of a wrapper is in a namespace of neither the wrapper nor none. */
  private static boolean isForeign(MessagePart part, QName wrapper) {
    String uri = part.name().getNamespaceURI();
    return !uri.isEmpty() && !uri.equals(wrapper.getNamespaceURI());
  }

  /** The documents by query. */
  Map<String, String> documents() {
    Map<String, String> documents = new LinkedHashMap<>();
    types.schemas().values().forEach(schema -> documents.put(schema.query(), schema.text()));
    types.included().forEach(schema -> documents.put(schema.query(), schema.text()));
    String serviceNamespace = model.serviceName().getNamespaceURI();
    String portTypeNamespace = model.portTypeName().getNamespaceURI();
    try {
      if (serviceNamespace.equals(portTypeNamespace)) {
        documents.put("wsdl", document(serviceNamespace, true, true));
      } else {
        documents.put("wsdl", document(serviceNamespace, false, true));
        documents.put(IMPORTED, document(portTypeNamespace, true, false));
      }
    } catch (XMLStreamException e) {
      throw new IllegalStateException("Cannot write the WSDL to memory", e);
    }
    return documents;
  }

  private String document(String targetNamespace, boolean portType, boolean service)
      throws XMLStreamException {
    StringWriter text = new StringWriter();
    WsdlXml out = new WsdlXml(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text));
    Map<String, String> prefixes = new LinkedHashMap<>();
    extensions.forEach(extension -> prefixes.putAll(extension.namespaces()));
    out.definitions(model.serviceName().getLocalPart(), targetNamespace, namespaces(), prefixes);
    if (service && !portType) {
      out.start("wsdl:import");
      out.attribute("namespace", model.portTypeName().getNamespaceURI());
      out.attribute("location", WsdlAddress.PLACEHOLDER + "?" + IMPORTED);
      out.end();
    }
    if (portType) {
      out.start("wsdl:types");
      new WsdlSchemas(types, wrappers, simples, model.portTypeName().getNamespaceURI()).write(out);
      out.end();
      WsdlPortType messages =
          new WsdlPortType(model, types, encodedTypes, encodedFaults, extensions);
      messages.write(out);
    }
    if (service) {
      WsdlBinding.write(model, extensions, out);
    }
    out.endDocument();
    return text.toString();
  }

  /** Every namespace that the documents refer to by name. */
  private Set<String> namespaces() {
    Set<String> uris = new LinkedHashSet<>();
    uris.add(model.portTypeName().getNamespaceURI());
    uris.add(model.serviceName().getNamespaceURI());
    uris.addAll(types.schemas().keySet());
    wrappers.keySet().forEach(name -> uris.add(name.getNamespaceURI()));
    for (OperationModel operation : model.operations()) {
      operation.faults().forEach(fault -> uris.add(fault.name().getNamespaceURI()));
    }
    encodedTypes.values().forEach(name -> uris.add(name.getNamespaceURI()));
    encodedFaults.values().forEach(name -> uris.add(name.getNamespaceURI()));
    uris.remove(SCHEMA_NAMESPACE);
    uris.remove("");
    return uris;
  }
}
