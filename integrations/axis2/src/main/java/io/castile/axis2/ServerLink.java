package io.castile.axis2;

import io.castile.cache.PendingCall;
import java.util.Iterator;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of one request: answers it, by what is kept or by the service. Axis2 calls the
 * service itself where the request cannot be cached.
 */
final class ServerLink extends AbstractHandler {
  private final Site site;

  /** What is to be told how a call ended that the cache does not make; null for nothing. */
  private @Nullable PendingCall<ServerAnswer> pending;

  ServerLink(Site site) {
    this.site = site;
  }

  @Override
  public InvocationResponse invoke(MessageContext request) throws AxisFault {
    if (request.getAxisOperation().getMessageReceiver() == null) {
      return InvocationResponse.CONTINUE; // Axis2 says what is missing
    }
    ServerCall call = new ServerCall(site, request);
    if (!hasBlockToUnderstand(request) && (call.mayBeKept() || !site.policy().cached())) {
      site.cache().answer(call).give(request);
      return InvocationResponse.ABORT; // the answer is given
    }
    if (!site.policy().cached()) {
      pending = site.cache().begin(call);
    }
    return InvocationResponse.CONTINUE;
  }

  /** Whether Axis2 or the service has yet to look at a block that must be understood. */
  private static boolean hasBlockToUnderstand(MessageContext request) {
    SOAPHeader header = request.getEnvelope().getHeader();
    if (header != null) {
      Iterator<SOAPHeaderBlock> blocks = header.examineAllHeaderBlocks();
      while (blocks.hasNext()) {
        SOAPHeaderBlock block = blocks.next();
        if (block.getMustUnderstand() && !block.isProcessed()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public void flowComplete(MessageContext request) {
    PendingCall<ServerAnswer> called = pending;
    pending = null;
    if (called == null) {
      return;
    }
    Exception failure = request.getFailureReason();
    if (failure == null) {
      called.answered(ServerAnswer.Given.UNKNOWN);
    } else {
      called.failed(failure);
    }
  }
}
