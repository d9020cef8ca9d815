package io.castile.wsdl.model.internal;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The protocol and format for calls of a port type's operations (WSDL 1.1 §2.5).
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

  /**
   * Returns the operations by the names under which they are called. An operation has its own name;
   * where a port type has several of one name, that means the first in the port type, and each has
   * the name of its input, else of its output, too (§2.4.5): no two of them have both in common.
   */
  public Map<String, BindingOperation> named() {
    Map<String, BindingOperation> named = new LinkedHashMap<>();
    Set<String> overloaded = new HashSet<>();
    for (BindingOperation each : inOrderOfPortType()) {
      if (named.putIfAbsent(each.operation().name(), each) != null) {
        overloaded.add(each.operation().name());
      }
    }
    for (BindingOperation each : operations) {
      if (overloaded.contains(each.operation().name())) {
        OperationMessage input = each.operation().input();
        OperationMessage output = each.operation().output();
        boolean isNew = input != null && named.putIfAbsent(input.name(), each) == null;
        if (!isNew && output != null) {
          named.putIfAbsent(output.name(), each);
        }
      }
    }
    return named;
  }

  /** The operations as the port type has them: a binding may have them in any order. */
  private List<BindingOperation> inOrderOfPortType() {
    List<Operation> order = portType.operations();
    return operations.stream()
        .sorted(Comparator.comparingInt(each -> order.indexOf(each.operation())))
        .toList();
  }

  /** Returns the name under which one of the operations is called, its own where that means it. */
  public String nameOf(BindingOperation operation) {
    String own = operation.operation().name();
    for (Map.Entry<String, BindingOperation> each : named().entrySet()) {
      if (each.getValue() == operation) {
        return each.getKey();
      }
    }
    return own;
  }
}
