package io.castile.template.internal;

import io.castile.template.tracked.Tracked;

/** Which items of a list or an array may have changed, as an object says that knows. */
@FunctionalInterface
interface ChangedItems {
  /** For an object that does not know: any item may have changed. */
  ChangedItems ANY = from -> Tracked.EVERYTHING;

  /** Like {@link Tracked#changedItems}, of the list or array that is being written. */
  long next(int from);
}
