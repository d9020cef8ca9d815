package io.castile.bench.data;

import io.castile.bench.harness.Outlet;

/** What of sending a message is timed. */
public enum Way {
  /** From the first look at the message to the return of the last write to the socket. */
  SEND("send"),
  /** The same, but for the socket. */
  SERIALIZE("serialize");

  private final String label;

  Way(String label) {
    this.label = label;
  }

  /** What tables call it. */
  @Override
  public String toString() {
    return label;
  }

  /** Where a message goes that is timed this way. */
  public Outlet outlet(Outlet socket) {
    return this == SEND ? socket : Outlet.NONE;
  }
}
