package io.castile.delta.typed;

import io.castile.delta.format.InstanceNames;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names the states of a farm's servers by a keyed MAC (HMAC-SHA-256, 48 bits of it), so that two
 * servers give the same values the same name, and content that has a given name cannot be made
 * without the secret. Immutable and thread-safe.
 */
public final class TypedNames {
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  /**
   * @param secret known to the servers only
   */
  public TypedNames(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Whether content that others may have changed is the message that has a name.
   *
   * @param plan the fingerprint of the plan of its values
   */
  public boolean isNamed(byte[] content, long version, long plan) {
    return TypedCoding.isWhole(content)
        && TypedCoding.version(content) == version
        && of(plan, content) == version;
  }

  /**
   * Returns the name of a message.
   *
   * @param plan the fingerprint of the plan of its values
   * @param whole all its values, as they are sent without a frame; its own name does not count
   */
  long of(long plan, byte[] whole) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, plan));
      mac.update(whole, TypedFormat.HEAD_BYTES, whole.length - TypedFormat.HEAD_BYTES);
      return ByteBuffer.wrap(mac.doFinal()).getLong() & InstanceNames.MASK;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has " + ALGORITHM, e);
    }
  }
}
