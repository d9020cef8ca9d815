package io.castile.template.internal;

import io.castile.template.entry.EntryKind;
import io.castile.template.entry.MarkupBytes;
import java.util.List;

/** Walks over the entries from the cursor on, across chunks, and moves nothing. Reusable. */
final class Lookahead {
  private List<Chunk> chunks = List.of();

  /** Where the walk stands. */
  int index;

  Chunk chunk = Chunk.EMPTY;
  int entry;

  /** The kind of the entry. */
  byte kind;

  /**
   * How much deeper the entry is than where the walk began; the beginning and the end of an object
   * are as deep as what stands beside it, thus the end of the one around it is at -1.
   */
  int level;

  private int nested;

  /** Begins before entry {@code entry} of chunk {@code index}. */
  void start(List<Chunk> inChunks, int inChunk, int atEntry) {
    chunks = inChunks;
    index = inChunk;
    chunk = inChunk < inChunks.size() ? inChunks.get(inChunk) : Chunk.EMPTY;
    entry = atEntry - 1;
    nested = 0;
  }

  /** Keeps no chunk alive. */
  void clear() {
    chunks = List.of();
    chunk = Chunk.EMPTY;
  }

  /** Goes to the next entry; false if there is none. */
  boolean next() {
    int i = entry + 1;
    while (i == chunk.count) {
      if (index + 1 >= chunks.size()) {
        return false;
      }
      chunk = chunks.get(++index);
      i = 0;
    }
    entry = i;
    kind = chunk.kinds[i];
    if (kind == EntryKind.END) {
      nested--;
    }
    level = nested;
    if (EntryKind.isBegin(kind)) {
      nested++;
    }
    return true;
  }

  /** Goes to the end of the object in which the walk began, or of that which begins here. */
  void nextEnd(int atLevel) {
    while (next()) {
      if (kind == EntryKind.END && level == atLevel) {
        return;
      }
    }
    throw new AssertionError("objects are balanced");
  }

  /** Whether an item begins here, if the walk began in a list, between its items. */
  boolean isItem() {
    return level == 0
        && (EntryKind.isBegin(kind) || (EntryKind.isValue(kind) && !isInTag(chunk, entry)));
  }

  /** Whether a value stands in a start tag. */
  static boolean isInTag(Chunk chunk, int value) {
    return value > 0
        && chunk.kinds[value - 1] == EntryKind.MARKUP
        && MarkupBytes.leavesTagOpen((byte[]) chunk.refs[value - 1]);
  }
}
