package io.castile.redis;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.FleetPolicy;
import io.castile.cache.policy.PolicyException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
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
 * <p>With {@link RedisStore.Builder#encryption} it is encrypted like the entries, so that only
 * processes with a key can change it. Where Redis has lost it, as it has started empty, those that
 * follow keep it and put it back within seconds; of what was published in the last seconds before,
 * the policy before that may come back. Thread-safe.
 */
final class RedisPolicies implements FleetPolicy {
  private static final Logger log = LoggerFactory.getLogger(RedisPolicies.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofSeconds(2);
  private static final int ATTEMPTS = 10;

  private final RedisLink link;
  private final String name;
  private final String channel;
  private final @Nullable FleetKeys keys;
  private final List<Follower> followers = new CopyOnWriteArrayList<>();

  /**
   * The policy that was read last, to be put back where Redis has lost it; guarded by {@link
   * #followers}.
   */
  private @Nullable Published last;

  /** Whether Redis is looked at now and then. */
  private final AtomicBoolean looks = new AtomicBoolean();

  /** A follower, which takes policies over; guarded by {@link #followers}. */
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

  @Override
  public Optional<Published> current() {
    return Optional.ofNullable(read());
  }

  private RedisFuture<Map<String, byte[]>> fields(RedisClusterAsyncCommands<String, byte[]> redis) {
    return redis.hgetall(name);
  }

  /** Null for none. */
  private @Nullable Published read() {
    return published(link.ask(name, TIMEOUT, this::fields));
  }

  /** Null for none, and for one that cannot be decrypted. */
  private @Nullable Published published(@Nullable Map<String, byte[]> fields) {
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

  @Override
  public long publish(String yaml) {
    CachePolicy.parse("policy", yaml);
    for (int left = ATTEMPTS; left > 0; left--) {
      OptionalLong version = published(yaml, version(link.ask(name, TIMEOUT, this::fields)));
      if (version.isPresent()) {
        return version.getAsLong();
      }
    }
    throw new UnavailableException(
        "other processes published policies at the same time, again and again");
  }

  @Override
  public OptionalLong publish(String yaml, long replaced) {
    CachePolicy.parse("policy", yaml);
    return published(yaml, replaced);
  }

  /** Puts a lost policy back; all followers are told, those of this process too. */
  private void putBack(Published lost) {
    OptionalLong version = write(lost.yaml(), 0);
    if (version.isPresent()) {
      log.warn(
          "the policy of the fleet was lost, version {}; it was put back as version {}",
          lost.version(),
          version.getAsLong());
    }
  }

  private OptionalLong published(String yaml, long replaced) {
    OptionalLong version = write(yaml, replaced);
    if (version.isPresent()) {
      lookNow(); // followers in this process have it when this returns
    }
    return version;
  }

  private OptionalLong write(String yaml, long replaced) {
    byte[] plain = yaml.getBytes(StandardCharsets.UTF_8);
    byte[] text = keys == null ? plain : keys.sealed(plain, place(replaced + 1));
    Long version =
        link.ask(
            name,
            TIMEOUT,
            redis ->
                redis.eval(
                    Scripts.PUBLISH_POLICY,
                    ScriptOutputType.INTEGER,
                    new String[] {name},
                    Long.toString(replaced).getBytes(StandardCharsets.US_ASCII),
                    text,
                    channel.getBytes(StandardCharsets.UTF_8),
                    Notice.POLICY.getBytes(StandardCharsets.US_ASCII)));
    return version == null || version == 0 ? OptionalLong.empty() : OptionalLong.of(version);
  }

  @Override
  public Following follow(Consumer<CachePolicy> taker) {
    Follower follower = new Follower(Objects.requireNonNull(taker, "taker"));
    if (looks.compareAndSet(false, true)) {
      link.every(LOOK, this::lookNow);
    }
    followers.add(follower);
    look();
    return () -> followers.remove(follower);
  }

  /** Has it looked whether there is another policy. */
  void look() {
    link.later(this::lookNow);
  }

  private void lookNow() {
    if (followers.isEmpty()) {
      return;
    }
    synchronized (followers) { // what is read later is taken over later
      try {
        Map<String, byte[]> fields = link.ask(name, TIMEOUT, this::fields);
        Published published = published(fields);
        if (published != null) {
          last = published;
          followers.forEach(follower -> follower.take(published));
        } else if (last != null && version(fields) == 0) {
          putBack(last);
        }
      } catch (RuntimeException e) { // of Redis, or of a follower
        log.debug("the policy of the fleet is looked at later: {}", e.toString());
      }
    }
  }
}
