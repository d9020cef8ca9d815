package io.castile.soap.security.internal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The tokens that have been used, so that none is used twice (UsernameToken Profile 1.1 §3.1).
 *
 * <p>Bounded in time, as older tokens are refused by their age; and in number: when there are too
 * many, the one that was made first is forgotten, and from then on all tokens are refused that were
 * not made after it. So a busy server shortens the time in which a token is good, and never takes
 * one twice. Thread-safe.
 *
 * <p>Public for castile-wss4j only: no API, without a promise of compatibility.
 */
public final class NonceCache {
  /**
   * A token: when it was made, and 128 bits of a digest of it, which cannot be made to collide.
   *
   * @param created the time by which it is ordered, and forgotten
   */
  private record Used(Instant created, long high, long low) {}

  private static final Comparator<Used> ORDER =
      Comparator.comparing(Used::created).thenComparing(Used::high).thenComparing(Used::low);

  private final int maxCount;

  // Guarded by this.
  private final TreeSet<Used> used = new TreeSet<>(ORDER);
  private Instant horizon = Instant.MIN;

  /** A cache of at most {@code maxCount} tokens. */
  public NonceCache(int maxCount) {
    this.maxCount = maxCount;
  }

  /**
   * Notes that a token is used.
   *
   * @param oldest tokens that were made before are refused elsewhere
   * @return false if it has been used, or may have been
   */
  public synchronized boolean add(String user, byte[] nonce, Instant created, Instant oldest) {
    used.headSet(new Used(oldest, Long.MIN_VALUE, Long.MIN_VALUE)).clear();
    if (!created.isAfter(horizon) || !used.add(used(user, nonce, created))) {
      return false;
    }
    if (used.size() > maxCount) {
      horizon = used.pollFirst().created();
    }
    return true;
  }

  synchronized int size() {
    return used.size();
  }

  private static Used used(String user, byte[] nonce, Instant created) {
    MessageDigest sha256 = UsernameToken.digest("SHA-256");
    byte[] name = user.getBytes(StandardCharsets.UTF_8);
    sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(name.length).array());
    sha256.update(name);
    ByteBuffer digest = ByteBuffer.wrap(sha256.digest(nonce));
    return new Used(created, digest.getLong(), digest.getLong());
  }
}
