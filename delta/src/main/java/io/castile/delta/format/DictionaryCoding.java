package io.castile.delta.format;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Zstandard (RFC 8878) with a message as the dictionary: frames without magic number, checksum,
 * size and dictionary's name. For use where {@link Zstandard#isPresent}.
 */
public final class DictionaryCoding {
  private static final int LEVEL = 3;
  private static final int MAX_IDLE = 4;

  /** Idle contexts, without a dictionary: to make one costs more than most frames. */
  private static final Queue<ZstdCompressCtx> IDLE = new ArrayBlockingQueue<>(MAX_IDLE);

  private DictionaryCoding() {}

  /** Returns the frame of the first {@code length} bytes of {@code content}. */
  public static byte[] encode(byte[] dictionary, byte[] content, int length) {
    ZstdCompressCtx idle = IDLE.poll();
    ZstdCompressCtx context = idle == null ? new ZstdCompressCtx() : idle;
    boolean kept = false;
    try {
      context.setLevel(LEVEL);
      context.setMagicless(true);
      context.setChecksum(false);
      context.setContentSize(false);
      context.setDictID(false);
      context.loadDict(dictionary);
      byte[] frame = new byte[length + (length >> 7) + 512];
      int size = context.compressByteArray(frame, 0, frame.length, content, 0, length);
      context.reset(); // which drops the dictionary
      kept = IDLE.offer(context);
      return Arrays.copyOf(frame, size);
    } finally {
      if (!kept) {
        context.close();
      }
    }
  }

  /**
   * Returns the content of the frame that {@code bytes} has from {@code start} to its end.
   *
   * @param length of the content
   * @throws DeltaException if there is no frame with a content of this length
   */
  public static byte[] decode(byte[] dictionary, byte[] bytes, int start, int length)
      throws DeltaException {
    try (ZstdDecompressCtx context = new ZstdDecompressCtx()) {
      context.setMagicless(true);
      context.loadDict(dictionary);
      byte[] content = new byte[length];
      int size =
          context.decompressByteArray(content, 0, length, bytes, start, bytes.length - start);
      if (size != length) {
        throw new DeltaException("expected " + length + " bytes in the frame, found " + size);
      }
      return content;
    } catch (ZstdException e) {
      throw new DeltaException("expected a Zstandard frame: " + e.getMessage(), e);
    }
  }
}
