package io.castile.delta.format;

import java.util.Arrays;

/**
 * Makes the document of a message in one pass over its bytes. It looks for tags and quotes only:
 * whether the message is well-formed is for its reader to say. Where it is evidently not, or is
 * nested too deeply, the rest of the message has no fields.
 *
 * <ul>
 *   <li>The value of an attribute is a field.
 *   <li>The text between a start-tag and the end-tag that follows is a field, even if there is
 *       none.
 *   <li>Any other text is a field unless it is empty: a <em>run</em>.
 *   <li>An element is an item if the child element before or after it has the same name. Items
 *       start and end rows. A row with too many fields is cut after each {@link
 *       RowDocument#MAX_ROW_FIELDS} of them, one byte after the last one's end, which is never the
 *       start or end of a field.
 * </ul>
 *
 * <p>Comments, CDATA sections, processing instructions and declarations are markup.
 */
final class FieldWalk {
  private static final int MAX_DEPTH = 1024;

  /** Says of the text before a tag what stands before the text. */
  private enum Before {
    START_TAG,
    OTHER
  }

  private final byte[] b;
  private final int length;
  private final Fields fields = new Fields();
  private final Ints boundaries = new Ints();

  private int depth;
  private long[] names = new long[16]; // of open elements
  private int[] nameLengths = new int[16];
  private int[] opened = new int[16]; // where they start
  private boolean[] items = new boolean[16]; // whether they are known to be items
  private final Sibling[] last = new Sibling[MAX_DEPTH + 1]; // the last child, by depth

  /** A child element that has ended. */
  private static final class Sibling {
    long name;
    int start;
    int end;
    boolean item;
    boolean exists;
  }

  FieldWalk(byte[] message) {
    this.b = message;
    this.length = message.length;
  }

  RowDocument document() {
    walk();
    return fields.document(b, rows());
  }

  private void walk() {
    Before before = Before.OTHER;
    int pos = 0;
    forgetChildren();
    while (pos < length) {
      int tag = indexOf('<', pos);
      boolean endTag = tag + 1 < length && b[tag + 1] == '/';
      if (before == Before.START_TAG && endTag) {
        fields.add(pos, tag, names[depth - 1], false);
      } else if (tag > pos) {
        fields.add(pos, tag, depth == 0 ? 0 : ~names[depth - 1], true);
      }
      if (tag == length) {
        return;
      }
      before = Before.OTHER;
      int next = tag + 1 < length ? b[tag + 1] : -1;
      if (endTag) {
        pos = endTag(tag);
      } else if (next == '!' || next == '?') {
        pos = ConstantMarkup.skip(b, tag);
      } else {
        pos = startTag(tag);
        before = pos > 1 && pos <= length && b[pos - 2] == '/' ? Before.OTHER : Before.START_TAG;
      }
      if (pos < 0) {
        return;
      }
    }
  }

  /** Passes a start-tag or empty-element tag; returns where it ends, or -1 to stop. */
  private int startTag(int tag) {
    if (depth == MAX_DEPTH) {
      return -1;
    }
    int pos = tag + 1;
    long name = NameHash.START;
    while (pos < length && !endsName(b[pos])) {
      name = NameHash.with(name, b[pos++]);
    }
    open(name, pos - tag - 1, tag);
    long attribute = NameHash.START;
    while (pos < length) {
      byte c = b[pos];
      if (c == '>') {
        if (b[pos - 1] == '/') {
          close(pos + 1);
        }
        return pos + 1;
      }
      if (c == '<') {
        return -1;
      }
      if (c == '"' || c == '\'') {
        int end = indexOf((char) c, pos + 1);
        if (end == length) {
          return -1;
        }
        fields.add(pos + 1, end, name * 31 + attribute, false);
        attribute = NameHash.START;
        pos = end + 1;
      } else {
        attribute = endsName(c) ? attribute : NameHash.with(attribute, c);
        pos++;
      }
    }
    return -1;
  }

  private int endTag(int tag) {
    if (depth == 0) {
      return -1;
    }
    int end = tag + 2 + nameLengths[depth - 1]; // where it is, as a rule
    end = end < length && b[end] == '>' ? end : indexOf('>', tag);
    if (end == length) {
      return -1;
    }
    close(end + 1);
    return end + 1;
  }

  private void open(long name, int nameLength, int start) {
    if (depth == names.length) {
      names = Arrays.copyOf(names, 2 * depth);
      nameLengths = Arrays.copyOf(nameLengths, 2 * depth);
      opened = Arrays.copyOf(opened, 2 * depth);
      items = Arrays.copyOf(items, 2 * depth);
    }
    Sibling sibling = last[depth];
    boolean item = sibling.exists && sibling.name == name;
    if (item) {
      if (!sibling.item) {
        boundaries.add(sibling.start);
        boundaries.add(sibling.end);
      }
      boundaries.add(start);
    }
    names[depth] = name;
    nameLengths[depth] = nameLength;
    opened[depth] = start;
    items[depth] = item;
    depth++;
    forgetChildren();
  }

  private void close(int end) {
    depth--;
    Sibling closed = last[depth];
    closed.name = names[depth];
    closed.start = opened[depth];
    closed.end = end;
    closed.item = items[depth];
    closed.exists = true;
    if (closed.item) {
      boundaries.add(end);
    }
  }

  private void forgetChildren() {
    if (last[depth] == null) {
      last[depth] = new Sibling();
    }
    last[depth].exists = false;
  }

  /** Where rows start, ascending and different: the boundaries of items, and 0. */
  private int[] rows() {
    boundaries.add(0);
    int[] all = boundaries.toArray();
    Arrays.sort(all);
    int count = 0;
    for (int boundary : all) {
      if (boundary < length && (count == 0 || boundary > all[count - 1])) {
        all[count++] = boundary;
      }
    }
    int[] rows = Arrays.copyOf(all, count + 1);
    rows[count] = length;
    return rows;
  }

  private static boolean endsName(byte c) {
    return c == '>' || c == '/' || c == '=' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  /** The index of the next {@code c}, or the length. */
  private int indexOf(char c, int from) {
    int pos = from;
    while (pos < length && b[pos] != c) {
      pos++;
    }
    return pos;
  }
}
