package io.castile.delta.format;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one delta. Not thread-safe. */
public final class DeltaWriter {
  /** What a delta with a frame takes beside the frame's sequences, at least, in bits. */
  private static final long FRAME_BITS = 8L * DeltaFormat.HEAD_BYTES + 64;

  /** From so many changed rows it is told whether a frame may be shorter. */
  private static final int SAMPLED_ROWS = 32;

  /** What a change of a field takes at least in a frame, in bits: where and how long, */
  private static final int DICTIONARY_EDIT_BITS = 20;

  /** and ten bits for three bytes. */
  private static final int DICTIONARY_BITS = 10;

  private static final int DICTIONARY_BYTES = 3;

  /** Shorter texts are not compressed. */
  private static final int MIN_COMPRESSED = 48;

  private final byte[] base;
  private final byte[] target;
  private final Instance baseInstance;
  private final Instance targetInstance;
  private final BitOutput out = new BitOutput();
  private final TextOutput texts = new TextOutput();
  private final boolean hasFrames;

  public DeltaWriter(Instance base, Instance target) {
    this(base, target, true);
  }

  /**
   * @param hasFrames whether the delta may have Zstandard frames; it has none where they cannot be
   *     written here
   */
  DeltaWriter(Instance base, Instance target, boolean hasFrames) {
    this.hasFrames = hasFrames && Zstandard.isPresent();
    this.baseInstance = base;
    this.targetInstance = target;
    this.base = base.bytes();
    this.target = target.bytes();
  }

  public byte[] write() {
    if (Arrays.equals(base, target)) {
      targetInstance.isSameAs(baseInstance);
      head(DeltaFormat.SAME);
      return finished(out);
    }
    RowDocument document = baseInstance.document();
    Edits edits = FieldDiff.of(document, target);
    Runs runs = null; // null for the rows of the base in their order
    boolean keysChanged = false;
    if (edits != null) {
      targetInstance.hasTextsOf(baseInstance, edits);
      ShiftProbe probe = new ShiftProbe(document, targetInstance.document());
      keysChanged = probe.keysChanged(edits);
      edits = keysChanged && probe.isShifted(edits) ? null : edits;
    }
    if (edits == null) {
      RowAlignment.Found found = RowAlignment.of(document, targetInstance.document());
      edits = found.edits();
      runs = found.runs().isWhole(document) ? null : found.runs();
    }
    if (runs != null && runs.count() > DeltaFormat.maxRuns(document)) {
      byte[] dictionary = dictionary();
      return dictionary != null ? dictionary : target; // which is no delta, and not shorter
    }
    head(DeltaFormat.COLUMNS);
    columns(document, runs, edits);
    byte[] dictionary = mayBeLonger(document, runs, edits, keysChanged) ? dictionary() : null;
    byte[] typed = finished(out);
    if (dictionary == null || dictionary.length >= typed.length) {
      return typed;
    }
    targetInstance.hasFrames(FrameTrials.DUE);
    return dictionary;
  }

  private void head(int form) {
    head(out, form);
  }

  private void head(BitOutput to, int form) {
    to.bits(DeltaFormat.VERSION << 4 | form, 8);
    to.bits(targetInstance.version(), 8 * InstanceNames.BYTES);
    to.bits(baseInstance.crc(), Integer.SIZE);
    to.bits(targetInstance.crc(), Integer.SIZE);
    to.bits(0, Integer.SIZE); // the checksum of the rest, once there is one
  }

  /** The target as a frame; null where there may be none, or the base cannot be a dictionary. */
  private byte @Nullable [] dictionary() {
    if (!hasFrames || !Zstandard.isDictionary(base)) {
      return null;
    }
    BitOutput to = new BitOutput();
    head(to, DeltaFormat.DICTIONARY);
    to.golomb(target.length, DeltaFormat.LENGTH_ORDER);
    to.align();
    byte[] frame = DictionaryCoding.encode(base, target, target.length);
    to.bytes(frame, 0, frame.length);
    return finished(to);
  }

  private static byte[] finished(BitOutput of) {
    of.align();
    byte[] delta = of.toByteArray();
    int checksum = DeltaFormat.checksum(delta);
    for (int i = 0; i < Integer.BYTES; i++) {
      delta[DeltaFormat.OWN_CHECKSUM + i] = (byte) (checksum >>> 24 - 8 * i);
    }
    return delta;
  }

  /**
   * Whether the columns may be longer than a frame, as far as that can be told without making it,
   * and it is time to find out. Notes when it is time again.
   *
   * @param keysChanged whether rows of the target may be other ones of the base
   */
  private boolean mayBeLonger(
      RowDocument document, @Nullable Runs runs, Edits edits, boolean keysChanged) {
    if (runs != null) {
      return hasFrames;
    }
    if (!hasFrames) {
      return false;
    }
    FrameTrials frames = baseInstance.frames();
    if (!frames.isDue()) {
      targetInstance.hasFrames(frames.skipped());
      return false;
    }
    int[] firsts = edits.firstOfRows();
    if (out.bitCount() <= FRAME_BITS + (long) DICTIONARY_EDIT_BITS * firsts.length) {
      targetInstance.hasFrames(frames);
      return false;
    }
    targetInstance.hasFrames(frames.lost()); // unless a frame turns out to be shorter
    return out.bitCount() > dictionaryBits(document, edits, firsts, keysChanged);
  }

  /** About what all edits take at least in a frame, told from some rows. */
  private long dictionaryBits(
      RowDocument document, Edits edits, int[] firsts, boolean keysChanged) {
    int step = Math.max(1, firsts.length / SAMPLED_ROWS);
    int[] sample = new int[(firsts.length + step - 1) / step];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = edits.rows[firsts[i * step]];
    }
    boolean[] moved =
        keysChanged
            ? new RowSearch(targetInstance.document(), sample).foundIn(document)
            : new boolean[sample.length];
    long sampled = 0;
    for (int i = 0; i < sample.length; i++) {
      int first = i * step;
      int end = first + 1 < firsts.length ? firsts[first + 1] : edits.count;
      sampled +=
          moved[i] ? DICTIONARY_EDIT_BITS : dictionaryBits(document, edits, firsts[first], end);
    }
    return FRAME_BITS + sampled * firsts.length / sample.length;
  }

  /** About what some edits take at least in a frame. */
  private long dictionaryBits(RowDocument document, Edits edits, int first, int end) {
    long bits = 0;
    for (int i = first; i < end; i++) {
      int field = edits.fields[i];
      int from = document.start(field);
      int to = document.end(field);
      int prefix = CommonText.prefix(base, from, to, target, edits.starts[i], edits.ends[i]);
      int suffix =
          CommonText.suffix(base, from, to, target, edits.starts[i], edits.ends[i], prefix);
      long changed = edits.ends[i] - edits.starts[i] - prefix - suffix;
      bits += DICTIONARY_EDIT_BITS + changed * DICTIONARY_BITS / DICTIONARY_BYTES;
    }
    return bits;
  }

  // ---- columns ----

  private void columns(RowDocument document, @Nullable Runs runs, Edits edits) {
    out.bit(runs != null);
    if (runs != null) {
      runs(runs);
    }
    rows(document, edits);
    for (int[] members : edits.byColumn(document)) {
      new ValueColumn(document, edits, members).write(target, out, texts);
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
    if (!hasFrames || texts.size < MIN_COMPRESSED || !Zstandard.isDictionary(base)) {
      return null;
    }
    byte[] frame = DictionaryCoding.encode(base, texts.bytes, texts.size);
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
  private void rows(RowDocument document, Edits edits) {
    long[] gaps = new long[edits.count];
    long[] masks = new long[edits.count];
    int count = 0;
    for (int i = 0; i < edits.count; count++) {
      int row = edits.rows[i];
      gaps[count] = row - (i == 0 ? 0 : edits.rows[i - 1] + 1);
      int first = document.rowField(document.rowOf(edits.fields[i]));
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
