package io.castile.cxf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.cxf.Shops.Published;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names in a policy, and those of services of CXF. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PolicyNamesTest {
  private static final Item ITEM = new Item("a", "1.50", 2, Item.Color.RED, "x");
  private static final QName OF_WSDL = new QName("urn:wsdl", "StockQuotes");

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private PrintStream usual;

  @BeforeEach
  void listen() {
    usual = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setErr(usual);
  }

  private static WrappedShop client(String url, String policy) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setServiceClass(WrappedShop.class);
    factory.setServiceName(OF_WSDL);
    factory.setAddress(url);
    factory.getFeatures().add(new CastileFeature(CachePolicy.parse("cache.yaml", policy)));
    return factory.create(WrappedShop.class);
  }

  private void assertToldOnce(String words) {
    assertThat(written.toString(UTF_8)).containsOnlyOnce("did you mean").contains(words);
  }

  /** An interface does not say the name of the service, and CXF knows it of the WSDL. */
  @Test
  void theNameOfTheServiceInTheWsdlFits() {
    try (Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      for (String service :
          new String[] {"StockQuotes", "'{urn:wsdl}StockQuotes'", "WrappedShop*"}) {
        long before = published.calls("sameItem");
        WrappedShop port =
            client(published.url(), "rules: [{service: " + service + ", cache: true, ttl: 1h}]");

        port.sameItem(ITEM);
        port.sameItem(ITEM);

        assertThat(published.calls("sameItem") - before).as(service).isEqualTo(1);
      }
      assertThat(written.toString(UTF_8)).doesNotContain("fits nothing");
    }
  }

  @Test
  void aMisspeltServiceIsToldWhenAClientIsMade() {
    client("http://localhost:9/", "rules: [{service: StockQuots, cache: true, ttl: 1h}]");

    assertToldOnce("service 'StockQuots' fits nothing, did you mean 'StockQuotes'?");
  }

  @Test
  void aMisspeltOperationIsToldWhenAClientIsMade() {
    client("http://localhost:9/", "rules: [{operation: sameItm, cache: true, ttl: 1h}]");

    assertToldOnce("operation 'sameItm' fits nothing, did you mean 'sameItem'?");
  }

  @Test
  void aWrongNamespaceIsToldWhenAServiceIsPublished() {
    CachePolicy policy =
        CachePolicy.parse(
            "cache.yaml", "rules: [{operation: '{urn:shop}sameItem', cache: true, ttl: 1h}]");

    Shops.publish(WrappedShop.class, new WrappedShopService(), new CastileFeature(policy)).close();

    assertToldOnce("did you mean '{http://shop.castile.io/}sameItem'?");
  }
}
