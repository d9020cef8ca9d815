package io.castile.cache.policy.internal;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.text.NameChecks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Compares the names of services and operations in a policy with those that there are. */
public final class PolicyNames {
  private static final String OPERATION = "operation";
  private static final String SERVICE = "service";

  /** How many names are searched for, each among all that there are. */
  private static final int MAX_SEARCHES = 1_000;

  private static final int MAX_LISTED = 50;

  private final List<CacheRule> rules;
  private final Collection<KnownService> services;

  /** Whether the policy is for no other services. */
  private final boolean areAll;

  /** Whether the services have no other operations. */
  private final boolean areWhole;

  private final List<PolicyException> found = new ArrayList<>();
  private int searches;

  private PolicyNames(
      List<CacheRule> rules, Collection<KnownService> services, boolean areAll, boolean areWhole) {
    this.rules = rules;
    this.services = services;
    this.areAll = areAll;
    this.areWhole = areWhole;
  }

  /**
   * Finds names in a policy that fit none of the given services and operations, such as misspelt
   * names: a rule with such a name does nothing. Rules for an {@code endpoint} are left out. If
   * there may be other services, a name is found only if it is like one that exists and that no
   * other rule names.
   *
   * @param services that exist
   * @param areAll whether the policy is for no other services
   * @param areWhole whether the services have no other operations
   * @return where and what, and the name that was probably meant; empty if all names fit, or no
   *     service is known
   */
  public static List<PolicyException> unfit(
      CachePolicy policy, Collection<KnownService> services, boolean areAll, boolean areWhole) {
    PolicyNames names = new PolicyNames(policy.rules(), services, areAll, areWhole);
    if (!services.isEmpty()) {
      policy.rules().forEach(names::check);
    }
    return names.found;
  }

  private void check(CacheRule rule) {
    if (rule.endpoint().isPresent()) {
      return; // whose services are not known
    }
    Set<String> operations = new TreeSet<>();
    boolean hasService = rule.service().isEmpty();
    for (KnownService each : services) {
      if (rule.service().isEmpty() || each.isCalled(rule.service().get())) {
        hasService = true;
        operations.addAll(each.operations());
      }
    }
    if (!hasService) {
      Set<String> names = new TreeSet<>();
      services.forEach(each -> names.addAll(each.names()));
      check(rule, SERVICE, SERVICE, rule.service().get(), names, areAll);
      return;
    }
    boolean isKnown = areWhole && (areAll || rule.service().isPresent());
    for (NamePattern glob : rule.operations()) {
      check(rule, OPERATION, OPERATION, glob, operations, isKnown);
    }
    List<Invalidation> invalidations = RuleValues.of(rule).get(PolicyKey.INVALIDATES);
    if (invalidations != null) {
      for (Invalidation each : invalidations) {
        check(rule, PolicyKey.INVALIDATES.name(), OPERATION, each.operation(), operations, isKnown);
      }
    }
  }

  /**
   * @param word of the rule
   * @param what the names are of
   * @param isWhole whether there are no other names; else what has none that is like it may be of
   *     something that is not known here
   */
  private void check(
      CacheRule rule,
      String word,
      String what,
      NamePattern glob,
      Set<String> names,
      boolean isWhole) {
    if (names.stream().anyMatch(glob::matchesName)) {
      return;
    }
    String nearest = ++searches > MAX_SEARCHES ? null : nearest(glob.pattern(), names);
    if (!isWhole && (nearest == null || isNamed(what, nearest))) {
      return;
    }
    boolean isQualified = glob.pattern().startsWith("{");
    found.add(
        PolicyLocation.exception(
            RuleValues.of(rule).location(word),
            word
                + " '"
                + NameChecks.shortened(glob.pattern())
                + "' fits nothing"
                + (nearest == null
                    ? ""
                    : ", did you mean '" + (isQualified ? nearest : local(nearest)) + "'?")
                + "; there "
                + (names.isEmpty() ? "is none" : "are: " + listed(names, isQualified)),
            null));
  }

  private static String listed(Set<String> names, boolean isQualified) {
    List<String> shown =
        names.stream()
            .map(name -> isQualified ? shortened(name) : NameChecks.shortened(local(name)))
            .distinct()
            .limit(MAX_LISTED + 1L)
            .toList();
    return shown.size() <= MAX_LISTED
        ? String.join(", ", shown)
        : String.join(", ", shown.subList(0, MAX_LISTED)) + ", and others";
  }

  /**
   * The name with the fewest letters changed; where the local part is right, the namespace is not.
   */
  private static @Nullable String nearest(String pattern, Set<String> names) {
    String nearest =
        NameChecks.nearest(local(pattern), names.stream().map(PolicyNames::local).toList());
    for (String name : names) {
      if (local(name).equals(nearest)) {
        return name;
      }
    }
    return null;
  }

  private static String shortened(String name) {
    return name.length() <= NameChecks.MAX_LENGTH ? name : NameChecks.shortened(name);
  }

  private static String local(String name) {
    return name.substring(name.lastIndexOf('}') + 1);
  }

  /** Whether a rule names what may have been meant, without a pattern: then it was not. */
  private boolean isNamed(String what, String name) {
    Predicate<NamePattern> isIt = glob -> isPlain(glob) && glob.matchesName(name);
    return rules.stream()
        .anyMatch(
            rule ->
                what.equals(SERVICE)
                    ? rule.service().filter(isIt).isPresent()
                    : rule.operations().stream().anyMatch(isIt));
  }

  private static boolean isPlain(NamePattern glob) {
    return glob.pattern().indexOf('*') < 0 && glob.pattern().indexOf('?') < 0;
  }
}
