package io.castile.gateway.edge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a file, each by its SHA-256 in hexadecimal; what follows in the line says whose it
 * is. Immutable and thread-safe.
 *
 * <pre>
 * # printf %s "$KEY" | sha256sum
 * 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae  billing
 * </pre>
 *
 * @param <T> whose a key is; immutable
 */
public final class KeyFile<T> {
  private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(\\s.*)?");

  /**
   * Keys by the first 8 bytes of their digests. That these are looked up tells in time at most how
   * a digest begins, which leads to no key.
   */
  private final Map<Long, List<Key<T>>> keys;

  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Key<T>(byte[] digest, T owner) {}

  /**
   * Reads whose a key is.
   *
   * @param <T> whose a key is; immutable
   */
  public interface Reader<T> {
    /**
     * Reads it.
     *
     * @param digest the SHA-256 of the key in hexadecimal, in lower case
     * @param behind what follows in the line, without white space around it
     * @throws IllegalArgumentException with what was expected; the line, which may have a secret,
     *     is not to be in it
     */
    T read(String digest, String behind);
  }

  private KeyFile(Map<Long, List<Key<T>>> keys) {
    this.keys = keys;
  }

  /**
   * Reads a file.
   *
   * @param <T> whose a key is
   * @throws IOException if the file cannot be read, or a line is wrong
   */
  public static <T> KeyFile<T> read(Path file, Reader<T> reader) throws IOException {
    Map<Long, List<Key<T>>> keys = new HashMap<>();
    LineFile.read(
        file,
        line -> {
          Matcher found = LINE.matcher(line);
          if (!found.matches()) {
            throw new IllegalArgumentException(
                "expected the SHA-256 of a key in 64 hexadecimal digits");
          }
          String hex = found.group(1).toLowerCase(Locale.ROOT);
          String behind = found.group(2) == null ? "" : found.group(2).strip();
          byte[] digest = HexFormat.of().parseHex(hex);
          keys.computeIfAbsent(start(digest), each -> new ArrayList<>())
              .add(new Key<>(digest, reader.read(hex, behind)));
        });
    if (keys.isEmpty()) {
      throw new IOException(file + ": expected one key or more but found none");
    }
    return new KeyFile<>(keys);
  }

  private static long start(byte[] digest) {
    return ByteBuffer.wrap(digest).getLong();
  }

  /** Returns whose a key is; null for a key that is not in the file. */
  public @Nullable T find(String key) {
    byte[] digest = digest(key);
    T found = null;
    for (Key<T> each : keys.getOrDefault(start(digest), List.of())) {
      if (MessageDigest.isEqual(each.digest, digest)) {
        found = each.owner;
      }
    }
    return found;
  }

  private static byte[] digest(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.ISO_8859_1));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
