package io.castile.template.internal;

/**
 * The outcome of an update of a template. One object per template, valid until its next update;
 * read by the template's owner.
 */
public final class UpdateResult {
  private Match match = Match.FIRST_TIME;
  private boolean first;
  int written;
  int stolen;
  int shifted;
  int rebuilt;
  int inserted;
  int removed;
  boolean abandoned;

  /** Counts while the update goes on. */
  final ResizeMonitor resizes = new ResizeMonitor();

  UpdateResult() {}

  void begin(boolean nothingSaved) {
    first = nothingSaved;
    written = 0;
    stolen = 0;
    shifted = 0;
    rebuilt = 0;
    inserted = 0;
    removed = 0;
    abandoned = false;
  }

  /**
   * @param resized whether a size has changed, or a part has come or gone
   */
  void end(boolean resized) {
    if (first) {
      match = Match.FIRST_TIME;
    } else if (resized) {
      match = Match.PARTIAL_STRUCTURAL;
    } else {
      match = written > 0 ? Match.PERFECT_STRUCTURAL : Match.CONTENT;
    }
  }

  /** Returns the match between the message and the saved one. */
  public Match match() {
    return match;
  }

  /** Returns the number of fields that were there before and whose values were written. */
  public int written() {
    return written;
  }

  /** Returns how often a field took room from its neighbour. */
  public int stolen() {
    return stolen;
  }

  /** Times that the rest of a chunk was moved. */
  public int shifted() {
    return shifted;
  }

  /** Returns the number of chunks that were laid out again, split ones among them. */
  public int rebuilt() {
    return rebuilt;
  }

  /** Fields and tags that came. */
  public int inserted() {
    return inserted;
  }

  /** Fields and tags that went. */
  public int removed() {
    return removed;
  }

  /**
   * Whether the update was abandoned, as nearly everything outgrew its place: the message was
   * written plainly, and the next update begins afresh.
   */
  public boolean isAbandoned() {
    return abandoned;
  }

  @Override
  public String toString() {
    return match
        + ": written "
        + written
        + ", stolen "
        + stolen
        + ", shifted "
        + shifted
        + ", rebuilt "
        + rebuilt
        + ", inserted "
        + inserted
        + ", removed "
        + removed
        + (abandoned ? ", abandoned" : "");
  }
}
