package io.castile.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Puts the link and the cache behind all other handlers of a request that they have to do with:
 * those that authenticate and authorize have let it pass, and the service has not been called. For
 * {@code module.xml}. Thread-safe.
 */
public final class ServerHandler extends AbstractHandler {
  /** Makes the handler; Axis2 does. */
  public ServerHandler() {}

  @Override
  public InvocationResponse invoke(MessageContext request) throws AxisFault {
    if (request.isServerSide()) {
      Site site = Site.of(request, ServerCall.endpoint(request));
      AnswerLink link = AnswerLink.of(request);
      if (site != null || link != null) {
        request.getExecutionChain().add(new ServerLink(site, link));
      }
    }
    return InvocationResponse.CONTINUE;
  }
}
