package io.castile.cache.policy.internal;

import java.util.List;
import java.util.Set;

/**
 * An element of a request, as far as a description says. Two that are equal have the same name and
 * the same elements in them.
 */
public interface KnownElement {
  /** Returns its name, {@code {namespace}local}, or {@code local} where it has no namespace. */
  String name();

  /** Returns the elements that may be in it. */
  List<KnownElement> children();

  /** Returns the attributes that it may have, named like elements. */
  Set<String> attributes();

  /** Whether it may have others, too. */
  boolean isOpen();
}
