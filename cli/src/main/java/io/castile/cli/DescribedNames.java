package io.castile.cli;

import io.castile.cache.policy.internal.KnownService;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.MessageBinding;
import io.castile.wsdl.model.internal.OperationMessage;
import io.castile.wsdl.model.internal.Part;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Service;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The names in a WSDL that rules of a policy may fit. An operation has the name that clients and
 * servers know it by, and that of the element in its requests, which the gateway knows it by.
 */
final class DescribedNames {
  private DescribedNames() {}

  static List<KnownService> of(Description description) {
    List<KnownService> known = new ArrayList<>();
    for (Service service : Descriptions.services(description)) {
      Set<String> operations = new LinkedHashSet<>();
      for (Port port : service.ports()) {
        add(port.binding(), operations);
      }
      known.add(new KnownService(Set.of(service.name().toString()), operations));
    }
    if (known.isEmpty()) { // a WSDL of bindings alone
      Set<String> operations = new LinkedHashSet<>();
      Descriptions.bindings(description).forEach(binding -> add(binding, operations));
      known.add(new KnownService(Set.of(), operations));
    }
    return known;
  }

  private static void add(Binding binding, Set<String> operations) {
    String namespace = binding.portType().name().getNamespaceURI();
    for (BindingOperation each : binding.operations()) {
      operations.add(new QName(namespace, each.operation().name()).toString());
      MessageBinding input = each.input();
      OperationMessage message = each.operation().input();
      if (input != null && input.namespace() != null) { // the wrapper of rpc
        operations.add(new QName(input.namespace(), each.operation().name()).toString());
      }
      if (input != null && message != null) {
        for (Part part : message.message().parts()) {
          if (part.element() != null && input.parts().contains(part.name())) {
            operations.add(part.element().toString());
          }
        }
      }
    }
  }
}
