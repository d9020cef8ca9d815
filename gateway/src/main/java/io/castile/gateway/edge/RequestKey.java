package io.castile.gateway.edge;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;

/**
 * A part of a request by which a limit tells clients apart, in 16 bytes. Digests are those of this
 * process only, so that no client can choose keys that fall together.
 */
record RequestKey(long high, long low) implements Comparable<RequestKey> {
  /** The key part of all requests without data that separates callers. */
  static final RequestKey NONE = new RequestKey(0, 0);

  /** An end user or a site has a network of IPv6 with this many bits (RFC 6177). */
  private static final int NETWORK_BYTES = 8;

  private static final byte[] SEED = seed();

  private static byte[] seed() {
    byte[] seed = new byte[32];
    new SecureRandom().nextBytes(seed);
    return seed;
  }

  /** Returns the key of an address of IPv4, or of the network of 64 bits of one of IPv6. */
  static RequestKey of(InetAddress address) {
    byte[] bytes = address.getAddress();
    MessageDigest digest = digest();
    digest.update(bytes, 0, Math.min(NETWORK_BYTES, bytes.length));
    return of(digest);
  }

  /** Returns the key of the values of a header field, in their order. */
  static RequestKey of(List<String> values) {
    MessageDigest digest = digest();
    for (String value : values) {
      byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return of(digest);
  }

  private static MessageDigest digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(SEED);
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static RequestKey of(MessageDigest digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest.digest());
    return new RequestKey(bytes.getLong(), bytes.getLong());
  }

  /** Returns a number from 0 to below {@code count}, the same for the same key. */
  int spread(int count) {
    return (int) Long.remainderUnsigned(high, count);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(low);
  }

  @Override
  public int compareTo(RequestKey other) {
    int byHigh = Long.compare(high, other.high);
    return byHigh == 0 ? Long.compare(low, other.low) : byHigh;
  }
}
