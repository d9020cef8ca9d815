package io.castile.redis;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which a fleet encrypts its data in Redis: AES-256 in GCM, which detects changes too.
 * The first key encrypts; the others only decrypt what was encrypted before.
 *
 * <p>A key is replaced in two steps: give the new one to all processes as an {@link #or other},
 * then as the first, with the old one as other until its entries have expired. Nonces are random,
 * so replace a key before it has encrypted 2^32 entries (NIST SP 800-38D §8.3).
 *
 * <p>Immutable and thread-safe. {@code toString} has the names of keys only.
 */
public final class FleetKeys {
  private static final int KEY_BYTES = 32;
  private static final int TAG_BITS = 128;
  private static final int NONCE_BYTES = 12;

  /** How much longer what is encrypted is. */
  private static final int OVERHEAD = Integer.BYTES + NONCE_BYTES + TAG_BITS / 8;

  private static final SecureRandom random = new SecureRandom();

  private final int first;
  private final Map<Integer, SecretKeySpec> keys;

  private FleetKeys(int first, Map<Integer, SecretKeySpec> keys) {
    this.first = first;
    this.keys = keys;
  }

  /**
   * Returns a key that encrypts.
   *
   * @param name stands beside what is encrypted; the same key has the same name everywhere
   * @param key 32 random bytes, which are copied
   * @throws IllegalArgumentException if it has another length
   */
  public static FleetKeys of(int name, byte[] key) {
    return new FleetKeys(name, Map.of(name, spec(key)));
  }

  /**
   * Returns these keys and another one, which only decrypts.
   *
   * @throws IllegalArgumentException if the key has another length than 32 bytes, or the name is
   *     that of a key that is here
   */
  public FleetKeys or(int name, byte[] key) {
    if (keys.containsKey(name)) {
      throw new IllegalArgumentException(
          "Cannot use the name " + name + " for two keys. Use another name.");
    }
    Map<Integer, SecretKeySpec> more = new HashMap<>(keys);
    more.put(name, spec(key));
    return new FleetKeys(first, Map.copyOf(more));
  }

  /**
   * Reads keys from a file, a line for each: its name, a number, then its 32 bytes in Base64 (RFC
   * 4648 §4). The first one encrypts. Empty lines, and those that begin with {@code #}, are passed
   * over.
   *
   * @throws IOException if it cannot be read, or has something else; the message says in which
   *     line, and has nothing of a key
   */
  public static FleetKeys load(Path file) throws IOException {
    String[] lines = Files.readString(file, StandardCharsets.ISO_8859_1).split("\\R", -1);
    FleetKeys keys = null;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("\\s+");
      try {
        if (parts.length != 2) {
          throw new IllegalArgumentException("expected two words, found " + parts.length);
        }
        int name = name(parts[0]);
        byte[] key = decoded(parts[1]);
        keys = keys == null ? of(name, key) : keys.or(name, key);
      } catch (IllegalArgumentException e) {
        throw new IOException(
            file
                + ":"
                + (i + 1)
                + ": expected the name of a key, a number, and 32 bytes in Base64; "
                + e.getMessage());
      }
    }
    if (keys == null) {
      throw new IOException(
          file + ": expected a line with the name of a key, a number, and 32 bytes in Base64");
    }
    return keys;
  }

  // The causes are left out, as they quote what may be of a key.

  private static int name(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected a number as the first word");
    }
  }

  private static byte[] decoded(String word) {
    try {
      return Base64.getDecoder().decode(word);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("expected Base64 as the second word");
    }
  }

  private static SecretKeySpec spec(byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new IllegalArgumentException(
          "expected a key of " + KEY_BYTES + " bytes, found " + key.length);
    }
    return new SecretKeySpec(key, "AES");
  }

  /**
   * Encrypts with the first key: its name in 4 bytes, nonce, what is encrypted, tag.
   *
   * @param place what is encrypted is good at this place only
   */
  byte[] sealed(byte[] plain, byte[] place) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] all = new byte[OVERHEAD + plain.length];
    ByteBuffer.wrap(all).putInt(first).put(nonce);
    try {
      cipher(Cipher.ENCRYPT_MODE, first, nonce, place)
          .doFinal(plain, 0, plain.length, all, Integer.BYTES + NONCE_BYTES);
      return all;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every JVM has AES in GCM", e);
    }
  }

  /** Decrypts; null if the key is not here, or it does not fit what has come. */
  byte @Nullable [] opened(byte[] sealed, byte[] place) {
    if (sealed.length < OVERHEAD) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(sealed);
    int name = in.getInt();
    if (!keys.containsKey(name)) {
      return null;
    }
    byte[] nonce = new byte[NONCE_BYTES];
    in.get(nonce);
    try {
      return cipher(Cipher.DECRYPT_MODE, name, nonce, place)
          .doFinal(sealed, in.position(), in.remaining());
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  private Cipher cipher(int mode, int name, byte[] nonce, byte[] place)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, keys.get(name), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(place);
    return cipher;
  }

  @Override
  public String toString() {
    return "FleetKeys " + first + " of " + keys.keySet();
  }
}
