package io.castile.delta.format;

/**
 * Names of messages. The sender of a message names it, so that no other party can make another
 * message with the same name, or guess the name of a message that it has not received.
 */
public final class InstanceNames {
  public static final int BYTES = 6;
  public static final long MASK = (1L << 8 * BYTES) - 1;

  /** The characters of base64, six bits each (RFC 4648 §5). */
  private static final int CHARACTERS = 8;

  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  private InstanceNames() {}

  /** A name that has not been given before. */
  public static long random() {
    return RandomLongs.next() & MASK;
  }

  /** Returns the name as it stands in header fields: eight characters. */
  public static String text(long version) {
    char[] text = new char[CHARACTERS];
    for (int i = 0; i < CHARACTERS; i++) {
      text[i] = ALPHABET.charAt((int) (version >>> 6 * (CHARACTERS - 1 - i)) & 0x3f);
    }
    return new String(text);
  }

  /** The reverse of {@link #text}; {@link Instance#NO_VERSION} if it is none. */
  public static long of(String text) {
    if (text.length() != CHARACTERS) {
      return Instance.NO_VERSION;
    }
    long version = 0;
    for (int i = 0; i < CHARACTERS; i++) {
      int digit = ALPHABET.indexOf(text.charAt(i));
      if (digit < 0) {
        return Instance.NO_VERSION;
      }
      version = version << 6 | digit;
    }
    return version;
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
