package io.castile.redeployed;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cxf.CastileFeature;
import io.castile.shop.FreePorts;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** An application with client and server of CXF. */
public final class CxfApplication implements Consumer<String> {
  /** Where the feature is. */
  public enum Use {
    NOWHERE,
    CLIENT,
    SERVER
  }

  @Override
  public void accept(String use) {
    Bus bus = BusFactory.newInstance().createBus();
    BusFactory.setThreadDefaultBus(bus);
    try (CastileFeature feature = new CastileFeature(policy())) {
      run(bus, feature, Use.valueOf(use));
    } finally {
      bus.shutdown(true);
      BusFactory.setThreadDefaultBus(null);
      BusFactory.clearDefaultBusForAnyThread(bus);
    }
  }

  private static CachePolicy policy() {
    return CachePolicy.builder()
        .rule(CacheRule.forOperations("same*").cache(true).ttl(Duration.ofHours(1)).build())
        .build();
  }

  private static void run(Bus bus, CastileFeature feature, Use use) {
    String url = "http://localhost:" + FreePorts.next() + "/shop";
    JaxWsServerFactoryBean serverFactory = new JaxWsServerFactoryBean();
    serverFactory.setBus(bus);
    serverFactory.setServiceClass(WrappedShop.class);
    serverFactory.setServiceBean(new WrappedShopService());
    serverFactory.setAddress(url);
    if (use == Use.SERVER) {
      serverFactory.getFeatures().add(feature);
    }
    Server server = serverFactory.create();
    JaxWsProxyFactoryBean clientFactory = new JaxWsProxyFactoryBean();
    clientFactory.setBus(bus);
    clientFactory.setServiceClass(WrappedShop.class);
    clientFactory.setAddress(url);
    if (use == Use.CLIENT) {
      clientFactory.getFeatures().add(feature);
    }
    WrappedShop port = clientFactory.create(WrappedShop.class);
    for (int i = 0; i < 60; i++) {
      Item item = new Item("a", "9.9", i % 20, Item.Color.RED, "new");
      assertThat(port.sameItem(item)).isNotNull();
    }
    Client client = ClientProxy.getClient(port);
    client.destroy();
    server.destroy();
  }
}
