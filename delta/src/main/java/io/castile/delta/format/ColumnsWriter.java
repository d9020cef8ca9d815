package io.castile.delta.format;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a message as columns: which of its fields are not those of a base, and their texts. */
final class ColumnsWriter {
  /** Shorter texts are not compressed. */
  private static final int MIN_COMPRESSED = 48;

  private final RowDocument base;
  private final byte[] target;
  private final boolean hasFrames;
  private final BitOutput out;
  private final TextOutput texts = new TextOutput();

  /**
   * @param hasFrames whether the texts may be a Zstandard frame
   * @param out gets the columns
   */
  ColumnsWriter(RowDocument base, byte[] target, boolean hasFrames, BitOutput out) {
    this.base = base;
    this.target = target;
    this.hasFrames = hasFrames;
    this.out = out;
  }

  /**
   * Appends the columns.
   *
   * @param runs where the rows come from; null for those of the base in their order
   */
  void write(@Nullable Runs runs, Edits edits) {
    out.bit(runs != null);
    if (runs != null) {
      runs(runs);
    }
    rows(edits);
    for (int[] members : edits.byColumn(base)) {
      new ValueColumn(base, edits, members).write(target, out, texts);
    }
    byte[] frame = compressedTexts();
    out.bit(frame != null);
    out.align();
    if (frame != null) {
      out.bytes(frame, 0, frame.length);
    } else {
      out.bytes(texts.bytes, 0, texts.size);
    }
  }

  private byte @Nullable [] compressedTexts() {
    if (!hasFrames || texts.size < MIN_COMPRESSED || !Zstandard.isDictionary(base.bytes())) {
      return null;
    }
    byte[] frame = Frames.encode(base.bytes(), texts.bytes, texts.size);
    return frame.length < texts.size ? frame : null;
  }

  private void runs(Runs runs) {
    int count = runs.count();
    long[] jumps = new long[count];
    long[] lengths = new long[count];
    int expected = 0;
    for (int i = 0; i < count; i++) {
      int source = runs.source(i);
      int length = runs.length(i);
      lengths[i] = length - 1L;
      if (source == Runs.NEW) {
        texts.append(target, runs.start(i), runs.start(i) + length);
      } else {
        jumps[i] = LongColumn.zigzag(source - expected) + 1;
        expected = source + length;
      }
    }
    out.golomb(count, DeltaFormat.RUNS_ORDER);
    LongColumn.write(out, jumps, count);
    LongColumn.write(out, lengths, count);
  }

  /** Which fields change: the rows, by the gaps between them, and which of their fields. */
  private void rows(Edits edits) {
    long[] gaps = new long[edits.count];
    long[] masks = new long[edits.count];
    int count = 0;
    for (int i = 0; i < edits.count; count++) {
      int row = edits.rows[i];
      gaps[count] = row - (i == 0 ? 0 : edits.rows[i - 1] + 1);
      int first = base.rowField(base.rowOf(edits.fields[i]));
      for (; i < edits.count && edits.rows[i] == row; i++) {
        masks[count] |= 1L << (edits.fields[i] - first);
      }
    }
    out.golomb(count, DeltaFormat.ROWS_ORDER);
    if (count > 0) {
      LongColumn.write(out, gaps, count);
      masks(masks, count);
    }
  }

  private void masks(long[] masks, int count) {
    Map<Long, Integer> known = new LinkedHashMap<>();
    long[] codes = new long[count];
    for (int i = 0; i < count; i++) {
      if (i > 0 && masks[i] == masks[i - 1]) {
        codes[i] = codes[i - 1];
      } else {
        Integer code = known.putIfAbsent(masks[i], known.size());
        codes[i] = code == null ? known.size() - 1 : code;
      }
    }
    out.golomb(known.size(), DeltaFormat.MASKS_ORDER);
    for (long mask : known.keySet()) {
      out.golomb(mask, DeltaFormat.MASK_ORDER);
    }
    LongColumn.write(out, codes, count);
  }
}
