package io.castile.soap.wsdl;

import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/** The messages and the port type of a WSDL (WSDL 1.1 §2.3, §2.4). */
final class WsdlPortType {
  private final ServiceModel model;
  private final SchemaTypes types;
  private final Map<MessagePart, QName> encodedTypes;
  private final Map<FaultType, QName> encodedFaults;
  private final List<WsdlExtension> extensions;

  /**
   * @param encodedTypes of the parts of encoded messages
   * @param encodedFaults the types of encoded faults
   */
  WsdlPortType(
      ServiceModel model,
      SchemaTypes types,
      Map<MessagePart, QName> encodedTypes,
      Map<FaultType, QName> encodedFaults,
      List<WsdlExtension> extensions) {
    this.model = model;
    this.types = types;
    this.encodedTypes = encodedTypes;
    this.encodedFaults = encodedFaults;
    this.extensions = extensions;
  }

  void write(WsdlXml out) throws XMLStreamException {
    Map<String, FaultType> faults = new LinkedHashMap<>();
    for (OperationModel operation : model.operations()) {
      message(requestName(operation), operation.style(), operation.request(), out);
      if (operation.response() != null) {
        message(responseName(operation), operation.style(), operation.response(), out);
      }
      operation.faults().forEach(fault -> faults.put(faultName(fault), fault));
    }
    for (Map.Entry<String, FaultType> each : faults.entrySet()) {
      FaultType fault = each.getValue();
      QName encoded = encodedFaults.get(fault);
      out.start("wsdl:message");
      out.attribute("name", each.getKey());
      if (encoded == null) {
        part("fault", fault.name(), out);
      } else {
        typedPart(fault.name().getLocalPart(), encoded, out);
      }
      out.end();
    }
    out.start("wsdl:portType");
    out.attribute("name", model.portTypeName().getLocalPart());
    for (OperationModel operation : model.operations()) {
      operation(operation, out);
    }
    out.end();
  }

  static String requestName(OperationModel operation) {
    return operation.name().getLocalPart();
  }

  static String responseName(OperationModel operation) {
    return operation.name().getLocalPart() + "Response";
  }

  static String faultName(FaultType fault) {
    return fault.type().getSimpleName();
  }

  private void message(String name, Operation.Style style, Message message, WsdlXml out)
      throws XMLStreamException {
    out.start("wsdl:message");
    out.attribute("name", name);
    switch (style) {
      case WRAPPED -> part("parameters", Objects.requireNonNull(message.body().name()), out);
      case BARE -> {
        for (MessagePart part : message.bodyParts()) {
          part(part.partName(), part.name(), out);
        }
      }
      case RPC -> {
        for (MessagePart part : message.bodyParts()) {
          QName encoded = encodedTypes.get(part);
          typedPart(
              part.partName(),
              encoded == null
                  ? types.typeName(part.schemaType(), part.schemaAnnotations())
                  : encoded,
              out);
        }
      }
    }
    for (Message.Header header : message.headers()) {
      QName encoded = encodedTypes.get(header.part());
      if (encoded == null) {
        part(header.part().partName(), header.name(), out);
      } else {
        typedPart(header.part().partName(), encoded, out);
      }
    }
    out.end();
  }

  private static void part(String name, QName element, WsdlXml out) throws XMLStreamException {
    out.start("wsdl:part");
    out.attribute("name", name);
    out.attribute("element", element);
    out.end();
  }

  private static void typedPart(String name, QName type, WsdlXml out) throws XMLStreamException {
    out.start("wsdl:part");
    out.attribute("name", name);
    out.attribute("type", type);
    out.end();
  }

  private void operation(OperationModel operation, WsdlXml out) throws XMLStreamException {
    String namespace = model.portTypeName().getNamespaceURI();
    out.start("wsdl:operation");
    out.attribute("name", operation.name().getLocalPart());
    if (operation.style() == Operation.Style.RPC && operation.request().bodyParts().size() > 1) {
      out.attribute(
          "parameterOrder",
          operation.request().bodyParts().stream()
              .map(MessagePart::partName)
              .collect(Collectors.joining(" ")));
    }
    out.start("wsdl:input");
    out.attribute("message", new QName(namespace, requestName(operation)));
    for (WsdlExtension extension : extensions) {
      out.attributes(extension.inputAttributes(operation));
    }
    out.end();
    if (operation.response() != null) {
      out.start("wsdl:output");
      out.attribute("message", new QName(namespace, responseName(operation)));
      for (WsdlExtension extension : extensions) {
        out.attributes(extension.outputAttributes(operation));
      }
      out.end();
    }
    for (FaultType fault : operation.faults()) {
      out.start("wsdl:fault");
      out.attribute("name", faultName(fault));
      out.attribute("message", new QName(namespace, faultName(fault)));
      for (WsdlExtension extension : extensions) {
        out.attributes(extension.faultAttributes(operation, fault.type()));
      }
      out.end();
    }
    out.end();
  }
}
