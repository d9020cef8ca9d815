package io.castile.cache.request;

import io.castile.cache.policy.internal.ElementPath;
import io.castile.cache.policy.text.QualifiedName;
import io.castile.xml.XmlName;
import java.util.List;

/**
 * Follows several paths at once from the body of a message inward.
 *
 * <p>Where they stand at an element is one long for each path, whose bit {@code i} says that its
 * first {@code i} steps lead there.
 *
 * <p>Immutable and thread-safe.
 */
public final class ElementPaths {
  private final String[][] steps;

  public ElementPaths(List<ElementPath> paths) {
    steps =
        paths.stream().map(path -> path.steps().toArray(String[]::new)).toArray(String[][]::new);
  }

  boolean isEmpty() {
    return steps.length == 0;
  }

  /** Where all paths stand at the body. */
  public long[] start() {
    long[] start = new long[steps.length];
    for (int p = 0; p < steps.length; p++) {
      start[p] = closed(steps[p], 1);
    }
    return start;
  }

  /**
   * Follows the paths to a child.
   *
   * @param at where they stand at the parent
   * @param into gets where they stand at the child
   * @return whether a path names the child
   */
  public boolean enter(long[] at, XmlName child, long[] into) {
    boolean named = false;
    for (int p = 0; p < steps.length; p++) {
      String[] path = steps[p];
      long next = 0;
      for (int i = 0; i < path.length; i++) {
        if ((at[p] & 1L << i) != 0) {
          if (path[i].equals(ElementPath.ANY_NUMBER)) {
            next |= 1L << i;
          } else if (fits(path[i], child)) {
            next |= 1L << (i + 1);
          }
        }
      }
      into[p] = closed(path, next);
      named |= (next & 1L << path.length) != 0;
    }
    return named;
  }

  /** Whether a path names an attribute of the element at which they stand. */
  boolean namesAttribute(long[] at, XmlName attribute) {
    for (int p = 0; p < steps.length; p++) {
      int last = steps[p].length - 1;
      String step = steps[p][last];
      if ((at[p] & 1L << last) != 0 && step.startsWith("@") && fits(step.substring(1), attribute)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the steps closed over any number of elements, which may be none. */
  private static long closed(String[] path, long bits) {
    long closed = bits;
    for (int i = 0; i < path.length; i++) {
      if ((closed & 1L << i) != 0 && path[i].equals(ElementPath.ANY_NUMBER)) {
        closed |= 1L << (i + 1);
      }
    }
    return closed;
  }

  private static boolean fits(String step, XmlName name) {
    return step.equals(ElementPath.ANY) || QualifiedName.matches(step, name.uri(), name.local());
  }
}
