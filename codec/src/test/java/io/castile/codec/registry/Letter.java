package io.castile.codec.registry;

/** What only the factory of its package knows. */
public class Letter {
  public String text;
}
