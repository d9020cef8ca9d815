package io.castile.template.read;

import java.util.Arrays;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for the sets of namespaces in scope, the same for equal sets, in whatever message they
 * stand. Bounded. Owned by one thread.
 */
final class Scopes {
  /** Numbers are below. */
  static final int LIMIT = 64;

  private final BiPredicate<Object, Object> same;
  private final Object[] scopes = new Object[LIMIT];
  private int count;
  private @Nullable Object latest;
  private int latestNumber;

  Scopes(BiPredicate<Object, Object> same) {
    this.same = same;
  }

  /** The number of a scope; -1 if there are too many. */
  int number(Object scope) {
    if (scope != latest) {
      int number = find(scope);
      if (number < 0) {
        return -1;
      }
      latest = scope;
      latestNumber = number;
    }
    return latestNumber;
  }

  private int find(Object scope) {
    for (int i = 0; i < count; i++) {
      if (scopes[i] == scope) {
        return i;
      }
    }
    for (int i = 0; i < count; i++) {
      if (same.test(scopes[i], scope)) {
        scopes[i] = scope; // the one that the reader has now is found faster
        return i;
      }
    }
    if (count == LIMIT) {
      return -1;
    }
    scopes[count] = scope;
    return count++;
  }

  void clear() {
    Arrays.fill(scopes, 0, count, null);
    count = 0;
    latest = null;
  }
}
