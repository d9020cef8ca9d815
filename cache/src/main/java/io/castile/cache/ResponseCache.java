package io.castile.cache;

import io.castile.cache.internal.CallCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.PolicyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Answers repeated requests without asking again (Takase and Tatsubori; in a server: Devaram and
 * Andresen). A policy says which, and for how long; by default none.
 *
 * <p>One cache may serve several clients and proxies, or one server. Thread-safe; hits take no
 * lock.
 *
 * <pre>{@code
 * ResponseCache cache = ResponseCache.builder().policyFile(Path.of("cache.yaml")).build();
 * Catalog port = Castile.client(Catalog.class).endpoint(url).cache(cache).build();
 * }</pre>
 */
public final class ResponseCache implements AutoCloseable {
  static {
    CallCache.PART.readBy(cache -> cache.calls);
  }

  private final CallCache calls;

  private ResponseCache(CallCache calls) {
    this.calls = calls;
  }

  /** Returns a cache with a policy, in memory, of {@link CacheStore#DEFAULT_MAX_BYTES}. */
  public static ResponseCache of(CachePolicy policy) {
    return builder().policy(policy).build();
  }

  /** Returns a builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the policy. */
  public CachePolicy policy() {
    return calls.policy();
  }

  /**
   * Replaces the policy, which holds for every call that begins afterwards. Entries stay, except
   * those of operations of which the policy says something else than before.
   */
  public void policy(CachePolicy policy) {
    calls.policy(policy);
  }

  /**
   * Returns why the policy is not the one that its file has now; empty if it is, or if there is no
   * file.
   */
  public Optional<String> policyProblem() {
    return calls.policyProblem().map(PolicyFile.Problem::message);
  }

  /**
   * Drops all entries. This and the methods below hold for calls under way as well: what was asked
   * before is not kept, and is given to no call that begins afterwards.
   */
  public void invalidateAll() {
    calls.invalidateAll();
  }

  /**
   * Drops the entries of a service.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service) {
    calls.invalidate(service);
  }

  /**
   * Drops the entries of an operation.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   * @param operation its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service, String operation) {
    calls.invalidate(service, operation);
  }

  /** Drops the entries of certain keys. */
  public void invalidateIf(Predicate<CacheKey> keys) {
    calls.invalidateIf(keys);
  }

  /**
   * Writes the entries to a file that only its owner may read, so that a later process has them.
   * The file has requests and responses as they are, and digests of what tells callers apart.
   *
   * @param file replaced if there is one
   * @param context what the entries depend on beside the policy
   * @return how many entries
   * @throws IOException if the file cannot be written; then one that was there stays
   * @throws IllegalStateException if the store is not one of {@link CacheStore#savable}
   */
  public int save(Path file, String context) throws IOException {
    return calls.save(file, context);
  }

  /**
   * Reads entries that {@link #save} has written, and deletes the file, so that none of them is
   * read again after it was dropped. To be called before the cache is used. No entry is read that
   * came later than this clock says that it is; the policy decides about the others as if they had
   * been kept all the time.
   *
   * @param context with which the entries were saved; those of another one are not read
   * @return how many entries; zero too if there is no file
   * @throws IllegalArgumentException if it is a file of something else; it stays
   * @throws IOException if the file cannot be read whole, or cannot be deleted; then no entry is
   *     read
   * @throws IllegalStateException if the store is not one of {@link CacheStore#savable}
   */
  public int restore(Path file, String context) throws IOException {
    return calls.restore(file, context);
  }

  /** Whether entries can be {@link #save}d. */
  public boolean isSavable() {
    return calls.isSavable();
  }

  /** Returns what has been done so far, and what is held. Walks over all entries. */
  public CacheStatistics statistics() {
    return calls.statistics();
  }

  /**
   * Lets go of all entries, but for those in a store that outlives this process; calls go on
   * without the cache.
   */
  @Override
  public void close() {
    calls.close();
  }

  /** Makes a cache. Not thread-safe. */
  public static final class Builder {
    /** The default of {@link #maxWait}. */
    public static final Duration DEFAULT_MAX_WAIT = Duration.ofSeconds(30);

    /** The longest time that nanoseconds can count, as good as for ever. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private CachePolicy policy = CachePolicy.NOTHING;
    private @Nullable PolicyFile file;
    private @Nullable CacheStore store;
    private @Nullable InstantSource clock; // null for the system's
    private @Nullable Executor executor;
    private @Nullable CallRecorder recorder; // null for none
    private @Nullable CacheListener listener; // null for none
    private Duration maxWait = DEFAULT_MAX_WAIT;

    private Builder() {}

    /** Sets the policy. */
    public Builder policy(CachePolicy policy) {
      this.policy = Objects.requireNonNull(policy, "policy");
      this.file = null;
      return this;
    }

    /**
     * Sets a file from which the policy is read now and whenever it changes: the file is checked
     * once a second, with or without calls. A file that is no policy is reported in the log and by
     * {@link ResponseCache#policyProblem}, and the last one holds on.
     *
     * @throws PolicyException if it is no policy now, with line and column
     * @throws IOException if it cannot be read now
     */
    public Builder policyFile(Path file) throws IOException {
      this.file = new PolicyFile(file);
      this.policy = this.file.load();
      return this;
    }

    /** Sets where entries are kept; closed with the cache. In memory, if this is not called. */
    public Builder store(CacheStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /**
     * Sets the clock by which responses become stale; the system's by default, with its monotonic
     * time. If it is set back by more than a second, all entries are dropped.
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets the executor that fetches responses while stale ones are given; a few threads by
     * default.
     */
    public Builder executor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Sets how long a call may wait for another one with the same request, before it calls the
     * origin itself; {@link #DEFAULT_MAX_WAIT} by default, 0 for not at all.
     */
    public Builder maxWait(Duration maxWait) {
      Objects.requireNonNull(maxWait, "maxWait");
      if (maxWait.isNegative()) {
        throw new IllegalArgumentException("maxWait < 0: " + maxWait);
      }
      this.maxWait = maxWait.compareTo(LONGEST) > 0 ? LONGEST : maxWait;
      return this;
    }

    /**
     * Sets a recorder for the calls that reach the origin, so that a policy can be advised for them
     * ({@link io.castile.cache.observe.Advice}); none by default. What the cache answers is not
     * recorded: record operations before they are cached.
     */
    public Builder recorder(CallRecorder recorder) {
      this.recorder = Objects.requireNonNull(recorder, "recorder");
      return this;
    }

    /** Sets a listener for the outcome of each call; none by default. */
    public Builder listener(CacheListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** Returns the cache. */
    public ResponseCache build() {
      return new ResponseCache(
          new CallCache(
              new CallCache.Settings(
                  policy, file, store, clock, executor, recorder, listener, maxWait)));
    }
  }
}
