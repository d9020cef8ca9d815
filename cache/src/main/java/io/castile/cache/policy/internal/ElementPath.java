package io.castile.cache.policy.internal;

import io.castile.cache.policy.text.NameChecks;
import java.util.ArrayList;
import java.util.List;

/**
 * Names elements or attributes of a message by their way from the body: {@code
 * /doSearch/meta/time}, {@code /order/@stamp}.
 *
 * <p>Each step is a local name (in any namespace), <code>{namespace}local</code>, {@code *} for any
 * one element, or {@code **} for any number of elements, none included. The first step is the child
 * of the SOAP body. An attribute, as last step, begins with {@code @}; {@code @*} is any one.
 *
 * <p>Immutable and thread-safe.
 *
 * @param text the path as written, equal to how it is printed
 */
public record ElementPath(String text) {
  /** So that the steps of a path, and that it ends, fit into the bits of a long. */
  static final int MAX_STEPS = 32;

  public static final String ANY = "*";
  public static final String ANY_NUMBER = "**";

  /**
   * @throws IllegalArgumentException if the text is no path; the message says where
   */
  public ElementPath {
    NameChecks.checkedText(text, "element path");
    steps(text);
  }

  /** The steps; that of an attribute begins with an at-sign. */
  public List<String> steps() {
    return steps(text);
  }

  private static List<String> steps(String path) {
    if (!path.startsWith("/")) {
      throw refused(path, "does not begin with '/'");
    }
    List<String> steps = new ArrayList<>();
    int start = 1;
    // Invariant: the steps before start have been read, and start is behind a slash.
    while (start <= path.length()) {
      int end = start;
      if (path.startsWith("{", start) || path.startsWith("@{", start)) {
        // A namespace may have slashes.
        end = Math.max(end, path.indexOf('}', start));
      }
      end = path.indexOf('/', end);
      boolean isLast = end < 0;
      if (isLast) {
        end = path.length();
      }
      steps.add(checkedStep(path, start, end, isLast));
      start = end + 1;
    }
    if (steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException(
          "expected an element path of at most " + MAX_STEPS + " steps, found " + steps.size());
    }
    if (steps.get(steps.size() - 1).equals(ANY_NUMBER)) {
      throw refused(path, "ends with '**'. Name the element.");
    }
    return steps;
  }

  private static String checkedStep(String path, int start, int end, boolean isLast) {
    String step = path.substring(start, end);
    if (step.isEmpty()) {
      throw refused(path, "has an empty step at index " + start);
    }
    if (step.startsWith("@")) {
      if (!isLast || start == 1) {
        throw refused(path, "has an attribute at index " + start + ", which is a last step only");
      }
      String name = step.substring(1);
      return name.equals(ANY) ? step : "@" + NameChecks.checkedQualifiedName(name, "attribute");
    }
    return step.equals(ANY) || step.equals(ANY_NUMBER)
        ? step
        : NameChecks.checkedQualifiedName(step, "element");
  }

  private static IllegalArgumentException refused(String path, String reason) {
    return new IllegalArgumentException(
        "Cannot use element path '" + NameChecks.shortened(path) + "', because it " + reason);
  }

  @Override
  public String toString() {
    return text;
  }
}
