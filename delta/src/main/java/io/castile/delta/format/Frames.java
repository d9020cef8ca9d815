package io.castile.delta.format;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/** Zstandard frames (RFC 8878) without a dictionary. For use where {@link Zstandard#isPresent}. */
public final class Frames {
  /** Level 3 saves 3 % of the bytes of 195 ratings. */
  private static final int LEVEL = 1;

  /** Idle contexts of each kind, which have native memory. */
  private static final int MAX_IDLE = 4;

  private static final Queue<ZstdCompressCtx> WRITERS = new ArrayBlockingQueue<>(MAX_IDLE);
  private static final Queue<ZstdDecompressCtx> READERS = new ArrayBlockingQueue<>(MAX_IDLE);

  private Frames() {}

  /** Returns the frame of some content. */
  public static byte[] encode(byte[] content) {
    ZstdCompressCtx idle = WRITERS.poll();
    ZstdCompressCtx context = idle == null ? new ZstdCompressCtx().setLevel(LEVEL) : idle;
    boolean kept = false;
    try {
      byte[] frame = context.compress(content);
      kept = WRITERS.offer(context);
      return frame;
    } finally {
      if (!kept) {
        context.close();
      }
    }
  }

  /**
   * Returns the content of a frame.
   *
   * @param length of the content; the caller has bounded it
   * @throws DeltaException if there is no frame with a content of this length
   */
  public static byte[] decode(byte[] bytes, int start, int end, int length) throws DeltaException {
    ZstdDecompressCtx idle = READERS.poll();
    ZstdDecompressCtx context = idle == null ? new ZstdDecompressCtx() : idle;
    boolean kept = false;
    try {
      byte[] content = new byte[length];
      int size = context.decompressByteArray(content, 0, length, bytes, start, end - start);
      if (size != length) {
        throw new DeltaException("expected a frame of " + length + " bytes, found another one");
      }
      kept = READERS.offer(context);
      return content;
    } catch (ZstdException e) {
      throw new DeltaException("expected a Zstandard frame: " + e.getMessage(), e);
    } finally {
      if (!kept) { // one that has failed is not used again
        context.close();
      }
    }
  }
}
