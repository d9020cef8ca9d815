package io.castile.template.read;

/**
 * Where reading stands among the sections directly inside one element: the element that is being
 * read, and the one of the old message that it is held to correspond to.
 *
 * <p>Invariant: {@code anchor <= next <= limit}. Old sections before {@code anchor} have been
 * recalled or passed over for good; those between {@code anchor} and {@code next} were held against
 * elements that turned out to be others. Such an element may still have had parts in common with
 * them, which are recalled again with the whole: the same value then stands at two places of what
 * is remembered, and each has its own copy.
 */
final class SectionCursor {
  /** So many unequal elements in a row, then it is looked for where reading stands. */
  private static final int PATIENCE = 2;

  /** Depth of the element; 0 for the document. */
  int depth;

  /** Its section in the new table; -1 for the document, or where nothing is recorded. */
  int section;

  /** The old section with which the next element is compared first. */
  int next;

  /** Behind the last old section inside the old element. */
  int limit;

  int anchor;

  /** The new section that was finished last, and the one before; -1 for none. */
  int last;

  int before;

  private int misses;
  private int searchAt;

  void begin(int depth, int section, int from, int to) {
    this.depth = depth;
    this.section = section;
    this.next = from;
    this.anchor = from;
    this.limit = to;
    this.last = -1;
    this.before = -1;
    this.misses = 0;
    this.searchAt = PATIENCE;
  }

  /** Notes a new section that is complete. */
  void finished(int complete) {
    before = last;
    last = complete;
  }

  /** The old sections before {@code behind} are done with. */
  void recalled(int behind) {
    next = behind;
    anchor = behind;
    misses = 0;
    searchAt = PATIENCE;
  }

  /** Notes that an element was not equal to its counterpart; whether to search for it. */
  boolean missed() {
    return ++misses >= searchAt;
  }

  /** The search found nothing: the next one comes after twice as many elements. */
  void lost() {
    searchAt = 2 * misses;
  }
}
