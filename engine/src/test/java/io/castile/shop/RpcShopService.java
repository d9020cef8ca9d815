package io.castile.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;

@WebService(endpointInterface = "io.castile.shop.RpcShop", targetNamespace = "urn:rpc-shop")
public class RpcShopService implements RpcShop {
  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public Item item(Item item) {
    return item;
  }

  @Override
  public double[] numbers(double[] numbers) {
    return numbers;
  }

  @Override
  public String exchange(Holder<Item> both, Holder<Integer> out) throws OutOfStock {
    if (both.value.getStock() == 0) {
      throw new OutOfStock("empty", 1, "x");
    }
    out.value = both.value.getStock() + 1;
    both.value = new Item(both.value.getName() + "!", "1", 2, Item.Color.RED, "t");
    return "done";
  }

  @Override
  public void ping() {}
}
