package io.castile.generate.build;

import java.util.EnumSet;
import java.util.Set;

/** How a class is reflected on: which of its members are called, read or set. Not thread-safe. */
final class ReflectedType {
  /** Members of a class, by what the metadata calls them. */
  enum Members {
    CONSTRUCTORS("allDeclaredConstructors"),
    METHODS("allDeclaredMethods"),
    PUBLIC_METHODS("allPublicMethods"),
    FIELDS("allDeclaredFields");

    private final String key;

    Members(String key) {
      this.key = key;
    }

    String key() {
      return key;
    }
  }

  private final Set<Members> members = EnumSet.noneOf(Members.class);

  void add(Members... more) {
    members.addAll(Set.of(more));
  }

  /** Returns them in their order; empty for a class of which the name is enough. */
  Set<Members> members() {
    return members;
  }
}
