package io.castile.spring.port;

import io.castile.cache.ResponseCache;
import io.castile.cxf.CastileFeature;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.frontend.ClientProxy;
import org.springframework.util.ClassUtils;

/**
 * Puts a response cache into ports of Apache CXF. It stands in CXF's own chain, where it sees what
 * interceptors and conduits say of the caller: an answer to a request with the user's token, which
 * an interceptor adds, is not given to another user.
 */
final class CxfPorts {
  private static final boolean PRESENT =
      ClassUtils.isPresent("org.apache.cxf.frontend.ClientProxy", CxfPorts.class.getClassLoader());

  private CxfPorts() {}

  /** Whether a proxy of the JDK is a port of CXF. */
  static boolean isPort(Object proxy) {
    return PRESENT && Known.isPort(proxy);
  }

  /**
   * Puts a cache into a port of CXF that has none yet.
   *
   * @param harmless interceptors of the application, by class, that add nothing by which a service
   *     tells callers apart
   */
  static void cache(Object port, ResponseCache cache, List<String> harmless) {
    Known.cache(port, cache, harmless);
  }

  /** What is loaded only where CXF is. */
  private static final class Known {
    static boolean isPort(Object proxy) {
      return Proxy.getInvocationHandler(proxy) instanceof ClientProxy;
    }

    static void cache(Object port, ResponseCache cache, List<String> harmless) {
      Client client = ClientProxy.getClient(port);
      boolean isCached =
          client.getOutInterceptors().stream()
              .anyMatch(
                  each ->
                      each.getClass()
                          .getPackageName()
                          .equals(CastileFeature.class.getPackageName()));
      if (!isCached) {
        CastileFeature feature = new CastileFeature(cache);
        feature.setHarmlessInterceptors(harmless);
        feature.initialize(client, client.getBus());
      }
    }
  }
}
