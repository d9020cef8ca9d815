package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.template.Templates;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls whose arguments contain themselves: refused before anything is sent. */
class ObjectCycleTest {
  @XmlAccessorType(XmlAccessType.FIELD)
  public static final class Order {
    List<Line> lines = new ArrayList<>();
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  public static final class Line {
    Order order;
  }

  @WebService
  public interface Orders {
    int place(@WebParam(name = "order") Order order);
  }

  @WebService
  public static final class OrdersImpl implements Orders {
    @Override
    public int place(@WebParam(name = "order") Order order) {
      return order.lines.size();
    }
  }

  @Test
  void theErrorOfACallNamesTheParameterAndTheWay() {
    Order cyclic = new Order();
    cyclic.lines.add(new Line());
    cyclic.lines.get(0).order = cyclic;
    Order tree = new Order();
    tree.lines.add(new Line());
    CachePolicy policy =
        CachePolicy.builder()
            .rule(CacheRule.forOperations("place").cache(true).ttl(Duration.ofMinutes(1)).build())
            .build();
    try (SoapServer server = Castile.server().publish("/orders", new OrdersImpl()).start()) {
      String address = server.url("/orders");
      List<Orders> clients =
          List.of(
              Castile.client(Orders.class).endpoint(address).build(),
              Castile.client(Orders.class)
                  .endpoint(address)
                  .templates(Templates.builder().always(true).build())
                  .build(),
              Castile.client(Orders.class).endpoint(address).cache(policy).build());

      for (Orders orders : clients) {
        assertThatThrownBy(() -> orders.place(cyclic))
            .hasStackTraceContaining("found a cycle: order.lines[0].order is order again");
        assertThat(orders.place(tree)).isEqualTo(1);
      }
    }
  }
}
