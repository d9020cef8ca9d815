package io.castile.codec.loading;

/** Tells when it is initialized. */
class Tripwire {
  static final int LIMIT = Integer.parseInt(System.setProperty("castile.test.tripwire", "1"));

  private Tripwire() {}
}
