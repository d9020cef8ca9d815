package io.castile.gateway.edge;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Where the keys come from by which tokens are checked. Thread-safe. */
interface KeySource extends Watched {
  /** Returns the keys that hold; null where none are known yet. */
  @Nullable JwkSetKeys keys();

  /**
   * Has newer keys looked for, as a token names one that is not known.
   *
   * @return completed when that is over, whether there are any; at once where nothing is looked for
   */
  CompletableFuture<Void> newer();
}
