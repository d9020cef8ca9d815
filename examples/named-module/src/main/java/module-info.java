/** An application that is a module. */
module example {
  requires io.castile.engine;

  // Messages are written and read by the fields of Order, operations are called on the shop.
  opens example to
      io.castile.codec,
      io.castile.soap;
}
