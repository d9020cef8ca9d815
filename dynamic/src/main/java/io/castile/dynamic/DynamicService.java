package io.castile.dynamic;

import io.castile.codec.Codec;
import io.castile.soap.SoapVersion;
import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.Parameter;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.wsdl.Description;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.model.internal.Port;
import io.castile.wsdl.model.internal.Protocol;
import io.castile.wsdl.model.internal.Service;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.MessageValues;
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
final class DynamicService {
  private final ServiceModel model;
  private final String address;
  private final Map<String, Callable> operations = new LinkedHashMap<>();

  /**
   * An operation.
   *
   * @param values what is in its messages
   */
  record Callable(OperationModel operation, OperationValues values) {}

  private DynamicService(
      Description description, @Nullable Service service, Port port, boolean isJson) {
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
          described(
              Descriptions.values(description, each), name, binding.portType().name(), isJson));
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
  private static DescribedOperation described(
      OperationValues values, String name, QName portType, boolean isJson) {
    BindingOperation bound = values.operation();
    return new DescribedOperation(
        new QName(portType.getNamespaceURI(), name),
        bound.action(),
        bound.operation().isOneWay(),
        isJson ? values.jsonIdentity() : values.identity(),
        new DescribedMessages(values, isJson));
  }

  /**
   * Finds a port of SOAP.
   *
   * @param service whose port it is, or a binding where there are no ports; null for any
   * @param name of the port, or of a binding where there are no ports; null for the first one
   * @param isJson whether responses are of the form of JSON
   * @throws IllegalArgumentException if there is none
   */
  static DynamicService of(
      Description description, @Nullable QName service, @Nullable String name, boolean isJson) {
    List<String> names = new ArrayList<>();
    for (Service each : Descriptions.services(description)) {
      boolean isAsked = service == null || service.equals(each.name());
      for (Port port : each.ports()) {
        if (port.binding().protocol().isSoap()) {
          names.add(port.name());
          if (isAsked && (name == null || name.equals(port.name()))) {
            return new DynamicService(description, each, port, isJson);
          }
        }
      }
    }
    if (names.isEmpty()) { // as where an address is told later
      for (Binding binding : Descriptions.bindings(description)) {
        String local = binding.name().getLocalPart();
        boolean isAsked = service == null || service.equals(binding.name());
        if (binding.protocol().isSoap() && isAsked && (name == null || name.equals(local))) {
          return new DynamicService(description, null, new Port(local, "", binding, ""), isJson);
        }
      }
    }
    throw new IllegalArgumentException(
        name == null
            ? "Cannot use " + description.location() + ", because it has no port of SOAP."
            : description.location()
                + ": expected a port of SOAP, one of "
                + names
                + ", found "
                + name
                + (service == null ? "" : " of " + service));
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

  /**
   * The messages of an operation: requests with a value for each field, responses with one map.
   * Thread-safe.
   */
  private static final class DescribedMessages implements DescribedOperation.Messages {
    private final OperationValues values;
    private final boolean isJson;

    DescribedMessages(OperationValues values, boolean isJson) {
      this.values = values;
      this.isJson = isJson;
    }

    @Override
    public Operation.Style style() {
      if (values.operation().style() == Style.RPC) {
        return Operation.Style.RPC;
      }
      return values.isWrapped() ? Operation.Style.WRAPPED : Operation.Style.BARE;
    }

    @Override
    public Message request() {
      MessageValues request = values.request();
      List<Message.Header> headers = new ArrayList<>();
      for (int i = request.bodySize(); i < request.size(); i++) {
        headers.add(new Message.Header(part(i, request.name(i)), request.codec(i)));
      }
      return new Message(
          request.size(), new DescribedBody(request, false, false), List.of(), headers);
    }

    private static MessagePart part(int slot, QName name) {
      return new MessagePart(slot, name, name.getLocalPart(), Object.class, List.of(), true, false);
    }

    @Override
    public @Nullable Message response() {
      if (values.operation().operation().isOneWay()) {
        return null;
      }
      MessageValues response = values.response();
      List<Message.Header> headers = new ArrayList<>();
      for (int i = response.bodySize(); i < response.size(); i++) {
        headers.add(new Message.Header(part(slot(i, response), response.name(i)), codec(i)));
      }
      return new Message(
          1 + headers.size(), new DescribedBody(response, true, isJson), List.of(), headers);
    }

    /** The slot of a header block of a response: all that is in the body is in the first one. */
    private static int slot(int index, MessageValues response) {
      return 1 + index - response.bodySize();
    }

    private Codec<Object> codec(int block) {
      MessageValues response = values.response();
      return isJson ? response.jsonCodec(block) : response.codec(block);
    }

    @Override
    @SuppressWarnings("unchecked") // the first value of a response is such a map
    public @Nullable Object result(@Nullable Object[] slots) {
      Object body = slots[0];
      if (slots.length == 1) {
        return body;
      }
      MessageValues response = values.response();
      @Nullable Object[] all = new Object[response.size()];
      System.arraycopy(slots, 1, all, response.bodySize(), slots.length - 1);
      return response.withBlocks(body == null ? Map.of() : (Map<String, Object>) body, all);
    }

    @Override
    public List<Parameter> requestParameters() {
      MessageValues request = values.request();
      List<Parameter> parameters = new ArrayList<>();
      for (int i = 0; i < request.size(); i++) {
        QName name = request.name(i);
        boolean isHeader = i >= request.bodySize();
        parameters.add(
            new Parameter(i, name.getLocalPart(), name, Object.class, isHeader, request.codec(i)));
      }
      return parameters;
    }

    @Override
    public List<Parameter> responseParameters() {
      if (values.operation().operation().isOneWay()) {
        return List.of();
      }
      MessageValues response = values.response();
      Codec<Object> codec = isJson ? response.jsonCodec() : response.codec();
      List<Parameter> parameters = new ArrayList<>();
      parameters.add(new Parameter(0, "result", codec.name(), Map.class, false, codec));
      for (int i = response.bodySize(); i < response.size(); i++) {
        QName name = response.name(i);
        parameters.add(
            new Parameter(
                slot(i, response), name.getLocalPart(), name, Object.class, true, codec(i)));
      }
      return parameters;
    }
  }
}
