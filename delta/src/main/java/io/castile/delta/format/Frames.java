package io.castile.delta.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;

/** Zstandard frames (RFC 8878) without a dictionary. For use where {@link Zstandard#isPresent}. */
public final class Frames {
  private static final int LEVEL = 3;

  private Frames() {}

  /** Returns the frame of some content. */
  public static byte[] encode(byte[] content) {
    return Zstd.compress(content, LEVEL);
  }

  /**
   * Returns the content of a frame.
   *
   * @param length of the content; the caller has bounded it
   * @throws DeltaException if there is no frame with a content of this length
   */
  public static byte[] decode(byte[] bytes, int start, int end, int length) throws DeltaException {
    byte[] content = new byte[length];
    try {
      long size = Zstd.decompress(content, Arrays.copyOfRange(bytes, start, end));
      if (Zstd.isError(size) || size != length) {
        throw new DeltaException("expected a frame of " + length + " bytes, found another one");
      }
      return content;
    } catch (ZstdException e) {
      throw new DeltaException("expected a Zstandard frame: " + e.getMessage(), e);
    }
  }
}
