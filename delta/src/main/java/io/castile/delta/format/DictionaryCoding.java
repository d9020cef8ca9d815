package io.castile.delta.format;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Zstandard (RFC 8878) with a message as the dictionary: frames without magic number, checksum,
 * size and dictionary's name.
 */
public final class DictionaryCoding {
  private static final int LEVEL = 3;
  private static final int MAX_IDLE = 4;

  /** A dictionary that starts so would be taken for one with tables (RFC 8878 §5). */
  private static final byte[] FORMATTED = {0x37, (byte) 0xa4, 0x30, (byte) 0xec};

  /** Idle contexts, without a dictionary: to make one costs more than most frames. */
  private static final Queue<ZstdCompressCtx> IDLE = new ArrayBlockingQueue<>(MAX_IDLE);

  private DictionaryCoding() {}

  /** Whether a message can be a dictionary. */
  public static boolean isDictionary(byte[] message) {
    return message.length >= 8
        && Arrays.mismatch(message, 0, FORMATTED.length, FORMATTED, 0, FORMATTED.length) >= 0;
  }

  /** Returns the frame of the first {@code length} bytes of {@code content}. */
  static byte[] encode(byte[] dictionary, byte[] content, int length) {
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
  static byte[] decode(byte[] dictionary, byte[] bytes, int start, int length)
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
