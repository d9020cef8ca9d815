package io.castile.delta.format;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Zstandard frames (RFC 8878). Those with a message as the dictionary have no magic number,
 * checksum, size and name of the dictionary. For use where {@link Zstandard#isPresent}.
 */
public final class Frames {
  /** Level 3 saves 3 % of the bytes of 195 ratings. */
  private static final int LEVEL = 1;

  private static final int DICTIONARY_LEVEL = 3;

  /** Idle contexts of each kind, which have native memory. */
  private static final int MAX_IDLE = 4;

  // Idle contexts, without a dictionary: to make one costs more than most frames.
  private static final Queue<ZstdCompressCtx> WRITERS = new ArrayBlockingQueue<>(MAX_IDLE);
  private static final Queue<ZstdDecompressCtx> READERS = new ArrayBlockingQueue<>(MAX_IDLE);

  private Frames() {}

  /** Returns the frame of some content. */
  public static byte[] encode(byte[] content) {
    return written(context -> context.setLevel(LEVEL).compress(content));
  }

  /** Returns the frame of the first {@code length} bytes of {@code content}. */
  public static byte[] encode(byte[] dictionary, byte[] content, int length) {
    return written(
        context -> {
          context.setLevel(DICTIONARY_LEVEL);
          context.setMagicless(true);
          context.setChecksum(false);
          context.setContentSize(false);
          context.setDictID(false);
          context.loadDict(dictionary);
          byte[] frame = new byte[length + (length >> 7) + 512];
          int size = context.compressByteArray(frame, 0, frame.length, content, 0, length);
          return Arrays.copyOf(frame, size);
        });
  }

  private static byte[] written(Function<ZstdCompressCtx, byte[]> compress) {
    ZstdCompressCtx idle = WRITERS.poll();
    ZstdCompressCtx context = idle == null ? new ZstdCompressCtx() : idle;
    boolean kept = false;
    try {
      byte[] frame = compress.apply(context);
      context.reset(); // which drops the dictionary
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
   * @param dictionary null for none
   * @param length of the content; the caller has bounded it
   * @throws DeltaException if there is no frame with a content of this length
   */
  public static byte[] decode(
      byte @Nullable [] dictionary, byte[] bytes, int start, int end, int length)
      throws DeltaException {
    ZstdDecompressCtx idle = READERS.poll();
    ZstdDecompressCtx context = idle == null ? new ZstdDecompressCtx() : idle;
    boolean kept = false;
    try {
      if (dictionary != null) {
        context.setMagicless(true);
        context.loadDict(dictionary);
      }
      byte[] content = new byte[length];
      int size = context.decompressByteArray(content, 0, length, bytes, start, end - start);
      if (size != length) {
        throw new DeltaException("expected " + length + " bytes in the frame, found " + size);
      }
      context.reset(); // which drops the dictionary
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
