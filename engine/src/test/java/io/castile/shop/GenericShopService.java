package io.castile.shop;

import jakarta.jws.WebService;
import java.util.List;

@WebService(endpointInterface = "io.castile.shop.GenericShop")
public class GenericShopService implements GenericShop {
  @Override
  public String name() {
    return "generic";
  }

  @Override
  public Item one(Item value) {
    return value;
  }

  @Override
  public List<Item> many(List<Item> values) {
    return values;
  }
}
