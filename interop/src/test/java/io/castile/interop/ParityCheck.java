package io.castile.interop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Checks one type on random instances: what the candidate writes, reads, copies and finds equal
 * against the reference.
 */
final class ParityCheck {
  private static final int VARIANTS = 2;

  private final Class<?> type;
  private final RandomBeans beans;
  private final Binding.Typed reference;
  private final Binding.Typed candidate;
  private final List<Difference> differences = new ArrayList<>();
  private int instances;

  ParityCheck(Class<?> type, RandomBeans beans, Binding.Typed reference, Binding.Typed candidate) {
    this.type = type;
    this.beans = beans;
    this.reference = reference;
    this.candidate = candidate;
  }

  /**
   * A disagreement.
   *
   * @param check which check found it: write, read, copy, equal, hash, or the name of a step that
   *     failed
   * @param message what differs, and all that is needed to see it again
   */
  record Difference(String check, String message) {
    private static final int SHORT = 4000;

    /** The message as far as it is fit for a console. */
    String summary() {
      return message.length() <= SHORT ? message : message.substring(0, SHORT) + "...";
    }
  }

  /** A step of a check, which may fail in any way. */
  private interface Step<T> {
    T run() throws Exception;
  }

  /** A step failed; its difference is already noted. */
  private static final class StepFailed extends Exception {
    private static final long serialVersionUID = 1L;

    StepFailed(Throwable cause) {
      super(cause);
    }
  }

  List<Difference> differences() {
    return differences;
  }

  /** How many instances were checked. Zero for abstract types that nothing extends. */
  int instances() {
    return instances;
  }

  void check(long seed) {
    Object value = beans.value(type, seed);
    if (value == null) {
      return;
    }
    instances++;
    try {
      byte[] expected = step("reference write", seed, () -> reference.write(value));
      checkWriting(value, expected, seed);
      checkReading(expected, "as written", seed);
      Random random = new Random(seed);
      for (int i = 0; i < VARIANTS; i++) {
        Set<Variants.Change> changes = Variants.choose(random);
        checkReading(Variants.write(expected, changes, random), changes.toString(), seed);
      }
      checkCopy(value, seed);
      checkChange(value, expected, random, seed);
    } catch (StepFailed e) {
      // Noted where it happened; what follows would only repeat it.
      instances = Math.max(instances, 1);
    }
  }

  private void checkWriting(Object value, byte[] expected, long seed) throws StepFailed {
    byte[] actual = step("write", seed, () -> candidate.write(value));
    String difference = step("write", seed, () -> Infoset.difference(expected, actual));
    if (difference != null) {
      note("write", seed, difference, expected, actual);
    }
  }

  private void checkReading(byte[] document, String variant, long seed) throws StepFailed {
    Object expected = step("reference read", seed, () -> reference.read(document), document);
    Object actual = step("read", seed, () -> candidate.read(document), document);
    String difference = DeepComparison.difference(expected, actual);
    if (difference != null) {
      note("read", seed, variant + ": " + difference, document);
      return;
    }
    Object again = step("read", seed, () -> candidate.read(document), document);
    if (!step("equal", seed, () -> candidate.equal(actual, again), document)) {
      note("equal", seed, variant + ": two readings of the same are not equal", document);
    }
    if (hash(actual, seed) != hash(again, seed)) {
      note("hash", seed, variant + ": two readings of the same have two hashes", document);
    }
  }

  private void checkCopy(Object value, long seed) throws StepFailed {
    Object copy = step("copy", seed, () -> candidate.copy(value));
    String difference = DeepComparison.difference(value, copy);
    if (difference != null) {
      note("copy", seed, difference);
    }
    Class<?> shared = Graphs.shared(value, copy);
    if (shared != null) {
      note("copy", seed, "the copy shares a mutable " + shared.getName());
    }
    if (!step("equal", seed, () -> candidate.equal(value, copy))) {
      note("equal", seed, "a value and its copy are not equal");
    }
    if (hash(value, seed) != hash(copy, seed)) {
      note("hash", seed, "a value and its copy have two hashes");
    }
  }

  private int hash(Object value, long seed) throws StepFailed {
    return step("hash", seed, () -> candidate.hash(value));
  }

  /** One change that shows in what the reference writes must show in equality. */
  private void checkChange(Object value, byte[] before, Random random, long seed)
      throws StepFailed {
    Object changed = Graphs.copy(value);
    if (!Graphs.change(changed, random)) {
      return;
    }
    byte[] after;
    try {
      after = reference.write(changed);
    } catch (Exception e) {
      return; // The change made it a value that cannot be written: nothing to compare.
    }
    boolean written = Infoset.difference(before, after) != null;
    if (written && step("equal", seed, () -> candidate.equal(value, changed))) {
      note("equal", seed, "equal in spite of a change", before, after);
    }
  }

  private <T> T step(String check, long seed, Step<T> step, byte[]... documents) throws StepFailed {
    try {
      return step.run();
    } catch (Exception | LinkageError | StackOverflowError e) {
      StringBuilder message = new StringBuilder("failed with ").append(e);
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        message.append("; caused by ").append(cause);
      }
      StackTraceElement[] trace = e.getStackTrace();
      for (int i = 0; i < Math.min(4, trace.length); i++) {
        message.append("\n    at ").append(trace[i]);
      }
      note(check, seed, message.toString(), documents);
      throw new StepFailed(e);
    }
  }

  private void note(String check, long seed, String what, byte[]... documents) {
    StringBuilder message = new StringBuilder();
    message.append(type.getName()).append(", seed ").append(seed).append(", ").append(check);
    message.append(": ").append(what);
    for (byte[] document : documents) {
      message.append("\n  ").append(new String(document, StandardCharsets.UTF_8));
    }
    differences.add(new Difference(check, message.toString()));
  }
}
