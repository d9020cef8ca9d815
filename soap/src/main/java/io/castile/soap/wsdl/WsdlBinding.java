package io.castile.soap.wsdl;

import io.castile.codec.encoded.EncodingRules;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.FaultType;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/** The SOAP binding and the service of a WSDL (WSDL 1.1 §2.5, §2.7, §3; its binding for 1.2). */
final class WsdlBinding {
  private final ServiceModel model;
  private final List<WsdlExtension> extensions;
  private final WsdlXml out;
  private final String soap;

  private WsdlBinding(ServiceModel model, List<WsdlExtension> extensions, WsdlXml out) {
    this.model = model;
    this.extensions = extensions;
    this.out = out;
    this.soap = model.version() == SoapVersion.SOAP_1_1 ? "soap:" : "soap12:";
  }

  static void write(ServiceModel model, List<WsdlExtension> extensions, WsdlXml out)
      throws XMLStreamException {
    WsdlBinding binding = new WsdlBinding(model, extensions, out);
    binding.binding();
    binding.service();
  }

  private QName bindingName() {
    return new QName(
        model.serviceName().getNamespaceURI(), model.portName().getLocalPart() + "Binding");
  }

  private void binding() throws XMLStreamException {
    out.start("wsdl:binding");
    out.attribute("name", bindingName().getLocalPart());
    out.attribute("type", model.portTypeName());
    for (WsdlExtension extension : extensions) {
      extension.writeBinding(out.writer());
    }
    out.start(soap + "binding");
    boolean rpc =
        model.operations().stream().allMatch(operation -> operation.style() == Operation.Style.RPC);
    out.attribute("style", rpc ? "rpc" : "document");
    out.attribute("transport", "http://schemas.xmlsoap.org/soap/http");
    out.end();
    for (OperationModel operation : model.operations()) {
      operation(operation);
    }
    out.end();
  }

  private void operation(OperationModel operation) throws XMLStreamException {
    boolean rpc = operation.style() == Operation.Style.RPC;
    out.start("wsdl:operation");
    out.attribute("name", operation.name().getLocalPart());
    out.start(soap + "operation");
    out.attribute("soapAction", operation.action());
    out.attribute("style", rpc ? "rpc" : "document");
    out.end();
    out.start("wsdl:input");
    content(operation, operation.request(), WsdlPortType.requestName(operation));
    out.end();
    if (operation.response() != null) {
      out.start("wsdl:output");
      content(operation, operation.response(), WsdlPortType.responseName(operation));
      out.end();
    }
    for (FaultType fault : operation.faults()) {
      out.start("wsdl:fault");
      out.attribute("name", WsdlPortType.faultName(fault));
      out.start(soap + "fault");
      out.attribute("name", WsdlPortType.faultName(fault));
      if (fault.encoded() == null) {
        out.attribute("use", "literal");
      } else {
        encoded(fault.name().getNamespaceURI());
      }
      out.end();
      out.end();
    }
    out.end();
  }

  /** How an encoded element is written (WSDL 1.1 §3.5, §3.6). */
  private void encoded(String namespace) throws XMLStreamException {
    EncodingRules rules =
        model.version() == SoapVersion.SOAP_1_1 ? EncodingRules.SOAP_1_1 : EncodingRules.SOAP_1_2;
    out.attribute("use", "encoded");
    out.attribute("encodingStyle", rules.namespace());
    out.attribute("namespace", namespace);
  }

  private void content(OperationModel operation, Message message, String messageName)
      throws XMLStreamException {
    QName qualified = new QName(model.portTypeName().getNamespaceURI(), messageName);
    for (Message.Header header : message.headers()) {
      out.start(soap + "header");
      out.attribute("message", qualified);
      out.attribute("part", header.part().partName());
      if (header.codec() == null) {
        encoded(header.name().getNamespaceURI());
      } else {
        out.attribute("use", "literal");
      }
      out.end();
    }
    out.start(soap + "body");
    if (!message.headers().isEmpty()) {
      out.attribute(
          "parts",
          operation.style() == Operation.Style.WRAPPED
              ? "parameters"
              : message.bodyParts().stream()
                  .map(MessagePart::partName)
                  .collect(Collectors.joining(" ")));
    }
    if (operation.isEncoded()) {
      encoded(Objects.requireNonNull(message.body().name()).getNamespaceURI());
    } else {
      out.attribute("use", "literal");
      if (operation.style() == Operation.Style.RPC) {
        QName wrapper = Objects.requireNonNull(message.body().name());
        out.attribute("namespace", wrapper.getNamespaceURI());
      }
    }
    out.end();
  }

  private void service() throws XMLStreamException {
    out.start("wsdl:service");
    out.attribute("name", model.serviceName().getLocalPart());
    out.start("wsdl:port");
    out.attribute("name", model.portName().getLocalPart());
    out.attribute("binding", bindingName());
    out.start(soap + "address");
    out.attribute("location", WsdlAddress.PLACEHOLDER);
    out.end();
    out.end();
    out.end();
  }
}
