package io.castile.shop;

import jakarta.jws.WebService;

/** Operations inherited from a generic interface. */
@WebService
public interface GenericShop extends Mirror<Item> {
  String name();
}
