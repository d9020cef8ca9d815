package io.castile.delta.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The constants of the delta format that its writer and reader share. */
public final class DeltaFormat {
  /** The version of the format, in the upper half of the first byte. */
  public static final int VERSION = 1;

  /** The forms, in the lower half: the target is the base, */
  static final int SAME = 0;

  /** is told by columns, */
  public static final int COLUMNS = 1;

  /** or by a Zstandard frame with the base as dictionary. */
  static final int DICTIONARY = 2;

  /** The first byte, the target's version, three checksums. */
  public static final int HEAD_BYTES = 1 + InstanceNames.BYTES + 3 * Integer.BYTES;

  /** Where the last of the checksums stands: that of all other bytes of the delta. */
  public static final int OWN_CHECKSUM = HEAD_BYTES - Integer.BYTES;

  // The orders of the exponential Golomb codes of single numbers.
  public static final int RUNS_ORDER = 4;
  public static final int ROWS_ORDER = 4;
  static final int MASKS_ORDER = 0;
  static final int MASK_ORDER = 3;
  static final int LENGTH_ORDER = 12;

  private DeltaFormat() {}

  /** The CRC-32C of all bytes of a delta but its own checksum. */
  public static int checksum(byte[] delta) {
    CRC32C crc = new CRC32C();
    crc.update(delta, 0, OWN_CHECKSUM);
    crc.update(delta, HEAD_BYTES, delta.length - HEAD_BYTES);
    return (int) crc.getValue();
  }

  /**
   * Whether content begins as a delta does. No XML document does, in whatever encoding: its first
   * byte would be a control character.
   */
  public static boolean isBegunBy(byte[] content) {
    return content.length > 0 && content[0] >>> 4 == VERSION && (content[0] & 0xf) <= DICTIONARY;
  }

  /** Whether content is a delta, with the right checksum. */
  public static boolean isUndamaged(byte[] content) {
    return content.length >= HEAD_BYTES
        && isBegunBy(content)
        && ByteBuffer.wrap(content).getInt(OWN_CHECKSUM) == checksum(content);
  }

  /** How many runs a delta may have: they take no space where they are alike. */
  static long maxRuns(RowDocument base) {
    return 4096 + 4L * base.rows();
  }
}
