package io.castile.redis;

import io.castile.cache.EntryBytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * An entry as Redis has it. All numbers are big-endian.
 *
 * <pre>
 * frame    "CsRF"  version:1  flags:1  generation:16  fresh-until:8  payload
 * payload  an entry as EntryBytes has it; with flag 1  size:4  and the same, deflated (RFC 1951)
 *          with flag 2  key-name:4  nonce:12  and one of these, encrypted, with its tag:16
 * </pre>
 *
 * <p>What is encrypted is good with the head before it, and under its name in Redis, only.
 *
 * <p>The generation is the first half of a {@link Generation}. Fresh-until is in milliseconds since
 * the epoch, as the process that kept the entry saw it; only the {@link LocalTier} goes by it.
 *
 * @param entry as {@link EntryBytes} has it
 */
record EntryFrame(byte[] generation, long freshUntilMillis, byte[] entry) {
  private static final int MAGIC = 0x43735246;
  private static final byte VERSION = 1;
  private static final int DEFLATED = 1;
  private static final int ENCRYPTED = 2;

  /** Deflate does no better. */
  private static final long MAX_RATIO = 1040;

  /** Where the generation stands, for scripts: its first byte and its last. */
  static final int GENERATION_FIRST = 6;

  static final int GENERATION_LAST = GENERATION_FIRST + Generation.HALF - 1;
  private static final int HEAD = GENERATION_LAST + 1 + Long.BYTES;

  /**
   * How entries are written.
   *
   * @param compressAbove larger ones are deflated, if that pays
   * @param maxBytes larger ones are not kept
   * @param keys null for no encryption; else what is not encrypted is no entry
   */
  record Format(int compressAbove, int maxBytes, @Nullable FleetKeys keys) {}

  /**
   * Returns the bytes of the frame; null if they are too many.
   *
   * @param name under which Redis will have it
   */
  byte @Nullable [] bytes(Format format, String name) {
    byte[] payload = entry;
    int flags = 0;
    if (entry.length > format.compressAbove()) {
      byte[] smaller = deflated(entry);
      if (smaller != null) {
        payload = smaller;
        flags = DEFLATED;
      }
    }
    FleetKeys keys = format.keys();
    if (keys != null) {
      flags |= ENCRYPTED;
    }
    byte[] head =
        ByteBuffer.allocate(HEAD)
            .putInt(MAGIC)
            .put(VERSION)
            .put((byte) flags)
            .put(generation, 0, Generation.HALF)
            .putLong(freshUntilMillis)
            .array();
    if (keys != null) {
      payload = keys.sealed(payload, place(head, name));
    }
    return payload.length > format.maxBytes() - HEAD || entry.length > format.maxBytes()
        ? null
        : ByteBuffer.allocate(HEAD + payload.length).put(head).put(payload).array();
  }

  private static byte[] place(byte[] head, String name) {
    byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEAD + nameBytes.length).put(head, 0, HEAD).put(nameBytes).array();
  }

  /**
   * Reads a frame; null if the bytes are none, or larger than what is kept.
   *
   * @param name under which Redis has it
   */
  static @Nullable EntryFrame parse(byte @Nullable [] bytes, Format format, String name) {
    if (bytes == null || bytes.length < HEAD) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.getInt() != MAGIC || in.get() != VERSION) {
      return null;
    }
    int flags = in.get();
    byte[] generation = new byte[Generation.HALF];
    in.get(generation);
    long freshUntil = in.getLong();
    FleetKeys keys = format.keys();
    byte[] payload = Arrays.copyOfRange(bytes, in.position(), bytes.length);
    if (keys != null && (flags & ENCRYPTED) != 0) {
      payload = keys.opened(payload, place(bytes, name));
      flags -= ENCRYPTED;
    } else if (keys != null) {
      return null;
    }
    if (payload == null) {
      return null;
    }
    byte[] entry =
        switch (flags) {
          case 0 -> payload;
          case DEFLATED -> inflated(payload, format.maxBytes());
          default -> null;
        };
    return entry == null ? null : new EntryFrame(generation, freshUntil, entry);
  }

  /** Null if that does not save an eighth. */
  private static byte @Nullable [] deflated(byte[] bytes) {
    byte[] out = new byte[bytes.length - bytes.length / 8];
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      int size = deflater.deflate(out, Integer.BYTES, out.length - Integer.BYTES);
      if (!deflater.finished()) {
        return null;
      }
      ByteBuffer.wrap(out).putInt(bytes.length);
      return Arrays.copyOf(out, Integer.BYTES + size);
    } finally {
      deflater.end();
    }
  }

  private static byte @Nullable [] inflated(byte[] payload, int maxBytes) {
    Inflater inflater = new Inflater(true);
    try {
      ByteBuffer in = ByteBuffer.wrap(payload);
      int size = in.getInt();
      if (size < 0 || size > maxBytes || size > MAX_RATIO * payload.length) {
        return null;
      }
      byte[] out = new byte[size];
      inflater.setInput(in);
      boolean isWhole =
          inflater.inflate(out) == size
              && inflater.inflate(new byte[1]) == 0
              && inflater.finished()
              && inflater.getRemaining() == 0;
      return isWhole ? out : null;
    } catch (DataFormatException | BufferUnderflowException e) {
      return null;
    } finally {
      inflater.end();
    }
  }
}
