package io.castile.shop;

import jakarta.jws.WebService;

@WebService(endpointInterface = "io.castile.shop.RemarkShop", targetNamespace = "urn:remarks")
public class RemarkShopService implements RemarkShop {
  @Override
  public String remark(String text, Integer times) {
    return text == null ? null : text.repeat(times == null ? 1 : times);
  }
}
