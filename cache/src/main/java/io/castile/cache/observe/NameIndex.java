package io.castile.cache.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;

/** Names and their numbers, from 0; bounded, as senders choose them. Thread-safe. */
final class NameIndex {
  static final int NONE = -1;

  /** More than an entry takes beside its characters on any JVM. */
  private static final long ENTRY_BYTES = 160;

  private final Map<String, Integer> numbers = new ConcurrentHashMap<>();
  private final List<String> names = new ArrayList<>(); // guarded by this
  private final int limit;
  private final LongPredicate reserve;

  /**
   * @param limit how many names at most
   * @param reserve takes bytes of what all names may have, if there are so many
   * @param first names that there are, whatever is left
   */
  NameIndex(int limit, LongPredicate reserve, String... first) {
    this.limit = limit;
    this.reserve = reserve;
    for (String name : first) {
      numbers.put(name, names.size());
      names.add(name);
    }
  }

  /** The number of a name, which is added if there is room; else {@link #NONE}. */
  int number(String name) {
    Integer known = numbers.get(name);
    return known != null ? known : add(name);
  }

  /** The number of a name that has been added; else {@link #NONE}. */
  int known(String name) {
    return numbers.getOrDefault(name, NONE);
  }

  synchronized boolean hasRoom() {
    return names.size() < limit;
  }

  private synchronized int add(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    if (names.size() == limit || !reserve.test(size(name))) {
      return NONE;
    }
    numbers.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  static long size(String name) {
    return ENTRY_BYTES + 2L * name.length();
  }

  synchronized List<String> names() {
    return List.copyOf(names);
  }
}
