package io.castile.delta.format;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes one delta. Not thread-safe. */
public final class DeltaWriter {
  /** The bits of a delta with a frame beside the frame's sequences, at least. */
  private static final long FRAME_BITS = 8L * DeltaFormat.HEAD_BYTES + 64;

  /** The bits of a row's change in a frame, at least: where and how long. */
  private static final int FRAME_EDIT_BITS = 20;

  private final byte[] base;
  private final byte[] target;
  private final Instance baseInstance;
  private final Instance targetInstance;
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
      return finished(begun(DeltaFormat.SAME));
    }
    RowDocument document = baseInstance.document();
    Edits edits = FieldDiff.of(document, target);
    Runs runs = null; // null for the rows of the base in their order
    if (edits != null) {
      targetInstance.hasTextsOf(baseInstance, edits);
      boolean isShifted = new ShiftProbe(document, targetInstance.document()).isShifted(edits);
      edits = isShifted ? null : edits;
    }
    if (edits == null) {
      RowAlignment.Found found = RowAlignment.of(document, targetInstance.document());
      edits = found.edits();
      runs = found.runs().isWhole(document) ? null : found.runs();
    }
    if (runs != null && runs.count() > DeltaFormat.maxRuns(document)) {
      byte[] frame = frame();
      return frame != null ? frame : target; // which is no delta, and not shorter
    }
    return orFrame(columns(document, runs, edits), edits.firstOfRows().length);
  }

  /** Returns the columns, or a frame where one is due and turns out to be shorter. */
  private byte[] orFrame(byte[] columns, int changedRows) {
    FrameTrials trials = baseInstance.frames();
    long least = FRAME_BITS + (long) FRAME_EDIT_BITS * changedRows;
    if (!hasFrames || (long) Byte.SIZE * columns.length <= least) {
      targetInstance.hasFrames(trials);
      return columns;
    }
    if (!trials.isDue()) {
      targetInstance.hasFrames(trials.skipped());
      return columns;
    }
    byte[] frame = frame();
    if (frame == null || frame.length >= columns.length) {
      targetInstance.hasFrames(trials.lost());
      return columns;
    }
    targetInstance.hasFrames(FrameTrials.DUE);
    return frame;
  }

  /** A delta with its head. */
  private BitOutput begun(int form) {
    BitOutput out = new BitOutput();
    out.bits(DeltaFormat.VERSION << 4 | form, 8);
    out.bits(targetInstance.version(), 8 * InstanceNames.BYTES);
    out.bits(baseInstance.crc(), Integer.SIZE);
    out.bits(targetInstance.crc(), Integer.SIZE);
    out.bits(0, Integer.SIZE); // the checksum of the rest, once there is one
    return out;
  }

  /**
   * The target as columns.
   *
   * @param runs null for the rows of the base in their order
   */
  private byte[] columns(RowDocument document, @Nullable Runs runs, Edits edits) {
    BitOutput out = begun(DeltaFormat.COLUMNS);
    new ColumnsWriter(document, target, hasFrames, out).write(runs, edits);
    return finished(out);
  }

  /** The target as a frame; null where there may be none, or the base cannot be a dictionary. */
  private byte @Nullable [] frame() {
    if (!hasFrames || !Zstandard.isDictionary(base)) {
      return null;
    }
    BitOutput out = begun(DeltaFormat.DICTIONARY);
    out.golomb(target.length, DeltaFormat.LENGTH_ORDER);
    out.align();
    byte[] frame = Frames.encode(base, target, target.length);
    out.bytes(frame, 0, frame.length);
    return finished(out);
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
   * Finds the fields in which a target with the same markup as the base differs from it, in time
   * proportional to what a comparison of the bytes takes, and what changed: the target has no
   * document.
   */
  private static final class FieldDiff {
    private FieldDiff() {}

    /** Returns the new texts, which stand in the target; null if the markup differs. */
    static @Nullable Edits of(RowDocument document, byte[] target) {
      byte[] base = document.bytes();
      Edits edits = new Edits();
      int pos = 0; // All before it in the base, and before at in the target, is compared.
      int at = 0;
      int field = 0;
      while (true) {
        int mismatch = Arrays.mismatch(base, pos, base.length, target, at, target.length);
        if (mismatch < 0) {
          return edits;
        }
        int differs = pos + mismatch;
        field = document.fieldAt(differs, field);
        // What differs at the end of a field is a field that has become longer.
        if (field == document.fields() || document.start(field) > differs) {
          return null;
        }
        int end = document.end(field);
        int start = document.start(field) - pos + at;
        int newEnd = endOfText(target, start, end == base.length ? -1 : base[end]);
        if (newEnd < 0 || (newEnd == start && document.isRun(field))) {
          return null;
        }
        edits.add(document.rowOf(field), field, start, newEnd);
        pos = end;
        at = newEnd;
        field++;
      }
    }

    /**
     * Where a text ends that is followed by {@code end}: a tag, or the quote of an attribute's
     * value, or -1 for the end of the message. Returns -1 if it is not.
     */
    private static int endOfText(byte[] target, int start, int end) {
      int pos = start;
      while (pos < target.length && target[pos] != end && target[pos] != '<') {
        pos++;
      }
      if (end < 0) {
        return pos == target.length ? pos : -1;
      }
      return pos < target.length && target[pos] == end ? pos : -1;
    }
  }

  /**
   * Tells whether a list has lost or got items where the message has as many of each kind as
   * before: then nearly all that changed is found near by, in rows that are whole.
   */
  private static final class ShiftProbe {
    /** If so few rows have another first field, which may be their key, nothing was shifted. */
    private static final int MIN_KEYS = 4;

    private static final int SAMPLES = 16;
    private static final int REACH = 64;

    private final RowDocument base;
    private final RowDocument target;

    ShiftProbe(RowDocument base, RowDocument target) {
      this.base = base;
      this.target = target;
    }

    /** Whether about half of the changed rows stand elsewhere in the base. */
    boolean isShifted(Edits edits) {
      if (!keysChanged(edits)) {
        return false;
      }
      int step = Math.max(1, edits.count / SAMPLES);
      int samples = (edits.count + step - 1) / step;
      int found = 0;
      int missing = 0;
      for (int i = 0; 2 * found < samples && 2 * missing <= samples; i += step) {
        boolean elsewhere = isElsewhere(edits.rows[i]);
        found += elsewhere ? 1 : 0;
        missing += elsewhere ? 0 : 1;
      }
      return 2 * found >= samples;
    }

    /** Whether the first fields of some rows have changed. */
    private boolean keysChanged(Edits edits) {
      int keys = 0;
      for (int i = 0; i < edits.count && keys < MIN_KEYS; i++) {
        keys += edits.fields[i] == base.rowField(edits.rows[i]) ? 1 : 0;
      }
      return keys == MIN_KEYS;
    }

    private boolean isElsewhere(int row) {
      int last = Math.min(base.rows() - 1, row + REACH);
      for (int at = Math.max(0, row - REACH); at <= last; at++) {
        if (base.isRow(at, target, row)) {
          return true;
        }
      }
      return false;
    }
  }
}
