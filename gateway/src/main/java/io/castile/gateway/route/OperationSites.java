package io.castile.gateway.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.castile.bridge.DescribedService;
import io.castile.cache.ResponseCache;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.internal.KnownService;
import io.castile.cache.policy.internal.PolicyKey;
import io.castile.cache.policy.internal.PolicyNames;
import io.castile.cache.policy.internal.RuleValues;
import io.castile.gateway.json.DescribedNames;
import io.castile.gateway.json.ServiceDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The operations that requests name, and what the policy says of them. The policy decides for each
 * name, however many others have come: a bounded number is remembered, and a forgotten one is
 * looked up again. Thread-safe.
 */
final class OperationSites {
  /** The most operations that are remembered; a long name counts as several. */
  private static final int MAX_REMEMBERED = 10_000;

  private static final int CHARACTERS_AS_ONE = 256;

  private final ResponseCache cache;
  private final Cache<Name, Site> sites =
      Caffeine.newBuilder()
          .maximumWeight(MAX_REMEMBERED)
          .weigher((Name name, Site site) -> name.weight())
          .executor(Runnable::run)
          .build();
  private volatile Words words = new Words(CachePolicy.NOTHING);

  /** Words that any rule of a policy states, without which most requests need not be looked at. */
  private static final class Words {
    final CachePolicy of;
    final boolean httpGet;
    final boolean attachments;

    Words(CachePolicy policy) {
      of = policy;
      httpGet = states(policy, PolicyKey.HTTP_GET);
      attachments = states(policy, PolicyKey.ATTACHMENTS);
    }

    private static boolean states(CachePolicy policy, PolicyKey<Boolean> word) {
      return policy.rules().stream()
          .anyMatch(rule -> Boolean.TRUE.equals(RuleValues.of(rule).get(word)));
    }
  }

  private record Name(String endpoint, QName service, QName operation) {
    int weight() {
      int characters = operation.getNamespaceURI().length() + operation.getLocalPart().length();
      return 1 + characters / CHARACTERS_AS_ONE;
    }
  }

  /**
   * An operation under a policy.
   *
   * @param operation null where the policy has nothing to do with it
   * @param policy what it says of the operation
   * @param of which policy that is
   */
  record Site(@Nullable CachedOperation operation, OperationPolicy policy, CachePolicy of) {
    /** The operation, if its calls go by the cache; null for others. */
    @Nullable CachedOperation cached() {
      return operation;
    }

    /** Whether asking twice does no harm: what is cached changes nothing. */
    boolean isRepeatable() {
      return policy.cached();
    }
  }

  OperationSites(ResponseCache cache) {
    this.cache = cache;
  }

  /** Returns what the policy that holds now says of an operation. */
  Site find(Route route, QName operation) {
    CachePolicy policy = cache.policy();
    Name name = new Name(route.endpoint(), route.service(), operation);
    Site known = sites.getIfPresent(name);
    if (known != null && known.of == policy) {
      return known;
    }
    OperationPolicy rule = rule(policy, route, operation);
    Site found =
        new Site(
            isConcerned(rule)
                ? CallCache.of(cache).cachedOperation(route.service(), operation)
                : null,
            rule,
            policy);
    sites.put(name, found);
    return found;
  }

  /**
   * Returns what the policy says of an operation that a request by HTTP GET names, which may be the
   * name of anything; null where it has nothing to do with it.
   */
  @Nullable Site findGet(Route route, QName operation) {
    CachePolicy policy = cache.policy();
    if (!words(policy).httpGet) {
      return null;
    }
    Site known = sites.getIfPresent(new Name(route.endpoint(), route.service(), operation));
    if (known == null || known.of != policy) {
      OperationPolicy rule = rule(policy, route, operation);
      known = rule.httpGet() && isConcerned(rule) ? find(route, operation) : null;
    }
    return known != null && known.policy.httpGet() && known.operation != null ? known : null;
  }

  /**
   * Compares the names in the policy with those of routes and of their descriptions, and, of routes
   * without one, with the operations that requests have named lately.
   *
   * @return what fits nothing and is like a name that is there, or is in no description; and
   *     services that no route has
   */
  List<PolicyException> namesThatFitNothing(List<Route> routes) {
    return PolicyNames.unfit(cache.policy(), names(routes), true, false);
  }

  private List<KnownService> names(List<Route> routes) {
    Map<String, Set<String>> operations = new TreeMap<>();
    Map<String, List<ServiceDescription>> descriptions = new TreeMap<>();
    Set<String> undescribed = new TreeSet<>();
    for (Route each : routes) {
      String service = serviceName(each);
      operations.put(service, new TreeSet<>());
      List<ServiceDescription> all = each.descriptions();
      descriptions.computeIfAbsent(service, added -> new ArrayList<>()).addAll(all);
      if (all.isEmpty() || all.stream().anyMatch(description -> description.known() == null)) {
        undescribed.add(service);
      }
    }
    for (Name name : sites.asMap().keySet()) {
      Set<String> ofService = operations.get(serviceName(name.service));
      if (ofService != null) {
        ofService.add(name.operation.toString());
      }
    }
    List<KnownService> known = new ArrayList<>();
    operations.forEach(
        (service, named) ->
            known.add(
                undescribed.contains(service)
                    ? new KnownService(service.isEmpty() ? Set.of() : Set.of(service), named)
                    : described(service, descriptions.getOrDefault(service, List.of()))));
    return known;
  }

  private static KnownService described(String service, List<ServiceDescription> descriptions) {
    List<DescribedService> services = new ArrayList<>();
    descriptions.forEach(each -> services.addAll(each.services()));
    return DescribedNames.ofRequests(
        service,
        services,
        () -> {
          List<DescribedService> again = new ArrayList<>();
          for (ServiceDescription each : descriptions) {
            again.addAll(each.readAgain());
          }
          return again;
        });
  }

  private static String serviceName(QName service) {
    return service.getLocalPart().isEmpty() ? "" : service.toString();
  }

  /** Whether the policy may have to do with requests by HTTP GET. */
  boolean takesGets() {
    return words(cache.policy()).httpGet;
  }

  /** Whether the policy may have to do with messages that have attachments. */
  boolean takesAttachments() {
    return words(cache.policy()).attachments;
  }

  private Words words(CachePolicy policy) {
    Words found = words;
    if (found.of != policy) {
      found = new Words(policy);
      words = found;
    }
    return found;
  }

  private static OperationPolicy rule(CachePolicy policy, Route route, QName operation) {
    return policy.forTarget(
        new CachePolicy.Target(serviceName(route), route.endpoint(), operation.toString()));
  }

  private static boolean isConcerned(OperationPolicy rule) {
    return rule.cached() || !rule.invalidates().isEmpty();
  }

  private static String serviceName(Route route) {
    return route.config().service();
  }
}
