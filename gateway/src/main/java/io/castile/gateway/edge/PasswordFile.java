package io.castile.gateway.edge;

import at.favre.lib.crypto.bcrypt.BCrypt;
import at.favre.lib.crypto.bcrypt.LongPasswordStrategies;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The users of a file of {@code htpasswd}, and their passwords. What was right is remembered for a
 * while, as a digest, as bcrypt takes long on purpose. Thread-safe.
 *
 * <pre>
 * # a comment
 * ann:$2y$10$SaltSaltSaltSaltSaltSaHashHashHashHashHashHashHashHash
 * </pre>
 */
final class PasswordFile {
  private static final Pattern LINE =
      Pattern.compile("([^:\\p{Cntrl}]+):(\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53})");
  private static final int MIN_COST = 4;

  /** A hash with this cost takes seconds. */
  private static final int MAX_COST = 16;

  private static final int MOST_REMEMBERED = 10_000;
  private static final Duration REMEMBERED = Duration.ofMinutes(5);

  /** The verifier of {@code htpasswd}'s hashes, which takes the first 72 bytes of a password. */
  private static final BCrypt.Verifyer VERIFYER =
      BCrypt.verifyer(
          BCrypt.Version.VERSION_2Y, LongPasswordStrategies.truncate(BCrypt.Version.VERSION_2Y));

  private final Map<String, byte[]> hashes;

  /** The hash of an existing user, so that the time taken does not reveal which users exist. */
  private final byte[] anyHash;

  private final Cache<RequestKey, Boolean> remembered =
      Caffeine.newBuilder()
          .maximumSize(MOST_REMEMBERED)
          .expireAfterWrite(REMEMBERED)
          .executor(Runnable::run)
          .build();

  private PasswordFile(Map<String, byte[]> hashes, byte[] anyHash) {
    this.hashes = hashes;
    this.anyHash = anyHash;
  }

  /**
   * @throws IOException if the file cannot be read, or a line is wrong
   */
  static PasswordFile read(Path file) throws IOException {
    Map<String, byte[]> hashes = new HashMap<>();
    LineFile.read(
        file,
        line -> {
          Matcher user = LINE.matcher(line);
          if (!user.matches()) {
            throw new IllegalArgumentException(
                "expected a name, a colon and a hash of bcrypt, as 'htpasswd -B' writes");
          }
          int cost = Integer.parseInt(user.group(3));
          if (cost < MIN_COST || cost > MAX_COST) {
            throw new IllegalArgumentException(
                "expected a cost of " + MIN_COST + " to " + MAX_COST + " but found " + cost);
          }
          byte[] hash = user.group(2).getBytes(StandardCharsets.US_ASCII);
          if (hashes.putIfAbsent(user.group(1), hash) != null) {
            throw new IllegalArgumentException(
                "Cannot name a user twice. Remove one of the lines.");
          }
        });
    Collection<byte[]> all = hashes.values();
    if (all.isEmpty()) {
      throw new IOException(file + ": expected one user or more but found none");
    }
    return new PasswordFile(Map.copyOf(hashes), all.iterator().next());
  }

  /** Whether a password was found right not long ago; takes little time. */
  boolean remembers(String user, String password) {
    return remembered.getIfPresent(key(user, password)) != null;
  }

  /** Whether a password is right; takes as long as bcrypt does. */
  boolean verify(String user, String password) {
    if (remembers(user, password)) {
      return true;
    }
    byte[] hash = hashes.get(user);
    byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
    boolean isRight =
        VERIFYER.verify(bytes, hash == null ? anyHash : hash).verified
            && hash != null
            && password.indexOf('\0') < 0; // behind which some readers stop
    if (isRight) {
      remembered.put(key(user, password), true);
    }
    return isRight;
  }

  private static RequestKey key(String user, String password) {
    return RequestKey.of(List.of(user, password));
  }
}
