package io.castile.delta.format;

/** The fields of a document that is being made. Not thread-safe. */
final class Fields {
  /**
   * Odd and secret, so that an attacker cannot choose names that make the search for columns long.
   */
  private static final long MULTIPLIER = RandomLongs.next() | 1;

  private final Ints starts = new Ints();
  private final Ints lengths = new Ints();
  private final Ints columns = new Ints();

  /** The columns by the hash of their name: open addressing, at most half full. */
  private long[] keys = new long[64];

  private int[] known = new int[64]; // a column's number plus 1; 0 for none
  private int count;

  /**
   * Adds a field.
   *
   * @param name the hash of what names its column
   * @param run whether it must not become empty
   */
  void add(int start, int end, long name, boolean run) {
    starts.add(start);
    lengths.add(end - start);
    columns.add(run ? ~column(name) : column(name));
  }

  private int column(long name) {
    int slot = slot(name);
    if (known[slot] == 0) {
      if (2 * count >= keys.length) {
        grow();
        slot = slot(name);
      }
      keys[slot] = name;
      known[slot] = ++count;
    }
    return known[slot] - 1;
  }

  private int slot(long name) {
    int slot = (int) (name * MULTIPLIER >>> 32) & (keys.length - 1);
    while (known[slot] != 0 && keys[slot] != name) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldKnown = known;
    keys = new long[oldKeys.length << 1];
    known = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKnown[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        known[slot] = oldKnown[i];
      }
    }
  }

  /**
   * Returns the document.
   *
   * @param items where items start and end, ascending, 0 the first, the message's length the last
   */
  RowDocument document(byte[] message, int[] items) {
    int[] fieldStarts = starts.toArray();
    int[] fieldLengths = lengths.toArray();
    Ints rowStarts = new Ints();
    Ints rowFields = new Ints();
    int field = 0;
    for (int i = 0; i + 1 < items.length; i++) {
      rowStarts.add(items[i]);
      rowFields.add(field);
      int inRow = 0;
      // A field belongs to the row in which it starts; an empty one at a boundary there is none.
      while (field < fieldStarts.length && fieldStarts[field] < items[i + 1]) {
        if (inRow == RowDocument.MAX_ROW_FIELDS) {
          rowStarts.add(fieldStarts[field - 1] + fieldLengths[field - 1] + 1);
          rowFields.add(field);
          inRow = 0;
        }
        field++;
        inRow++;
      }
    }
    rowStarts.add(items[items.length - 1]);
    rowFields.add(field);
    return new RowDocument(
        message,
        fieldStarts,
        fieldLengths,
        columns.toArray(),
        rowStarts.toArray(),
        rowFields.toArray(),
        count);
  }
}
