package io.castile.delta.typed;

import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.Table;
import io.castile.codec.typed.TypedRows;
import io.castile.delta.format.BitOutput;
import io.castile.delta.format.Frames;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.format.LongColumn;
import io.castile.delta.format.Zstandard;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one typed message. Not thread-safe. */
final class TypedWriter {
  /** Shorter texts are not compressed. */
  private static final int MIN_COMPRESSED = 256;

  private final List<Table> tables;
  private final ColumnCoder[][] coders;
  private final boolean hasFrames;
  private final TypedOutput out = new TypedOutput();

  /**
   * @param hasFrames whether texts may be a Zstandard frame
   */
  TypedWriter(List<Table> tables, ColumnCoder[][] coders, boolean hasFrames) {
    this.tables = tables;
    this.coders = coders;
    this.hasFrames = hasFrames && Zstandard.isPresent();
  }

  /** Writes all values. */
  byte[] whole(TypedRows rows, long version) throws NotTypedException {
    for (Table table : tables) {
      int count = rows.count(table.index());
      out.bits.golomb(count, TypedFormat.COUNT_ORDER);
      added(table, rows.columns(table.index()), RowMoves.places(count), count);
    }
    return finished(TypedFormat.WHOLE, version, null);
  }

  /** Writes what has changed; null for nothing. */
  byte @Nullable [] changes(TypedState base, TypedRows rows, long version)
      throws NotTypedException {
    boolean isSame = true;
    for (Table table : tables) {
      int index = table.index();
      int count = rows.count(index);
      Object[] before = base.rows().columns(index);
      Object[] columns = rows.columns(index);
      TableChanges changes =
          TableChanges.of(table, before, base.rows().count(index), columns, count);
      isSame &= changes.isNothing();
      long more = table(table, before, columns, count, changes);
      if (changes.sources() == null) {
        rows.weighAs(base.rows(), index, more);
      }
    }
    return isSame ? null : finished(TypedFormat.CHANGES, version, base);
  }

  static byte[] same(long version) {
    return assembled(TypedFormat.SAME, version, version, new byte[0], new byte[0], new BitOutput());
  }

  /** Writes a table; returns how many characters strings of rows in their places have more. */
  private long table(
      Table table, Object[] before, Object[] columns, int count, TableChanges changes)
      throws NotTypedException {
    out.bits.bit(changes.sources() != null);
    int[] added = new int[changes.added()];
    if (changes.sources() != null) {
      out.bits.golomb(count, TypedFormat.COUNT_ORDER);
      runs(changes.sources());
      int next = 0;
      for (int row = 0; row < count; row++) {
        if (changes.sources()[row] == RowMoves.NEW) {
          added[next++] = row;
        }
      }
    }
    long more = changed(table, before, columns, changes);
    if (added.length != 0) {
      added(table, columns, added, added.length);
    }
    return more;
  }

  private void added(Table table, Object[] columns, int[] rows, int count)
      throws NotTypedException {
    if (count == 0) {
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      coders[table.index()][i].write(columns[i], rows, count, out);
    }
  }

  /** Which rows of the base stand one after the other, and how many of them. */
  private void runs(int[] sources) {
    long[] jumps = new long[sources.length];
    long[] lengths = new long[sources.length];
    int runs = 0;
    int expected = 0;
    for (int row = 0; row < sources.length; runs++) {
      int first = row;
      int source = sources[row];
      row++;
      while (row < sources.length
          && sources[row] == (source == RowMoves.NEW ? source : sources[row - 1] + 1)) {
        row++;
      }
      lengths[runs] = row - first - 1L;
      if (source != RowMoves.NEW) {
        jumps[runs] = LongColumn.zigzag(source - expected) + 1;
        expected = source + row - first;
      }
    }
    out.bits.golomb(runs, TypedFormat.COUNT_ORDER);
    out.column(jumps, runs);
    out.column(lengths, runs);
  }

  private long changed(Table table, Object[] before, Object[] columns, TableChanges changes)
      throws NotTypedException {
    int changed = changes.changed();
    out.bits.golomb(changed, TypedFormat.COUNT_ORDER);
    if (changed == 0) {
      return 0;
    }
    int[] rows = changes.rows();
    long[] marks = changes.marks();
    long[] gaps = new long[changed];
    long all = 0;
    for (int i = 0; i < changed; i++) {
      gaps[i] = rows[i] - (i == 0 ? 0 : rows[i - 1] + 1);
      all |= marks[i];
    }
    out.column(gaps, changed);
    if (columns.length > 1) {
      marks(marks);
    }
    int[] targets = new int[changed];
    int[] sources = new int[changed];
    long more = 0;
    for (int i = 0; i < columns.length; i++) {
      if ((all >>> i & 1) == 0) {
        continue;
      }
      int size = 0;
      for (int j = 0; j < changed; j++) {
        if ((marks[j] >>> i & 1) != 0) {
          targets[size] = rows[j];
          sources[size++] = changes.source(rows[j]);
        }
      }
      coders[table.index()][i].writeChanges(before[i], sources, columns[i], targets, size, out);
      more += ColumnCoder.moreCharacters(before[i], sources, columns[i], targets, size);
    }
    return more;
  }

  private void marks(long[] marks) {
    Map<Long, Integer> known = new LinkedHashMap<>();
    long[] codes = new long[marks.length];
    for (int i = 0; i < marks.length; i++) {
      if (i > 0 && marks[i] == marks[i - 1]) {
        codes[i] = codes[i - 1];
      } else {
        Integer code = known.putIfAbsent(marks[i], known.size());
        codes[i] = code == null ? known.size() - 1 : code;
      }
    }
    out.bits.golomb(known.size(), 0);
    for (long mark : known.keySet()) {
      long rest = mark >>> 32; // a number of all 64 bits has no such code
      out.bits.golomb(mark & 0xFFFF_FFFFL, TypedFormat.MASK_ORDER);
      out.bits.bit(rest != 0);
      if (rest != 0) {
        out.bits.bits(rest, Integer.SIZE);
      }
    }
    out.column(codes, codes.length);
  }

  // ---- the whole ----

  private byte[] finished(int form, long version, @Nullable TypedState base)
      throws NotTypedException {
    byte[] texts = out.encodedTexts();
    out.bits.align();
    byte[] frame = hasFrames && texts.length >= MIN_COMPRESSED ? frame(texts, base) : texts;
    BitOutput lengths = new BitOutput();
    lengths.golomb(texts.length, TypedFormat.LENGTH_ORDER);
    boolean isShorter = frame.length < texts.length;
    lengths.bit(isShorter);
    if (isShorter) {
      lengths.golomb(frame.length, TypedFormat.LENGTH_ORDER);
    }
    lengths.align();
    byte[] sent = isShorter ? frame : texts;
    return assembled(
        form,
        version,
        base == null ? TypedState.NO_VERSION : base.version(),
        lengths.toByteArray(),
        sent,
        out.bits);
  }

  /** Texts that have changed are much like those that they were, as a rule. */
  private byte[] frame(byte[] texts, @Nullable TypedState base) {
    byte[] dictionary = base == null ? new byte[0] : XmlTexts.dictionary(tables, base.rows());
    return dictionary.length == 0
        ? Frames.encode(texts)
        : Frames.encode(dictionary, texts, texts.length);
  }

  /** Gives all values of a message another name; changes the content. */
  static byte[] renamed(byte[] whole, long version) {
    InstanceNames.put(version, whole, 1);
    putChecksum(whole, TypedState.NO_VERSION);
    return whole;
  }

  private static void putChecksum(byte[] message, long base) {
    int checksum = TypedFormat.checksum(message, base);
    for (int i = 0; i < Integer.BYTES; i++) {
      message[TypedFormat.CHECKSUM + i] = (byte) (checksum >>> 24 - 8 * i);
    }
  }

  private static byte[] assembled(
      int form, long version, long base, byte[] lengths, byte[] texts, BitOutput values) {
    int atTexts = TypedFormat.HEAD_BYTES + lengths.length;
    int atValues = atTexts + texts.length;
    byte[] message = new byte[Math.addExact(atValues, values.size())];
    message[0] = TypedFormat.firstByte(form);
    InstanceNames.put(version, message, 1);
    System.arraycopy(lengths, 0, message, TypedFormat.HEAD_BYTES, lengths.length);
    System.arraycopy(texts, 0, message, atTexts, texts.length);
    values.copyTo(message, atValues);
    putChecksum(message, base);
    return message;
  }
}
