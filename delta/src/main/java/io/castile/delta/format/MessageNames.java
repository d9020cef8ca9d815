package io.castile.delta.format;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Names messages by a keyed MAC, so that without the secret it is possible neither to guess the
 * name of a message nor to make a message that has the name of another. A name is SipHash-2-4
 * (Aumasson and Bernstein: SipHash, a fast short-input PRF, 2012) of the length and of a digest
 * that is never disclosed ({@link FieldDigest}): names reveal nothing about the digest, from which
 * its keys could be found.
 *
 * <p>Immutable and thread-safe.
 */
public final class MessageNames {
  /** The bytes of a secret. */
  public static final int SECRET_BYTES = 32;

  private static volatile Known last = new Known(0, ofLong(0));

  private final FieldDigest digest;
  private final long key0;
  private final long key1;

  /** The names of a short secret. */
  private record Known(long secret, MessageNames names) {}

  /**
   * @param secret of {@link #SECRET_BYTES}
   */
  public MessageNames(byte[] secret) {
    if (secret.length != SECRET_BYTES) {
      throw new IllegalArgumentException("expected 32 bytes, found " + secret.length);
    }
    // Digested, so that no key tells another one.
    ByteBuffer keys = ByteBuffer.wrap(Sha256.digest().digest(secret));
    digest = new FieldDigest(keys.getLong());
    key0 = keys.getLong();
    key1 = keys.getLong();
  }

  /** Returns the names for a secret of 64 bits. */
  static MessageNames of(long secret) {
    Known known = last;
    if (known.secret != secret) {
      known = new Known(secret, ofLong(secret));
      last = known;
    }
    return known.names;
  }

  private static MessageNames ofLong(long secret) {
    return new MessageNames(
        Arrays.copyOf(ByteBuffer.allocate(Long.BYTES).putLong(secret).array(), SECRET_BYTES));
  }

  /** Returns the digest of a message. */
  FieldDigest digest() {
    return digest;
  }

  /** Returns the name of a message with that digest and length, the same each time: 48 bits. */
  long of(long digested, int length) {
    return sipHash(key0, key1, digested, length) & InstanceNames.MASK;
  }

  /** SipHash-2-4 of two words. */
  static long sipHash(long key0, long key1, long first, long second) {
    long[] v = {
      key0 ^ 0x736f6d6570736575L,
      key1 ^ 0x646f72616e646f6dL,
      key0 ^ 0x6c7967656e657261L,
      key1 ^ 0x7465646279746573L
    };
    absorb(v, first);
    absorb(v, second);
    absorb(v, 2L * Long.BYTES << 56); // no bytes are left; the length
    v[2] ^= 0xff;
    rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
  }

  private static void absorb(long[] v, long word) {
    v[3] ^= word;
    rounds(v, 2);
    v[0] ^= word;
  }

  private static void rounds(long[] v, int count) {
    for (int i = 0; i < count; i++) {
      v[0] += v[1];
      v[1] = Long.rotateLeft(v[1], 13) ^ v[0];
      v[0] = Long.rotateLeft(v[0], 32);
      v[2] += v[3];
      v[3] = Long.rotateLeft(v[3], 16) ^ v[2];
      v[0] += v[3];
      v[3] = Long.rotateLeft(v[3], 21) ^ v[0];
      v[2] += v[1];
      v[1] = Long.rotateLeft(v[1], 17) ^ v[2];
      v[2] = Long.rotateLeft(v[2], 32);
    }
  }
}
