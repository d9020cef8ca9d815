package io.castile.delta.typed;

import io.castile.codec.typed.Column;
import io.castile.codec.typed.MadeBeans;
import io.castile.codec.typed.NotTypedException;
import io.castile.codec.typed.Table;
import io.castile.codec.typed.TypedRows;
import io.castile.delta.format.BitInput;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Frames;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.format.LongColumn;
import io.castile.delta.format.Zstandard;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one typed message, as a peer has sent it. Not thread-safe. */
final class TypedReader {
  /** The bytes that a value takes in memory at most. */
  private static final int VALUE_BYTES = 8;

  private static final Object[] NOTHING = {};

  private final TypedCoding coding;
  private final List<Table> tables;
  private final ColumnCoder[][] coders;
  private final @Nullable TypedState base;
  private final byte[] content;
  private final long maxBytes;
  private final @Nullable MadeBeans beans; // null for none
  private long budget; // what is left of them, in bytes of arrays

  /**
   * @param base null for none
   * @param maxBytes of a message as XML
   * @param beans to which those of the base are added whose rows are as they were; null for none
   */
  TypedReader(
      TypedCoding coding,
      ColumnCoder[][] coders,
      @Nullable TypedState base,
      byte[] content,
      long maxBytes,
      @Nullable MadeBeans beans) {
    this.coding = coding;
    this.tables = coding.plan().tables();
    this.coders = coders;
    this.base = base;
    this.content = content;
    this.maxBytes = maxBytes;
    this.beans = beans;
    this.budget = maxBytes;
  }

  TypedState read() throws DeltaException, NotTypedException {
    int form = TypedFormat.form(content);
    if (form < 0) {
      throw new DeltaException("expected a typed message, found other content");
    }
    if (form != TypedFormat.WHOLE && base == null) {
      throw new DeltaException("expected a whole message, as no base was named, found changes");
    }
    long version = InstanceNames.at(content, 1);
    check();
    if (form == TypedFormat.SAME) {
      if (base == null || version != base.version() || content.length != TypedFormat.HEAD_BYTES) {
        throw new DeltaException("expected the base again, found another message");
      }
      return beans == null || base.beans() != null
          ? base
          : new TypedState(coding, base.rows(), version, beans);
    }
    BitInput bits = new BitInput(content, TypedFormat.HEAD_BYTES);
    long length = bits.golomb(TypedFormat.LENGTH_ORDER);
    boolean isFrame = bits.bit();
    long sent = isFrame ? bits.golomb(TypedFormat.LENGTH_ORDER) : length;
    int start = bits.align();
    if (sent > content.length - start) {
      throw new DeltaException("expected " + sent + " bytes of texts, found fewer");
    }
    int end = start + (int) sent;
    byte[] encoded =
        isFrame ? expanded(form, start, end, length) : Arrays.copyOfRange(content, start, end);
    String texts = new String(encoded, StandardCharsets.UTF_8);
    if (!XmlTexts.areAllowed(texts, encoded)) {
      throw new DeltaException("expected characters that XML has, found others");
    }
    TypedInput in = new TypedInput(new BitInput(content, end), texts, maxBytes);
    TypedRows rows = form == TypedFormat.WHOLE || base == null ? whole(in) : changed(in, base);
    in.end();
    if (in.bits.align() != content.length) {
      throw new DeltaException("expected the end, found more bytes");
    }
    if (rows.characters() > maxBytes) { // what is told once may be the text of many rows
      throw DeltaException.tooLarge(maxBytes);
    }
    return new TypedState(coding, rows, version, beans);
  }

  private byte[] expanded(int form, int start, int end, long length) throws DeltaException {
    if (!Zstandard.isPresent()) {
      throw new DeltaException("expected texts without a frame, as none can be read here");
    }
    if (length > maxBytes) {
      throw DeltaException.tooLarge(maxBytes);
    }
    byte[] dictionary =
        form == TypedFormat.WHOLE || base == null
            ? new byte[0]
            : XmlTexts.dictionary(tables, base.rows());
    return Frames.decode(
        dictionary.length == 0 ? null : dictionary, content, start, end, (int) length);
  }

  private void check() throws DeltaException {
    if (!TypedFormat.isUndamaged(content, base == null ? TypedState.NO_VERSION : base.version())) {
      throw new DeltaException("expected a message to this base, undamaged, found another one");
    }
  }

  /** Reads how many rows there are, of which each has so many columns. */
  private int count(TypedInput in, Table table) throws DeltaException {
    int rowBytes = VALUE_BYTES * Math.max(1, table.columns().size());
    long count = in.bits.golomb(TypedFormat.COUNT_ORDER);
    if (count > budget / rowBytes) {
      throw DeltaException.tooLarge(maxBytes);
    }
    budget -= count * rowBytes;
    return (int) count;
  }

  private TypedRows whole(TypedInput in) throws DeltaException, NotTypedException {
    int[] counts = new int[tables.size()];
    Object[][] columns = new Object[counts.length][];
    for (Table table : tables) {
      int count = count(in, table);
      counts[table.index()] = count;
      columns[table.index()] = newColumns(table, count);
      added(table, columns[table.index()], RowMoves.places(count), count, in);
    }
    return new TypedRows(counts, columns);
  }

  private static Object[] newColumns(Table table, int count) {
    Object[] columns = new Object[table.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = table.columns().get(i).newArray(count);
    }
    return columns;
  }

  private void added(Table table, Object[] columns, int[] rows, int count, TypedInput in)
      throws DeltaException, NotTypedException {
    if (count == 0) {
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      coders[table.index()][i].read(columns[i], rows, count, in);
    }
  }

  private TypedRows changed(TypedInput in, TypedState from)
      throws DeltaException, NotTypedException {
    int[] counts = new int[tables.size()];
    Object[][] columns = new Object[counts.length][];
    TypedRows rows = new TypedRows(counts, columns);
    for (Table table : tables) {
      int index = table.index();
      Object[] before = from.rows().columns(index);
      Object[] made = beans == null || from.beans() == null ? NOTHING : from.beans().of(index);
      if (in.bits.bit()) {
        counts[index] = count(in, table);
        int[] sources = runs(in, counts[index], from.rows().count(index));
        columns[index] = newColumns(table, counts[index]);
        int[] added = copy(before, sources, columns[index]);
        Object[] carried = carried(made, sources);
        changed(table, columns[index], counts[index], in, null, carried);
        added(table, columns[index], added, added.length, in);
        carry(index, carried);
      } else {
        counts[index] = from.rows().count(index);
        columns[index] = before.clone();
        Object[] carried = made.clone();
        long more = changed(table, columns[index], counts[index], in, before, carried);
        rows.weighAs(from.rows(), index, more);
        carry(index, carried);
      }
    }
    return rows;
  }

  private void carry(int table, Object[] carried) {
    if (beans != null && carried.length != 0) {
      beans.carry(table, carried);
    }
  }

  private static Object[] carried(Object[] made, int[] sources) {
    if (made.length == 0) {
      return made;
    }
    @Nullable Object[] carried = new Object[sources.length];
    for (int row = 0; row < sources.length; row++) {
      carried[row] = sources[row] == RowMoves.NEW ? null : made[sources[row]];
    }
    return carried;
  }

  private static int[] runs(TypedInput in, int count, int baseCount) throws DeltaException {
    int runs = in.bits.count(TypedFormat.COUNT_ORDER, count, "runs of rows");
    long[] jumps = in.column(runs);
    long[] lengths = in.column(runs);
    int[] sources = new int[count];
    int row = 0;
    long expected = 0;
    for (int i = 0; i < runs; i++) {
      long length = lengths[i] + 1;
      if (length <= 0 || length > count - row) {
        throw new DeltaException("expected runs of " + count + " rows, found more");
      }
      long source = jumps[i] == 0 ? RowMoves.NEW : expected + LongColumn.signed(jumps[i] - 1);
      if (jumps[i] != 0) {
        if (source < 0 || source > baseCount - length) {
          throw new DeltaException("expected rows of the base, found others");
        }
        expected = source + length;
      }
      for (int j = 0; j < length; j++) {
        sources[row++] = (int) (source == RowMoves.NEW ? source : source + j);
      }
    }
    if (row != count) {
      throw new DeltaException("expected runs of " + count + " rows, found fewer");
    }
    return sources;
  }

  /** Copies rows of the base, and returns those that are none. */
  private static int[] copy(Object[] before, int[] sources, Object[] columns) {
    int added = 0;
    for (int source : sources) {
      added += source == RowMoves.NEW ? 1 : 0;
    }
    int[] news = new int[added];
    int next = 0;
    for (int row = 0; row < sources.length; ) {
      int first = row;
      if (sources[row] == RowMoves.NEW) {
        news[next++] = row++;
        continue;
      }
      row++;
      while (row < sources.length && sources[row] == sources[row - 1] + 1) {
        row++;
      }
      for (int i = 0; i < columns.length; i++) {
        System.arraycopy(before[i], sources[first], columns[i], first, row - first);
      }
    }
    return news;
  }

  /**
   * Reads what has changed in rows that were in the base.
   *
   * @param shared the base's columns where {@code columns} still has these; null where its arrays
   *     are its own
   * @param carried the base's beans, of which those of changed rows are taken out; may be empty
   * @return how many characters strings have more than those of the base
   */
  private long changed(
      Table table,
      Object[] columns,
      int count,
      TypedInput in,
      Object @Nullable [] shared,
      @Nullable Object[] carried)
      throws DeltaException, NotTypedException {
    int changed = in.bits.count(TypedFormat.COUNT_ORDER, count, "changed rows");
    if (changed == 0) {
      return 0;
    }
    long[] gaps = in.column(changed);
    int[] rows = new int[changed];
    long row = -1;
    for (int i = 0; i < changed; i++) {
      row += gaps[i] + 1;
      if (gaps[i] < 0 || gaps[i] > count || row >= count) {
        throw new DeltaException("expected rows below " + count + ", found others");
      }
      rows[i] = (int) row;
      if (carried.length != 0) {
        carried[rows[i]] = null;
      }
    }
    long[] marks = columns.length > 1 ? marks(in, changed, columns.length) : null;
    int[] targets = new int[changed];
    long more = 0;
    for (int i = 0; i < columns.length; i++) {
      int size = 0;
      for (int j = 0; j < changed; j++) {
        if (marks == null || (marks[j] >>> i & 1) != 0) {
          targets[size++] = rows[j];
        }
      }
      if (size == 0) {
        continue;
      }
      if (shared != null) {
        columns[i] = Column.copyOf(shared[i], 0, count);
      }
      coders[table.index()][i].readChanges(columns[i], targets, size, in);
      if (shared != null) {
        more += ColumnCoder.moreCharacters(shared[i], targets, columns[i], targets, size);
      }
    }
    return more;
  }

  private static long[] marks(TypedInput in, int count, int columns) throws DeltaException {
    int different = in.bits.count(0, count, "sets of columns");
    long[] known = new long[different];
    for (int i = 0; i < different; i++) {
      known[i] = in.bits.golomb(TypedFormat.MASK_ORDER);
      if (in.bits.bit()) {
        known[i] |= in.bits.bits(Integer.SIZE) << Integer.SIZE;
      }
      if (known[i] == 0 || columns < Long.SIZE && known[i] >>> columns != 0) {
        throw new DeltaException("expected some of " + columns + " columns, found others");
      }
    }
    long[] codes = in.column(count);
    for (int i = 0; i < count; i++) {
      if (codes[i] < 0 || codes[i] >= different) {
        throw new DeltaException("expected a code below " + different + ", found " + codes[i]);
      }
      codes[i] = known[(int) codes[i]];
    }
    return codes;
  }
}
