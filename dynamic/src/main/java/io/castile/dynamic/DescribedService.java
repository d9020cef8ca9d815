package io.castile.dynamic;

import io.castile.soap.SoapVersion;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.value.OperationValues;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A port of a description as a service that can be called. Thread-safe. */
final class DescribedService {
  private final ServiceModel model;
  private final String address;
  private final Map<String, Callable> operations = new LinkedHashMap<>();

  /**
   * An operation.
   *
   * @param values what is in its messages
   */
  record Callable(OperationModel operation, OperationValues values) {}

  private DescribedService(Description description, @Nullable Service service, Port port) {
    Binding binding = port.binding();
    this.address = port.address();
    String namespace = description.targetNamespace();
    List<BindingOperation> bound = binding.operations();
    List<DescribedOperation> described = new ArrayList<>();
    Map<BindingOperation, String> names = new IdentityHashMap<>();
    binding.named().forEach((name, each) -> names.putIfAbsent(each, name));
    for (BindingOperation each : bound) {
      String name = names.getOrDefault(each, each.operation().name());
      described.add(
          described(Descriptions.values(description, each), name, binding.portType().name()));
    }
    this.model =
        ServiceModel.described(
            service == null ? binding.name() : service.name(),
            new QName(namespace, port.name()),
            binding.portType().name(),
            version(binding),
            Descriptions.names(description),
            described);
    Map<BindingOperation, Callable> callable = new IdentityHashMap<>();
    for (int i = 0; i < bound.size(); i++) {
      callable.put(
          bound.get(i),
          new Callable(model.operations().get(i), Descriptions.values(description, bound.get(i))));
    }
    binding
        .named()
        .forEach((name, each) -> operations.put(name, Objects.requireNonNull(callable.get(each))));
  }

  private static SoapVersion version(Binding binding) {
    return binding.protocol() == Protocol.SOAP_1_2 ? SoapVersion.SOAP_1_2 : SoapVersion.SOAP_1_1;
  }

  /**
   * @param name under which the operation is called, by which a cache tells overloaded ones
   */
  private static DescribedOperation described(OperationValues values, String name, QName portType) {
    BindingOperation bound = values.operation();
    return new DescribedOperation(
        new QName(portType.getNamespaceURI(), name),
        bound.action(),
        bound.operation().isOneWay(),
        values.identity(),
        new DescribedMessages(values));
  }

  /**
   * Finds a port of SOAP.
   *
   * @param name of the port, or of a binding where there are no ports; null for the first one
   * @throws IllegalArgumentException if there is none
   */
  static DescribedService of(Description description, @Nullable String name) {
    List<String> names = new ArrayList<>();
    for (Service service : Descriptions.services(description)) {
      for (Port port : service.ports()) {
        if (port.binding().protocol().isSoap()) {
          names.add(port.name());
          if (name == null || name.equals(port.name())) {
            return new DescribedService(description, service, port);
          }
        }
      }
    }
    if (names.isEmpty()) { // as where an address is told later
      for (Binding binding : Descriptions.bindings(description)) {
        String local = binding.name().getLocalPart();
        if (binding.protocol().isSoap() && (name == null || name.equals(local))) {
          return new DescribedService(description, null, new Port(local, "", binding, ""));
        }
      }
    }
    throw new IllegalArgumentException(
        description.location()
            + ": expected a port of SOAP"
            + (name == null ? ", found none" : ", one of " + names + ", found " + name));
  }

  ServiceModel model() {
    return model;
  }

  /** Returns where the service is, as the description says; may be empty. */
  String address() {
    return address;
  }

  /**
   * Returns an operation.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  Callable operation(String name) {
    Callable found = operations.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "expected an operation, one of "
              + String.join(", ", operations.keySet())
              + ", found "
              + name);
    }
    return found;
  }

  List<String> names() {
    return List.copyOf(operations.keySet());
  }
}
