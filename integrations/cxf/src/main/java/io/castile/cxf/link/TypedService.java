package io.castile.cxf.link;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.delta.message.BoundOperation;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.binding.soap.model.SoapBodyInfo;
import org.apache.cxf.binding.soap.model.SoapHeaderInfo;
import org.apache.cxf.binding.soap.model.SoapOperationInfo;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingInfo;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a port of CXF whose messages may go as values: those of one element, which
 * {@link CastileJAXBDataBinding} binds, and nothing beside it. Immutable and thread-safe.
 */
final class TypedService {
  /** The property of CXF's bindings that keeps what was made for them. */
  private static final String MADE = TypedService.class.getName();

  private final CastileJAXBDataBinding binding;
  private final ServiceModel model;
  private final Map<BindingOperationInfo, TypedOperation> operations;

  private TypedService(
      CastileJAXBDataBinding binding,
      ServiceModel model,
      Map<BindingOperationInfo, TypedOperation> operations) {
    this.binding = binding;
    this.model = model;
    this.operations = Map.copyOf(operations);
  }

  /**
   * Returns that of the port of a call.
   *
   * @return null where Jakarta XML Binding has to see to messages
   */
  static @Nullable TypedService of(Exchange exchange) {
    Endpoint endpoint = exchange.getEndpoint();
    Service service = exchange.getService();
    if (endpoint == null
        || service == null
        || !(service.getDataBinding() instanceof CastileJAXBDataBinding binding)
        || !binding.isByCodecsAlone()) {
      return null;
    }
    BindingInfo info = endpoint.getEndpointInfo().getBinding();
    if (info.getProperty(MADE) instanceof TypedService made && made.binding == binding) {
      return made;
    }
    synchronized (info) { // what is kept of messages goes with the operations, which are made once
      if (info.getProperty(MADE) instanceof TypedService made && made.binding == binding) {
        return made;
      }
      TypedService made = made(info, binding);
      info.setProperty(MADE, made);
      return made;
    }
  }

  private static TypedService made(BindingInfo info, CastileJAXBDataBinding binding) {
    List<BindingOperationInfo> infos = new ArrayList<>();
    List<BoundOperation> bound = new ArrayList<>();
    for (BindingOperationInfo each : info.getOperations()) {
      BindingOperationInfo whole = each.isUnwrapped() ? each.getWrappedOperation() : each;
      Codec<Object> answer = codec(whole.getOutput(), binding);
      if (answer != null) {
        Codec<Object> request = isValidated(whole) ? null : codec(whole.getInput(), binding);
        SoapOperationInfo soap = whole.getExtensor(SoapOperationInfo.class);
        String action = soap == null || soap.getAction() == null ? "" : soap.getAction();
        infos.add(whole);
        bound.add(new BoundOperation(whole.getName(), action, request, answer));
      }
    }
    ServiceModel model = LinkMessages.service(info.getName(), bound);
    Map<BindingOperationInfo, TypedOperation> operations = new HashMap<>();
    for (int i = 0; i < infos.size(); i++) {
      operations.put(
          infos.get(i),
          new TypedOperation(
              model.operations().get(i),
              infos.get(i),
              bound.get(i).action(),
              bound.get(i).request() != null));
    }
    return new TypedService(binding, model, operations);
  }

  /** The codec of the one element of messages; null if there are more, or none. */
  private static @Nullable Codec<Object> codec(
      @Nullable BindingMessageInfo message, CastileJAXBDataBinding binding) {
    if (message == null
        || message.getMessageInfo().size() != 1
        || message.getExtensor(SoapHeaderInfo.class) != null) {
      return null;
    }
    SoapBodyInfo body = message.getExtensor(SoapBodyInfo.class);
    List<MessagePartInfo> attached = body == null ? null : body.getAttachments();
    MessagePartInfo part = message.getMessageInfo().getFirstMessagePart();
    try {
      return part.isElement() && (attached == null || attached.isEmpty())
          ? binding.codec(part)
          : null;
    } catch (BindingException e) {
      return null; // which a call of the operation will say
    }
  }

  /** Whether an operation has a rule of its own that its requests are validated by their schema. */
  private static boolean isValidated(BindingOperationInfo info) {
    Object type = info.getOperationInfo().getProperty(Message.SCHEMA_VALIDATION_TYPE);
    return type != null && type != SchemaValidationType.NONE;
  }

  /** The operations, as the link has them. */
  ServiceModel model() {
    return model;
  }

  /**
   * Returns an operation.
   *
   * @return null if its messages go as XML
   */
  @Nullable TypedOperation operation(BindingOperationInfo info) {
    return operations.get(info.isUnwrapped() ? info.getWrappedOperation() : info);
  }

  /** Returns the typed form of an operation of this service; null if its messages go as XML. */
  @Nullable TypedOperation operation(OperationModel operation) {
    for (TypedOperation each : operations.values()) {
      if (each.operation() == operation) {
        return each;
      }
    }
    return null;
  }
}
