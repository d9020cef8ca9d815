package io.castile.bridge;

import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * A port of SOAP by which the operations of a port type are called. Immutable.
 *
 * @param service the name of its service, or of its binding where no service has it
 * @param isFirst whether the service has no port of SOAP before it
 */
record SoapEnd(QName service, Port port, boolean isFirst) {
  /**
   * Returns the ports of a description, one for each port type of a service: ports of one port type
   * are the same service at several addresses (WSDL 1.1 §2.6). Where no service has a port of SOAP,
   * as they are told elsewhere, each binding stands for one.
   */
  static List<SoapEnd> of(Description description) {
    List<SoapEnd> ends = new ArrayList<>();
    for (Service service : Descriptions.services(description)) {
      Set<QName> portTypes = new HashSet<>();
      for (Port port : service.ports()) {
        Binding binding = port.binding();
        if (binding.protocol().isSoap() && portTypes.add(binding.portType().name())) {
          ends.add(new SoapEnd(service.name(), port, portTypes.size() == 1));
        }
      }
    }
    if (ends.isEmpty()) {
      for (Binding binding : Descriptions.bindings(description)) {
        if (binding.protocol().isSoap()) {
          Port port = new Port(binding.name().getLocalPart(), "", binding, "");
          ends.add(new SoapEnd(binding.name(), port, true));
        }
      }
    }
    return ends;
  }
}
