package io.castile.redis;

import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A service that says what reached it, and the processes of a fleet before it. */
final class Origin implements AutoCloseable {
  /** What reached it, in its order. */
  final List<String> served = new CopyOnWriteArrayList<>();

  private final Map<String, String> prices = new ConcurrentHashMap<>();
  private final SoapServer server;

  /** Does something after the answer is known and before it is sent. */
  volatile Consumer<String> before = item -> {};

  Origin() {
    server = Castile.server().host("localhost").publish("/prices", new Service()).start();
  }

  /** Public, as the service is called from outside. */
  @WebService(
      serviceName = "PricesService",
      targetNamespace = "urn:prices",
      endpointInterface = "io.castile.redis.Prices")
  public final class Service implements Prices {
    @Override
    public String price(String item) {
      served.add("price " + item);
      String price = prices.getOrDefault(item, "0");
      before.accept(item);
      return price;
    }

    @Override
    public String stock(String item) {
      served.add("stock " + item);
      return "some";
    }

    @Override
    public String setPrice(String item, String price) {
      prices.put(item, price);
      return price;
    }

    @Override
    public String setStock(String item, String stock) {
      return stock;
    }
  }

  void price(String item, String price) {
    prices.put(item, price);
  }

  String url() {
    return server.url("/prices");
  }

  long served(String what) {
    return served.stream().filter(what::equals).count();
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
