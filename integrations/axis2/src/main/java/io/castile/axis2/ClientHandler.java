package io.castile.axis2;

import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/**
 * Puts the cache behind all other handlers of a client's request that the policy has to do with,
 * where the message is as it would be sent. For {@code module.xml}. Thread-safe.
 */
public final class ClientHandler extends AbstractHandler {
  /** Makes the handler; Axis2 does. */
  public ClientHandler() {}

  @Override
  public InvocationResponse invoke(MessageContext request) throws AxisFault {
    if (!request.isServerSide()) {
      Site site = Site.of(request, ClientCall.endpoint(request));
      if (site != null) {
        request.getExecutionChain().add(new ClientLink(site));
      }
    }
    return InvocationResponse.CONTINUE;
  }
}
