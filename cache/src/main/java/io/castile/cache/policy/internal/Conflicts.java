package io.castile.cache.policy.internal;

import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.PolicyException;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.policy.Vary;
import io.castile.soap.http.message.CredentialFields;
import java.util.List;
import java.util.Optional;

/** Finds words that cannot be combined in a policy. */
public final class Conflicts {
  /** The words without effect where nothing is cached. */
  private static final List<PolicyKey<?>> OF_CACHED =
      List.of(
          PolicyKey.TTL,
          PolicyKey.HTTP,
          PolicyKey.READ_ONLY,
          PolicyKey.STALE_WHILE_REVALIDATE,
          PolicyKey.STALE_IF_ERROR,
          PolicyKey.VARY,
          PolicyKey.CREDENTIALS,
          PolicyKey.SHARED,
          PolicyKey.IGNORE,
          PolicyKey.KEY,
          PolicyKey.REPRESENTATION,
          PolicyKey.MAX_ENTRY_BYTES);

  private Conflicts() {}

  /**
   * @throws PolicyException at the word that does not go with another one of the rule
   */
  public static void check(CacheRule rule) {
    if (rule.service().isPresent() && rule.endpoint().isPresent()) {
      throw conflict(
          rule, "endpoint", "Cannot use 'service' and 'endpoint' in one rule. Remove one of them.");
    }
    if (PolicyKey.ALL.stream().noneMatch(RuleValues.of(rule)::has)) {
      throw conflict(
          rule,
          "",
          "Cannot use a rule that sets nothing. Set one of "
              + String.join(", ", PolicyKey.ALL.stream().map(PolicyKey::name).toList()));
    }
    checkCached(rule);
    checkCallers(rule);
    checkIgnored(rule);
    RepresentationKind kind = RuleValues.of(rule).get(PolicyKey.REPRESENTATION);
    if (isTrue(rule, PolicyKey.READ_ONLY)
        && kind != null
        && kind != RepresentationKind.AUTOMATIC
        && kind != RepresentationKind.REFERENCE) {
      throw conflict(
          rule,
          PolicyKey.REPRESENTATION.name(),
          "Cannot use 'readOnly: true', which keeps references, with 'representation: "
              + kind.word()
              + "', which keeps copies. Remove one of them.");
    }
  }

  private static void checkCached(CacheRule rule) {
    Boolean cache = RuleValues.of(rule).get(PolicyKey.CACHE);
    if (cache == null) {
      return;
    }
    if (!cache) {
      Optional<PolicyKey<?>> idle = OF_CACHED.stream().filter(RuleValues.of(rule)::has).findFirst();
      if (idle.isPresent()) {
        String name = idle.get().name();
        throw conflict(
            rule,
            name,
            "Cannot use '" + name + "' with 'cache: false', which keeps nothing. Remove it.");
      }
    } else if (!stated(rule, PolicyKey.INVALIDATES).isEmpty()) {
      throw conflict(
          rule,
          PolicyKey.INVALIDATES.name(),
          "Cannot use 'cache: true' with 'invalidates', because such an operation changes"
              + " something. Remove one of them.");
    }
  }

  /** Returns the value that the rule states for a word; null for none. */
  private static <T> List<T> stated(CacheRule rule, PolicyKey<List<T>> word) {
    List<T> stated = RuleValues.of(rule).get(word);
    return stated == null ? List.of() : stated;
  }

  private static void checkCallers(CacheRule rule) {
    if (!isTrue(rule, PolicyKey.SHARED)) {
      return;
    }
    for (Vary vary : stated(rule, PolicyKey.VARY)) {
      if (vary.byCredentials()) {
        throw conflict(
            rule,
            PolicyKey.SHARED.name(),
            "Cannot use 'shared: true', because 'vary' has "
                + vary
                + ", which separates callers. Remove one of them.");
      }
    }
  }

  private static void checkIgnored(CacheRule rule) {
    for (IgnoredPart ignored : stated(rule, PolicyKey.IGNORE)) {
      if (ignored.kind() == IgnoredPart.Kind.HTTP_HEADER
          && !isTrue(rule, PolicyKey.SHARED)
          && (CredentialFields.isCredential(ignored.name())
              || stated(rule, PolicyKey.CREDENTIALS).contains(ignored.name()))) {
        throw conflict(
            rule,
            PolicyKey.IGNORE.name(),
            "Cannot ignore the HTTP header '"
                + ignored.name()
                + "', because it identifies the caller. Set 'vary: [{httpHeader: "
                + ignored.name()
                + "}]', or 'shared: true' where callers share responses.");
      }
      for (Vary vary : stated(rule, PolicyKey.VARY)) {
        if (ignored.kind().word().equals(vary.kind().word())
            && ignored.name().equals(vary.name())) {
          throw conflict(
              rule,
              PolicyKey.IGNORE.name(),
              "Cannot use " + ignored + " in both 'ignore' and 'vary'. Remove one of them.");
        }
      }
    }
  }

  /**
   * A rule with {@code cache: true} has a lifetime of its own or can have one from another rule.
   *
   * @throws PolicyException at the first rule that has none
   */
  public static void checkLifetimes(List<CacheRule> rules) {
    if (rules.stream()
        .anyMatch(rule -> RuleValues.of(rule).has(PolicyKey.TTL) || isTrue(rule, PolicyKey.HTTP))) {
      return;
    }
    for (CacheRule rule : rules) {
      if (isTrue(rule, PolicyKey.CACHE)) {
        throw conflict(
            rule,
            PolicyKey.CACHE.name(),
            "Cannot use 'cache: true' without a lifetime. Set 'ttl' or 'http: true' in a rule.");
      }
    }
  }

  private static boolean isTrue(CacheRule rule, PolicyKey<Boolean> word) {
    return Boolean.TRUE.equals(RuleValues.of(rule).get(word));
  }

  private static PolicyException conflict(CacheRule rule, String word, String problem) {
    return PolicyLocation.exception(RuleValues.of(rule).location(word), problem, null);
  }
}
