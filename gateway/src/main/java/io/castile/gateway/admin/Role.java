package io.castile.gateway.admin;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A role that a token gives. A request of the API needs one of them. */
enum Role {
  /** The right to see what happens, what is kept, and what holds. */
  READ,
  /** The right to drop entries, or make them stale. */
  PURGE,
  /** The right to replace the policy. */
  POLICY;

  /** Returns the name that files and messages have. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException with the names that there are
   */
  static Role of(String word) {
    for (Role each : values()) {
      if (each.word().equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException("expected roles of " + words());
  }

  /** Returns all names. */
  static String words() {
    return Arrays.stream(values()).map(Role::word).collect(Collectors.joining(", "));
  }
}
