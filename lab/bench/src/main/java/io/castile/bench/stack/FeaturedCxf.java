package io.castile.bench.stack;

import io.castile.cache.ResponseCache;
import io.castile.cxf.CastileFeature;
import io.castile.demo.Peer;
import io.castile.demo.portal.Portal;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.message.Message;

/** Clients of CXF with Castile's feature in their chain. */
public final class FeaturedCxf {
  private FeaturedCxf() {}

  /**
   * A client of the portal.
   *
   * @param cache not closed with the client
   */
  public static LoopbackGoogle google(String url, ResponseCache cache) {
    return google(url, new CastileFeature(cache));
  }

  /** A client of the portal with an interceptor in the feature's place. */
  public static LoopbackGoogle google(String url, Interceptor<Message> interceptor) {
    return google(
        url,
        new AbstractFeature() {
          @Override
          protected void initializeProvider(InterceptorProvider provider, Bus bus) {
            provider.getOutInterceptors().add(interceptor);
          }
        });
  }

  private static LoopbackGoogle google(String url, Feature feature) {
    Bus bus = new ExtensionManagerBus();
    Portal portal = Peer.cxfPort(Portal.class, url, bus, feature);
    return new LoopbackGoogle(
        portal,
        () -> {
          ClientProxy.getClient(portal).destroy();
          bus.shutdown(true);
        });
  }
}
