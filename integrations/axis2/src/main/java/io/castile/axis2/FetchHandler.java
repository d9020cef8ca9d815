package io.castile.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Sends an answer again, which a client asks for whose difference it could not apply: such a
 * request calls no operation, so that this stands before the operation is looked for. For {@code
 * module.xml}. Thread-safe.
 */
public final class FetchHandler extends AbstractHandler {
  /** Makes the handler; Axis2 does. */
  public FetchHandler() {}

  @Override
  public InvocationResponse invoke(MessageContext request) throws AxisFault {
    if (!request.isServerSide()
        || request.getAxisService() == null
        || !AnswerLink.isFetch(request)
        || !request.getAxisService().isEngaged(CastileModule.NAME)) {
      return InvocationResponse.CONTINUE;
    }
    AnswerLink link = AnswerLink.of(request);
    if (link == null) {
      return InvocationResponse.CONTINUE; // Axis2 says that there is no such operation
    }
    link.answer(
        request,
        () -> {
          throw new AxisFault("expected a request whose sender is known, to send an answer again");
        });
    return InvocationResponse.ABORT; // the answer is given
  }
}
