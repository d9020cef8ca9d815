package io.castile.cxf;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import java.util.List;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.service.invoker.Invoker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cache before the service is called, if the request is marked for it. Thread-safe if the
 * service's own invoker is.
 */
final class CachingInvoker implements Invoker {
  private static final Logger log = LoggerFactory.getLogger(CachingInvoker.class);

  private final Invoker service;

  CachingInvoker(Invoker service) {
    this.service = service;
  }

  @Override
  public Object invoke(Exchange exchange, Object parameters) {
    CachedOperation cachedOperation = exchange.get(CachedOperation.class);
    if (cachedOperation == null) {
      return service.invoke(exchange, parameters);
    }
    Object[] arguments;
    try {
      arguments =
          Values.arguments(
              cachedOperation.operation(), parameters instanceof List<?> list ? list : null);
    } catch (NotCacheableException e) {
      log.debug("a call of {} goes past the cache: {}", cachedOperation, e.getMessage());
      return service.invoke(exchange, parameters);
    }
    return CallCache.of(exchange.get(Sites.class).cache())
        .answer(
            new ServerCall(
                cachedOperation, exchange, arguments, () -> service.invoke(exchange, parameters)));
  }
}
