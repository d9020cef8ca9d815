package example;

import jakarta.jws.WebService;
import java.util.List;

/** A shop with one kind of order. */
@WebService(endpointInterface = "example.Shop")
public class SmallShop implements Shop {
  @Override
  public Order order(int number) {
    return new Order(number, List.of("pen", "ink"), 42.5);
  }
}
