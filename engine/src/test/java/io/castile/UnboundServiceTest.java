package io.castile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A service of what cannot be bound does not start; a client says so in its first call. */
class UnboundServiceTest {
  public static class Order {
    public List<Line> lines;
  }

  public static class Line {
    public Currency currency;
  }

  public interface Priced {}

  @WebService(targetNamespace = "urn:unbound")
  public interface Orders {
    String place(@WebParam(name = "order") Order order);
  }

  @WebService(endpointInterface = "io.castile.UnboundServiceTest$Orders")
  public static class OrdersService implements Orders {
    @Override
    public String place(Order order) {
      return "";
    }
  }

  @WebService(targetNamespace = "urn:unbound")
  public static class Interfaces {
    public Priced price() {
      return null;
    }
  }

  @Test
  void aServerDoesNotStart() {
    assertThatThrownBy(
            () -> Castile.server().host("localhost").publish("/o", new OrdersService()).start())
        .isInstanceOf(BindingException.class)
        .hasMessageContaining(
            "Orders.place, order, Order.lines, Line.currency: Cannot bind java.util.Currency");
    assertThatThrownBy(
            () -> Castile.server().host("localhost").publish("/o", new Interfaces()).start())
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("Interfaces.price, return")
        .hasMessageContaining("Priced, because it is an interface");
  }

  @Test
  void aClientSaysSoBeforeItCalls() {
    Orders orders = Castile.client(Orders.class).endpoint("http://localhost:1/").build();

    assertThatThrownBy(() -> orders.place(new Order()))
        .hasStackTraceContaining("Order.lines")
        .hasStackTraceContaining("java.util.Currency");
  }
}
