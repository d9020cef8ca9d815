package io.castile.delta.typed;

import io.castile.delta.format.InstanceNames;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The constants of typed messages that their writer and reader share. */
final class TypedFormat {
  /** In the upper half of the first byte: no delta of XML, and no document, begins so. */
  static final int VERSION = 2;

  /** The forms, in the lower half: the base again, */
  static final int SAME = 0;

  /** all values, */
  static final int WHOLE = 1;

  /** or those that are others than the base's. */
  static final int CHANGES = 2;

  /** The first byte, the version, the checksum. */
  static final int HEAD_BYTES = 1 + InstanceNames.BYTES + Integer.BYTES;

  static final int CHECKSUM = HEAD_BYTES - Integer.BYTES;

  // The orders of the exponential Golomb codes of single numbers.
  static final int COUNT_ORDER = 4;
  static final int LENGTH_ORDER = 10;
  static final int MASK_ORDER = 3;

  /** The greatest number of columns of a table, so that there is a bit for each. */
  static final int MAX_COLUMNS = Long.SIZE;

  private TypedFormat() {}

  static byte firstByte(int form) {
    return (byte) (VERSION << 4 | form);
  }

  /** The form that content has; -1 where it is no typed message. */
  static int form(byte[] content) {
    if (content.length < HEAD_BYTES || content[0] >>> 4 != VERSION) {
      return -1;
    }
    int form = content[0] & 0xf;
    return form <= CHANGES ? form : -1;
  }

  /**
   * Whether content is a typed message to a base, with the right checksum.
   *
   * @param base its version; {@link TypedState#NO_VERSION} for none
   */
  static boolean isUndamaged(byte[] content, long base) {
    int form = form(content);
    long expected = form == WHOLE ? TypedState.NO_VERSION : base;
    return form >= 0 && ByteBuffer.wrap(content).getInt(CHECKSUM) == checksum(content, expected);
  }

  /** The CRC-32C of all bytes of a message but the checksum, and of the base's version. */
  static int checksum(byte[] content, long base) {
    byte[] version = new byte[InstanceNames.BYTES];
    InstanceNames.put(base, version, 0);
    CRC32C crc = new CRC32C();
    crc.update(version);
    crc.update(content, 0, CHECKSUM);
    crc.update(content, HEAD_BYTES, content.length - HEAD_BYTES);
    return (int) crc.getValue();
  }
}
