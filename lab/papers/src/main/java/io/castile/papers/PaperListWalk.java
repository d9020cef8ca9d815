package io.castile.papers;

import io.castile.delta.format.ConstantMarkup;
import io.castile.delta.format.Ints;
import io.castile.delta.format.NameHash;
import java.util.Arrays;

/**
 * Finds the lists of a message in one pass over its bytes, which need not be well-formed: where
 * they evidently are not, or are nested too deeply, there are no more lists. Not thread-safe.
 */
final class PaperListWalk {
  private static final int MAX_DEPTH = 1024;
  private static final int NONE = -1;

  private final byte[] b;
  private final int length;

  private int depth;
  private final long[] paths = new long[MAX_DEPTH + 1]; // of open elements; the root's parent is 0
  private final int[] opened = new int[MAX_DEPTH + 1]; // where they start

  // The last child that has ended, by the depth of its parent; its path is 0 if there is none.
  private final long[] childPaths = new long[MAX_DEPTH + 1];
  private final int[] childStarts = new int[MAX_DEPTH + 1];
  private final int[] childEnds = new int[MAX_DEPTH + 1];

  /** The depth of the parent of the list that is open; NONE if there is none. */
  private int listDepth = NONE;

  private int lists;
  private final Ints firsts = new Ints();
  private final Ints bounds = new Ints();
  private long[] listPaths = new long[4];

  PaperListWalk(byte[] message) {
    this.b = message;
    this.length = message.length;
  }

  PaperLists lists() {
    int pos = indexOf('<', 0);
    while (pos >= 0 && pos + 1 < length) {
      int end =
          switch (b[pos + 1]) {
            case '/' -> endTag(pos);
            case '!', '?' -> ConstantMarkup.skip(b, pos);
            default -> startTag(pos);
          };
      pos = end < 0 ? NONE : indexOf('<', end);
    }
    int[] ends = Arrays.copyOf(firsts.toArray(), lists + 1);
    ends[lists] = bounds.size();
    return new PaperLists(ends, bounds.toArray(), Arrays.copyOf(listPaths, lists));
  }

  /** Passes a start-tag or empty-element tag; returns where it ends, or -1 to stop. */
  private int startTag(int tag) {
    if (depth == MAX_DEPTH) {
      return NONE;
    }
    long path = paths[depth] * 31 + NameHash.START;
    int pos = tag + 1;
    while (pos < length && !endsName(b[pos])) {
      path = NameHash.with(path, b[pos++]);
    }
    open(path == 0 ? 1 : path, tag);
    while (pos < length && b[pos] != '>') {
      byte c = b[pos];
      if (c == '<') {
        return NONE;
      }
      int quoted = c == '"' || c == '\'' ? indexOf((char) c, pos + 1) : pos;
      if (quoted < 0) {
        return NONE;
      }
      pos = quoted + 1;
    }
    if (pos == length) {
      return NONE;
    }
    if (b[pos - 1] == '/') {
      close(pos + 1);
    }
    return pos + 1;
  }

  private int endTag(int tag) {
    int end = indexOf('>', tag);
    if (end < 0 || depth == 0) {
      return NONE;
    }
    close(end + 1);
    return end + 1;
  }

  private void open(long path, int start) {
    if (listDepth == NONE && childPaths[depth] == path) {
      openList(path);
    } else if (listDepth == depth && childPaths[depth] != path) {
      listDepth = NONE;
    }
    depth++;
    paths[depth] = path;
    opened[depth] = start;
    childPaths[depth] = 0;
  }

  private void close(int end) {
    if (listDepth == depth) {
      listDepth = NONE;
    }
    long path = paths[depth];
    int start = opened[depth];
    depth--;
    childPaths[depth] = path;
    childStarts[depth] = start;
    childEnds[depth] = end;
    if (listDepth == depth) {
      bounds.add(end);
    }
  }

  /** Starts a list with the last child, which may have had lists of its own: they are none now. */
  private void openList(long path) {
    while (lists > 0 && bounds.get(firsts.get(lists - 1)) >= childStarts[depth]) {
      lists--;
      bounds.truncate(firsts.get(lists));
      firsts.truncate(lists);
    }
    firsts.add(bounds.size());
    if (lists == listPaths.length) {
      listPaths = Arrays.copyOf(listPaths, 2 * lists);
    }
    listPaths[lists++] = path;
    listDepth = depth;
    bounds.add(childStarts[depth]);
    bounds.add(childEnds[depth]);
  }

  private static boolean endsName(byte c) {
    return c == '>' || c == '/' || c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '<';
  }

  private int indexOf(char c, int from) {
    for (int pos = from; pos < length; pos++) {
      if (b[pos] == c) {
        return pos;
      }
    }
    return NONE;
  }
}
