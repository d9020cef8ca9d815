package io.castile.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Responses that are given in parts: those of which more may be asked for are kept, the latest ones
 * within a bound. Thread-safe.
 */
final class KeptResponses {
  /** Bytes of responses that are kept, all together. */
  static final int MAX_BYTES = 64 << 20;

  private static final int ID_BYTES = 12;
  private static final Pattern CURSOR = Pattern.compile("([0-9a-f]{24})-([0-9]{1,9})");

  private final SecureRandom random = new SecureRandom(); // cursors of others cannot be guessed
  private final int partBytes;
  private final int maxBytes;
  private final LinkedHashMap<String, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * A part of a response.
   *
   * @param next where the next one is; null after the last one
   * @param bytes of the whole response
   */
  record Part(String text, @Nullable String next, int bytes) {}

  /**
   * @param partBytes bytes that a part has at most; at least 4, which a character may need
   */
  KeptResponses(int partBytes, int maxBytes) {
    this.partBytes = partBytes;
    this.maxBytes = maxBytes;
  }

  /** Whether a response is small enough to be given at once. */
  boolean isWhole(byte[] answer) {
    return answer.length <= partBytes;
  }

  /**
   * Returns the first part of a response, which is all of it where it is small; null if too large.
   */
  @Nullable Part first(byte[] answer) {
    if (isWhole(answer)) {
      return new Part(new String(answer, UTF_8), null, answer.length);
    }
    if (answer.length > maxBytes) {
      return null;
    }
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    String name = HexFormat.of().formatHex(id);
    synchronized (this) {
      kept.put(name, answer);
      bytes += answer.length;
      var oldest = kept.entrySet().iterator();
      while (bytes > maxBytes) {
        Map.Entry<String, byte[]> gone = oldest.next();
        bytes -= gone.getValue().length;
        oldest.remove();
      }
    }
    return part(name, answer, 0);
  }

  /** Returns the part at a cursor; null if there is none, or no more. */
  @Nullable Part at(String cursor) {
    Matcher parts = CURSOR.matcher(cursor);
    if (!parts.matches()) {
      return null;
    }
    byte[] answer;
    synchronized (this) {
      answer = kept.get(parts.group(1));
    }
    int start = Integer.parseInt(parts.group(2));
    return answer == null || start >= answer.length || isWithin(answer[start])
        ? null
        : part(parts.group(1), answer, start);
  }

  private Part part(String name, byte[] answer, int start) {
    int end = Math.min(answer.length, start + partBytes);
    while (end < answer.length && isWithin(answer[end])) {
      end--;
    }
    return new Part(
        new String(answer, start, end - start, UTF_8),
        end == answer.length ? null : name + "-" + end,
        answer.length);
  }

  /** Whether a byte is one of a character that has begun before (RFC 3629 §3). */
  private static boolean isWithin(byte each) {
    return (each & 0xC0) == 0x80;
  }
}
