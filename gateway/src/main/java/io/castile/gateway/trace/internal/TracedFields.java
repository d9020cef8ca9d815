package io.castile.gateway.trace.internal;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Header fields, whose names are the same in lower and upper case. */
public interface TracedFields {
  /** Returns the first value; null for none. */
  @Nullable String get(String name);

  /** Returns all names. */
  Set<String> names();

  /** Sets the one value. */
  void set(String name, String value);

  /** Removes all values. */
  void remove(String name);
}
