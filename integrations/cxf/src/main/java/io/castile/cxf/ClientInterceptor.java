package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.internal.PendingCall;
import java.util.List;
import java.util.Set;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxws.interceptors.HolderOutInterceptor;
import org.apache.cxf.jaxws.interceptors.SwAOutInterceptor;
import org.apache.cxf.jaxws.interceptors.WrapperClassOutInterceptor;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cache before a client's request is made of the arguments; what interceptors before this
 * one have added is seen, and {@link OutChain} says what those behind may add.
 *
 * <p>A synchronous call is answered in the cache: to ask is to run the rest of the chain. An
 * asynchronous one goes on where it is, and its callback tells the cache what came of it.
 */
final class ClientInterceptor extends AbstractPhaseInterceptor<Message> {
  private static final Logger log = LoggerFactory.getLogger(ClientInterceptor.class);

  /** On a message that a cache has had. */
  private static final String SEEN = ClientInterceptor.class.getName() + ".seen";

  private final Sites sites;
  private final Set<String> harmless;

  ClientInterceptor(Sites sites, Set<String> harmless) {
    super(Phase.PRE_LOGICAL);
    addBefore(HolderOutInterceptor.class.getName());
    addBefore(WrapperClassOutInterceptor.class.getName());
    addBefore(SwAOutInterceptor.class.getName());
    this.sites = sites;
    this.harmless = harmless;
  }

  @Override
  public void handleMessage(Message message) {
    if (!MessageUtils.isRequestor(message) || message.put(SEEN, Boolean.TRUE) != null) {
      return;
    }
    if (message.get(ClientCall.UNCACHED) instanceof ClientCall.Anew anew) {
      anew.begin(message, OutChain.behind(this, message, harmless));
      return;
    }
    CachedOperation cachedOperation = sites.of(message);
    if (cachedOperation == null
        || !CallCache.of(sites.cache()).concerns(cachedOperation, ClientCall.endpoint(message))) {
      return;
    }
    Object[] arguments;
    try {
      arguments = Values.arguments(cachedOperation.operation(), message.getContent(List.class));
    } catch (NotCacheableException e) {
      log.debug("a call of {} goes past the cache: {}", cachedOperation, e.getMessage());
      return;
    }
    ClientCall call =
        new ClientCall(
            cachedOperation,
            message,
            arguments,
            OutChain.behind(this, message, harmless),
            CallCache.of(sites.cache())
                .ownMessageBytes(cachedOperation, ClientCall.endpoint(message)));
    if (message.getExchange().isSynchronous()) {
      answer(call);
    } else {
      begin(call, message.getExchange());
    }
  }

  private void answer(ClientCall call) {
    try {
      CallCache.of(sites.cache()).answer(call).deliver(call);
    } catch (Exception e) {
      if (!call.isKnown(e)) { // else the exchange has it, for ClientImpl to throw
        throw e instanceof RuntimeException unchecked ? unchecked : new Fault(e);
      }
    }
  }

  private void begin(ClientCall call, Exchange exchange) {
    ClientCallback callback = exchange.get(ClientCallback.class);
    if (callback == null) {
      return;
    }
    ClientCall own;
    try {
      own = call.snapshot(); // the caller may change the arguments before the request is written
    } catch (NotCacheableException e) {
      log.debug("a call of {} goes past the cache: {}", call.cachedOperation(), e.getMessage());
      return;
    }
    PendingCall<ClientAnswer> pending = CallCache.of(sites.cache()).begin(own);
    if (pending.answer() == null) {
      own.wantMessage();
      exchange.put(ClientCallback.class, new TellingCallback(callback, own, pending));
      return;
    }
    try {
      pending.answer().deliver(call);
    } catch (NotCacheableException e) {
      log.debug("a call of {} goes past the cache: {}", call.cachedOperation(), e.getMessage());
    }
  }
}
