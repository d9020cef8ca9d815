package io.castile.cache.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.cache.CacheListener;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.CachePolicy;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations of which a cache has calls, and what the policy says of them. Operations of a
 * described service are remembered for good. Others are named by senders, which may invent names: a
 * bounded number of these is remembered, and a forgotten one is made again when it is called.
 * Thread-safe.
 */
final class KnownOperations {
  /** The most named operations that are remembered; a long name counts as several. */
  private static final int MAX_NAMED = 10_000;

  /** The most named operations that are counted on their own. */
  private static final int MAX_COUNTED = 10_000;

  private static final int CHARACTERS_AS_ONE = 256;

  /** The name of the counters for further operations. */
  private static final QName OTHER = new QName("other");

  private final Map<ServiceOperation, CachedOperation> described = new ConcurrentHashMap<>();
  private final Cache<ServiceOperation, CachedOperation> named =
      Caffeine.newBuilder()
          .maximumWeight(MAX_NAMED)
          .weigher((ServiceOperation name, CachedOperation cachedOperation) -> name.weight())
          .executor(Runnable::run)
          .build();

  /** The operations under some policy that calls may still use. Guarded by itself. */
  private final Set<OperationCache> inUse = Collections.newSetFromMap(new WeakHashMap<>());

  /** Guarded by {@link #inUse}. */
  private final List<BiConsumer<CachedOperation, Counters>> watchers = new ArrayList<>();

  private final Map<ServiceOperation, Counters> counters = new ConcurrentHashMap<>();
  private final Counters others;
  private final @Nullable CacheListener listener; // null for none
  private final boolean asBytes;

  /** The policy of operations that are made now. Changes under the lock of {@link #inUse}. */
  private volatile CachePolicy policy;

  /**
   * The policy that every call follows which begins now: the other one once no operation is found
   * any more that was made under the policy before. Changes under the lock of {@link #inUse}.
   */
  private volatile CachePolicy followed;

  /**
   * An operation may be that of several services, of which a policy may say different things.
   *
   * @param identity of the operation: its name, where nothing else is known of it
   */
  private record ServiceOperation(QName service, Object identity) {
    static ServiceOperation of(CachedOperation cachedOperation) {
      return new ServiceOperation(
          cachedOperation.serviceName(),
          cachedOperation.isOpaque()
              ? cachedOperation.name()
              : cachedOperation.operation().identity());
    }

    int weight() {
      return 1 + identity.toString().length() / CHARACTERS_AS_ONE;
    }
  }

  /**
   * @param asBytes whether keys and answers are kept as bytes
   */
  public KnownOperations(CachePolicy policy, @Nullable CacheListener listener, boolean asBytes) {
    this.policy = policy;
    this.followed = policy;
    this.listener = listener;
    this.asBytes = asBytes;
    this.others = new Counters(CachedOperation.opaque(new QName(""), OTHER), listener);
  }

  /** Returns the policy that every call follows which begins after this. */
  public CachePolicy policy() {
    return followed;
  }

  /** Returns the policy that some calls follow already, or all of them. */
  CachePolicy next() {
    return policy;
  }

  // ---- operations ----

  public CachedOperation cachedOperation(ServiceModel model, OperationModel operation) {
    return described.computeIfAbsent(
        new ServiceOperation(model.serviceName(), operation.identity()),
        key -> new CachedOperation(model, operation));
  }

  public CachedOperation cachedOperation(QName service, QName operation) {
    return named.get(
        new ServiceOperation(service, operation),
        key -> CachedOperation.opaque(service, operation));
  }

  /** The operation at an endpoint, under the policy that holds now. */
  public OperationCache at(CachedOperation cachedOperation, String endpoint) {
    OperationCache last = cachedOperation.last();
    if (last != null && !last.isRetired() && last.endpoint.equals(endpoint)) {
      return last;
    }
    OperationCache found = cachedOperation.at(endpoint);
    if (found == null) {
      synchronized (inUse) {
        found = cachedOperation.at(endpoint, this::made);
      }
    }
    cachedOperation.last(found);
    return found;
  }

  private OperationCache made(CachedOperation cachedOperation, String endpoint) {
    OperationCache made =
        new OperationCache(
            cachedOperation,
            endpoint,
            cachedOperation.under(policy, endpoint),
            counters(cachedOperation),
            asBytes);
    inUse.add(made);
    watchers.forEach(watcher -> show(made, watcher));
    return made;
  }

  private Counters counters(CachedOperation cachedOperation) {
    ServiceOperation name = ServiceOperation.of(cachedOperation);
    Counters known = counters.get(name);
    if (known != null) {
      return known;
    }
    return cachedOperation.isOpaque() && (counters.size() >= MAX_COUNTED || name.weight() > 1)
        ? others
        : counters.computeIfAbsent(name, key -> new Counters(cachedOperation, listener));
  }

  /** The operation that a scope is of, under the policy that holds now; null if it is not known. */
  public @Nullable OperationCache find(CacheKey.Scope scope) {
    CachedOperation cachedOperation =
        named.getIfPresent(new ServiceOperation(scope.service(), scope.operation()));
    OperationCache found = cachedOperation == null ? null : cachedOperation.at(scope.endpoint());
    if (found != null) {
      return found;
    }
    for (CachedOperation each : described.values()) {
      OperationCache other = each.at(scope.endpoint());
      if (other != null && other.isOf(scope)) {
        return other;
      }
    }
    return null;
  }

  // ---- policy ----

  /**
   * Replaces the policy; {@link #followed} is called when the operations of the one before are
   * retired.
   *
   * @return the operations of which the new one says something else than the old one
   */
  public Changed replace(CachePolicy next) {
    List<OperationCache> changed;
    CachePolicy before;
    synchronized (inUse) {
      before = policy;
      policy = next;
      changed = takeChanged();
    }
    Predicate<CacheKey.Scope> known = scope -> isAnyOf(changed, scope);
    return new Changed(changed, asBytes ? known : known.or(differs(before, next)));
  }

  /** Notes that no call finds an operation any more that was made under a policy before. */
  void followed(CachePolicy next) {
    synchronized (inUse) {
      if (policy == next) { // else there is another one already
        followed = next;
      }
    }
  }

  /** Applies the rules again, after an operation was given a further name of its service. */
  public Changed renamed() {
    List<OperationCache> changed;
    synchronized (inUse) {
      changed = takeChanged();
    }
    return new Changed(changed, scope -> isAnyOf(changed, scope));
  }

  /** Takes those away of which the policy says something else than when they were made. */
  private List<OperationCache> takeChanged() {
    List<OperationCache> changed = new ArrayList<>();
    for (OperationCache operation : inUse) {
      if (!operation.cachedOperation.under(policy, operation.endpoint).equals(operation.policy)) {
        changed.add(operation);
      }
    }
    changed.forEach(inUse::remove);
    changed.forEach(operation -> operation.cachedOperation.forget(operation));
    return changed;
  }

  /**
   * Operations under another policy.
   *
   * @param operations those that calls may still use
   * @param scopes whether keys of a scope are of such an operation, which may be forgotten
   */
  record Changed(List<OperationCache> operations, Predicate<CacheKey.Scope> scopes) {}

  /** Keys that are bytes say which policy they were made under. */
  private static boolean isAnyOf(List<OperationCache> changed, CacheKey.Scope scope) {
    return changed.stream().anyMatch(operation -> operation.isOf(scope));
  }

  private static Predicate<CacheKey.Scope> differs(CachePolicy before, CachePolicy next) {
    if (before.equals(next)) {
      return scope -> false;
    }
    Map<CachePolicy.Target, Boolean> known = new ConcurrentHashMap<>();
    return scope ->
        known.computeIfAbsent(
            new CachePolicy.Target(
                scope.service().toString(), scope.endpoint(), scope.operation().toString()),
            target -> !before.forTarget(target).equals(next.forTarget(target)));
  }

  // ---- counters ----

  public Collection<Counters> counters() {
    List<Counters> all = new ArrayList<>(counters.values());
    all.add(others);
    return all;
  }

  /** Shows the counters of each operation that is cached, now or later, once. */
  public void watch(BiConsumer<CachedOperation, Counters> watcher) {
    Set<Counters> shown = ConcurrentHashMap.newKeySet();
    BiConsumer<CachedOperation, Counters> once =
        (cachedOperation, counted) -> {
          if (shown.add(counted)) {
            watcher.accept(counted.cachedOperation(), counted);
          }
        };
    synchronized (inUse) {
      watchers.add(once);
      inUse.forEach(operation -> show(operation, once));
    }
  }

  private static void show(
      OperationCache operation, BiConsumer<CachedOperation, Counters> watcher) {
    if (operation.isCached()) {
      watcher.accept(operation.cachedOperation, operation.counters);
    }
  }
}
