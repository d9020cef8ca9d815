package io.castile.delta;

import com.github.luben.zstd.ZstdCompressCtx;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The content codings {@code zstd} (RFC 8878, RFC 9659) and {@code dcz} (RFC 9842 §5), which has a
 * message that both ends hold as the dictionary:
 *
 * <pre>
 * 5e 2a 4d 18 20 00 00 00 | SHA-256 of the dictionary, 32 bytes | Zstandard frame
 * </pre>
 */
final class ZstdCoding {
  static final String NAME = "zstd";
  static final String WITH_DICTIONARY = "dcz";

  private static final byte[] MAGIC = {0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0};
  private static final int HASH_BYTES = 32;
  private static final int HEAD_BYTES = MAGIC.length + HASH_BYTES;
  private static final int LEVEL = 3;

  /** A window of 8 MiB, which is all that a sender may use (RFC 9659; RFC 9842 §5). */
  private static final int WINDOW_LOG = 23;

  /** The greatest window with a dictionary, where the dictionary is large. */
  private static final int MAX_WINDOW_LOG = 27;

  private ZstdCoding() {}

  /** Returns the content for a message. */
  static byte[] encode(byte[] message) {
    return frame(null, message, 0);
  }

  /** Returns the content for a message with a dictionary. */
  static byte[] encode(Instance dictionary, byte[] message) {
    byte[] content = frame(dictionary.bytes(), message, HEAD_BYTES);
    System.arraycopy(MAGIC, 0, content, 0, MAGIC.length);
    byte[] hash = Base64.getDecoder().decode(dictionary.sha256());
    System.arraycopy(hash, 0, content, MAGIC.length, HASH_BYTES);
    return content;
  }

  private static byte[] frame(byte @Nullable [] dictionary, byte[] message, int start) {
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      context.setLevel(LEVEL);
      context.setChecksum(true);
      context.setDictID(false);
      if (dictionary != null) {
        context.loadDict(dictionary);
      }
      byte[] content = new byte[start + message.length + (message.length >> 7) + 512];
      int size =
          context.compressByteArray(
              content, start, content.length - start, message, 0, message.length);
      return Arrays.copyOf(content, start + size);
    }
  }

  /**
   * Returns the message that a content is.
   *
   * @param maxBytes the size of the greatest message
   * @throws DeltaException if the content is malformed or damaged, or the message too large
   */
  static byte[] decode(byte[] content, int maxBytes) throws DeltaException {
    return GzipCoding.read(open(new ByteArrayInputStream(content)), maxBytes);
  }

  /**
   * Returns the message of a content that was made with a dictionary.
   *
   * @throws DeltaException also if the content was made with another one
   */
  static byte[] decode(Instance dictionary, byte[] content, int maxBytes) throws DeltaException {
    return GzipCoding.read(open(dictionary, new ByteArrayInputStream(content)), maxBytes);
  }

  /** Opens a content for reading the message that it is; what is damaged fails then. */
  static InputStream open(InputStream content) {
    return new ZstdContent(content, null, WINDOW_LOG);
  }

  /**
   * Opens a content that was made with a dictionary; one that was made with another dictionary
   * fails too.
   */
  static InputStream open(Instance dictionary, InputStream content) {
    byte[] hash = Base64.getDecoder().decode(dictionary.sha256());
    byte[] head = Arrays.copyOf(MAGIC, HEAD_BYTES);
    System.arraycopy(hash, 0, head, MAGIC.length, HASH_BYTES);
    long window = dictionary.bytes().length * 5L / 4;
    int log = Math.max(WINDOW_LOG, Long.SIZE - Long.numberOfLeadingZeros(window));
    return new ZstdContent(
        content,
        new ZstdContent.Dictionary(head, dictionary.bytes()),
        Math.min(log, MAX_WINDOW_LOG));
  }
}
