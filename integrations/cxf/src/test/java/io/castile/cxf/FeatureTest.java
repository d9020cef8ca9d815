package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.CacheStatistics;
import io.castile.cache.ResponseCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.KeyKind;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.shop.FreePorts;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.annotations.UseAsyncMethod;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Features;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.jaxws.ServerAsyncResponse;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways in which an application gets the feature, and what it then says. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FeatureTest {
  private static final Item ITEM = new Item("a", "1.50", 2, Item.Color.RED, "x");

  // ---- where it is put ----

  @Test
  void portsMadeOneByOneShareACacheAndItsStatistics() {
    ResponseCache cache = ResponseCache.of(Shops.hour());
    try (Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      for (int i = 0; i < 3; i++) {
        WrappedShop port =
            Shops.client(WrappedShop.class, published.url(), new CastileFeature(cache));
        assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
      }

      assertThat(published.calls("sameItem")).isEqualTo(1);
      CacheStatistics.Row row = cache.statistics().row("sameItem");
      assertThat(row.hits()).isEqualTo(2);
      assertThat(row.misses()).isEqualTo(1);
      assertThat(row.entries()).isEqualTo(1);
      assertThat(row.savedNanos()).isPositive();
    }
  }

  /** At both ends the feature stands beside the codecs and the link, whatever these put there. */
  @Test
  void besideCodecsAndTheLink() {
    ResponseCache cache = ResponseCache.of(Shops.hour());
    ResponseCache ofService = ResponseCache.of(Shops.hour());
    try (Published published =
        Shops.publish(
            WrappedShop.class,
            new WrappedShopService(),
            SoapVersion.SOAP_1_1,
            factory -> {
              factory.setDataBinding(new CastileJAXBDataBinding());
              factory
                  .getFeatures()
                  .addAll(List.of(new CastileFeature(ofService), new DifferentialFeature()));
            })) {
      for (int i = 0; i < 2; i++) {
        JaxWsProxyFactoryBean factory = Shops.clientOf(WrappedShop.class, published.url());
        factory.setDataBinding(new CastileJAXBDataBinding());
        factory
            .getFeatures()
            .addAll(
                i == 0
                    ? List.of(new CastileFeature(cache), new DifferentialFeature())
                    : List.of(new DifferentialFeature()));
        WrappedShop port = factory.create(WrappedShop.class);
        assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
        assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
      }

      assertThat(published.calls("sameItem")).isOne();
      assertThat(cache.statistics().row("sameItem").hits()).isOne();
      assertThat(ofService.statistics().row("sameItem").hits()).isEqualTo(2);
    }
  }

  @Test
  void asAFeatureOfTheServicesOwnPort() throws Exception {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      Service service =
          Service.create(
              URI.create(published.url() + "?wsdl").toURL(),
              published.server().getEndpoint().getService().getName());
      WrappedShop port = service.getPort(WrappedShop.class, feature);
      port.add(1, 2);
      port.add(1, 2);

      assertThat(published.calls("add")).isEqualTo(1);
    }
  }

  /** A call to itself must not wait for its own answer. */
  @Test
  void onABusForAllClientsAndServers() {
    Bus bus = new CXFBusFactory().createBus();
    try (CastileFeature feature = new CastileFeature(Shops.hour())) {
      feature.initialize(bus);
      try (Published published =
          Shops.publish(
              WrappedShop.class,
              new WrappedShopService(),
              SoapVersion.SOAP_1_1,
              factory -> factory.setBus(bus))) {
        var factory = Shops.clientOf(WrappedShop.class, published.url());
        factory.setBus(bus);
        WrappedShop port = factory.create(WrappedShop.class);
        WrappedShop plain = Shops.client(WrappedShop.class, published.url());

        assertThat(port.add(1, 2)).isEqualTo(3);
        assertThat(port.add(1, 2)).isEqualTo(3);
        assertThat(plain.add(1, 2)).isEqualTo(3);

        assertThat(published.calls("add")).isEqualTo(1);
        assertThat(feature.getCache().statistics().row("add").misses()).isEqualTo(2);
        assertThat(feature.getCache().statistics().row("add").hits()).isEqualTo(2);
      }
    } finally {
      bus.shutdown(true);
    }
  }

  @Test
  void aClientThatHasItTwiceAsksOneCacheOnly() {
    try (CastileFeature one = new CastileFeature(Shops.hour());
        CastileFeature other = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), one, other);
      port.add(1, 2);
      port.add(1, 2);

      assertThat(published.calls("add")).isEqualTo(1);
      assertThat(
              one.getCache().statistics().rows().size()
                  + other.getCache().statistics().rows().size())
          .isEqualTo(1);
    }
  }

  /** Says in its constructor what a class in an annotation cannot. */
  public static final class HourCache extends CastileFeature {
    static ResponseCache last;

    public HourCache() {
      super(Shops.hour());
      last = getCache();
    }
  }

  /** Has the feature by annotation. */
  @WebService(endpointInterface = "io.castile.shop.WrappedShop")
  @Features(classes = HourCache.class)
  public static final class AnnotatedShop extends WrappedShopService {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public int add(int a, int b) {
      calls.incrementAndGet();
      return super.add(a, b);
    }
  }

  @Test
  void byAnnotation() {
    AnnotatedShop service = new AnnotatedShop();
    String url = "http://localhost:" + FreePorts.next() + "/annotated";
    Endpoint endpoint = Endpoint.publish(url, service);
    try {
      WrappedShop port = Shops.client(WrappedShop.class, url);
      port.add(1, 2);
      port.add(1, 2);

      assertThat(service.calls).hasValue(1);
      assertThat(HourCache.last.statistics().row("add").hits()).isEqualTo(1);
    } finally {
      endpoint.stop();
      HourCache.last.close();
    }
  }

  // ---- what it is told ----

  @Test
  void withoutAPolicyItSaysWhatToSet() {
    assertThatThrownBy(
            () -> Shops.client(WrappedShop.class, "http://localhost/", new CastileFeature()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("policyFile, policy, cache or recorder");
  }

  @Test
  void theCacheIsSetOnce() {
    try (CastileFeature feature = new CastileFeature(Shops.hour())) {
      assertThatThrownBy(() -> feature.setPolicy(CachePolicy.NOTHING))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aClosedFeatureLetsCallsGoOn() {
    try (Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      CastileFeature feature = new CastileFeature(Shops.hour());
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), feature);
      port.add(1, 2);
      feature.close();

      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(published.calls("add")).isEqualTo(2);
    }
  }

  @Test
  void thePolicyFileIsReadAgainWhenItChanges(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("cache.yaml");
    Files.writeString(file, "rules: [{operation: add, cache: true, ttl: 1h}]");
    try (CastileFeature feature = new CastileFeature();
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      feature.setPolicyFile(file);
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), feature);
      port.add(1, 2);
      port.add(1, 2);
      port.echo("x");
      port.echo("x");
      assertThat(published.served()).containsExactly("add", "echo", "echo");

      CachePolicy before = feature.getCache().policy();
      Files.writeString(file, "rules: [{operation: echo, cache: true, ttl: 2h}]");
      while (feature.getCache().policy().equals(before)) { // the test's time is limited
        port.add(1, 2);
        Thread.onSpinWait();
      }
      published.served().clear();
      port.add(1, 2);
      port.add(1, 2);
      port.echo("x");
      port.echo("x");

      assertThat(published.served()).containsExactly("add", "add", "echo");
    }
  }

  @ParameterizedTest
  @EnumSource(RepresentationKind.class)
  void everyRepresentation(RepresentationKind kind) {
    try (CastileFeature feature =
            new CastileFeature(Shops.hour(rule -> rule.representation(kind)));
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), feature);
      for (int i = 0; i < 3; i++) {
        assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
      }
      assertThat(published.calls("sameItem")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(value = KeyKind.class, mode = EnumSource.Mode.EXCLUDE, names = "SERIALIZATION")
  void everyKindOfKey(KeyKind kind) {
    try (CastileFeature feature = new CastileFeature(Shops.hour(rule -> rule.key(kind)));
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService(), feature)) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url());
      for (int i = 0; i < 3; i++) {
        assertThat(port.sameItem(ITEM)).isEqualTo(ITEM);
        assertThat(port.sameItem(new Item("b", "2", 1, null))).isNotEqualTo(ITEM);
      }
      assertThat(published.calls("sameItem")).isEqualTo(2);
    }
  }

  @Test
  void callsThatInvalidate() {
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("echo").cache(true).ttl(Duration.ofHours(1)).build())
            .rule(CacheRule.forOperations("add").invalidates(Invalidation.of("echo")).build())
            .build();
    try (CastileFeature client = new CastileFeature(policy);
        CastileFeature server = new CastileFeature(policy);
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService(), server)) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), client);
      port.echo("x");
      port.echo("x");
      assertThat(published.calls("echo")).isEqualTo(1);

      port.add(1, 2);
      port.echo("x");
      port.echo("x");

      assertThat(published.calls("echo")).isEqualTo(2);
    }
  }

  @Test
  void requestsToOtherAddressesAreOtherCalls() {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published one = Shops.publish(WrappedShop.class, new WrappedShopService());
        Published other = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port = Shops.client(WrappedShop.class, one.url(), feature);
      port.add(1, 2);
      Requests.context(port)
          .put(jakarta.xml.ws.BindingProvider.ENDPOINT_ADDRESS_PROPERTY, other.url());
      port.add(1, 2);
      port.add(1, 2);

      assertThat(one.calls("add")).isEqualTo(1);
      assertThat(other.calls("add")).isEqualTo(1);
    }
  }

  @Test
  void theResponseContextOfAHitSaysThatAllIsWell() {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      WrappedShop port = Shops.client(WrappedShop.class, published.url(), feature);
      Client client = ClientProxy.getClient(port);
      port.add(1, 2);
      port.add(1, 2);

      assertThat(published.calls("add")).isEqualTo(1);
      assertThat(client.getResponseContext())
          .containsEntry(org.apache.cxf.message.Message.RESPONSE_CODE, 200);
    }
  }

  // ---- beside other things of CXF ----

  @Test
  void withAddressing() {
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published =
            Shops.publish(WrappedShop.class, new WrappedShopService(), new WSAddressingFeature())) {
      WrappedShop port =
          Shops.client(WrappedShop.class, published.url(), new WSAddressingFeature(), feature);
      assertThat(port.add(1, 2)).isEqualTo(3);
      assertThat(port.add(1, 2)).isEqualTo(3);

      assertThat(published.calls("add")).isEqualTo(1);
    }
  }

  /** Its answers come when its thread has left the chain. */
  @WebService(name = "Later", targetNamespace = "urn:later")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public static class LaterService {
    final AtomicInteger calls = new AtomicInteger();

    @UseAsyncMethod
    public String twice(String text) {
      throw new AssertionError("the other one is called");
    }

    @WebMethod(exclude = true)
    public Future<?> twiceAsync(String text, AsyncHandler<String> handler) {
      calls.incrementAndGet();
      ServerAsyncResponse<String> response = new ServerAsyncResponse<>();
      new Thread(
              () -> {
                response.set(text + text);
                handler.handleResponse(response);
              })
          .start();
      return response;
    }
  }

  /** The interface of that. */
  @WebService(name = "Later", targetNamespace = "urn:later")
  @SOAPBinding(style = SOAPBinding.Style.RPC)
  public interface Later {
    String twice(String text);
  }

  @Test
  void aServiceThatAnswersLaterIsAskedEachTime() {
    LaterService service = new LaterService();
    String url = "http://localhost:" + FreePorts.next() + "/later";
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(service);
    factory.setAddress(url);
    try (CastileFeature feature = new CastileFeature(Shops.hour())) {
      factory.getFeatures().add(feature);
      Server server = factory.create();
      Later port = Shops.client(Later.class, url);
      assertThat(port.twice("ab")).isEqualTo("abab");
      assertThat(port.twice("ab")).isEqualTo("abab");
      assertThat(port.twice("cd")).isEqualTo("cdcd");

      assertThat(service.calls).hasValue(3);
      server.destroy();
    }
  }

  // ---- what has no interface ----

  @Test
  void dispatchesAreNotCachedAndWork() throws Exception {
    Bus bus = new CXFBusFactory().createBus();
    Bus before = BusFactory.getThreadDefaultBus(false);
    try (CastileFeature feature = new CastileFeature(Shops.hour());
        Published published = Shops.publish(WrappedShop.class, new WrappedShopService())) {
      feature.initialize(bus);
      BusFactory.setThreadDefaultBus(bus);
      QName port = new QName("urn:any", "port");
      Service service = Service.create(new QName("urn:any", "service"));
      service.addPort(port, SoapVersion.SOAP_1_1.bindingId(), published.url());
      Dispatch<Source> dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
      for (int i = 0; i < 2; i++) {
        Source request =
            new StreamSource(
                new StringReader(
                    "<n:add xmlns:n='http://shop.castile.io/'><a>1</a><b>2</b></n:add>"));
        assertThat(dispatch.invoke(request)).isNotNull();
      }

      assertThat(published.calls("add")).isEqualTo(2);
      assertThat(feature.getCache().statistics().rows()).isEmpty();
    } finally {
      BusFactory.setThreadDefaultBus(before);
      bus.shutdown(true);
    }
  }

  /** The service is read from its class where there is no interface. */
  @WebService(serviceName = "Lone", targetNamespace = "urn:lone")
  public static class LoneService {
    final AtomicInteger calls = new AtomicInteger();

    public String twice(String text) {
      calls.incrementAndGet();
      return text + text;
    }
  }

  /** The interface of that. */
  @WebService(name = "LoneService", targetNamespace = "urn:lone")
  public interface Lone {
    String twice(String text);
  }

  @Test
  void aServiceWithoutAnInterface() {
    LoneService service = new LoneService();
    String url = "http://localhost:" + FreePorts.next() + "/lone";
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setServiceBean(service);
    factory.setAddress(url);
    try (CastileFeature feature = new CastileFeature(Shops.hour())) {
      factory.getFeatures().add(feature);
      var server = factory.create();
      Lone port = Shops.client(Lone.class, url);
      assertThat(port.twice("ab")).isEqualTo("abab");
      assertThat(port.twice("ab")).isEqualTo("abab");

      assertThat(service.calls).hasValue(1);
      server.destroy();
    }
  }
}
