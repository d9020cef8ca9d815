package io.castile.generate.orders;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceContext;
import java.util.ArrayList;
import java.util.List;

/** Takes orders. */
@WebService(endpointInterface = "io.castile.generate.orders.Orders")
@HandlerChain(file = "handlers.xml")
public final class OrdersService implements Orders {
  @Resource private WebServiceContext context;
  private boolean isReady;

  @PostConstruct
  private void ready() {
    isReady = true;
  }

  @Override
  public Receipt place(Order order, Customer customer) throws Refused, SoldOut {
    if (!isReady || context.getMessageContext() == null) {
      throw new IllegalStateException("expected to be made ready");
    }
    if (order.lines().isEmpty()) {
      RefusedInfo info = new RefusedInfo();
      info.setReason("no lines");
      throw new Refused("refused", info);
    }
    if (order.lines().get(0).count() > 100) {
      SoldOut none = new SoldOut("sold out");
      none.setLeft(3);
      throw none;
    }
    String kind = order.getClass().getSimpleName();
    return new Receipt(kind + " of " + customer.name() + " " + order.notes(), Size.SMALL);
  }

  @Override
  public List<Line> lines(int[] numbers) {
    List<Line> lines = new ArrayList<>();
    for (int number : numbers) {
      lines.add(new Line("sku " + number, number));
    }
    return lines;
  }
}
