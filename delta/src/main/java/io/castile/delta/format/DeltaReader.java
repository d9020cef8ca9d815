package io.castile.delta.format;

import org.jspecify.annotations.Nullable;

/** Reads one delta, which may be anything. Not thread-safe. */
final class DeltaReader {
  private final Instance baseInstance;
  private final byte[] base;
  private final byte[] delta;
  private final int maxBytes;
  private final TextOutput texts = new TextOutput();
  private long version; // of the target

  DeltaReader(Instance base, byte[] delta, int maxBytes) {
    this.baseInstance = base;
    this.base = base.bytes();
    this.delta = delta;
    this.maxBytes = maxBytes;
  }

  Instance read() throws DeltaException {
    if (delta.length < DeltaFormat.HEAD_BYTES) {
      throw new DeltaException(
          "expected at least " + DeltaFormat.HEAD_BYTES + " bytes, found " + delta.length);
    }
    BitInput in = new BitInput(delta, 0);
    int first = (int) in.bits(8);
    if (first >>> 4 != DeltaFormat.VERSION) {
      throw new DeltaException(
          "expected format " + DeltaFormat.VERSION + " of deltas, found " + (first >>> 4));
    }
    version = in.bits(8 * InstanceNames.BYTES);
    int baseChecksum = (int) in.bits(Integer.SIZE);
    int targetChecksum = (int) in.bits(Integer.SIZE);
    if ((int) in.bits(Integer.SIZE) != DeltaFormat.checksum(delta)) {
      throw new DeltaException("expected another checksum of the delta: it is damaged");
    }
    if (baseInstance.crc() != baseChecksum) {
      throw new DeltaException("expected a base with another checksum");
    }
    Instance target =
        switch (first & 0xf) {
          case DeltaFormat.SAME -> same(in);
          case DeltaFormat.COLUMNS -> columns(in);
          case DeltaFormat.DICTIONARY -> dictionary(in);
          default ->
              throw new DeltaException("expected a form from 0 to 2, found " + (first & 0xf));
        };
    if (target.crc() != targetChecksum) {
      throw new DeltaException("expected a target with another checksum");
    }
    return target;
  }

  private Instance same(BitInput in) throws DeltaException {
    end(in.align());
    if (base.length > maxBytes) {
      throw tooLarge(base.length);
    }
    RowDocument known = baseInstance.knownDocument();
    return known == null ? Instance.of(base, version) : Instance.of(known, version);
  }

  private Instance dictionary(BitInput in) throws DeltaException {
    int length = in.count(DeltaFormat.LENGTH_ORDER, maxBytes, "bytes");
    return Instance.of(frame(in.align(), length), version);
  }

  /** The content of the frame that ends the delta. */
  private byte[] frame(int start, int length) throws DeltaException {
    if (!Zstandard.isPresent()) {
      throw new DeltaException(
          "expected typed columns alone, as "
              + Zstandard.ARTIFACT
              + " is not on the class path, found a Zstandard frame");
    }
    if (!Zstandard.isDictionary(base)) {
      throw new DeltaException("expected a base that can be a dictionary");
    }
    return Frames.decode(base, delta, start, delta.length, length);
  }

  private void end(int pos) throws DeltaException {
    if (pos != delta.length) {
      throw new DeltaException(
          "expected the end after " + pos + " bytes, found " + (delta.length - pos) + " more");
    }
  }

  private DeltaException tooLarge(long bytes) {
    return new DeltaException(
        "expected a message of at most " + maxBytes + " bytes, found one of " + bytes);
  }

  // ---- columns ----

  private Instance columns(BitInput in) throws DeltaException {
    RowDocument document = baseInstance.document();
    Runs runs = in.bit() ? runs(in, document) : null;
    Runs source = runs == null ? Runs.whole(document) : runs;
    Edits edits = rows(in, document, source);
    int[][] groups = edits.byColumn(document);
    ValueColumn.Open[] open = new ValueColumn.Open[groups.length];
    for (int i = 0; i < groups.length; i++) {
      open[i] = new ValueColumn(document, edits, groups[i]).read(in, texts);
    }
    boolean compressed = in.bit();
    openTexts(compressed, in.align(), runs, open, edits, document);
    byte[] target = assemble(source, edits, document);
    return runs == null
        ? Instance.of(document.edited(target, edits), version)
        : Instance.of(target, version);
  }

  private Runs runs(BitInput in, RowDocument document) throws DeltaException {
    int count = in.count(DeltaFormat.RUNS_ORDER, DeltaFormat.maxRuns(document), "runs");
    long[] jumps = LongColumn.read(in, count);
    long[] lengths = LongColumn.read(in, count);
    long[] markup = markup(document);
    long least = 0; // the target has at least so many bytes, whatever its fields are
    Runs runs = new Runs();
    int expected = 0;
    for (int i = 0; i < count; i++) {
      if (lengths[i] < 0 || lengths[i] >= maxBytes) {
        throw new DeltaException("expected a run of at most " + maxBytes + ", found a longer one");
      }
      int length = (int) lengths[i] + 1;
      if (jumps[i] == 0) {
        runs.addNew(0, length);
        least = bounded(least + length);
        continue;
      }
      long from = expected + LongColumn.signed(jumps[i] - 1);
      if (from < 0 || from > document.rows() || length > document.rows() - from) {
        throw new DeltaException(
            "expected rows of the base, which has " + document.rows() + ", found others");
      }
      runs.addRows((int) from, length);
      least = bounded(least + markup[(int) from + length] - markup[(int) from]);
      expected = (int) from + length;
    }
    return runs;
  }

  private long bounded(long bytes) throws DeltaException {
    if (bytes > maxBytes) {
      throw tooLarge(bytes);
    }
    return bytes;
  }

  /** For each row, and last for the end, how many bytes before it are in no field. */
  private static long[] markup(RowDocument document) {
    long[] markup = new long[document.rows() + 1];
    for (int row = 0; row < document.rows(); row++) {
      long bytes = document.rowEnd(row) - document.rowStart(row);
      for (int field = document.rowField(row); field < document.rowField(row + 1); field++) {
        bytes -= document.end(field) - document.start(field);
      }
      markup[row + 1] = markup[row] + bytes;
    }
    return markup;
  }

  /** Reads which fields change; their texts are not known yet. */
  private static Edits rows(BitInput in, RowDocument document, Runs runs) throws DeltaException {
    Edits edits = new Edits();
    int count = in.count(DeltaFormat.ROWS_ORDER, Integer.MAX_VALUE, "rows");
    if (count == 0) {
      return edits;
    }
    long rows = 0;
    for (int i = 0; i < runs.count(); i++) {
      rows += runs.source(i) == Runs.NEW ? 0 : runs.length(i);
    }
    if (count > rows) {
      throw new DeltaException("expected at most " + rows + " changed rows, found " + count);
    }
    long[] gaps = LongColumn.read(in, count);
    long[] masks = masks(in, count);
    int run = -1;
    int firstOfRun = 0; // the place of the run's first row among those that come from the base
    int endOfRun = 0;
    long row = -1;
    for (int i = 0; i < count; i++) {
      row += 1 + gaps[i];
      if (gaps[i] < 0 || row < 0 || row >= rows) {
        throw new DeltaException("expected a changed row below " + rows + ", found " + row);
      }
      while (row >= endOfRun) {
        run++;
        firstOfRun = endOfRun;
        endOfRun += runs.source(run) == Runs.NEW ? 0 : runs.length(run);
      }
      int baseRow = runs.source(run) + (int) row - firstOfRun;
      addFields(edits, (int) row, baseRow, masks[i], document);
    }
    return edits;
  }

  private static void addFields(Edits edits, int row, int baseRow, long mask, RowDocument document)
      throws DeltaException {
    if (mask == 0 || mask >>> document.rowSize(baseRow) != 0) {
      throw new DeltaException(
          "expected a mask of " + document.rowSize(baseRow) + " fields, found another one");
    }
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      edits.add(row, document.rowField(baseRow) + Long.numberOfTrailingZeros(rest), 0, 0);
    }
  }

  private static long[] masks(BitInput in, int count) throws DeltaException {
    int size = in.count(DeltaFormat.MASKS_ORDER, count, "masks");
    long[] different = new long[size];
    for (int i = 0; i < size; i++) {
      different[i] =
          in.count(DeltaFormat.MASK_ORDER, (1 << RowDocument.MAX_ROW_FIELDS) - 1L, "as a mask");
    }
    long[] masks = LongColumn.read(in, count);
    for (int i = 0; i < count; i++) {
      if (masks[i] < 0 || masks[i] >= size) {
        throw new DeltaException("expected one of " + size + " masks, found " + masks[i]);
      }
      masks[i] = different[(int) masks[i]];
    }
    return masks;
  }

  // ---- texts ----

  /** Reads the bytes at the end of the delta, and makes the texts complete of which they are. */
  private void openTexts(
      boolean compressed,
      int pos,
      @Nullable Runs runs,
      ValueColumn.Open[] open,
      Edits edits,
      RowDocument document)
      throws DeltaException {
    long length = 0;
    for (int i = 0; runs != null && i < runs.count(); i++) {
      length += runs.source(i) == Runs.NEW ? runs.length(i) : 0;
    }
    for (ValueColumn.Open column : open) {
      for (long part : column.lengths()) {
        length = part < 0 || part > maxBytes ? Long.MAX_VALUE / 2 : length + part;
        if (length > maxBytes) {
          throw tooLarge(length);
        }
      }
    }
    if (length > maxBytes) {
      throw tooLarge(length);
    }
    byte[] bytes = bytes(compressed, pos, (int) length);
    int at = compressed ? 0 : pos;
    if (runs != null) {
      at = newRows(runs, bytes, at);
    }
    for (ValueColumn.Open column : open) {
      at = complete(column, bytes, at, edits, document);
    }
  }

  private byte[] bytes(boolean compressed, int pos, int length) throws DeltaException {
    if (!compressed) {
      end(pos + length);
      return delta;
    }
    return frame(pos, length);
  }

  private int newRows(Runs runs, byte[] bytes, int from) {
    int at = from;
    for (int i = 0; i < runs.count(); i++) {
      if (runs.source(i) == Runs.NEW) {
        runs.startsAt(i, texts.size);
        texts.append(bytes, at, at + runs.length(i));
        at += runs.length(i);
      }
    }
    return at;
  }

  private int complete(
      ValueColumn.Open column, byte[] bytes, int from, Edits edits, RowDocument document)
      throws DeltaException {
    int at = from;
    for (int i = 0; i < column.edits().length; i++) {
      int edit = column.edits()[i];
      int start = document.start(edits.fields[edit]);
      int end = document.end(edits.fields[edit]);
      long prefix = column.prefixes()[i];
      long suffix = column.suffixes()[i];
      if (prefix < 0 || suffix < 0 || prefix > end - start || suffix > end - start) {
        throw new DeltaException("expected no more than a field of the base has");
      }
      int length = (int) column.lengths()[i];
      edits.starts[edit] = texts.size;
      texts.append(base, start, start + (int) prefix);
      texts.append(bytes, at, at + length);
      texts.append(base, end - (int) suffix, end);
      edits.ends[edit] = texts.size;
      at += length;
      if (texts.size > 2L * maxBytes) {
        throw tooLarge(texts.size);
      }
    }
    return at;
  }

  // ---- the target ----

  private byte[] assemble(Runs runs, Edits edits, RowDocument document) throws DeltaException {
    long size = 0;
    for (int i = 0; i < runs.count(); i++) {
      int source = runs.source(i);
      size +=
          source == Runs.NEW
              ? runs.length(i)
              : document.rowEnd(source + runs.length(i) - 1) - document.rowStart(source);
    }
    for (int i = 0; i < edits.count; i++) {
      int field = edits.fields[i];
      size += edits.ends[i] - edits.starts[i] - (document.end(field) - document.start(field));
    }
    if (size > maxBytes) {
      throw tooLarge(size);
    }
    byte[] target = new byte[(int) size];
    int at = 0;
    int rows = 0; // so many that come from the base are before the run
    int edit = 0;
    for (int i = 0; i < runs.count(); i++) {
      int length = runs.length(i);
      if (runs.source(i) == Runs.NEW) {
        System.arraycopy(texts.bytes, runs.start(i), target, at, length);
        at += length;
        continue;
      }
      rows += length;
      int pos = document.rowStart(runs.source(i));
      for (; edit < edits.count && edits.rows[edit] < rows; edit++) {
        int field = edits.fields[edit];
        int kept = document.start(field) - pos;
        System.arraycopy(base, pos, target, at, kept);
        at += kept;
        int changed = edits.ends[edit] - edits.starts[edit];
        System.arraycopy(texts.bytes, edits.starts[edit], target, at, changed);
        at += changed;
        pos = document.end(field);
      }
      int rest = document.rowEnd(runs.source(i) + length - 1) - pos;
      System.arraycopy(base, pos, target, at, rest);
      at += rest;
    }
    return target;
  }
}
