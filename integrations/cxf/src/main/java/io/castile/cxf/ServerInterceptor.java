package io.castile.cxf;

import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.invoker.Invoker;

/**
 * Marks a server's requests for the cache, and lets {@link CachingInvoker} stand before the
 * service. It stands there and not in the chain, so that whatever else the chain has, such as
 * interceptors that authorize, has let the request pass before it is answered.
 */
final class ServerInterceptor extends AbstractPhaseInterceptor<Message> {
  private final Sites sites;

  ServerInterceptor(Sites sites) {
    super(Phase.PRE_INVOKE);
    this.sites = sites;
  }

  @Override
  public void handleMessage(Message message) {
    if (MessageUtils.isRequestor(message)
        || message.getExchange().get(CachedOperation.class) != null) {
      return;
    }
    CachedOperation cachedOperation = sites.of(message);
    if (cachedOperation == null
        || !CallCache.of(sites.cache()).concerns(cachedOperation, ServerCall.endpoint(message))) {
      return;
    }
    message.getExchange().put(CachedOperation.class, cachedOperation);
    message.getExchange().put(Sites.class, sites);
    install(message.getExchange().getEndpoint().getService());
  }

  private static void install(Service service) {
    synchronized (service) {
      Invoker invoker = service.getInvoker();
      if (!(invoker instanceof CachingInvoker)) {
        service.setInvoker(new CachingInvoker(invoker));
      }
    }
  }
}
