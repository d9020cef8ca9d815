package io.castile.cache;

import io.castile.cache.key.CacheKey;
import io.castile.cache.key.KeyScope;
import io.castile.cache.key.KeySelection;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.PolicyFile;
import io.castile.cache.policy.QualifiedName;
import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Answers repeated questions without asking again (Takase and Tatsubori; in a server: Devaram and
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
  private final CacheStore store;
  private final Entries entries;
  private final CacheFlow flow;
  private final InstantSource clock;
  private final @Nullable PolicyFile file; // null for none
  private final Executor executor;
  private final @Nullable RefreshThreads ownThreads; // null if the executor is the application's
  private final @Nullable CacheListener listener; // null for none
  private final Map<ServiceOperation, CachedOperation> sites = new ConcurrentHashMap<>();
  private final Map<CachedOperation, Counters> counters = new ConcurrentHashMap<>();

  /** Changed under its own lock, and read without. */
  private final Map<Place, OperationCache> operations = new ConcurrentHashMap<>();

  /** Guarded by {@link #operations}. */
  private final List<BiConsumer<CachedOperation, Counters>> watchers = new ArrayList<>();

  private volatile CachePolicy policy;

  /**
   * An operation may be that of several services, of which a policy may say different things.
   *
   * @param identity of the operation
   */
  private record ServiceOperation(QName service, Object identity) {}

  /** Where an operation is called. */
  private record Place(CachedOperation site, String endpoint) {}

  private final @Nullable CallWatch watch; // null where calls are not recorded

  private ResponseCache(Builder builder) {
    store =
        builder.store != null ? builder.store : CacheStore.inMemory(CacheStore.DEFAULT_MAX_BYTES);
    if (builder.executor == null) {
      ownThreads = new RefreshThreads();
      executor = ownThreads;
    } else {
      ownThreads = null;
      executor = builder.executor;
    }
    file = builder.file;
    listener = builder.listener;
    policy = builder.policy;
    entries = new Entries(store, each -> policy.invalidates(each.site.name()));
    clock = clock(builder);
    flow = new CacheFlow(this, entries, clock, executor, builder.maxWait.toNanos());
    watch = builder.recorder == null ? null : new CallWatch(builder.recorder, clock);
  }

  /** A clock that was set back says nothing of how old entries are. */
  private InstantSource clock(Builder builder) {
    return builder.clock == null
        ? SteadyClock.of(InstantSource.system(), System::nanoTime, this::invalidateAll)
        : SteadyClock.ofOther(builder.clock, System::nanoTime, this::invalidateAll);
  }

  /** Returns a cache with a policy, in memory, of {@link CacheStore#DEFAULT_MAX_BYTES}. */
  public static ResponseCache of(CachePolicy policy) {
    return builder().policy(policy).build();
  }

  /** Returns a builder. */
  public static Builder builder() {
    return new Builder();
  }

  // ---- policy ----

  /** Returns the policy. */
  public CachePolicy policy() {
    return policy;
  }

  /**
   * Logs, as one warning, which operations that the policy names no service has.
   *
   * @param services that are going to be cached here
   * @param isAll whether there will be no others
   */
  public void warnOfUnfitNames(Collection<ServiceModel> services, boolean isAll) {
    List<PolicyException> unfit = policy.unfitNames(services, isAll);
    if (!unfit.isEmpty()) {
      LoggerFactory.getLogger(ResponseCache.class)
          .warn(
              "names in the cache policy fit nothing, so that their rules do nothing: {}",
              unfit.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")));
    }
  }

  /**
   * Replaces the policy, which holds for every call that begins afterwards. What is kept stays, but
   * for operations of which the policy says something else than before: their entries are dropped.
   */
  public void policy(CachePolicy policy) {
    Objects.requireNonNull(policy, "policy");
    List<OperationCache> changed = new ArrayList<>();
    synchronized (operations) {
      this.policy = policy;
      operations.forEach(
          (place, operation) -> {
            if (!policy.forTarget(place.site.target(place.endpoint)).equals(operation.policy)) {
              changed.add(operation);
            }
          });
      changed.forEach(operation -> operations.remove(place(operation)));
    }
    entries.retire(changed);
  }

  private static Place place(OperationCache operation) {
    return new Place(operation.site, operation.endpoint);
  }

  /** The operation at an endpoint, under the policy that holds now. */
  OperationCache operation(CachedOperation site, String endpoint) {
    if (file != null) {
      file.check(executor, this::policy);
    }
    OperationCache last = site.last();
    if (last != null && !last.isRetired() && last.endpoint.equals(endpoint)) {
      return last;
    }
    Place place = new Place(site, endpoint);
    OperationCache found = operations.get(place);
    if (found == null) {
      synchronized (operations) {
        found = operations.computeIfAbsent(place, this::newOperation);
      }
    }
    site.last(found);
    return found;
  }

  private OperationCache newOperation(Place place) {
    OperationCache operation =
        new OperationCache(
            place.site,
            place.endpoint,
            policy.forTarget(place.site.target(place.endpoint)),
            counters.computeIfAbsent(place.site, key -> new Counters(key, listener)),
            !store.keepsObjects());
    watchers.forEach(watcher -> show(operation, watcher));
    return operation;
  }

  // ---- calls ----

  /**
   * Returns an operation as this cache knows it; the same one for all models of one service and
   * interface. To be kept by who calls the operation.
   *
   * @param model has the operation
   */
  public CachedOperation site(ServiceModel model, Operation operation) {
    return sites.computeIfAbsent(
        new ServiceOperation(model.serviceName(), operation.identity()),
        key -> new CachedOperation(model, operation));
  }

  /**
   * Returns an operation of which only the names are known: keys and entries are made of messages.
   *
   * @param service its name; an empty one if it is not known
   * @param operation the name of the element in the body of its requests
   */
  public CachedOperation site(QName service, QName operation) {
    return sites.computeIfAbsent(
        new ServiceOperation(service, operation),
        key -> CachedOperation.opaque(service, operation));
  }

  /**
   * Says whether the policy that holds now has anything to do with calls of an operation: whether
   * they are cached, or invalidate answers of others; or whether calls are recorded. Others need
   * not be brought here.
   */
  public boolean concerns(CachedOperation site, String endpoint) {
    if (watch != null) {
      return true;
    }
    OperationCache operation = operation(site, endpoint);
    return operation.isCached() || !operation.policy.invalidates().isEmpty();
  }

  /**
   * Returns up to how many bytes a message is kept as the stack around the cache has it, by the
   * policy that holds now; 0 where something else is kept than such messages.
   */
  public long ownMessageBytes(CachedOperation site, String endpoint) {
    return operation(site, endpoint).ownMessageBytes();
  }

  /**
   * Answers a call: with what is kept, or by asking the origin.
   *
   * @throws X what the origin throws
   */
  public <R, X extends Throwable> R answer(CacheCall<R, X> call) throws X {
    return flow.answer(watch == null ? call : watch.watched(call));
  }

  /**
   * Answers a call with what is kept and at hand, if that is fresh, or if it may be given while a
   * new one is fetched and another call has begun that: never waits, as a store elsewhere would
   * make it.
   *
   * @return null if it has to be asked for; then nothing has been counted
   */
  public <R, X extends Throwable> @Nullable R find(CacheCall<R, X> call) {
    return flow.find(call);
  }

  /**
   * Begins a call whose answer may come later and on another thread. It waits for no other call,
   * and none waits for it; the rest is as in {@link #answer}.
   *
   * @return has the answer, if there is one already; else it wants to be told what became of the
   *     call
   */
  public <R, X extends Throwable> PendingCall<R> begin(CacheCall<R, X> call) {
    PendingCall<R> pending = flow.begin(watch == null ? call : watch.watched(call));
    return watch == null ? pending : watch.watched(call, pending);
  }

  // ---- invalidation ----

  /**
   * Drops all entries. This and the methods below hold for calls under way as well: what was asked
   * before is not kept, and is given to no call that begins afterwards.
   */
  public void invalidateAll() {
    entries.drop(KeySelection.all());
  }

  /**
   * Drops the entries of a service.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service) {
    entries.drop(KeySelection.ofOperations(scope -> isOf(scope, service, null)));
  }

  /**
   * Drops the entries of an operation.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   * @param operation its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service, String operation) {
    entries.drop(KeySelection.ofOperations(scope -> isOf(scope, service, operation)));
  }

  /** Drops the entries of certain keys. */
  public void invalidateIf(Predicate<CacheKey> keys) {
    entries.drop(KeySelection.of(keys));
  }

  private static boolean isOf(KeyScope scope, String service, @Nullable String operation) {
    return QualifiedName.matches(service, scope.service())
        && (operation == null || QualifiedName.matches(operation, scope.operation()));
  }

  /** Returns the entries, for people to look at. */
  public CacheContents contents() {
    return new CacheContents(this, store, clock);
  }

  /** The operation that a key is of, under the policy that holds now; null if it is not known. */
  @Nullable OperationCache operationOf(CacheKey key) {
    for (OperationCache operation : operations.values()) {
      if (operation.isOf(key.scope())) {
        return operation;
      }
    }
    return null;
  }

  // ---- statistics ----

  /** Returns what has been done so far, and what is held. Walks over all entries. */
  public CacheStatistics statistics() {
    Map<StoreUsage.Name, StoreUsage> held = held();
    return new CacheStatistics(
        counters.entrySet().stream()
            .map(
                each -> {
                  StoreUsage own =
                      held.getOrDefault(StoreUsage.Name.of(each.getKey()), StoreUsage.NOTHING);
                  return each.getValue().row(own.entries(), own.bytes());
                })
            .filter(row -> row.calls() > 0)
            .sorted(
                Comparator.comparing(CacheStatistics.Row::service)
                    .thenComparing(CacheStatistics.Row::operation))
            .toList());
  }

  /** What is held, by operation; walks over all entries. */
  Map<StoreUsage.Name, StoreUsage> held() {
    return StoreUsage.in(store);
  }

  /** Shows the counters of each operation that is cached, now or later, once. */
  void watch(BiConsumer<CachedOperation, Counters> watcher) {
    Set<CachedOperation> shown = ConcurrentHashMap.newKeySet();
    BiConsumer<CachedOperation, Counters> once =
        (site, counted) -> {
          if (shown.add(site)) {
            watcher.accept(site, counted);
          }
        };
    synchronized (operations) {
      watchers.add(once);
      operations.values().forEach(operation -> show(operation, once));
    }
  }

  private static void show(
      OperationCache operation, BiConsumer<CachedOperation, Counters> watcher) {
    if (operation.isCached()) {
      watcher.accept(operation.site, operation.counters);
    }
  }

  /**
   * Lets go of all entries, but for those in a store that outlives this process; calls go on
   * without the cache.
   */
  @Override
  public void close() {
    entries.close();
    if (ownThreads != null) {
      ownThreads.close();
    }
    store.close();
  }

  /** Makes a cache. Not thread-safe. */
  public static final class Builder {
    /** What nanoseconds can count, as good as for ever. */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private CachePolicy policy = CachePolicy.NOTHING;
    private @Nullable PolicyFile file;
    private @Nullable CacheStore store;
    private @Nullable InstantSource clock; // null for the system's
    private @Nullable Executor executor;
    private @Nullable CallRecorder recorder; // null for none
    private @Nullable CacheListener listener; // null for none
    private Duration maxWait = Duration.ofSeconds(30);

    private Builder() {}

    /** Sets the policy. */
    public Builder policy(CachePolicy policy) {
      this.policy = Objects.requireNonNull(policy, "policy");
      this.file = null;
      return this;
    }

    /**
     * Sets the policy to what a file says, now and whenever it changes: calls have it looked at in
     * the background, once a second at most. A file that is no policy is reported in the log, and
     * the last one holds on.
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

    /** Sets what fetches responses while stale ones are given; a few threads by default. */
    public Builder executor(Executor executor) {
      this.executor = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Sets how long a call may wait for another one that asks the same, before it asks the origin
     * itself; 30 seconds by default, 0 for not at all.
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
     * Records the calls that ask the origin, so that a policy can be advised for them ({@link
     * io.castile.cache.observe.Advice}); by default none are. What the cache answers is not
     * recorded: record operations before they are cached.
     */
    public Builder recorder(CallRecorder recorder) {
      this.recorder = Objects.requireNonNull(recorder, "recorder");
      return this;
    }

    /** Sets what is told of the outcome of each call; by default nothing is. */
    public Builder listener(CacheListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /** Returns the cache. */
    public ResponseCache build() {
      return new ResponseCache(this);
    }
  }
}
