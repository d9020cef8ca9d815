package io.castile.bench;

import io.castile.cache.ResponseCache;
import io.castile.cxf.CastileFeature;
import io.castile.demo.Peer;
import io.castile.demo.portal.Portal;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.frontend.ClientProxy;

/** Clients of CXF with Castile's feature in their chain. */
final class FeaturedCxf {
  private FeaturedCxf() {}

  /**
   * A client of the portal.
   *
   * @param cache not closed with the client
   */
  static LoopbackGoogle google(String url, ResponseCache cache) {
    Bus bus = new ExtensionManagerBus();
    Portal portal = Peer.cxfPort(Portal.class, url, bus, new CastileFeature(cache));
    return new LoopbackGoogle(
        portal,
        () -> {
          ClientProxy.getClient(portal).destroy();
          bus.shutdown(true);
        });
  }
}
