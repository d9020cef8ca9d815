package io.castile.cache.internal;

import io.castile.cache.CacheListener;
import io.castile.cache.CacheStatistics;
import io.castile.cache.CacheStore;
import io.castile.cache.ResponseCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.memory.EntryFile;
import io.castile.cache.observe.CallRecorder;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.KnownService;
import io.castile.cache.policy.internal.PolicyFile;
import io.castile.cache.policy.internal.PolicyNames;
import io.castile.cache.policy.text.QualifiedName;
import io.castile.cache.request.Digest;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.internal.HiddenPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Answers repeated requests without asking again (Takase and Tatsubori; in a server: Devaram and
 * Andresen), for the modules of Castile that bring calls to it: {@link ResponseCache} is what
 * applications see of it. Thread-safe; hits take no lock.
 */
public final class CallCache implements AutoCloseable {
  /** Reads the cache of calls of a cache. */
  public static final HiddenPart<ResponseCache, CallCache> PART = new HiddenPart<>();

  private static final int MAX_TOLD = 1_000;

  /** Of saved entries; another one wherever keys are made in another way. */
  private static final String KEYS_FORM = "keys: 1\n";

  private final CacheStore store;
  private final Entries entries;
  private final CacheFlow flow;
  private final InstantSource clock;
  private final @Nullable PolicyFile file; // null for none
  private final @Nullable RefreshThreads ownThreads; // null if the executor is the application's
  private final KnownOperations operations;
  private final Set<KnownService> introduced = ConcurrentHashMap.newKeySet();
  private volatile boolean areAll;

  /** What the log has of names in policies. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  private final @Nullable CallWatch watch; // null where calls are not recorded

  /**
   * What a cache is made of.
   *
   * @param file the file that the policy is of; null for none
   * @param store null for one in memory
   * @param clock null for the system's
   * @param executor fetches responses while stale ones are given; null for threads of the cache
   * @param recorder of calls that ask the origin; null for none
   * @param listener is told of the outcome of calls; null for none
   * @param maxWait for another call that asks the same
   */
  public record Settings(
      CachePolicy policy,
      @Nullable PolicyFile file,
      @Nullable CacheStore store,
      @Nullable InstantSource clock,
      @Nullable Executor executor,
      @Nullable CallRecorder recorder,
      @Nullable CacheListener listener,
      Duration maxWait) {}

  /** Makes a cache. */
  public CallCache(Settings settings) {
    store =
        settings.store != null ? settings.store : CacheStore.inMemory(CacheStore.DEFAULT_MAX_BYTES);
    Executor executor;
    if (settings.executor == null) {
      ownThreads = new RefreshThreads();
      executor = ownThreads;
    } else {
      ownThreads = null;
      executor = settings.executor;
    }
    file = settings.file == null ? null : settings.file.copy();
    operations = new KnownOperations(settings.policy, settings.listener, !store.keepsObjects());
    entries =
        new Entries(store, each -> operations.next().invalidates(each.cachedOperation.name()));
    clock = clock(settings.clock);
    flow = new CacheFlow(this, entries, clock, executor, settings.maxWait.toNanos());
    watch = settings.recorder == null ? null : new CallWatch(settings.recorder, clock);
    if (file != null) {
      file.follow(this::policy);
    }
  }

  /** Returns the cache of calls behind the one that applications name. */
  public static CallCache of(ResponseCache cache) {
    return PART.of(cache);
  }

  /** A clock that was set back says nothing of how old entries are. */
  private InstantSource clock(@Nullable InstantSource other) {
    return other == null
        ? SteadyClock.of(InstantSource.system(), System::nanoTime, this::invalidateAll)
        : SteadyClock.ofOther(other, System::nanoTime, this::invalidateAll);
  }

  // ---- policy ----

  /** Returns the policy. */
  public CachePolicy policy() {
    return operations.policy();
  }

  /**
   * Logs, as one warning, which services and operations that the policy names there are not, each
   * once; again for each policy that comes later.
   *
   * @param services that are going to be cached here
   * @param isAll whether there will be no others
   */
  public void warnOfUnfitNames(Collection<ServiceModel> services, boolean isAll) {
    warnOfNamesThatFitNothing(
        services.stream().map(service -> KnownService.of(service)).toList(), isAll);
  }

  /**
   * Does the same for services of which the names are known, and for those that were told before.
   *
   * @param services that are going to be cached here
   * @param isAll whether there will be no others
   */
  public void warnOfNamesThatFitNothing(Collection<KnownService> services, boolean isAll) {
    introduced.addAll(services);
    areAll = isAll;
    warnOfNames();
  }

  private void warnOfNames() {
    List<PolicyException> unfit =
        PolicyNames.unfit(policy(), List.copyOf(introduced), areAll, true).stream()
            .filter(problem -> told.size() < MAX_TOLD && told.add(withoutList(problem)))
            .toList();
    if (!unfit.isEmpty()) {
      LoggerFactory.getLogger(ResponseCache.class)
          .warn(
              "names in the cache policy fit nothing, so that their rules do nothing: {}",
              unfit.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")));
    }
  }

  /** The names that there are may be more at the next time. */
  private static String withoutList(PolicyException problem) {
    return String.valueOf(problem.getMessage()).split("; there ", 2)[0];
  }

  /**
   * Replaces the policy, which holds for every call that begins afterwards. What is kept stays, but
   * for operations of which the policy says something else than before: their entries are dropped.
   */
  public void policy(CachePolicy policy) {
    entries.retire(operations.replace(Objects.requireNonNull(policy, "policy")));
    operations.followed(policy);
    warnOfNames();
  }

  /** The operation at an endpoint, under the policy that holds now. */
  OperationCache operation(CachedOperation cachedOperation, String endpoint) {
    return operations.at(cachedOperation, endpoint);
  }

  /** Returns why the policy is not the one of its file; empty where it is, or has no file. */
  public Optional<PolicyFile.Problem> policyProblem() {
    return file == null ? Optional.empty() : file.problem();
  }

  // ---- calls ----

  /**
   * Returns an operation as this cache knows it; the same one for all models of one service and
   * interface. To be kept by the code that calls the operation.
   *
   * @param model has the operation
   */
  public CachedOperation cachedOperation(ServiceModel model, OperationModel operation) {
    return operations.cachedOperation(model, operation);
  }

  /**
   * Returns an operation as this cache knows it, of a service that has a further name: rules may be
   * for either.
   *
   * @param model has the operation
   * @param service the name in the WSDL, which an interface does not say
   */
  public CachedOperation cachedOperation(
      ServiceModel model, OperationModel operation, QName service) {
    CachedOperation cachedOperation = operations.cachedOperation(model, operation);
    if (cachedOperation.addName(service)) {
      entries.retire(operations.renamed());
    }
    return cachedOperation;
  }

  /**
   * Returns an operation of which only the names are known: keys and entries are made of messages.
   * Of such operations a bounded number is remembered, as senders may name any; for a forgotten one
   * another object is returned, with the same keys.
   *
   * @param service its name; an empty one if it is not known
   * @param operation the name of the element in the body of its requests
   */
  public CachedOperation cachedOperation(QName service, QName operation) {
    return operations.cachedOperation(service, operation);
  }

  /**
   * Says whether the policy that holds now has anything to do with calls of an operation: whether
   * they are cached, or invalidate answers of others; or whether calls are recorded. Others need
   * not be brought here.
   */
  public boolean concerns(CachedOperation cachedOperation, String endpoint) {
    if (watch != null) {
      return true;
    }
    OperationCache operation = operation(cachedOperation, endpoint);
    return operation.isCached() || !operation.policy.invalidates().isEmpty();
  }

  /**
   * Returns up to how many bytes a message is kept as the stack around the cache has it, by the
   * policy that holds now; 0 where something else is kept than such messages.
   */
  public long ownMessageBytes(CachedOperation cachedOperation, String endpoint) {
    return operation(cachedOperation, endpoint).ownMessageBytes();
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

  /** Whether the store never waits, so that {@link #answerLater} does not wait either. */
  public boolean isLocal() {
    return store.isLocal();
  }

  /**
   * Answers a call as {@link #answer} does, but without a thread that waits, neither for the origin
   * nor for another call that asks the same. The call asks the origin by {@link
   * CacheCall#askLater}.
   *
   * <p>An answer that is kept and fresh is there at once. Nothing here waits if the store {@link
   * #isLocal}.
   *
   * @param loop runs what is left to do after waiting for another call, one task at a time
   * @return has the answer, or what the origin has thrown; completed by the caller, on the loop, or
   *     on the thread on which the origin's answer came
   */
  public <R, X extends Throwable> CompletableFuture<R> answerLater(
      CacheCall<R, X> call, ScheduledExecutorService loop) {
    return flow.answerLater(watch == null ? call : watch.watched(call), loop);
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
    entries.drop(CacheKey.Selection.all());
  }

  /**
   * Drops the entries of a service.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service) {
    entries.drop(CacheKey.Selection.ofOperations(scope -> isOf(scope, service, null)));
  }

  /**
   * Drops the entries of an operation.
   *
   * @param service its name, {@code {namespace}local} or {@code local}
   * @param operation its name, {@code {namespace}local} or {@code local}
   */
  public void invalidate(String service, String operation) {
    entries.drop(CacheKey.Selection.ofOperations(scope -> isOf(scope, service, operation)));
  }

  /** Drops the entries of certain keys. */
  public void invalidateIf(Predicate<CacheKey> keys) {
    entries.drop(CacheKey.Selection.of(keys));
  }

  /**
   * Drops the entries of some keys, and what is under way for others.
   *
   * @param underWay of these it is not kept
   */
  void drop(CacheKey.Selection keys, CacheKey.Selection underWay) {
    entries.drop(keys, underWay);
  }

  /** As {@link Entries#replace}. */
  boolean replace(CacheKey stored, Function<StoredEntry, @Nullable StoredEntry> other) {
    return entries.replace(stored, other);
  }

  private static boolean isOf(CacheKey.Scope scope, String service, @Nullable String operation) {
    return QualifiedName.matches(service, scope.service())
        && (operation == null || QualifiedName.matches(operation, scope.operation()));
  }

  // ---- restarts ----

  /**
   * Writes the entries to a file that only its owner may read, so that a later process has them.
   * The file has requests and answers as they are, and digests of what tells callers apart.
   *
   * @param file replaced if there is one
   * @param context what the entries depend on beside the policy
   * @return how many entries
   * @throws IOException if the file cannot be written; then one that was there stays
   * @throws IllegalStateException if the store is not one of {@link CacheStore#savable}
   */
  public int save(Path file, String context) throws IOException {
    Instant now = clock.instant();
    try (EntryFile.Writer out = new EntryFile.Writer(file, now, Digest.of(KEYS_FORM + context))) {
      int count = memory().save(out, now);
      out.end();
      return count;
    }
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
   *     kept
   * @throws IllegalStateException if the store is not one of {@link CacheStore#savable}
   */
  public int restore(Path file, String context) throws IOException {
    MemoryStore memory = memory();
    Instant now = clock.instant();
    AtomicInteger count = new AtomicInteger();
    boolean isRead = false;
    try {
      EntryFile.read(
          file,
          now,
          Digest.of(KEYS_FORM + context),
          (uselessFrom, entry) -> {
            if (memory.restore(uselessFrom, entry, now)) {
              count.incrementAndGet();
            }
          });
      Files.delete(file);
      isRead = true;
    } catch (NoSuchFileException e) {
      isRead = true; // the first start
    } finally {
      if (!isRead) {
        invalidateAll();
      }
    }
    return count.get();
  }

  /** Whether entries can be {@link #save}d. */
  public boolean isSavable() {
    return store instanceof MemoryStore memory && memory.isSavable();
  }

  private MemoryStore memory() {
    if (store instanceof MemoryStore memory && memory.isSavable()) {
      return memory;
    }
    throw new IllegalStateException(
        "Cannot save the cache, because its store cannot be saved: "
            + store
            + ". Use CacheStore.savable(…).");
  }

  /** Returns the entries, for people to look at. */
  public CacheContents contents() {
    dropUseless();
    return new CacheContents(this, store, clock);
  }

  /** The operation that a key is of, under the policy that holds now; null if it is not known. */
  @Nullable OperationCache operationOf(CacheKey key) {
    return operations.find(key.scope());
  }

  // ---- statistics ----

  /** Returns what has been done so far, and what is held. Walks over all entries. */
  public CacheStatistics statistics() {
    Map<StoreUsage.Name, StoreUsage> held = held();
    return new CacheStatistics(
        operations.counters().stream()
            .map(
                each -> {
                  StoreUsage own =
                      held.getOrDefault(
                          StoreUsage.Name.of(each.cachedOperation()), StoreUsage.NOTHING);
                  return each.row(own.entries(), own.bytes());
                })
            .filter(row -> row.calls() > 0)
            .sorted(
                Comparator.comparing(CacheStatistics.Row::service)
                    .thenComparing(CacheStatistics.Row::operation))
            .toList());
  }

  /** Entries past their lifetime are no longer held, though nothing has driven them out yet. */
  private void dropUseless() {
    try {
      store.dropUseless(clock.instant());
    } catch (RuntimeException e) {
      LoggerFactory.getLogger(ResponseCache.class)
          .debug("the store does not forget what is useless: {}", e.toString());
    }
  }

  /** What is held, by operation; walks over all entries. */
  public Map<StoreUsage.Name, StoreUsage> held() {
    dropUseless();
    return StoreUsage.in(store);
  }

  /** Shows the counters of each operation that is cached, now or later, once. */
  public void watch(BiConsumer<CachedOperation, Counters> watcher) {
    operations.watch(watcher);
  }

  /**
   * Lets go of all entries, but for those in a store that outlives this process; calls go on
   * without the cache.
   */
  @Override
  public void close() {
    entries.close();
    if (file != null) {
      file.close();
    }
    if (ownThreads != null) {
      ownThreads.close();
    }
    store.close();
  }
}
