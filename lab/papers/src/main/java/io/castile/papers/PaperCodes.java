package io.castile.papers;

/**
 * The special codes of mSOAP messages: bytes that stand in no XML document in UTF-8 (XML 1.0 §2.2,
 * RFC 3629 §3), so that they need no escape. A message that has one of them is sent as it is.
 */
final class PaperCodes {
  /** A cached list follows: its index, then what has changed in it. */
  static final int LIST = 0x01;

  /** The element with this index is another one now: its new text follows. */
  static final int CHANGED = 0x02;

  /** In the element with this index the leaf with that index is another one now. */
  static final int LEAF = 0x03;

  /** Before the element with this index there is a new one. */
  static final int INSERTED = 0x04;

  /** The element with this index is there no longer. */
  static final int REMOVED = 0x05;

  /** The list ends. */
  static final int END = 0x06;

  /** The code of a tag takes another byte. */
  static final int LONG_TAG = 0x0e;

  /** How many codes of tags take one byte, */
  static final int SHORT_TAGS = 30;

  /** and how many there are. */
  static final int MAX_TAGS = SHORT_TAGS + 256;

  /** What a byte of a message is. */
  enum Kind {
    TEXT,
    UPDATE,
    TAG
  }

  private static final Kind[] KINDS = new Kind[256];
  private static final byte[] TAGS = new byte[SHORT_TAGS];
  private static final int[] TAG_OF = new int[256];

  static {
    int tags = 0;
    for (int b = 0; b < 256; b++) {
      boolean isTag = (b > LONG_TAG && b < 0x20) || b == 0xc0 || b == 0xc1 || b >= 0xf5;
      boolean isUpdate = b >= LIST && b <= END;
      KINDS[b] = isUpdate ? Kind.UPDATE : isTag || b == LONG_TAG ? Kind.TAG : Kind.TEXT;
      if (isTag) {
        TAGS[tags] = (byte) b;
        TAG_OF[b] = tags++;
      }
    }
  }

  private PaperCodes() {}

  static Kind kind(byte b) {
    return KINDS[b & 0xff];
  }

  /** The code of a tag that has one of a single byte. */
  static byte shortCode(int tag) {
    return TAGS[tag];
  }

  /** The tag of such a code. */
  static int shortTag(byte code) {
    return TAG_OF[code & 0xff];
  }
}
