package io.castile.cxf.link;

import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.soap.model.internal.OperationModel;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * An operation whose answers may go as values.
 *
 * @param operation as the link has it
 * @param info as CXF has it, with the wrapper as one part
 * @param action the SOAPAction; empty for none
 * @param hasRequests whether its requests may go as values, too
 */
record TypedOperation(
    OperationModel operation, BindingOperationInfo info, String action, boolean hasRequests) {

  /**
   * Returns the operation of a call.
   *
   * @param message of the call: a client's request, or a service's answer
   * @return null if its answers go as XML
   */
  static @Nullable TypedOperation of(Message message) {
    BindingOperationInfo info = message.getExchange().getBindingOperationInfo();
    TypedService service = info == null ? null : TypedService.of(message.getExchange());
    TypedOperation known = service == null ? null : service.operation(info);
    return known == null || CastileJAXBDataBinding.wantsXmlOfAnswer(message) ? null : known;
  }

  /** The part that is the element of requests. */
  MessagePartInfo requestPart() {
    return info.getInput().getMessageInfo().getFirstMessagePart();
  }

  /** The part that is the element of answers. */
  MessagePartInfo answerPart() {
    return info.getOutput().getMessageInfo().getFirstMessagePart();
  }
}
