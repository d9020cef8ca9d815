package io.castile.cxf.link;

import io.castile.codec.Codec;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.delta.message.LinkMessages;
import io.castile.soap.model.Operation;
import java.util.List;
import org.apache.cxf.binding.soap.model.SoapBodyInfo;
import org.apache.cxf.binding.soap.model.SoapHeaderInfo;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose answers may go as values: one element, which {@link CastileJAXBDataBinding}
 * binds, and nothing beside it.
 *
 * @param operation as the link has it
 * @param info as CXF has it, with the wrapper as one part
 */
record TypedOperation(Operation operation, BindingOperationInfo info) {
  /** The property of CXF's operations that keeps what was made for them. */
  private static final String MADE = TypedOperation.class.getName();

  /** What was made for an operation of CXF. */
  private record Made(Codec<Object> codec, Operation operation) {}

  /**
   * Returns the operation of a call.
   *
   * @param message of the call: a client's request, or a service's answer
   * @return null if its answers go as XML
   */
  static @Nullable TypedOperation of(Message message) {
    Exchange exchange = message.getExchange();
    BindingOperationInfo info = exchange.getBindingOperationInfo();
    if (info == null
        || !(exchange.getService().getDataBinding() instanceof CastileJAXBDataBinding binding)) {
      return null;
    }
    BindingOperationInfo whole = info.isUnwrapped() ? info.getWrappedOperation() : info;
    MessagePartInfo part = part(whole);
    Codec<Object> codec = part == null ? null : binding.answerCodec(part, message);
    return codec == null ? null : new TypedOperation(operation(whole, codec), whole);
  }

  /** The one element of answers; null if there are more, or none. */
  private static @Nullable MessagePartInfo part(BindingOperationInfo info) {
    BindingMessageInfo answer = info.getOutput();
    if (answer == null
        || answer.getMessageInfo().size() != 1
        || answer.getExtensor(SoapHeaderInfo.class) != null) {
      return null;
    }
    SoapBodyInfo body = answer.getExtensor(SoapBodyInfo.class);
    List<MessagePartInfo> attached = body == null ? null : body.getAttachments();
    MessagePartInfo part = answer.getMessageInfo().getFirstMessagePart();
    return part.isElement() && (attached == null || attached.isEmpty()) ? part : null;
  }

  /** There is one for each codec, with which go the values that are kept. */
  private static Operation operation(BindingOperationInfo info, Codec<Object> codec) {
    if (info.getProperty(MADE) instanceof Made made && made.codec() == codec) {
      return made.operation();
    }
    synchronized (info) {
      if (info.getProperty(MADE) instanceof Made made && made.codec() == codec) {
        return made.operation();
      }
      Made made = new Made(codec, LinkMessages.operation(info.getName(), codec));
      info.setProperty(MADE, made);
      return made.operation();
    }
  }

  /** The part that is the element. */
  MessagePartInfo part() {
    return info.getOutput().getMessageInfo().getFirstMessagePart();
  }
}
