package io.castile.shop;

import jakarta.jws.HandlerChain;
import jakarta.jws.WebService;

/** A shop with handlers, by annotation. */
@WebService(
    endpointInterface = "io.castile.shop.WrappedShop",
    serviceName = "TracedService",
    portName = "TracedPort")
@HandlerChain(file = "handlers.xml")
public class TracedShopService extends WrappedShopService {
  @Override
  public int add(int a, int b) {
    TracedHandlers.say("service");
    return super.add(a, b);
  }
}
