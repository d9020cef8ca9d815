package io.castile.interop;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.w3c.dom.Document;

/**
 * Checks one type on random instances: what candidates write, read, copy and find equal against the
 * reference, which is asked once for all of them.
 */
final class ParityCheck {
  private static final int VARIANTS = 2;

  private final Class<?> type;
  private final RandomBeans beans;
  private final Binding.Typed reference;
  private final List<Candidate> candidates = new ArrayList<>();
  private int instances;

  ParityCheck(
      Class<?> type,
      RandomBeans beans,
      Binding.Typed reference,
      List<? extends Binding.Typed> candidates) {
    this.type = type;
    this.beans = beans;
    this.reference = reference;
    candidates.forEach(each -> this.candidates.add(new Candidate(each)));
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

  /**
   * What was found of a candidate.
   *
   * @param index of the candidate among those that were given
   */
  List<Difference> differences(int index) {
    return candidates.get(index).differences;
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
    Instance instance = new Instance(value, seed);
    for (Candidate candidate : candidates) {
      try {
        candidate.check(instance);
      } catch (StepFailed e) {
        continue; // Noted where it happened; what follows would only repeat it.
      }
    }
  }

  /** A document, and what the reference reads of it, when that is first asked for. */
  private final class Reading {
    final byte[] document;
    final String variant;
    private Object value;
    private Exception failure;
    private boolean isRead;

    Reading(byte[] document, String variant) {
      this.document = document;
      this.variant = variant;
    }

    Object value() throws Exception {
      if (!isRead) {
        isRead = true;
        try {
          value = reference.read(document);
        } catch (Exception e) {
          failure = e;
        }
      }
      if (failure != null) {
        throw failure;
      }
      return value;
    }
  }

  /** A value, and what the reference makes of it, when that is first asked for. */
  private final class Instance {
    final Object value;
    final long seed;
    private byte[] written;
    private Document infoset;
    private List<Reading> readings;
    private Object changed; // null where nothing was changed
    private byte[] after; // null where that cannot be written, or is written alike

    Instance(Object value, long seed) {
      this.value = value;
      this.seed = seed;
    }

    byte[] written() throws Exception {
      if (written == null) {
        written = reference.write(value);
      }
      return written;
    }

    Document infoset() throws Exception {
      if (infoset == null) {
        infoset = Infoset.parse(written());
      }
      return infoset;
    }

    List<Reading> readings() throws Exception {
      if (readings == null) {
        List<Reading> all = new ArrayList<>();
        all.add(new Reading(written(), "as written"));
        Random random = new Random(seed);
        for (int i = 0; i < VARIANTS; i++) {
          Set<Variants.Change> changes = Variants.choose(random);
          all.add(new Reading(Variants.write(written(), changes, random), changes.toString()));
        }
        change(random);
        readings = all;
      }
      return readings;
    }

    /** One change that may show in what the reference writes. */
    private void change(Random random) throws Exception {
      Object copy = Graphs.copy(value);
      if (!Graphs.change(copy, random)) {
        return;
      }
      try {
        byte[] other = reference.write(copy);
        after = Infoset.difference(infoset(), Infoset.parse(other)) == null ? null : other;
        changed = copy;
      } catch (Exception e) {
        after = null; // The change made it a value that cannot be written: nothing to compare.
      }
    }
  }

  /** What is checked, and what was found. */
  private final class Candidate {
    private final Binding.Typed candidate;
    private final List<Difference> differences = new ArrayList<>();

    Candidate(Binding.Typed candidate) {
      this.candidate = candidate;
    }

    void check(Instance instance) throws StepFailed {
      long seed = instance.seed;
      step("reference write", seed, instance::written);
      checkWriting(instance);
      for (Reading each : step("reference write", seed, instance::readings)) {
        checkReading(each, seed);
      }
      checkCopy(instance.value, seed);
      checkChange(instance);
    }

    private void checkWriting(Instance instance) throws StepFailed {
      long seed = instance.seed;
      byte[] actual = step("write", seed, () -> candidate.write(instance.value));
      String difference =
          step("write", seed, () -> Infoset.difference(instance.infoset(), Infoset.parse(actual)));
      if (difference != null) {
        note("write", seed, difference, instance.written, actual);
      }
    }

    private void checkReading(Reading reading, long seed) throws StepFailed {
      byte[] document = reading.document;
      String variant = reading.variant;
      Object expected = step("reference read", seed, reading::value, document);
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

    /** A change that shows in what the reference writes must show in equality. */
    private void checkChange(Instance instance) throws StepFailed {
      boolean written = instance.after != null;
      if (written
          && step(
              "equal", instance.seed, () -> candidate.equal(instance.value, instance.changed))) {
        note(
            "equal", instance.seed, "equal in spite of a change", instance.written, instance.after);
      }
    }

    private <T> T step(String check, long seed, Step<T> step, byte[]... documents)
        throws StepFailed {
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
}
