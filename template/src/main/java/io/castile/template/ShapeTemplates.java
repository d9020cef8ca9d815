package io.castile.template;

import io.castile.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The templates of one shape of a key's messages. Guarded by its {@link KeyTemplates}. */
final class ShapeTemplates {
  final long shape;
  final CostTrial trial;

  /** Templates that are not leased. */
  final List<TemplateEntry> idle = new ArrayList<>(2);

  /** Templates that are leased. */
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

  ShapeTemplates(long shape, CostTrial trial) {
    this.shape = shape;
    this.trial = trial;
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
