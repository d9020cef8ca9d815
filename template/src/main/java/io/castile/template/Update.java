package io.castile.template;

/** What one update of a template did. Valid until the next update of the same template. */
public final class Update {
  Match match = Match.FIRST_TIME;
  int written;
  int stolen;
  int shifted;
  int rebuilt;
  int inserted;
  int removed;

  Update() {}

  /** How the message related to the saved one. */
  public Match match() {
    return match;
  }

  /** Fields that were there before and whose values were written. */
  public int written() {
    return written;
  }

  /** Times a field took room from its neighbour. */
  public int stolen() {
    return stolen;
  }

  /** Times the rest of a chunk was moved. */
  public int shifted() {
    return shifted;
  }

  /** Chunks that were laid out anew, split ones among them. */
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
}
