package io.castile.redis;

import io.castile.cache.CacheEntry;
import io.castile.cache.CacheStore;
import io.castile.cache.EntryBytes;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.FleetPolicy;
import io.castile.delta.Differential.SharedBases;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store that a fleet shares, in Redis (7 or later) or Valkey: one node, Sentinels or a cluster.
 * Each process has what it read lately at hand, in its local tier.
 *
 * <pre>{@code
 * CacheStore store = RedisStore.of("redis://cache.internal:6379");
 * ResponseCache cache = ResponseCache.builder().policyFile(file).store(store).build();
 * }</pre>
 *
 * <p><b>What is dropped.</b> When {@code invalidate…} or a call that invalidates has returned,
 * Redis gives no dropped entry any more, and no process of the fleet has a response kept that it
 * had asked the origin for before. Other processes give dropped entries from their local tiers
 * until they are told, which takes a message; one that may not be told any more, as its connection
 * is lost or silent, stops to use its local tier within 0.9 s. If Redis does not confirm, the
 * process that drops goes without the store until all entries have been dropped. Redis copies to
 * replicas without waiting: when a replica takes over, what was dropped in the last moments may be
 * back until it expires. In a cluster that is split, a message may get lost; {@link
 * Builder#localFor} bounds how long that matters.
 *
 * <p><b>One call at a time.</b> The process that calls the origin holds a lease for its request,
 * which it renews while the origin takes its time; others wait for it, until the lease is given
 * back or runs out, or their patience ends. That is to spare the origin, and nothing depends on it.
 *
 * <p><b>Failures.</b> While Redis is slow or gone, there are no entries and nothing is kept; no
 * call fails. After some failures in a row, Redis is asked by a few calls only, until one of them
 * has a response.
 *
 * <p>Thread-safe. Closing it lets go of connections and the local tier; what Redis has stays.
 */
public final class RedisStore implements CacheStore {
  private static final Logger log = LoggerFactory.getLogger(RedisStore.class);
  private static final Duration FIRST_CONNECT = Duration.ofSeconds(2);

  private final RedisLink link;
  private final LocalTier local;
  private final RedisEntries entries;
  private final Removal removal;
  private final RedisPolicies policies;
  private final RedisBases bases;
  private final Leases leases = new Leases();
  private final String prefix;

  private RedisStore(Builder builder) {
    prefix = "castile:" + builder.namespace + ":";
    local = new LocalTier(builder.localBytes, builder.localFor.toMillis());
    link =
        new RedisLink(builder.address, builder.timeout, RedisEntries.channel(prefix), new Told());
    EntryFrame.Format format =
        new EntryFrame.Format(builder.compressAbove, builder.maxEntryBytes, builder.encryption);
    entries =
        new RedisEntries(
            link,
            local,
            prefix,
            format,
            builder.keepAtMost,
            builder.leaseTime,
            builder.leaseAtMost);
    removal = new Removal(link, local, entries, prefix);
    policies = new RedisPolicies(link, prefix, builder.encryption);
    bases = new RedisBases(link, prefix, format, builder.keepAtMost);
    link.start(FIRST_CONNECT);
    Duration renewal = builder.leaseTime.dividedBy(HeldLeases.TIMES);
    link.regularly(renewal.toMillis() > 0 ? renewal : Duration.ofMillis(1), entries::renewLeases);
  }

  private final class Told implements RedisLink.Listener, Notice.Reader {
    @Override
    public void message(String text) {
      Notice.read(text, this);
    }

    @Override
    public void told(long untilNanos) {
      local.told(untilNanos);
    }

    @Override
    public void lost() {
      local.lost();
    }

    @Override
    public void dropped(String operation) {
      local.drop(operation);
    }

    @Override
    public void released(String digest) {
      leases.released(digest);
    }

    @Override
    public void policyChanged() {
      policies.look();
    }
  }

  /**
   * Returns a store with the defaults of {@link #builder}.
   *
   * @throws IllegalArgumentException if the address is none
   */
  public static RedisStore of(String uri) {
    return builder(uri).build();
  }

  /**
   * Returns a builder.
   *
   * @param uri {@code redis://user:password@host:port/database}, or {@code rediss://} for TLS;
   *     {@code redis-sentinel://host:port,host:port#primary}; {@code redis-cluster://} or {@code
   *     redis://} with several nodes of a cluster, separated by commas
   * @throws IllegalArgumentException if it is no such address
   */
  public static Builder builder(String uri) {
    return new Builder(RedisAddress.parse(uri));
  }

  /** Returns the policy that the fleet shares, in the same Redis. */
  @Override
  public FleetPolicy policies() {
    return policies;
  }

  /**
   * Returns a place in the same Redis where servers of the differential link keep responses for
   * each other: {@code
   * DifferentialOptions.builder().secret(secret).sharedBases(store.bases()).build()}. Nothing is
   * there while Redis does not answer, so that messages are sent whole.
   */
  public SharedBases bases() {
    return bases;
  }

  @Override
  public boolean keepsObjects() {
    return false;
  }

  /** {@inheritDoc} Returns null while Redis does not respond. */
  @Override
  public @Nullable CacheEntry get(CacheKey key) {
    try {
      return entries.get(key);
    } catch (UnavailableException e) {
      log.debug("an entry is not read: {}", e.getMessage());
      return null;
    }
  }

  /** Returns the entry of the local tier, where Redis did not respond last. */
  @Override
  public @Nullable CacheEntry alone(CacheKey key) {
    return link.isFailing(EntryName.of(prefix, key).shard().generation()) ? local.alone(key) : null;
  }

  /** Returns the entry of the local tier only. */
  @Override
  public @Nullable CacheEntry near(CacheKey key) {
    return local.get(key);
  }

  @Override
  public void put(CacheKey key, CacheEntry entry) {
    ticket(key).put(entry);
  }

  /** {@inheritDoc} In Redis soon, without waiting for it. */
  @Override
  public void remove(CacheKey key, CacheEntry entry) {
    local.remove(key);
    link.later(() -> removeNow(key, entry));
  }

  private void removeNow(CacheKey key, CacheEntry entry) {
    try {
      entries.remove(key, entry);
    } catch (UnavailableException e) {
      log.debug("an entry stays until it expires: {}", e.getMessage());
    }
  }

  /**
   * {@inheritDoc} Reads all entries, so that it takes its time: where that will do, say which
   * operations are meant.
   *
   * @throws RuntimeException if Redis does not confirm it
   */
  @Override
  public void removeIf(Predicate<CacheKey> keys) {
    remove(CacheKey.Selection.of(keys));
  }

  /**
   * {@inheritDoc} Whole operations are dropped in one step for each, however many entries they
   * have.
   *
   * @throws RuntimeException if Redis does not confirm it
   */
  @Override
  public void remove(CacheKey.Selection keys) {
    removal.drop(keys);
  }

  @Override
  public Ticket ticket(CacheKey key) {
    EntryName name = EntryName.of(prefix, key);
    LocalTier.Mark mark = entries.mark(name);
    try {
      return entries.ticket(key, name, "");
    } catch (UnavailableException e) {
      log.debug("no ticket: {}", e.getMessage());
      return new LoneTicket(local, key, mark);
    }
  }

  @Override
  public Ticket lease(CacheKey key, Duration patience) {
    EntryName name = EntryName.of(prefix, key);
    LocalTier.Mark mark = entries.mark(name);
    String token = Generation.half();
    long start = System.nanoTime();
    long nanos = patience.toNanos();
    while (true) {
      CountDownLatch latch = leases.begin(name.digest());
      try {
        RedisTicket ticket = entries.ticket(key, name, token);
        long left = start + nanos - System.nanoTime();
        if (ticket.isAlone()
            || left <= 0
            || !Leases.await(latch, left)
            || entries.hasFresh(key)) { // all that wait have it then, and need no lease
          return ticket;
        }
      } catch (UnavailableException e) {
        entries.release(name, token); // Redis may have given it nevertheless, only too late
        log.debug("no lease: {}", e.getMessage());
        return new LoneTicket(local, key, mark);
      } finally {
        leases.end(name.digest(), latch);
      }
    }
  }

  /** Passes the keys of the local tier only, which this process holds. */
  @Override
  public void forEach(ObjLongConsumer<CacheKey> action) {
    local.forEach(action);
  }

  /**
   * Passes all keys in Redis to {@code action}, with the bytes of their entries. Reads all entries,
   * so that it takes its time.
   *
   * @throws RuntimeException if Redis does not give them
   */
  @Override
  public void forEachShared(ObjLongConsumer<CacheKey> action) {
    removal.forEach(
        (name, bytes) -> {
          CacheKey key = EntryBytes.key(bytes);
          if (key != null) {
            action.accept(key, bytes.length);
          }
        });
  }

  @Override
  public void close() {
    link.close();
    local.dropAll();
  }

  /** Returns the address of Redis, without credentials. */
  @Override
  public String toString() {
    return "RedisStore " + link;
  }

  /** Makes a store. Not thread-safe. */
  public static final class Builder {
    /** The default of {@link #localFor}. */
    public static final Duration DEFAULT_LOCAL_FOR = Duration.ofSeconds(30);

    /** The default of {@link #timeout}. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(50);

    /** The default of {@link #leaseTime}. */
    public static final Duration DEFAULT_LEASE_TIME = Duration.ofSeconds(5);

    /** The default of {@link #leaseAtMost}. */
    public static final Duration DEFAULT_LEASE_AT_MOST = Duration.ofMinutes(1);

    /** The default of {@link #keepAtMost}. */
    public static final Duration DEFAULT_KEEP_AT_MOST = Duration.ofDays(1);

    /** The default of {@link #compressAbove}. */
    public static final int DEFAULT_COMPRESS_ABOVE = 1024;

    /** The default of {@link #maxEntryBytes}. */
    public static final int DEFAULT_MAX_ENTRY_BYTES = 8 << 20;

    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private final RedisAddress address;
    private String namespace = "default";
    private long localBytes = DEFAULT_MAX_BYTES;
    private Duration localFor = DEFAULT_LOCAL_FOR;
    private Duration timeout = DEFAULT_TIMEOUT;
    private Duration leaseTime = DEFAULT_LEASE_TIME;
    private Duration leaseAtMost = DEFAULT_LEASE_AT_MOST;
    private Duration keepAtMost = DEFAULT_KEEP_AT_MOST;
    private int compressAbove = DEFAULT_COMPRESS_ABOVE;
    private int maxEntryBytes = DEFAULT_MAX_ENTRY_BYTES;
    private @Nullable FleetKeys encryption;

    private Builder(RedisAddress address) {
      this.address = address;
    }

    /**
     * Sets the name under which a fleet has its entries apart from those of others in the same
     * Redis; {@code default}, if this is not called. Letters, digits, and {@code . _ -}.
     *
     * @throws IllegalArgumentException if it is empty, longer than 64 characters or has others
     */
    public Builder namespace(String namespace) {
      if (!NAMESPACE.matcher(namespace).matches()) {
        throw new IllegalArgumentException(
            "expected 1 to 64 letters, digits, '.', '_' or '-', found namespace \""
                + namespace
                + '"');
      }
      this.namespace = namespace;
      return this;
    }

    /**
     * Sets the bound of the local tier, in bytes; {@link CacheStore#DEFAULT_MAX_BYTES} by default,
     * 0 for none.
     */
    public Builder localBytes(long localBytes) {
      if (localBytes < 0) {
        throw new IllegalArgumentException("localBytes < 0: " + localBytes);
      }
      this.localBytes = localBytes;
      return this;
    }

    /**
     * Sets how long an entry is given before Redis is consulted again; {@link #DEFAULT_LOCAL_FOR}
     * by default.
     */
    public Builder localFor(Duration localFor) {
      this.localFor = positive(localFor, "localFor");
      return this;
    }

    /** Sets how long a call waits for Redis; {@link #DEFAULT_TIMEOUT} by default. */
    public Builder timeout(Duration timeout) {
      this.timeout = positive(timeout, "timeout");
      return this;
    }

    /**
     * Sets how long others leave the origin to a process that may be dead; {@link
     * #DEFAULT_LEASE_TIME} by default. A process that is alive renews its lease in time.
     */
    public Builder leaseTime(Duration leaseTime) {
      this.leaseTime = positive(leaseTime, "leaseTime");
      return this;
    }

    /**
     * Sets how long a process may call the origin before the next one calls it too, as long as the
     * origin may take; {@link #DEFAULT_LEASE_AT_MOST} by default.
     */
    public Builder leaseAtMost(Duration leaseAtMost) {
      this.leaseAtMost = positive(leaseAtMost, "leaseAtMost");
      return this;
    }

    /** Sets how long Redis keeps an entry at most; {@link #DEFAULT_KEEP_AT_MOST} by default. */
    public Builder keepAtMost(Duration keepAtMost) {
      this.keepAtMost = positive(keepAtMost, "keepAtMost");
      return this;
    }

    /**
     * Sets the size from which entries are compressed, if that pays; {@value
     * #DEFAULT_COMPRESS_ABOVE} bytes by default.
     */
    public Builder compressAbove(int bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("compressAbove < 0: " + bytes);
      }
      this.compressAbove = bytes;
      return this;
    }

    /**
     * Sets the size of the largest entry that is kept, in bytes; {@link #DEFAULT_MAX_ENTRY_BYTES}
     * by default.
     */
    public Builder maxEntryBytes(int bytes) {
      if (bytes <= 0) {
        throw new IllegalArgumentException("maxEntryBytes <= 0: " + bytes);
      }
      this.maxEntryBytes = bytes;
      return this;
    }

    /**
     * Sets the keys by which entries are encrypted; not at all, if this is not called. What is not
     * encrypted by one of them is not used.
     */
    public Builder encryption(FleetKeys keys) {
      this.encryption = Objects.requireNonNull(keys, "keys");
      return this;
    }

    private static Duration positive(Duration value, String name) {
      Objects.requireNonNull(value, name);
      if (value.toMillis() <= 0) {
        throw new IllegalArgumentException(name + " < 1 ms: " + value);
      }
      return value;
    }

    /**
     * Returns the store. Waits for Redis a moment; if it is not there yet, the store goes without
     * until it is.
     */
    public RedisStore build() {
      return new RedisStore(this);
    }
  }
}
