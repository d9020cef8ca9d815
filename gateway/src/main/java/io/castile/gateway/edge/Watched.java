package io.castile.gateway.edge;

/** What is looked at once a second, as it may have changed. */
public interface Watched {
  /** Looks at it; called by one thread. */
  void look();
}
