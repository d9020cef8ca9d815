package io.castile.delta.typed;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaFormat;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import java.util.Arrays;

/**
 * The content of a request that is sent as a delta, or as values.
 *
 * @param base the version of the response that the client holds; {@link Instance#NO_VERSION} for
 *     none
 * @param requestBase the version of the request to which the delta applies; {@link
 *     Instance#NO_VERSION} for none
 * @param delta the delta, or the values
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record RequestDelta(long base, long requestBase, byte[] delta) {
  private static final int HEAD_BYTES = 2 * InstanceNames.BYTES;

  /** Stands for no base; where it is the name of a message it is not used. */
  private static final long NO_BASE = 0;

  /** Returns the parts of a content. */
  public static RequestDelta of(byte[] content) throws DeltaException {
    if (content.length < HEAD_BYTES) {
      throw new DeltaException("expected two versions before a delta, found the end");
    }
    return new RequestDelta(
        version(content, 0),
        version(content, InstanceNames.BYTES),
        Arrays.copyOfRange(content, HEAD_BYTES, content.length));
  }

  /** Whether content is that of a request, with the right checksum. */
  public static boolean isUndamaged(byte[] content) {
    if (content.length <= HEAD_BYTES || !isBegunAt(content[HEAD_BYTES])) {
      return false;
    }
    try {
      RequestDelta read = of(content);
      return DeltaFormat.isUndamaged(read.delta)
          || TypedFormat.isUndamaged(read.delta, read.requestBase);
    } catch (DeltaException e) {
      return false;
    }
  }

  private static boolean isBegunAt(byte first) {
    return first >>> 4 == DeltaFormat.VERSION || first >>> 4 == TypedFormat.VERSION;
  }

  /** Whether a content is one with values, as far as its beginning tells. */
  public static boolean isOfValues(byte[] content) {
    int end = HEAD_BYTES + TypedFormat.HEAD_BYTES;
    return content.length >= end
        && TypedCoding.isBegunBy(Arrays.copyOfRange(content, HEAD_BYTES, end));
  }

  private static long version(byte[] content, int index) {
    long version = InstanceNames.at(content, index);
    return version == NO_BASE ? Instance.NO_VERSION : version;
  }

  /** Returns how many bytes the content has. */
  public int size() {
    return HEAD_BYTES + delta.length;
  }

  /** Returns the content. */
  public byte[] content() {
    byte[] content = new byte[HEAD_BYTES + delta.length];
    put(base, content, 0);
    put(requestBase, content, InstanceNames.BYTES);
    System.arraycopy(delta, 0, content, HEAD_BYTES, delta.length);
    return content;
  }

  private static void put(long version, byte[] content, int index) {
    InstanceNames.put(version == Instance.NO_VERSION ? NO_BASE : version, content, index);
  }
}
