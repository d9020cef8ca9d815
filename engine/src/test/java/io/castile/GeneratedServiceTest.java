package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import org.junit.jupiter.api.Test;

class GeneratedServiceTest {
  /** Is named and made as the proxies of frameworks are: a subclass without annotations. */
  private static final class Shop$$Proxy extends WrappedShopService {
    @Override
    public int add(int a, int b) {
      return super.add(a, b) + 100;
    }
  }

  @Test
  void aSubclassThatAFrameworkHasMadeIsTheServiceOfItsSuperclass() {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/shop", new Shop$$Proxy()).start()) {
      WrappedShop shop = Castile.client(WrappedShop.class).endpoint(server.url("/shop")).build();

      assertThat(shop.add(1, 2)).isEqualTo(103);
    }
  }
}
