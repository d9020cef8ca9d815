package io.castile.gateway.edge;

/** A file that is checked once a second, as it may have changed. */
public interface Watched {
  /** Looks at it; called by one thread. */
  void look();
}
