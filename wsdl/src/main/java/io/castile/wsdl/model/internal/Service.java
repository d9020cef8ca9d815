package io.castile.wsdl.model.internal;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * A set of ports (WSDL 1.1 §2.7).
 *
 * @param name of the service
 * @param documentation what its author says of it; may be empty
 * @param ports in the order of the description
 */
public record Service(QName name, String documentation, List<Port> ports) {
  public Service {
    ports = List.copyOf(ports);
  }
}
