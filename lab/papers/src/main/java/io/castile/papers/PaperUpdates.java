package io.castile.papers;

import io.castile.delta.format.BoundedOutput;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.RandomLongs;
import io.castile.delta.format.TextOutput;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Differential Updates of mSOAP (§III.A): what a message has that the cached one has not. Elements
 * of lists that have not changed are left out; those that have are sent as they are, behind a code
 * and their index in the cached list; codes with an index stand for elements that are new or gone.
 * All else is text.
 *
 * <pre>
 * update  = *(text / list)
 * list    = LIST number *(CHANGED number text / LEAF number leaf text / INSERTED number text
 *                         / REMOVED number) END
 * number  = LEB128; that of an element counts from the one after the last
 * </pre>
 *
 * <p>Tags in texts may have codes ({@link PaperEncoding}). Not thread-safe.
 */
final class PaperUpdates {
  /** Odd and secret, so that no sender can choose elements that make the search for them long. */
  private static final long MULTIPLIER = RandomLongs.next() | 1;

  private static final int MAX_NUMBER_BYTES = 5;

  private final byte[] base;
  private final PaperLists baseLists;

  /** The updates of a message whose cached one is {@code base}. */
  PaperUpdates(byte[] base, PaperLists baseLists) {
    this.base = base;
    this.baseLists = baseLists;
  }

  /**
   * Writes a message.
   *
   * @param leaves whether of an element with few changes the leaves are sent that have changed;
   *     else whole elements, as in the paper
   * @param maxChanged which share of the elements in lists, or of their leaves, may change; from 0
   *     to 1
   * @return false if more have, or nothing can be left out, or the message has bytes that are
   *     codes: then nothing is to be made of what was written
   */
  boolean write(
      byte[] target,
      PaperLists lists,
      boolean leaves,
      double maxChanged,
      PaperEncoding encoding,
      TextOutput out) {
    Writer writer = new Writer(target, leaves, encoding, out);
    boolean[] told = new boolean[baseLists.count()]; // a list is told once, whatever hashes say
    int written = 0;
    for (int list = 0; list < lists.count() && writer.isClean; list++) {
      int baseList = baseLists.find(lists.key(list));
      if (baseList >= 0 && !told[baseList]) {
        told[baseList] = true;
        writer.text(written, lists.start(list, 0));
        writer.list(lists, list, baseList);
        written = lists.end(list);
      }
    }
    writer.text(written, target.length);
    return writer.isClean && writer.elements > 0 && writer.changes <= maxChanged * writer.elements;
  }

  private final class Writer {
    private final byte[] target;
    private final boolean leaves;
    private final PaperEncoding encoding;
    private final PaperUpdateOutput out;
    private final TextOutput bytes;
    private boolean isClean = true;
    private long elements;
    private double changes;

    Writer(byte[] target, boolean leaves, PaperEncoding encoding, TextOutput bytes) {
      this.target = target;
      this.leaves = leaves;
      this.encoding = encoding;
      this.bytes = bytes;
      this.out = new PaperUpdateOutput(bytes);
    }

    private void text(int start, int end) {
      isClean &= encoding.write(target, start, end, bytes);
    }

    private void list(PaperLists lists, int list, int baseList) {
      int size = lists.size(list);
      int baseSize = baseLists.size(baseList);
      elements += Math.max(size, baseSize);
      int[] matches =
          PaperMatches.of(
              hashes(base, baseLists, baseList),
              hashes(target, lists, list),
              (cached, element) -> isSame(baseList, cached, lists, list, element));
      out.list(baseList);
      PaperMatches.tell(
          matches,
          baseSize,
          new PaperMatches.Changes() {
            @Override
            public void matched(int cached, int element) {
              // Is left out.
            }

            @Override
            public void changed(int cached, int element) {
              int start = lists.start(list, element);
              change(baseList, cached, start, lists.start(list, element + 1));
            }

            @Override
            public void removed(int cached) {
              changes++;
              out.removed(cached);
            }

            @Override
            public void inserted(int cached, int element) {
              changes++;
              out.inserted(cached);
              text(lists.start(list, element), lists.start(list, element + 1));
            }
          });
      out.end();
    }

    /** An element of the base is now what the target has from {@code start} to {@code end}. */
    private void change(int baseList, int cached, int start, int end) {
      if (leaves) {
        PaperLeaves before = leaves(baseList, cached);
        PaperLeaves now = PaperLeaves.of(target, start, end);
        if (now.isAlike(before) && changed(before, now) < now.count()) {
          changes += (double) changed(before, now) / now.count();
          for (int leaf = 0; leaf < now.count(); leaf++) {
            if (!now.isSame(leaf, before)) {
              out.leaf(cached, leaf);
              text(now.start(leaf), now.end(leaf));
            }
          }
          return;
        }
      }
      changes++;
      out.changed(cached);
      text(start, end);
    }

    private static int changed(PaperLeaves before, PaperLeaves now) {
      int changed = 0;
      for (int leaf = 0; leaf < now.count(); leaf++) {
        changed += now.isSame(leaf, before) ? 0 : 1;
      }
      return changed;
    }

    private boolean isSame(int baseList, int cached, PaperLists lists, int list, int element) {
      return Arrays.equals(
          base,
          baseLists.start(baseList, cached),
          baseLists.start(baseList, cached + 1),
          target,
          lists.start(list, element),
          lists.start(list, element + 1));
    }
  }

  private PaperLeaves leaves(int list, int element) {
    return PaperLeaves.of(base, baseLists.start(list, element), baseLists.start(list, element + 1));
  }

  static long[] hashes(byte[] message, PaperLists lists, int list) {
    CRC32C crc = new CRC32C();
    long[] hashes = new long[lists.size(list)];
    for (int i = 0; i < hashes.length; i++) {
      int start = lists.start(list, i);
      crc.reset();
      crc.update(message, start, lists.start(list, i + 1) - start);
      hashes[i] = crc.getValue() * MULTIPLIER;
    }
    return hashes;
  }

  // ---- reading ----

  /** Reads an update from {@code start} to the end. */
  void read(byte[] body, int start, PaperEncoding encoding, BoundedOutput out)
      throws DeltaException {
    new Reader(body, start, encoding, out).message();
  }

  private final class Reader {
    private final byte[] body;
    private final PaperEncoding encoding;
    private final BoundedOutput out;
    private int pos;

    private int list;
    private int copied; // All of the list before it is in the message, or left out.
    private int next; // the element after the last one named; that of a leaf is the last itself
    private @Nullable PaperLeaves leaves; // of the element next; null if not known

    Reader(byte[] body, int start, PaperEncoding encoding, BoundedOutput out) {
      this.body = body;
      this.pos = start;
      this.encoding = encoding;
      this.out = out;
    }

    private void message() throws DeltaException {
      boolean[] told = new boolean[baseLists.count()];
      text();
      while (pos < body.length) {
        if (body[pos] != PaperCodes.LIST) {
          throw new DeltaException("expected a list, found the code " + body[pos]);
        }
        pos++;
        int index = number(baseLists.count() - 1L, "list");
        if (told[index]) { // What is made of a base takes no more time than its length.
          throw new DeltaException("expected list " + index + " once, found it again");
        }
        told[index] = true;
        list(index);
        text();
      }
    }

    private void text() throws DeltaException {
      pos = encoding.read(body, pos, out);
    }

    private void list(int index) throws DeltaException {
      list = index;
      copied = baseLists.start(list, 0);
      next = 0;
      leaves = null;
      int size = baseLists.size(list);
      while (true) {
        if (pos == body.length) {
          throw new DeltaException("expected the end of a list, found that of the message");
        }
        switch (body[pos++]) {
          case PaperCodes.CHANGED -> {
            element(size - 1L);
            skipElement();
            text();
          }
          case PaperCodes.REMOVED -> {
            element(size - 1L);
            skipElement();
          }
          case PaperCodes.INSERTED -> {
            element(size);
            copyTo(baseLists.start(list, next));
            text();
          }
          case PaperCodes.LEAF -> leaf(size);
          case PaperCodes.END -> {
            copyTo(baseLists.end(list));
            return;
          }
          default ->
              throw new DeltaException("expected a change of a list, found " + body[pos - 1]);
        }
      }
    }

    /** Reads which element is meant. */
    private void element(long last) throws DeltaException {
      int gap = number(last - next, "element");
      leaves = gap == 0 ? leaves : null;
      next += gap;
    }

    private void skipElement() throws DeltaException {
      copyTo(baseLists.start(list, next));
      next++;
      leaves = null;
      copied = baseLists.start(list, next);
    }

    private void leaf(int size) throws DeltaException {
      element(size - 1L);
      if (leaves == null) {
        leaves = leaves(list, next);
      }
      int leaf = number(leaves.count() - 1L, "leaf");
      copyTo(leaves.start(leaf));
      copied = leaves.end(leaf);
      text();
    }

    /** Copies from the base what has not changed. */
    private void copyTo(int end) throws DeltaException {
      if (end < copied) {
        throw new DeltaException("expected changes in the order of the list, found others");
      }
      out.append(base, copied, end);
      copied = end;
    }

    private int number(long max, String what) throws DeltaException {
      long number = 0;
      for (int i = 0; i < MAX_NUMBER_BYTES && pos < body.length; i++) {
        byte b = body[pos++];
        number |= (b & 0x7fL) << 7 * i;
        if (b >= 0) {
          if (number > max) {
            break;
          }
          return (int) number;
        }
      }
      throw new DeltaException("expected the number of a " + what + " up to " + max);
    }
  }
}
