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
 */
final class ApiKeys {
  private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(\\s.*)?");

  /**
   * Digests by their first 8 bytes. That these are looked up tells in time at most how a digest
   * begins, which leads to no key.
   */
  private final Map<Long, List<byte[]>> digests;

  private ApiKeys(Map<Long, List<byte[]>> digests) {
    this.digests = digests;
  }

  /**
   * @throws IOException if the file cannot be read, or a line is wrong
   */
  static ApiKeys read(Path file) throws IOException {
    Map<Long, List<byte[]>> digests = new HashMap<>();
    LineFile.read(
        file,
        line -> {
          Matcher key = LINE.matcher(line);
          if (!key.matches()) {
            throw new IllegalArgumentException(
                "expected the SHA-256 of a key in 64 hexadecimal digits");
          }
          byte[] digest = HexFormat.of().parseHex(key.group(1));
          digests.computeIfAbsent(start(digest), each -> new ArrayList<>()).add(digest);
        });
    if (digests.isEmpty()) {
      throw new IOException(file + ": expected one key or more but found none");
    }
    return new ApiKeys(digests);
  }

  private static long start(byte[] digest) {
    return ByteBuffer.wrap(digest).getLong();
  }

  /** Returns the SHA-256 of a key that is in the file, in hexadecimal; null for another. */
  @Nullable String find(String key) {
    byte[] digest = digest(key);
    boolean isFound = false;
    for (byte[] each : digests.getOrDefault(start(digest), List.of())) {
      isFound |= MessageDigest.isEqual(each, digest);
    }
    return isFound ? HexFormat.of().formatHex(digest) : null;
  }

  private static byte[] digest(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.ISO_8859_1));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
