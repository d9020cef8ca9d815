package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import java.util.List;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.invoker.Invoker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  /**
   * Asks the cache before the service is called, if the request is marked for it. Thread-safe if
   * the service's own invoker is.
   */
  private static final class CachingInvoker implements Invoker {
    private static final Logger log = LoggerFactory.getLogger(ServerInterceptor.class);

    private final Invoker service;

    CachingInvoker(Invoker service) {
      this.service = service;
    }

    @Override
    public Object invoke(Exchange exchange, Object parameters) {
      CachedOperation site = exchange.get(CachedOperation.class);
      if (site == null) {
        return service.invoke(exchange, parameters);
      }
      Object[] arguments;
      try {
        arguments =
            Values.arguments(site.operation(), parameters instanceof List<?> list ? list : null);
      } catch (NotCacheableException e) {
        log.debug("a call of {} goes past the cache: {}", site, e.getMessage());
        return service.invoke(exchange, parameters);
      }
      return CallCache.of(exchange.get(Sites.class).cache())
          .answer(
              new ServerCall(
                  site, exchange, arguments, () -> service.invoke(exchange, parameters)));
    }
  }
}
