package io.castile.gateway;

import io.castile.bridge.DescribedService;
import io.castile.bridge.JsonService;
import io.castile.cache.observe.internal.OperationText;
import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.edge.Watched;
import io.castile.gateway.json.ServiceDescription;
import io.castile.gateway.route.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The descriptions of the routes that hold now, and the comparison of the policy with them.
 * Thread-safe, but for looks, which are of one thread.
 */
final class DescribedRoutes implements Watched {
  private final Supplier<List<Route>> routes;
  private final Supplier<CachePolicy> policy;
  private final Runnable compare;
  private @Nullable CachePolicy compared; // the last policy; null for none
  private List<JsonService> read = List.of(); // the last readings

  /**
   * @param compare compares the names in the policy with those of the descriptions
   */
  DescribedRoutes(Supplier<List<Route>> routes, Supplier<CachePolicy> policy, Runnable compare) {
    this.routes = routes;
    this.policy = policy;
    this.compare = compare;
  }

  /** Returns the descriptions, and behind them this; nothing where there are none. */
  List<Watched> watched() {
    Set<Watched> all = new LinkedHashSet<>();
    routes.get().forEach(route -> all.addAll(route.descriptions()));
    if (!all.isEmpty()) {
      all.add(this);
    }
    return List.copyOf(all);
  }

  /** Compares the names if the policy or a description is another one than at the last look. */
  @Override
  public void look() {
    CachePolicy now = policy.get();
    List<JsonService> readings = new ArrayList<>();
    for (Route route : routes.get()) {
      for (ServiceDescription each : route.descriptions()) {
        JsonService known = each.known();
        if (known != null) {
          readings.add(known);
        }
      }
    }
    if (!readings.isEmpty() && (now != compared || !readings.equals(read))) {
      compared = now;
      read = readings;
      compare.run();
    }
  }

  /**
   * Returns what the description of a route says of an operation; null where it has none, or has
   * not been read yet.
   *
   * @param operation as its requests name it, {@code {namespace}local}; may be no name
   */
  DescribedService.@Nullable Operation operation(String route, String operation) {
    boolean isNamed = operation.indexOf('}') >= 0 || !operation.startsWith("{");
    if (operation.isEmpty() || !isNamed) {
      return null;
    }
    QName element = QName.valueOf(operation);
    for (Route each : routes.get()) {
      if (each.name().equals(route)) {
        for (ServiceDescription description : each.descriptions()) {
          DescribedService.Operation found = description.operation(element);
          if (found != null) {
            return found;
          }
        }
      }
    }
    return null;
  }

  /** Returns what descriptions say of operations, as their requests name them; may take time. */
  Map<QName, OperationText> texts() {
    Map<QName, OperationText> all = new HashMap<>();
    for (Route each : routes.get()) {
      each.descriptions().forEach(description -> description.texts().forEach(all::putIfAbsent));
    }
    return all;
  }
}
