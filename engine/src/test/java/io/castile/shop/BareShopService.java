package io.castile.shop;

import jakarta.jws.WebService;
import jakarta.xml.ws.Holder;

@WebService(endpointInterface = "io.castile.shop.BareShop", targetNamespace = "urn:bare-service")
public class BareShopService implements BareShop {
  @Override
  public Item find(Item wanted) {
    return wanted;
  }

  @Override
  public String length(String text) {
    return text == null ? "none" : String.valueOf(text.length());
  }

  @Override
  public void change(Holder<Item> item, String token) {
    item.value = new Item(item.value.getName() + token, "2", 1, null);
  }

  @Override
  public double[] values(double[] values) {
    return values;
  }

  @Override
  public void nothing() {}
}
