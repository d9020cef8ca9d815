package io.castile.generate.orders;

import io.castile.Castile;
import io.castile.SoapMount;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.codec.CodecMode;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import io.castile.template.Templates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * A program with a client and a server, templates and a cache on both sides: calls each operation
 * twice, and prints the messages.
 */
public final class OrderCalls {
  private OrderCalls() {}

  /** Prints what passes. */
  private static final class Printed implements Transport {
    private final Transport next;

    Printed(Transport next) {
      this.next = next;
    }

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      try {
        message.content().writeTo(request);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Incoming answer = next.send(message);
      System.out.println("> " + request.toString(StandardCharsets.UTF_8));
      System.out.println("< " + new String(answer.body(), StandardCharsets.UTF_8));
      return answer;
    }

    @Override
    public void close() {
      next.close();
    }
  }

  /**
   * Calls.
   *
   * @param arguments the mode of the codecs
   */
  public static void main(String[] arguments) throws Exception {
    CodecMode mode = CodecMode.valueOf(arguments[0]);
    try (SoapMount services =
        Castile.server()
            .codecMode(mode)
            .templates(Templates.builder().build())
            .cache(policy())
            .publish("/orders", new OrdersService())
            .mount()) {
      Orders orders =
          Castile.client(Orders.class)
              .codecMode(mode)
              .templates(Templates.builder().build())
              .cache(policy())
              .endpoint("http://localhost/orders")
              .transport(new Printed(services.localTransport()))
              .build();
      call(orders);
      call(orders);
      ((AutoCloseable) orders).close();
    }
    System.out.println("done");
  }

  private static CachePolicy policy() {
    CacheRule rule = CacheRule.forOperations("lines").cache(true).ttl(Duration.ofHours(1)).build();
    return CachePolicy.builder().rule(rule).build();
  }

  private static void call(Orders orders) throws Exception {
    Orders.Customer customer = new Orders.Customer("Ada");
    Orders.Order order = new Orders.Order();
    order.lines().add(new Orders.Line("ink", 2));
    order.notes().add("soon");
    System.out.println(orders.place(order, customer));
    Orders.Order gift = new Orders.Gift();
    gift.lines().addAll(List.of(new Orders.Line("pen", 1), new Orders.Line("cap", 3)));
    System.out.println(orders.place(gift, customer));
    System.out.println(orders.lines(new int[] {1, 2}));
    try {
      orders.place(new Orders.Order(), customer);
    } catch (Orders.Refused e) {
      System.out.println("refused: " + e.getFaultInfo().getReason());
    }
    order.lines().set(0, new Orders.Line("ink", 200));
    try {
      orders.place(order, customer);
    } catch (Orders.SoldOut e) {
      System.out.println("sold out: " + e.getLeft() + " left");
    }
  }
}
