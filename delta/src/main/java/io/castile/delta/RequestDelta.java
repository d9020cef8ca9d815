package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import java.util.Arrays;

/**
 * The content of a request that is sent as a delta.
 *
 * @param base the version of the response that the client holds; {@link Instance#NO_VERSION} for
 *     none
 * @param requestBase the version of the request to which the delta applies
 * @param delta the delta
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record RequestDelta(long base, long requestBase, byte[] delta) {
  private static final int HEAD_BYTES = 2 * InstanceNames.BYTES;

  /** Stands for no base; where it is the name of a message it is not used. */
  private static final long NO_BASE = 0;

  /** Returns the parts of a content. */
  static RequestDelta of(byte[] content) throws DeltaException {
    if (content.length < HEAD_BYTES) {
      throw new DeltaException("expected two versions before a delta, found the end");
    }
    long base = InstanceNames.at(content, 0);
    return new RequestDelta(
        base == NO_BASE ? Instance.NO_VERSION : base,
        InstanceNames.at(content, InstanceNames.BYTES),
        Arrays.copyOfRange(content, HEAD_BYTES, content.length));
  }

  /** Returns the content. */
  byte[] content() {
    byte[] content = new byte[HEAD_BYTES + delta.length];
    InstanceNames.put(base == Instance.NO_VERSION ? NO_BASE : base, content, 0);
    InstanceNames.put(requestBase, content, InstanceNames.BYTES);
    System.arraycopy(delta, 0, content, HEAD_BYTES, delta.length);
    return content;
  }
}
