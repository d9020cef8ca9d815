package io.castile.soap.addressing;

import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.FaultAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The actions of a service's messages (WS-Addressing 1.0 Metadata §4.4; Jakarta XML Web Services
 * 4.0, annotation {@code Action}): as annotated, else for a request the SOAPAction, else made of
 * the names of port type and message. Immutable and thread-safe.
 */
final class AddressingActions {
  /** The namespace and name of the port type, with what is between them and more names. */
  private final String prefix;

  private final String delimiter;
  private final Map<OperationModel, String> inputs = new HashMap<>();

  /** Those that a service gives the same SOAPAction have the same action. */
  private final Map<String, List<OperationModel>> operations = new HashMap<>();

  AddressingActions(ServiceModel model) {
    String namespace = model.portTypeName().getNamespaceURI();
    this.delimiter = namespace.startsWith("urn:") ? ":" : "/";
    this.prefix =
        (namespace.endsWith(delimiter) ? namespace : namespace + delimiter)
            + model.portTypeName().getLocalPart()
            + delimiter;
    for (OperationModel operation : model.operations()) {
      String action = isNamed(model) ? newInput(operation) : "";
      inputs.put(operation, action);
      operations.computeIfAbsent(action, added -> new ArrayList<>()).add(operation);
    }
    // Some stacks name the input as the operation, or do so for one-way operations only.
    for (OperationModel operation : model.operations()) {
      String name = prefix + operation.name().getLocalPart();
      operations.putIfAbsent(name, List.of(operation));
      operations.putIfAbsent(name + "Request", List.of(operation));
      if (!operation.action().isEmpty()) {
        operations.putIfAbsent(operation.action(), List.of(operation));
      }
    }
  }

  /** Operations of messages as they are have no names to make actions of. */
  private static boolean isNamed(ServiceModel model) {
    return model.type() != Dispatch.class;
  }

  private String newInput(OperationModel operation) {
    Action annotation = operation.method().getAnnotation(Action.class);
    if (annotation != null && !annotation.input().isEmpty()) {
      return annotation.input();
    }
    if (!operation.action().isEmpty()) {
      return operation.action();
    }
    return prefix + operation.name().getLocalPart() + (operation.oneWay() ? "" : "Request");
  }

  /** The action of a request; empty where only its sender knows. */
  String input(OperationModel operation) {
    return Objects.requireNonNull(inputs.get(operation)); // as there is one for each
  }

  /** The action of a response. */
  String output(OperationModel operation) {
    Action annotation = operation.method().getAnnotation(Action.class);
    return annotation != null && !annotation.output().isEmpty()
        ? annotation.output()
        : prefix + operation.name().getLocalPart() + "Response";
  }

  /** The action of the fault that stands for a declared exception. */
  String fault(OperationModel operation, Class<? extends Throwable> exception) {
    Action annotation = operation.method().getAnnotation(Action.class);
    if (annotation != null) {
      for (FaultAction fault : annotation.fault()) {
        if (fault.className() == exception && !fault.value().isEmpty()) {
          return fault.value();
        }
      }
    }
    return prefix
        + operation.name().getLocalPart()
        + delimiter
        + "Fault"
        + delimiter
        + exception.getSimpleName();
  }

  /** The operations to which requests with that action are sent, as a rule one. */
  List<OperationModel> operations(String action) {
    return operations.getOrDefault(action, List.of());
  }
}
