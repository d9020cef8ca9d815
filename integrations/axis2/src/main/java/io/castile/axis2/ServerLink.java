package io.castile.axis2;

import io.castile.cache.internal.CallCache;
import io.castile.cache.internal.PendingCall;
import java.util.Iterator;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of one request: answers it, by what is kept or by the service, whole or as a
 * difference. Axis2 calls the service itself where neither cache nor link have to do with it.
 */
final class ServerLink extends AbstractHandler {
  private final @Nullable Site site; // null for no cache
  private final @Nullable AnswerLink link; // null for none

  /** What is to be told how a call ended that the cache does not make; null for nothing. */
  private @Nullable PendingCall<ServerAnswer> pending;

  /**
   * @param site null where the policy has nothing to do with the request
   * @param link null where the sender does not offer it
   */
  ServerLink(@Nullable Site site, @Nullable AnswerLink link) {
    this.site = site;
    this.link = link;
  }

  @Override
  public InvocationResponse invoke(MessageContext request) throws AxisFault {
    if (request.getAxisOperation().getMessageReceiver() == null) {
      return InvocationResponse.CONTINUE; // Axis2 says what is missing
    }
    Site cached = site;
    ServerCall call = cached == null ? null : new ServerCall(cached, request);
    if (hasBlockToUnderstand(request)) {
      if (cached != null && call != null && !cached.policy().cached()) {
        pending = CallCache.of(cached.cache()).begin(call);
      }
      return InvocationResponse.CONTINUE;
    }
    boolean isCached =
        cached != null && call != null && (call.mayBeKept() || !cached.policy().cached());
    if (link != null && ServerCall.isAnsweredByEnvelope(request)) {
      link.answer(request, () -> answer(request, isCached ? cached : null, call));
      return InvocationResponse.ABORT; // the answer is given
    }
    if (!isCached) {
      return InvocationResponse.CONTINUE;
    }
    answer(request, cached, call);
    return InvocationResponse.ABORT;
  }

  private static void answer(
      MessageContext request, @Nullable Site cached, @Nullable ServerCall call) throws AxisFault {
    if (cached == null || call == null) {
      request.getAxisOperation().getMessageReceiver().receive(request);
    } else {
      CallCache.of(cached.cache()).answer(call).give(request);
    }
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
