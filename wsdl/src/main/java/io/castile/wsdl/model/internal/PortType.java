package io.castile.wsdl.model.internal;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * A set of abstract operations (WSDL 1.1 §2.4).
 *
 * @param name of the port type
 * @param documentation what its author says of it; may be empty
 * @param operations in the order of the description
 */
public record PortType(QName name, String documentation, List<Operation> operations) {
  public PortType {
    operations = List.copyOf(operations);
  }
}
