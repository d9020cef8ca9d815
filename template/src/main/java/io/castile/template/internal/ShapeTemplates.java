package io.castile.template.internal;

import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The templates of one shape of a key's messages. Guarded by its {@link KeyTemplates}. */
final class ShapeTemplates {
  /** How many messages that are not like the last one are remembered. */
  private static final int MEMORY = 32;

  final long structure;

  /** The likeness of its messages; 0 where they are any. */
  final long likeness;

  final CostTrial trial;

  /** TemplateStore that are not leased. */
  final List<TemplateEntry> idle = new ArrayList<>(2);

  /** TemplateStore that are leased. */
  int leased;

  /** Calls that found all templates leased, less the templates that were made for them. */
  int shortages;

  /**
   * Messages yet to be overlaid, since one turned out to have an array that is too long to keep.
   */
  int overlays;

  /** The number of the call by which it was last asked for. */
  long lastUsed;

  /** Writes the plain messages of a trial; null while one is written, and when there is none. */
  private @Nullable XmlWriter plainWriter;

  /** The likenesses of the last messages, the last one before {@link #next}. */
  private final long[] seen = new long[MEMORY];

  private int next;

  ShapeTemplates(long structure, long likeness, CostTrial trial) {
    this.structure = structure;
    this.likeness = likeness;
    this.trial = trial;
  }

  /**
   * Whether a message has come before, and others since; remembers it.
   *
   * @param message its likeness, not 0
   */
  boolean comesAgain(long message) {
    int last = Math.floorMod(next - 1, MEMORY);
    if (seen[last] == message) {
      return false;
    }
    for (long each : seen) {
      if (each == message) {
        return true;
      }
    }
    seen[next] = message;
    next = (next + 1) % MEMORY;
    return false;
  }

  /** Takes the template whose last message matched best, of equal ones the last used; or null. */
  @Nullable TemplateEntry take() {
    int best = idle.size() - 1;
    for (int i = best - 1; i >= 0; i--) {
      if (idle.get(i).lastMatch.compareTo(idle.get(best).lastMatch) < 0) {
        best = i;
      }
    }
    return best < 0 ? null : idle.remove(best);
  }

  XmlWriter takePlainWriter() {
    XmlWriter writer = plainWriter == null ? new XmlWriter(4096) : plainWriter.reset();
    plainWriter = null;
    return writer;
  }

  /** Keeps the writer for as long as the trial goes on. */
  void givePlainWriter(@Nullable XmlWriter writer) {
    plainWriter = trial.isTrying() ? writer : null;
  }
}
