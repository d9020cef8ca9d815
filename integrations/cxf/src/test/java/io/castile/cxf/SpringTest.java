package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.Shops.Published;
import io.castile.shop.FreePorts;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.support.ClassPathXmlApplicationContext;

/** The feature in the XML of Spring, with nothing in code. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SpringTest {
  @TempDir Path folder;

  /** Counts its calls. */
  public static final class CountingShop extends WrappedShopService {
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public int add(int a, int b) {
      calls.incrementAndGet();
      return super.add(a, b);
    }
  }

  @BeforeEach
  void writePolicy() throws Exception {
    Path file = folder.resolve("cache.yaml");
    Files.writeString(file, "rules: [{operation: add, cache: true, ttl: 1h}]");
    System.setProperty("shop.policy", file.toString());
  }

  @AfterEach
  void clear() {
    System.clearProperty("shop.policy");
    System.clearProperty("shop.url");
  }

  private static ClassPathXmlApplicationContext start(String url, String file) {
    System.setProperty("shop.url", url);
    return new ClassPathXmlApplicationContext("io/castile/cxf/" + file);
  }

  @Test
  void onTheBus() {
    try (Published published = Shops.publish(WrappedShop.class, new WrappedShopService());
        ClassPathXmlApplicationContext context = start(published.url(), "cxf.xml")) {
      WrappedShop shop = context.getBean("shop", WrappedShop.class);
      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertThat(shop.add(1, 2)).isEqualTo(3);
      shop.echo("x");
      shop.echo("x");

      assertThat(published.served()).containsExactly("add", "echo", "echo");
      CastileFeature feature = context.getBean(CastileFeature.class);
      assertThat(feature.getCache().statistics().row("add").hits()).isEqualTo(1);
    }
  }

  @Test
  void closedWithTheContext() {
    try (Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      CastileFeature feature;
      try (ClassPathXmlApplicationContext context = start(published.url(), "cxf.xml")) {
        context.getBean("shop", WrappedShop.class).add(1, 2);
        feature = context.getBean(CastileFeature.class);
        assertThat(feature.getCache().statistics().row("add").entries()).isEqualTo(1);
      }

      assertThat(feature.getCache().statistics().row("add").entries()).isZero();
    }
  }

  @Test
  void onAnEndpointAndAClient() {
    String url = "http://localhost:" + FreePorts.next() + "/shop";
    try (ClassPathXmlApplicationContext context = start(url, "endpoints.xml")) {
      CountingShop service = context.getBean(CountingShop.class);
      WrappedShop plain = context.getBean("plain", WrappedShop.class);
      WrappedShop cached = context.getBean("cached", WrappedShop.class);
      assertThat(plain.add(1, 2)).isEqualTo(3);
      assertThat(plain.add(1, 2)).isEqualTo(3);
      assertThat(service.calls).hasValue(1);

      cached.add(2, 2);
      cached.add(2, 2);

      assertThat(service.calls).hasValue(2);
    }
  }
}
