package io.castile.shop;

import jakarta.jws.WebService;
import java.util.ArrayList;
import java.util.List;

@WebService(endpointInterface = "io.castile.shop.ClassyShop")
public class ClassyShopService implements ClassyShop {
  @Override
  public List<String> search(String query, Integer limit) {
    List<String> hits = new ArrayList<>();
    for (int i = 0; i < (limit == null ? 0 : limit); i++) {
      hits.add(query + i);
    }
    return hits;
  }

  @Override
  public double halve(double whole) {
    return whole / 2;
  }
}
