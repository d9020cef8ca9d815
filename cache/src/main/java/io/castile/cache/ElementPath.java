package io.castile.cache;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;

/**
 * Names elements of a message by their way from the body: {@code /doSearch/meta/time}.
 *
 * <p>Each step is a local name (in any namespace), {@code {namespace}local}, {@code *} for any one
 * element, or {@code **} for any number of elements, none included. The first step is the child of
 * the SOAP body.
 *
 * <p>Immutable and thread-safe.
 *
 * @param text the path as written, equal to how it is printed
 */
public record ElementPath(String text) {
  private static final int MAX_STEPS = 64;

  /**
   * @throws IllegalArgumentException if the text is no path; the message says where
   */
  public ElementPath {
    Names.checkedText(text, "element path");
    steps(text);
  }

  /**
   * Whether an element is one of those named.
   *
   * @param way the names from the child of the body to the element, both included
   */
  public boolean matches(List<QName> way) {
    List<String> steps = steps(text);
    // Invariant: fits[j] says whether the steps before i fit the first j names.
    boolean[] fits = new boolean[way.size() + 1];
    fits[0] = true;
    for (String step : steps) {
      boolean[] next = new boolean[fits.length];
      if (step.equals("**")) {
        boolean any = false;
        for (int j = 0; j < fits.length; j++) {
          any |= fits[j];
          next[j] = any;
        }
      } else {
        for (int j = 1; j < fits.length; j++) {
          next[j] = fits[j - 1] && fitsStep(step, way.get(j - 1));
        }
      }
      fits = next;
    }
    return fits[way.size()];
  }

  private static boolean fitsStep(String step, QName name) {
    return step.equals("*") || QualifiedName.matches(step, name);
  }

  private static List<String> steps(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(
          "element path '" + Names.shortened(path) + "' does not begin with '/'");
    }
    List<String> steps = new ArrayList<>();
    int start = 1;
    // Invariant: the steps before start have been read, and start is behind a slash.
    while (start <= path.length()) {
      int end = start;
      if (path.startsWith("{", start)) {
        // A namespace may have slashes.
        end = Math.max(end, path.indexOf('}', start));
      }
      end = path.indexOf('/', end);
      if (end < 0) {
        end = path.length();
      }
      steps.add(checkedStep(path, start, end));
      start = end + 1;
    }
    if (steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException(
          "element path has " + steps.size() + " steps, more than " + MAX_STEPS);
    }
    if (steps.get(steps.size() - 1).equals("**")) {
      throw new IllegalArgumentException(
          "element path '" + Names.shortened(path) + "' ends with '**'; name the element");
    }
    return steps;
  }

  private static String checkedStep(String path, int start, int end) {
    String step = path.substring(start, end);
    if (step.isEmpty()) {
      throw new IllegalArgumentException(
          "element path '" + Names.shortened(path) + "' has an empty step at index " + start);
    }
    return step.equals("*") || step.equals("**")
        ? step
        : Names.checkedQualifiedName(step, "element");
  }

  @Override
  public String toString() {
    return text;
  }
}
