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
    byte[] frame = DictionaryCoding.encode(base, target, target.length);
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
}
