package io.castile.dynamic;

import io.castile.soap.model.Operation;
import io.castile.soap.model.internal.DescribedOperation;
import io.castile.soap.model.internal.Message;
import io.castile.soap.model.internal.MessagePart;
import io.castile.soap.model.internal.Parameter;
import io.castile.wsdl.model.internal.Style;
import io.castile.wsdl.value.MessageValues;
import io.castile.wsdl.value.OperationValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an operation: requests with a value for each field, responses with one map.
 * Thread-safe.
 */
final class DescribedMessages implements DescribedOperation.Messages {
  private final OperationValues values;

  DescribedMessages(OperationValues values) {
    this.values = values;
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
    return new Message(request.size(), new DescribedBody(request, false), List.of(), headers);
  }

  private static MessagePart part(int slot, QName name) {
    return new MessagePart(slot, name, name.getLocalPart(), Object.class, List.of(), true, false);
  }

  @Override
  public @Nullable Message response() {
    return values.operation().operation().isOneWay()
        ? null
        : new Message(1, new DescribedBody(values.response(), true), List.of(), List.of());
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
    return List.of(
        new Parameter(0, "result", response.codec().name(), Map.class, false, response.codec()));
  }
}
