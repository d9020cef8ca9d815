package io.castile.wsdl.model;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * How the operations of a port type are called (WSDL 1.1 §2.5).
 *
 * @param name of the binding
 * @param portType whose operations
 * @param protocol what carries the messages
 * @param transport the URI of the SOAP transport; empty where the protocol is another
 * @param operations in the order of the description
 */
public record Binding(
    QName name,
    PortType portType,
    Protocol protocol,
    String transport,
    List<BindingOperation> operations) {
  public Binding {
    operations = List.copyOf(operations);
  }
}
