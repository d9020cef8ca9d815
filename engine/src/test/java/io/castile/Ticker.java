package io.castile;

import io.castile.shop.Item;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A service whose answers change a little from call to call. */
@WebService(targetNamespace = "http://shop.castile.io/", name = "Ticker")
public interface Ticker {
  /** The items of a market as they are now. */
  @WebMethod
  List<Item> items(@WebParam(name = "market") String market);

  /** As above, for whoever the token names. */
  @WebMethod
  List<Item> itemsFor(
      @WebParam(name = "market") String market,
      @WebParam(name = "token", header = true) String token);

  /** Takes items, and says how many. */
  @WebMethod
  int put(@WebParam(name = "items") List<Item> items);

  /** Fails. */
  @WebMethod
  String fail(@WebParam(name = "how") String how);

  /** The service, of which a test says what changes. */
  @WebService(
      targetNamespace = "http://shop.castile.io/",
      endpointInterface = "io.castile.Ticker",
      serviceName = "TickerService",
      portName = "TickerPort")
  final class Service implements Ticker {
    final AtomicInteger calls = new AtomicInteger();
    final List<List<Item>> puts = new CopyOnWriteArrayList<>();
    private final List<Item> items = new ArrayList<>();
    private final Random random;

    Service(long seed, int count) {
      random = new Random(seed);
      for (int i = 0; i < count; i++) {
        items.add(item(i));
      }
    }

    private Item item(int number) {
      Item.Color color = random.nextBoolean() ? Item.Color.RED : Item.Color.GREEN;
      String price = BigDecimal.valueOf(random.nextInt(100_000), 2).toPlainString();
      return new Item("item " + number, price, random.nextInt(1000), color, "a", "b&<" + number);
    }

    /** Replaces so many items, and then removes and adds as many as {@code moved} says. */
    synchronized void change(int count, int moved) {
      for (int i = 0; i < count && !items.isEmpty(); i++) {
        int at = random.nextInt(items.size());
        items.set(at, item(at));
      }
      for (int i = 0; i < moved; i++) {
        if (!items.isEmpty() && random.nextInt(5) > 0) {
          items.remove(random.nextInt(items.size()));
        }
        items.add(random.nextInt(items.size() + 1), item(1000 + random.nextInt(1000)));
      }
    }

    @Override
    public synchronized List<Item> items(String market) {
      calls.incrementAndGet();
      List<Item> answer = new ArrayList<>(items);
      answer.add(new Item(market, "1", 1, Item.Color.RED, "market"));
      return answer;
    }

    @Override
    public List<Item> itemsFor(String market, String token) {
      return items(market + " for " + token);
    }

    @Override
    public int put(List<Item> put) {
      puts.add(put);
      return put.size();
    }

    @Override
    public String fail(String how) {
      calls.incrementAndGet();
      throw new IllegalStateException(how);
    }
  }
}
