package io.castile.redeployed;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.Castile;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.codec.CodecMode;
import io.castile.servlet.CastileServlet;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.time.Duration;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** An application of a servlet, with its container. */
public final class ServletApplication implements Consumer<String> {
  @Override
  public void accept(String use) {
    try {
      run();
    } catch (Exception e) {
      throw new IllegalStateException(use + " failed", e);
    }
  }

  private static void run() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("same*").cache(true).ttl(Duration.ofHours(1)).build())
            .build();
    context.addServlet(
        new ServletHolder(
            new CastileServlet(
                Castile.server()
                    .codecMode(CodecMode.COMPILED)
                    .publish("/shop", new WrappedShopService())
                    .cache(policy))),
        "/*");
    server.setHandler(context);
    server.start();
    try {
      WrappedShop port =
          Castile.client(WrappedShop.class)
              .endpoint("http://localhost:" + connector.getLocalPort() + "/shop")
              .codecMode(CodecMode.COMPILED)
              .build();
      for (int i = 0; i < 60; i++) {
        Item item = new Item("a", "9.9", i % 20, Item.Color.RED, "new");
        assertThat(port.sameItem(item)).isNotNull();
      }
    } finally {
      server.stop();
    }
  }
}
