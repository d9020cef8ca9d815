package io.castile.axis2;

import io.castile.cache.internal.CallCache;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.util.Utils;

/**
 * The last handler of one request of a client: answers it, by what is kept or by the transport.
 * Axis2 calls the transport itself where the request cannot be cached.
 */
final class ClientLink extends AbstractHandler {
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
