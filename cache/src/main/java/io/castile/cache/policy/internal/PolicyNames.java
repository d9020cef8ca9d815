package io.castile.cache.policy.internal;

import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.CacheRule.NamePattern;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.Invalidation;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.Vary;
import io.castile.cache.policy.text.NameChecks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Compares the names in a policy with those that there are: of services and operations, and, where
 * a description is known, of arguments, elements and attributes.
 */
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
   * @param areWhole whether the services have no other operations; those with a description have
   *     none
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
    List<KnownService> chosen = new ArrayList<>();
    for (KnownService each : services) {
      if (rule.service().isEmpty() || each.isCalled(rule.service().get())) {
        chosen.add(each);
      }
    }
    if (chosen.isEmpty() && rule.service().isPresent()) {
      Set<String> names = new TreeSet<>();
      services.forEach(each -> names.addAll(each.names()));
      check(rule, SERVICE, SERVICE, rule.service().get(), names, areAll);
      return;
    }
    Set<String> operations = new TreeSet<>();
    chosen.forEach(each -> operations.addAll(each.operations()));
    boolean areDescribed = chosen.stream().allMatch(each -> each.described() != null);
    boolean isKnown = (areWhole || areDescribed) && (areAll || rule.service().isPresent());
    for (NamePattern glob : rule.operations()) {
      check(rule, OPERATION, OPERATION, glob, operations, isKnown);
    }
    List<Invalidation> invalidations = stated(rule, PolicyKey.INVALIDATES);
    for (Invalidation each : invalidations) {
      check(rule, PolicyKey.INVALIDATES.name(), OPERATION, each.operation(), operations, isKnown);
    }
    if (isKnown && areDescribed) {
      checkParts(rule, chosen, invalidations);
    }
  }

  private static <T> List<T> stated(CacheRule rule, PolicyKey<List<T>> word) {
    List<T> stated = RuleValues.of(rule).get(word);
    return stated == null ? List.of() : stated;
  }

  // ---- what is in requests ----

  /** Checks the names of arguments, elements and attributes. */
  private void checkParts(
      CacheRule rule, List<KnownService> chosen, List<Invalidation> invalidations) {
    List<IgnoredPart> ignored = stated(rule, PolicyKey.IGNORE);
    List<Vary> varied = stated(rule, PolicyKey.VARY);
    List<Invalidation> matching =
        invalidations.stream().filter(each -> !each.matching().isEmpty()).toList();
    boolean isAny =
        !matching.isEmpty()
            || ignored.stream().anyMatch(PolicyNames::isOfBody)
            || varied.stream().anyMatch(each -> each.kind() == Vary.Kind.ARGUMENT);
    Requests own = isAny ? Requests.of(chosen, rule.operations()) : null;
    if (own == null) {
      return; // there are none, or not all are known
    }
    for (IgnoredPart each : ignored) {
      if (each.kind() == IgnoredPart.Kind.ARGUMENT) {
        checkArgument(rule, PolicyKey.IGNORE, each.name(), own);
      } else if (each.kind() == IgnoredPart.Kind.ELEMENT) {
        checkPath(rule, each.name(), own);
      }
    }
    for (Vary each : varied) {
      if (each.kind() == Vary.Kind.ARGUMENT) {
        checkArgument(rule, PolicyKey.VARY, each.name(), own);
      }
    }
    for (Invalidation each : matching) {
      Requests theirs = Requests.of(chosen, List.of(each.operation()));
      for (Map.Entry<String, String> pair : each.matching().entrySet()) {
        checkAnywhere(rule, pair.getKey(), own);
        if (theirs != null) {
          checkAnywhere(rule, pair.getValue(), theirs);
        }
      }
    }
  }

  private static boolean isOfBody(IgnoredPart part) {
    return part.kind() == IgnoredPart.Kind.ARGUMENT || part.kind() == IgnoredPart.Kind.ELEMENT;
  }

  private void checkArgument(CacheRule rule, PolicyKey<?> word, String name, Requests requests) {
    if (!requests.arguments.contains(name)) {
      note(rule, word, "argument '" + name + "'", name, requests.arguments);
    }
  }

  /** An argument of {@code matching} may be an element anywhere, where only messages are known. */
  private void checkAnywhere(CacheRule rule, String name, Requests requests) {
    Set<KnownElement> body = requests.body;
    if (!requests.arguments.contains(name)
        && body != null
        && !ElementSearch.isAnywhere(name, body)) {
      note(
          rule,
          PolicyKey.INVALIDATES,
          "matching argument '" + name + "'",
          name,
          requests.arguments);
    }
  }

  private void checkPath(CacheRule rule, String path, Requests requests) {
    Set<KnownElement> body = requests.body;
    if (body == null) {
      return;
    }
    ElementSearch.Outcome outcome = ElementSearch.of(new ElementPath(path), body);
    if (!outcome.isFound()) {
      String step = outcome.step();
      String what = "element '" + NameChecks.shortened(path) + "'";
      String at = path.equals("/" + step) ? "" : " at step '" + NameChecks.shortened(step) + "'";
      String name = step.startsWith("@") ? step.substring(1) : step;
      note(rule, PolicyKey.IGNORE, what, at, name, outcome.there());
    }
  }

  private void note(
      CacheRule rule, PolicyKey<?> word, String what, String name, Set<String> names) {
    note(rule, word, what, "", name, new TreeSet<>(names));
  }

  /**
   * @param at where in it the name is; may be empty
   * @param names those that there are
   */
  private void note(
      CacheRule rule, PolicyKey<?> word, String what, String at, String name, Set<String> names) {
    String nearest = ++searches > MAX_SEARCHES ? null : nearest(name, names);
    found.add(
        PolicyLocation.exception(
            RuleValues.of(rule).location(word.name()),
            unfit(word.name() + " " + what, at, name, nearest, names),
            null));
  }

  /** The requests of the operations that a rule is for. */
  private static final class Requests {
    final Set<String> arguments = new TreeSet<>();
    @Nullable Set<KnownElement> body = new LinkedHashSet<>(); // null where it is not known

    /**
     * Returns the requests of operations that fit one of some patterns.
     *
     * @param globs none for all operations
     * @return null where there are none, or not all are known
     */
    static @Nullable Requests of(List<KnownService> services, List<NamePattern> globs) {
      Requests all = new Requests();
      boolean isAny = false;
      for (KnownService service : services) {
        for (String operation : service.operations()) {
          if (globs.isEmpty() || globs.stream().anyMatch(glob -> glob.matchesName(operation))) {
            KnownService.Described described = service.described();
            KnownRequest request = described == null ? null : described.request(operation);
            if (request == null) {
              return null;
            }
            all.add(request);
            isAny = true;
          }
        }
      }
      return isAny ? all : null;
    }

    private void add(KnownRequest request) {
      arguments.addAll(request.arguments());
      Set<KnownElement> known = body;
      if (known != null && request.body() != null) {
        known.addAll(request.body());
      } else {
        body = null;
      }
    }
  }

  // ---- names ----

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
    String nearest = meant(what, glob, names);
    if (nearest == null) {
      nearest = ++searches > MAX_SEARCHES ? null : nearest(glob.pattern(), names);
    }
    if (!isWhole && (nearest == null || isNamed(what, nearest))) {
      return;
    }
    found.add(
        PolicyLocation.exception(
            RuleValues.of(rule).location(word),
            unfit(
                word + " '" + NameChecks.shortened(glob.pattern()) + "'",
                "",
                glob.pattern(),
                nearest,
                names),
            null));
  }

  /** The name of an operation that a description has under another one. */
  private @Nullable String meant(String what, NamePattern glob, Set<String> names) {
    if (what.equals(OPERATION)) {
      for (KnownService each : services) {
        KnownService.Described described = each.described();
        String meant = described == null ? null : described.meant(local(glob.pattern()));
        if (meant != null && names.contains(meant)) {
          return meant;
        }
      }
    }
    return null;
  }

  /**
   * Says that a name fits nothing.
   *
   * @param what with the name
   * @param at where in it that is; may be empty
   * @param nearest null for none
   */
  private static String unfit(
      String what, String at, String name, @Nullable String nearest, Set<String> names) {
    boolean isQualified = name.startsWith("{");
    return what
        + " fits nothing"
        + at
        + (nearest == null
            ? ""
            : ", did you mean '" + (isQualified ? nearest : local(nearest)) + "'?")
        + "; there "
        + (names.isEmpty() ? "is none" : "are: " + listed(names, isQualified));
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
