package io.castile.bench.delta;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * {@code dcz}: Dictionary-Compressed Zstandard (RFC 9842 §5), with the message before as the
 * dictionary. As that is another one each time, it is loaded for each message; and each end takes
 * the SHA-256 of each message, by which it is named as a dictionary. The first message goes as it
 * is.
 *
 * <pre>
 * 5e 2a 4d 18 20 00 00 00 | SHA-256 of the dictionary, 32 bytes | Zstandard frame
 * </pre>
 */
final class DczEnd implements LinkEnd {
  private static final byte[] MAGIC = {0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0};
  private static final int HASH_BYTES = 32;

  /** How many bytes stand before the frame. */
  static final int HEAD_BYTES = MAGIC.length + HASH_BYTES;

  private static final int MAX_BYTES = 64 << 20;

  private final ZstdCompressCtx compressor = new ZstdCompressCtx();
  private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();
  private final MessageDigest sha256 = sha256();
  private byte[] dictionary; // null before the first message
  private byte[] hash;
  private byte[] buffer = new byte[0]; // kept, as servers do

  DczEnd(int level) {
    compressor.setLevel(level);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  @Override
  public byte[] encode(byte[] message) {
    byte[] body = dictionary == null ? message : compressed(message);
    remember(message);
    return body;
  }

  /** The message in terms of the one remembered last. */
  byte[] compressed(byte[] message) {
    int bound = HEAD_BYTES + (int) Zstd.compressBound(message.length);
    if (buffer.length < bound) {
      buffer = new byte[bound];
    }
    System.arraycopy(MAGIC, 0, buffer, 0, MAGIC.length);
    System.arraycopy(hash, 0, buffer, MAGIC.length, HASH_BYTES);
    compressor.loadDict(dictionary);
    int size =
        compressor.compressByteArray(
            buffer, HEAD_BYTES, bound - HEAD_BYTES, message, 0, message.length);
    return Arrays.copyOf(buffer, HEAD_BYTES + size);
  }

  @Override
  public byte[] decode(byte[] body) throws IOException {
    byte[] message = dictionary == null ? body : expanded(body);
    remember(message);
    return message;
  }

  /** The message of a body in terms of the one remembered last. */
  byte[] expanded(byte[] body) throws IOException {
    if (body.length < HEAD_BYTES
        || !Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
        || !Arrays.equals(body, MAGIC.length, HEAD_BYTES, hash, 0, HASH_BYTES)) {
      throw new IOException("expected the head of dcz with the dictionary's hash");
    }
    int frame = body.length - HEAD_BYTES;
    long size = Zstd.getFrameContentSize(body, HEAD_BYTES, frame);
    if (size < 0 || size > MAX_BYTES) {
      throw new IOException("expected a frame of at most " + MAX_BYTES + " bytes, found " + size);
    }
    decompressor.loadDict(dictionary);
    byte[] message = new byte[(int) size];
    decompressor.decompressByteArray(message, 0, message.length, body, HEAD_BYTES, frame);
    return message;
  }

  /** Makes a message the dictionary of the next one, named by its hash. */
  void remember(byte[] message) {
    dictionary = message;
    hash = sha256.digest(message);
  }

  @Override
  public void forget() {
    dictionary = null;
    hash = null;
  }

  @Override
  public void close() {
    compressor.close();
    decompressor.close();
  }
}
