package io.castile.redis;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache policy that a fleet shares. One process publishes it, and all that follow take it over
 * in well under a second, and within seconds if a message was lost or they were away.
 *
 * <pre>{@code
 * RedisStore store = RedisStore.of("redis://cache.internal:6379");
 * ResponseCache cache = ResponseCache.builder().store(store).build();
 * store.policies().follow(cache::policy);
 * }</pre>
 *
 * <p>With {@link RedisStore.Builder#encryption} it is encrypted like the entries, so that only who
 * has a key can change it. Thread-safe.
 */
public final class RedisPolicies {
  private static final Logger log = LoggerFactory.getLogger(RedisPolicies.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 10;

  private final RedisLink link;
  private final String name;
  private final String channel;
  private final @Nullable FleetKeys keys;
  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /** Whether Redis is looked at now and then. */
  private final AtomicBoolean looks = new AtomicBoolean();

  /**
   * A policy as it was published.
   *
   * @param version one more than that of the policy before
   */
  public record Published(long version, String yaml) {}

  /** Who takes policies over; used by the thread that does things in background only. */
  private static final class Follower {
    final Consumer<CachePolicy> taker;
    private @Nullable Published last;

    Follower(Consumer<CachePolicy> taker) {
      this.taker = taker;
    }

    void take(Published published) {
      if (published.equals(last)) {
        return;
      }
      last = published;
      try {
        taker.accept(CachePolicy.parse("policy " + published.version(), published.yaml()));
        log.info("the policy of the fleet was taken over, version {}", published.version());
      } catch (PolicyException e) {
        log.warn("the policy stays as it was: {}", e.toString());
      }
    }
  }

  RedisPolicies(RedisLink link, String prefix, @Nullable FleetKeys keys) {
    this.link = link;
    this.name = prefix + "policy";
    this.channel = RedisEntries.channel(prefix);
    this.keys = keys;
  }

  /**
   * Returns the policy of the fleet; empty if none was published, or what Redis has cannot be
   * decrypted.
   *
   * @throws RuntimeException if Redis does not say it
   */
  public Optional<Published> current() {
    return Optional.ofNullable(read());
  }

  /** Null for none. */
  private @Nullable Published read() {
    Map<String, byte[]> fields = link.ask(name, TIMEOUT, redis -> redis.hgetall(name));
    byte[] text = fields == null ? null : fields.get("yaml");
    long version = version(fields);
    byte[] yaml = text == null || keys == null ? text : keys.opened(text, place(version));
    return yaml == null ? null : new Published(version, new String(yaml, StandardCharsets.UTF_8));
  }

  /** 0 for none. */
  private static long version(@Nullable Map<String, byte[]> fields) {
    byte[] text = fields == null ? null : fields.get("version");
    try {
      return text == null ? 0 : Long.parseLong(new String(text, StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private byte[] place(long version) {
    return (name + " " + version).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Makes a policy that of the fleet, in place of the one before. Of two that are published at the
   * same time, one is the last.
   *
   * @return its version
   * @throws PolicyException if it is no policy, with line and column; then nothing has changed
   * @throws RuntimeException if Redis does not confirm it
   */
  public long publish(String yaml) {
    CachePolicy.parse("policy", yaml);
    byte[] plain = yaml.getBytes(StandardCharsets.UTF_8);
    for (int left = ATTEMPTS; left > 0; left--) {
      long before = version(link.ask(name, TIMEOUT, redis -> redis.hgetall(name)));
      byte[] text = keys == null ? plain : keys.sealed(plain, place(before + 1));
      Long version =
          link.ask(
              name,
              TIMEOUT,
              redis ->
                  redis.eval(
                      Scripts.PUBLISH_POLICY,
                      ScriptOutputType.INTEGER,
                      new String[] {name},
                      Long.toString(before).getBytes(StandardCharsets.US_ASCII),
                      text,
                      channel.getBytes(StandardCharsets.UTF_8),
                      Notice.POLICY.getBytes(StandardCharsets.US_ASCII)));
      if (version != null && version > 0) {
        return version;
      }
    }
    throw new UnavailableException("others published policies all the time");
  }

  /**
   * Has the policy of the fleet taken over: soon, if there is one, and whenever another one is
   * published. What is no policy for this version of Castile is reported in the log, and passed
   * over.
   *
   * @param taker such as {@code cache::policy}; called by a thread of the store
   * @return ends it when it is closed
   */
  public Following follow(Consumer<CachePolicy> taker) {
    Follower follower = new Follower(Objects.requireNonNull(taker, "taker"));
    if (looks.compareAndSet(false, true)) {
      link.every(LOOK, this::lookNow);
    }
    followers.add(follower);
    look();
    return () -> followers.remove(follower);
  }

  /** Goes on until it is closed. */
  @FunctionalInterface
  public interface Following extends AutoCloseable {
    @Override
    void close();
  }

  /** Has it looked whether there is another policy. */
  void look() {
    link.later(this::lookNow);
  }

  private void lookNow() {
    if (followers.isEmpty()) {
      return;
    }
    try {
      Published published = read();
      if (published != null) {
        followers.forEach(follower -> follower.take(published));
      }
    } catch (RuntimeException e) { // of Redis, or of who takes it over
      log.debug("the policy of the fleet is looked at later: {}", e.toString());
    }
  }
}
