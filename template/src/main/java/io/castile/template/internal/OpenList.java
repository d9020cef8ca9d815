package io.castile.template.internal;

/** A list that is being written, and what is known of how its items lie against the saved ones. */
final class OpenList {
  /** How many objects and lists, one in the other, are open around its items. */
  int depth;

  /** Whether the list was not there before. */
  boolean isNew;

  /** How many items have come that were not found yet; negative if they have gone. */
  int growth;

  /** Values that came, went or changed since the end of the last item. */
  int changes;

  /**
   * The decision for an item's fingerprint: where it was written over the old value in its place,
   * and where it was not.
   */
  long inPlace;

  long elsewhere;

  /** Whether the sums are kept for the present item. */
  boolean isWatched;

  /** Whether what comes is no item that stands where another stood. */
  boolean isApart;

  /** The same sums over all items before. */
  int allChanges;

  long allInPlace;
  long allElsewhere;

  /** How many changed items there are that follow one another directly, up to here. */
  int run;

  /** Tells runs, and lists, apart. */
  long runId;

  /** The entry behind the last changed item; -1 if it is not in this chunk. */
  int lastEnd;

  /** Changed items since it was last found that items have come or gone. */
  int fruitless;

  void begin(int nesting, int grown, boolean listIsNew) {
    depth = nesting;
    growth = grown;
    isNew = listIsNew;
    changes = 0;
    inPlace = 0;
    elsewhere = 0;
    isWatched = true;
    isApart = false;
    allChanges = 0;
    allInPlace = 0;
    allElsewhere = 0;
    run = 0;
    lastEnd = -1;
    fruitless = 0;
  }

  void endItem() {
    allChanges += changes;
    allInPlace += inPlace;
    allElsewhere += elsewhere;
    changes = 0;
    inPlace = 0;
    elsewhere = 0;
    isApart = false;
  }

  /** Takes over what has changed in a list that is part of an item. */
  void add(OpenList inner) {
    changes += inner.allChanges + inner.changes;
    inPlace += inner.allInPlace + inner.inPlace;
    elsewhere += inner.allElsewhere + inner.elsewhere;
  }

  /** Forgets the sums: what they belong to is behind. */
  void endChunk(int count) {
    inPlace = 0;
    elsewhere = 0;
    allInPlace = 0;
    allElsewhere = 0;
    lastEnd = lastEnd == count ? 0 : -1;
  }
}
