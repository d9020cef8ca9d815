package io.castile.cache.policy;

import java.util.List;
import java.util.Optional;

/** What cannot hold together in a policy. */
final class Conflicts {
  /** What says nothing where nothing is cached. */
  private static final List<Word<?>> OF_CACHED =
      List.of(
          Word.TTL,
          Word.HTTP,
          Word.READ_ONLY,
          Word.STALE_WHILE_REVALIDATE,
          Word.STALE_IF_ERROR,
          Word.VARY,
          Word.CREDENTIALS,
          Word.SHARED,
          Word.IGNORE,
          Word.KEY,
          Word.REPRESENTATION,
          Word.MAX_ENTRY_BYTES);

  private Conflicts() {}

  /**
   * @throws PolicyException at the word that does not go with another one of the rule
   */
  static void check(CacheRule rule) {
    if (rule.service().isPresent() && rule.endpoint().isPresent()) {
      throw conflict(
          rule, "endpoint", "a rule is for a 'service' or for an 'endpoint', but this has both");
    }
    if (Word.ALL.stream().noneMatch(rule::states)) {
      throw conflict(
          rule,
          "",
          "the rule states nothing; allowed: "
              + String.join(", ", Word.ALL.stream().map(Word::name).toList()));
    }
    checkCached(rule);
    checkCallers(rule);
    checkIgnored(rule);
    RepresentationKind kind = rule.get(Word.REPRESENTATION);
    if (isTrue(rule, Word.READ_ONLY)
        && kind != null
        && kind != RepresentationKind.AUTOMATIC
        && kind != RepresentationKind.REFERENCE) {
      throw conflict(
          rule,
          Word.REPRESENTATION.name(),
          "'readOnly: true' keeps references, but 'representation: "
              + kind.word()
              + "' keeps copies; state one of the two");
    }
  }

  private static void checkCached(CacheRule rule) {
    Boolean cache = rule.get(Word.CACHE);
    if (cache == null) {
      return;
    }
    if (!cache) {
      Optional<Word<?>> idle = OF_CACHED.stream().filter(rule::states).findFirst();
      if (idle.isPresent()) {
        String name = idle.get().name();
        throw conflict(
            rule, name, "'" + name + "' says nothing where 'cache: false' keeps nothing");
      }
    } else if (rule.states(Word.INVALIDATES) && !rule.get(Word.INVALIDATES).isEmpty()) {
      throw conflict(
          rule,
          Word.INVALIDATES.name(),
          "an operation that 'invalidates' changes something, so it cannot have 'cache: true'");
    }
  }

  private static void checkCallers(CacheRule rule) {
    if (!isTrue(rule, Word.SHARED) || !rule.states(Word.VARY)) {
      return;
    }
    for (Vary vary : rule.get(Word.VARY)) {
      if (vary.byCredentials()) {
        throw conflict(
            rule,
            Word.SHARED.name(),
            "'shared: true' gives all callers the same responses, but 'vary' tells them apart by "
                + vary);
      }
    }
  }

  private static void checkIgnored(CacheRule rule) {
    if (!rule.states(Word.IGNORE) || !rule.states(Word.VARY)) {
      return;
    }
    for (Ignored ignored : rule.get(Word.IGNORE)) {
      for (Vary vary : rule.get(Word.VARY)) {
        if (ignored.kind().word().equals(vary.kind().word())
            && ignored.name().equals(vary.name())) {
          throw conflict(rule, Word.IGNORE.name(), "'ignore' and 'vary' both name " + ignored);
        }
      }
    }
  }

  /**
   * A rule with {@code cache: true} has a lifetime of its own or can have one from another rule.
   *
   * @throws PolicyException at the first rule that has none
   */
  static void checkLifetimes(List<CacheRule> rules) {
    if (rules.stream().anyMatch(rule -> rule.states(Word.TTL) || isTrue(rule, Word.HTTP))) {
      return;
    }
    for (CacheRule rule : rules) {
      if (isTrue(rule, Word.CACHE)) {
        throw conflict(
            rule,
            Word.CACHE.name(),
            "'cache: true' needs a lifetime, but no rule states 'ttl' or 'http: true'");
      }
    }
  }

  private static boolean isTrue(CacheRule rule, Word<Boolean> word) {
    return Boolean.TRUE.equals(rule.get(word));
  }

  private static PolicyException conflict(CacheRule rule, String word, String problem) {
    return PolicyException.at(rule.location(word), problem, null);
  }
}
