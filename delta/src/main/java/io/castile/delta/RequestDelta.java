package io.castile.delta;

import java.util.Arrays;

/**
 * The content of a request that is sent as a delta.
 *
 * @param base the version of the response that the client holds; {@link Offer#NONE} for none
 * @param requestBase the version of the request to which the delta applies
 * @param delta the delta
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record RequestDelta(long base, long requestBase, byte[] delta) {
  private static final int VERSION_BYTES = 6;

  /** Stands for no base; as the version of a message it would be no worse than any other. */
  private static final long NO_BASE = 0;

  /** Returns the parts of a content. */
  static RequestDelta of(byte[] content) throws DeltaException {
    if (content.length < 2 * VERSION_BYTES) {
      throw new DeltaException("expected two versions before a delta, found the end");
    }
    long base = version(content, 0);
    return new RequestDelta(
        base == NO_BASE ? Offer.NONE : base,
        version(content, VERSION_BYTES),
        Arrays.copyOfRange(content, 2 * VERSION_BYTES, content.length));
  }

  /** Returns the content. */
  byte[] content() {
    byte[] content = new byte[2 * VERSION_BYTES + delta.length];
    put(base == Offer.NONE ? NO_BASE : base, content, 0);
    put(requestBase, content, VERSION_BYTES);
    System.arraycopy(delta, 0, content, 2 * VERSION_BYTES, delta.length);
    return content;
  }

  private static long version(byte[] content, int at) {
    long version = 0;
    for (int i = at; i < at + VERSION_BYTES; i++) {
      version = version << 8 | content[i] & 0xff;
    }
    return version;
  }

  private static void put(long version, byte[] content, int at) {
    for (int i = 0; i < VERSION_BYTES; i++) {
      content[at + i] = (byte) (version >>> 40 - 8 * i);
    }
  }
}
