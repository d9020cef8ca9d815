package io.castile.template.internal;

/** Where an item is written before it is known where it will stand. */
final class ItemImage {
  byte[] bytes;

  ItemImage(int room) {
    bytes = new byte[room];
  }
}
