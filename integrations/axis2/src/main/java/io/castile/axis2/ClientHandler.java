package io.castile.axis2;

import io.castile.cache.internal.CallCache;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.util.Utils;

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

  /**
   * The last handler of one request of a client: answers it, by what is kept or by the transport.
   * Axis2 calls the transport itself where the request cannot be cached.
   */
  private static final class ClientLink extends AbstractHandler {
    private final Site site;

    ClientLink(Site site) {
      this.site = site;
    }

    @Override
    public InvocationResponse invoke(MessageContext request) throws AxisFault {
      if (request.getTransportOut() == null) {
        return InvocationResponse.CONTINUE; // Axis2 says what is missing
      }
      ClientCall call = new ClientCall(site, request);
      if (site.policy().cached()
          && (!call.mayBeKept() || Utils.isClientThreadNonBlockingPropertySet(request))) {
        return InvocationResponse.CONTINUE;
      }
      CallCache.of(site.cache()).answer(call).deliver(request);
      return InvocationResponse.ABORT; // the answer is there
    }
  }
}
