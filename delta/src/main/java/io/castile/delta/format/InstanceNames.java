package io.castile.delta.format;

import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Names of messages. Who sends a message names it, so that nobody else can make another message
 * with the same name, or guess the name of one that he has not got.
 */
public final class InstanceNames {
  public static final int BYTES = 6;
  public static final long MASK = (1L << 8 * BYTES) - 1;

  private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_-]{8}");

  private InstanceNames() {}

  /** A name that has not been given before. */
  public static long random() {
    return RandomLongs.next() & MASK;
  }

  /** As it stands in header fields: eight characters. */
  public static String text(long version) {
    byte[] bytes = new byte[BYTES];
    put(version, bytes, 0);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  /** The reverse of {@link #text}; {@link Instance#NO_VERSION} if it is none. */
  public static long of(String text) {
    if (!TEXT.matcher(text).matches()) {
      return Instance.NO_VERSION;
    }
    return at(Base64.getUrlDecoder().decode(text), 0);
  }

  public static long at(byte[] bytes, int index) {
    long version = 0;
    for (int i = index; i < index + BYTES; i++) {
      version = version << 8 | bytes[i] & 0xff;
    }
    return version;
  }

  public static void put(long version, byte[] bytes, int index) {
    for (int i = 0; i < BYTES; i++) {
      bytes[index + i] = (byte) (version >>> 8 * (BYTES - 1 - i));
    }
  }
}
