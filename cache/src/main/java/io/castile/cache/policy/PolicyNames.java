package io.castile.cache.policy;

import io.castile.soap.model.Operation;
import io.castile.soap.model.ServiceModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds the operations that a policy names to those that there are. */
final class PolicyNames {
  private final Collection<ServiceModel> models;

  /** Whether the policy is for no other services. */
  private final boolean isAll;

  private final List<PolicyException> found = new ArrayList<>();

  private PolicyNames(Collection<ServiceModel> models, boolean isAll) {
    this.models = models;
    this.isAll = isAll;
  }

  static List<PolicyException> unfit(
      List<CacheRule> rules, Collection<ServiceModel> models, boolean isAll) {
    PolicyNames names = new PolicyNames(models, isAll);
    for (CacheRule rule : rules) {
      names.check(rule);
    }
    return names.found;
  }

  private void check(CacheRule rule) {
    boolean isOfOthers = rule.endpoint().isPresent() || (rule.service().isEmpty() && !isAll);
    Map<String, String> operations = operations(rule);
    if (isOfOthers || operations.isEmpty()) {
      return; // it may be for a service that is not known here
    }
    for (NamePattern glob : rule.operations()) {
      check(rule, "operation", glob, operations);
    }
    List<Invalidation> invalidations = rule.get(PolicyKey.INVALIDATES);
    if (invalidations != null) {
      for (Invalidation each : invalidations) {
        check(rule, PolicyKey.INVALIDATES.name(), each.operation(), operations);
      }
    }
  }

  /** The operations of the services that a rule is for: qualified names and local ones. */
  private Map<String, String> operations(CacheRule rule) {
    Map<String, String> all = new TreeMap<>();
    for (ServiceModel model : models) {
      String service = model.serviceName().toString();
      if (rule.service().isEmpty() || rule.service().get().matchesName(service)) {
        for (Operation operation : model.operations()) {
          all.put(operation.name().toString(), operation.name().getLocalPart());
        }
      }
    }
    return all;
  }

  private void check(
      CacheRule rule, String word, NamePattern glob, Map<String, String> operations) {
    if (operations.keySet().stream().noneMatch(glob::matchesName)) {
      String nearest = NameChecks.nearest(glob.pattern(), operations.values());
      found.add(
          PolicyException.at(
              rule.location(word),
              word
                  + " '"
                  + NameChecks.shortened(glob.pattern())
                  + "' fits nothing"
                  + (nearest == null ? "" : ", did you mean '" + nearest + "'?")
                  + "; there are: "
                  + String.join(", ", operations.values()),
              null));
    }
  }
}
