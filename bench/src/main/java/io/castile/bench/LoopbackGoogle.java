package io.castile.bench;

import io.castile.Castile;
import io.castile.demo.Demo;
import io.castile.demo.portal.GoogleSearchResult;
import io.castile.demo.portal.Portal;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/**
 * The portal of the demo on the loopback interface, and a client of the same stack as its server.
 *
 * @param portal the client
 * @param stop stops both
 */
record LoopbackGoogle(Portal portal, AutoCloseable stop) implements Google, AutoCloseable {

  /** Starts both, on Apache CXF or on Castile. */
  static LoopbackGoogle start(boolean isCxf) throws Exception {
    Demo demo = new Demo(0);
    return isCxf ? cxf(demo) : castile(demo);
  }

  private static LoopbackGoogle castile(Demo demo) {
    Portal portal = Castile.client(Portal.class).endpoint(demo.url("Castile")).build();
    return new LoopbackGoogle(
        portal,
        () -> {
          ((AutoCloseable) portal).close();
          demo.close();
        });
  }

  private static LoopbackGoogle cxf(Demo demo) {
    Bus bus = new ExtensionManagerBus();
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(Portal.class);
    factory.setAddress(demo.url("CXF"));
    Portal portal = factory.create(Portal.class);
    return new LoopbackGoogle(
        portal,
        () -> {
          ClientProxy.getClient(portal).destroy();
          bus.shutdown(true);
          demo.close();
        });
  }

  @Override
  public String doSpellingSuggestion(String key, String phrase) {
    return portal.doSpellingSuggestion(key, phrase);
  }

  @Override
  public byte[] doGetCachedPage(String key, String url) {
    return portal.doGetCachedPage(key, url);
  }

  @Override
  public GoogleSearchResult doGoogleSearch(
      String key,
      String q,
      int start,
      int maxResults,
      boolean filter,
      String restrict,
      boolean safeSearch,
      String lr,
      String ie,
      String oe) {
    return portal.doGoogleSearch(
        key, q, start, maxResults, filter, restrict, safeSearch, lr, ie, oe);
  }

  @Override
  public void close() throws Exception {
    stop.close();
  }
}
