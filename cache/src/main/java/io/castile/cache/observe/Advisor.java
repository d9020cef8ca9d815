package io.castile.cache.observe;

import io.castile.cache.observe.Advice.Expectation;
import io.castile.cache.observe.Advice.IdentityAdvice;
import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.CallTotals;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.observe.Replay.Outcome;
import io.castile.cache.observe.internal.OperationWords;
import io.castile.cache.observe.internal.OperationWords.Effect;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.Vary;
import io.castile.cache.policy.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Decides what is advised of one operation. Owned by one thread. */
final class Advisor {
  private static final int MIN_CALLS = 20;

  /** After fewer calls, requests that have not come again may do so yet. */
  private static final int MIN_CALLS_WITHOUT_REPEATS = 100;

  /** So many pairs of the same request at least tell that its answer is another one each time. */
  private static final int MIN_PAIRS = 10;

  /** A field with more values than this is not taken for one that decides, unless it is seen to. */
  private static final int FEW_VALUES = 10;

  private static final double MAX_FAULTS = 0.5;
  private static final double MIN_HITS = 0.05;

  /** Fewer of the answers are the same when asked again: they differ each time. */
  private static final double DIFFERS = 0.1;

  /** If so many requests have one answer, it does not depend on them. */
  private static final int ONE_ANSWER_QUESTIONS = 5;

  private static final int MIN_COMPARED = 20;

  private final RecordedOperation operation;
  private final double staleRisk;
  private final boolean byEndpoint;
  private final Optional<String> knownToRead;
  private final OperationWords words;

  private final List<String> reasons = new ArrayList<>();
  private final List<String> doubts = new ArrayList<>();
  private Set<Integer> ignored = Set.of();
  private Set<Integer> passing = Set.of();
  private CallView view;
  private List<IdentityAdvice> identities = List.of();
  private @Nullable AnswerChanges changes; // null until looked at

  /**
   * @param staleRisk the share of answers from the cache that may be stale
   * @param byEndpoint whether the rule is for the endpoint, not for the service
   * @param knownToRead how it is known that the operation only reads, whatever it is called; empty
   *     if it is not
   */
  Advisor(
      RecordedOperation operation,
      double staleRisk,
      boolean byEndpoint,
      Optional<String> knownToRead) {
    this.operation = operation;
    this.staleRisk = staleRisk;
    this.byEndpoint = byEndpoint;
    this.knownToRead = knownToRead;
    this.words = OperationWords.of(operation.operation().getLocalPart());
    this.view = CallView.of(operation.rows(), Set.of(), Set.of());
  }

  RecordedOperation operation() {
    return operation;
  }

  /** Whether nothing says that the operation only reads. */
  boolean mayChange() {
    return knownToRead.isEmpty() && words.effect() != Effect.READS;
  }

  /** The calls, in which those are different requests that the advised rule keeps apart. */
  CallView keyed() {
    return view.byIdentities(indexes(each -> each.hasWord() && !each.isIgnored()));
  }

  OperationAdvice advise() {
    if (operation.kept() < MIN_CALLS) {
      return unknown(
          "seen "
              + Figures.count(operation.kept(), "time")
              + " only; at least "
              + MIN_CALLS
              + " are needed");
    }
    String refusal = refusal();
    if (refusal != null) {
      return not(refusal);
    }
    Set<Integer> present = new HashSet<>(Identities.present(operation));
    present.removeAll(Identities.volatileBlocks(operation));
    Set<Integer> fields = DecidingFields.fields(operation, present);
    present.removeAll(fields);
    findVolatileParts(present, fields);
    view = CallView.of(operation.rows(), ignored, Set.of());
    if (view.repeats() < VolatileParts.MIN_REPEATS) {
      String rare =
          "the same question hardly comes again: "
              + Figures.count(view.distinctQuestions(), "question")
              + " in "
              + Figures.count(view.size(), "call");
      return view.size() < MIN_CALLS_WITHOUT_REPEATS ? unknown(rare) : not(rare);
    }
    Set<Integer> deciding = DecidingFields.of(operation, view.byIdentities(present), fields);
    Set<Integer> told = new HashSet<>(present);
    told.addAll(deciding);
    CallView apart = view.byIdentities(told);
    if (apart.agreement() < DIFFERS) {
      VolatileParts parts = new VolatileParts(operation.rows(), told);
      passing = parts.ofAnswers(ignored);
      view = CallView.of(operation.rows(), ignored, passing);
      boolean differs = view.size() == 0 || view.byIdentities(told).agreement() < DIFFERS;
      if (passing.isEmpty() || !parts.hasMore(passing) || differs) {
        String other = "the answer is another one each time that the same is asked";
        return apart.pairs() < MIN_PAIRS ? unknown(other) : not(other);
      }
    }
    identities = Identities.compare(operation, view, deciding);
    if (identities.stream().anyMatch(each -> each.name().equals(SeenIdentity.HIDDEN))) {
      return not(
          "requests have what does not tell their sender from others, as a digest or a signature");
    }
    changes = view.byIdentities(indexes(each -> each.matters() || each.isField())).changes();
    doubt();
    return withLifetime(changes);
  }

  /** Finds what is another one in each request. */
  private void findVolatileParts(Set<Integer> present, Set<Integer> fields) {
    if (view.repeats() >= VolatileParts.MIN_REPEATS) {
      return;
    }
    ignored = new VolatileParts(operation.rows(), present).ofRequests();
    if (ignored.isEmpty() && !fields.isEmpty()) {
      Set<Integer> more = new HashSet<>(present);
      more.addAll(DecidingFields.withFewValues(operation, fields, FEW_VALUES));
      ignored = new VolatileParts(operation.rows(), more).ofRequests();
    }
  }

  private @Nullable String refusal() {
    CallTotals totals = operation.totals();
    if (totals.faults() > MAX_FAULTS * totals.calls()) {
      return Figures.percent((double) totals.faults() / totals.calls())
          + " of its calls had a fault, or no answer";
    }
    return view.size() == 0 ? "nothing comes back" : null;
  }

  private Set<Integer> indexes(Predicate<IdentityAdvice> wanted) {
    Set<Integer> found = new HashSet<>();
    for (IdentityAdvice each : identities) {
      if (wanted.test(each)) {
        found.add(operation.identities().indexOf(each.name()));
      }
    }
    return found;
  }

  /** Finds why a person has to look at it first. */
  private void doubt() {
    if (knownToRead.isPresent()) {
      reasons.add(knownToRead.get());
    } else if (words.effect() != Effect.READS) {
      doubts.add(words.reason());
    }
    ReturningAnswers returning = ReturningAnswers.of(keyed());
    if (returning.isStrange()) {
      doubts.add(
          "an answer that was given before came back "
              + Figures.count(returning.count(), "time")
              + ", "
              + returning.hasty()
              + " of them after few calls: something decides it that is not known here");
    }
    if (view.hasOneAnswer(ONE_ANSWER_QUESTIONS)) {
      doubts.add("its answer is the same whatever is asked: it may say that something was done");
    }
    if (!passing.isEmpty()) {
      doubts.add(
          "answers differ each time in "
              + String.join(", ", names(operation.answerPaths(), passing))
              + ": a cached one has an old value there");
    }
    for (IdentityAdvice each : identities) {
      if (!each.hasWord()) {
        doubts.add("callers have certificates, by which only one cache for all of them can go");
      } else if (each.isVolatile() && !each.isIgnored()) {
        doubts.add(each.simpleName() + " is another one in nearly each call");
      }
    }
  }

  // ---- the lifetime ----

  private OperationAdvice withLifetime(AnswerChanges seen) {
    boolean mustShare = identities.stream().anyMatch(each -> !each.hasWord());
    Duration ttl = null;
    Replay replay = null;
    Outcome outcome = null;
    try {
      replay = replay(rule(Duration.ofSeconds(1), mustShare));
      for (Duration each : Lifetimes.longestFirst()) {
        if (ttl == null && isWithin(each, seen)) {
          outcome = replay.run(each);
          ttl = outcome.staleShare() <= staleRisk ? each : null;
        }
      }
    } catch (IllegalArgumentException e) {
      return not("no policy can name it: " + e.getMessage());
    }
    reasons.add(
        Figures.percent(view.repeats())
            + " of "
            + view.size()
            + " calls ask what was asked before ("
            + Figures.count(view.distinctQuestions(), "question")
            + ")");
    reasons.add(interval(seen));
    if (ttl == null || outcome == null) {
      return seen.changes() > 0
          ? not(
              "answers change too fast: by a lifetime of 1 s, more than "
                  + Figures.percent(staleRisk)
                  + " of those from the cache would be stale")
          : unknown("it was not watched for long enough to tell how long answers are good");
    }
    Expectation expectation = Expectation.of(replay, outcome, operation.kept());
    if (expectation.hits() < MIN_HITS) {
      return not(
          "it would have few hits: "
              + Figures.percent(expectation.hits())
              + " with ttl "
              + Durations.print(ttl));
    }
    return advised(ttl, expectation, mustShare);
  }

  /** Whether what was seen of changes tells that a lifetime is within the risk. */
  private boolean isWithin(Duration ttl, AnswerChanges seen) {
    double micros = ttl.toNanos() / 1e3;
    return AnswerChanges.staleShare(seen.rate(), micros) <= staleRisk
        && (seen.changes() > 0 || micros <= seen.longestUnchangedMicros());
  }

  private static String interval(AnswerChanges seen) {
    if (seen.changes() == 0) {
      return "no answer was seen to change; the longest that one question was watched is "
          + Figures.time(seen.longestUnchangedMicros() / 1e3);
    }
    String changes = Figures.count(seen.changes(), "change");
    return Double.isInfinite(seen.rate())
        ? "answers change faster than they are asked for (" + changes + " seen)"
        : "answers change every "
            + Figures.time(1 / seen.rate() / 1e3)
            + " on average ("
            + changes
            + " seen)";
  }

  private OperationAdvice advised(Duration ttl, Expectation expectation, boolean mustShare) {
    reasons.add(
        "ttl "
            + Durations.print(ttl)
            + ": "
            + Figures.percent(expectation.hits())
            + " hits, "
            + Figures.percent(expectation.stale())
            + " of them stale; it would save "
            + Figures.time(expectation.savedMillis())
            + " per call and "
            + Figures.bytes(expectation.savedBytesPerDay())
            + " a day");
    if (!ignored.isEmpty() || !passing.isEmpty()) {
      reasons.add("by the " + view.size() + " calls whose messages were looked at");
    }
    identities.forEach(this::tell);
    CacheRule shared = mustShare || !speaksForSharing() ? null : rule(ttl, true);
    Expectation sharedExpectation = null;
    if (shared != null) {
      Replay replay = replay(shared);
      sharedExpectation = Expectation.of(replay, replay.run(ttl), operation.kept());
    }
    List<String> all = new ArrayList<>(doubts);
    all.addAll(reasons);
    return advice(
        doubts.isEmpty() ? Verdict.CACHE : Verdict.LOOK,
        all,
        rule(ttl, mustShare),
        expectation,
        shared,
        sharedExpectation);
  }

  private void tell(IdentityAdvice each) {
    if (each.isIgnored()) {
      reasons.add(each.simpleName() + " is another one in nearly each call, and does not matter");
    } else if (each.isField()) {
      reasons.add(
          "answers differ by the header field "
              + each.simpleName()
              + ": calls that differ in it asked the same "
              + each.compared()
              + " times, one after the other, and got different answers "
              + each.differed()
              + " times");
    } else if (each.values() == 1) {
      reasons.add(each.simpleName() + " was the same in all calls");
    } else {
      reasons.add(
          "callers that differ in "
              + each.simpleName()
              + " asked the same "
              + each.compared()
              + " times, one after the other, and got different answers "
              + each.differed()
              + " times");
    }
  }

  /** Whether enough different callers were seen that get the same answers. */
  private boolean speaksForSharing() {
    List<IdentityAdvice> callers = identities.stream().filter(IdentityAdvice::isCaller).toList();
    CallView together =
        view.byIdentities(indexes(each -> each.hasWord() && !each.isIgnored() && !each.isCaller()));
    return callers.stream().anyMatch(each -> each.compared() >= MIN_COMPARED)
        && callers.stream().noneMatch(IdentityAdvice::matters)
        && !ReturningAnswers.of(together).isStrange();
  }

  // ---- the rule ----

  /** A rule for the operation that says nothing yet. */
  CacheRule.Builder ruleFor() {
    CacheRule.Builder rule = CacheRule.forOperations(operation.operation().toString());
    Optional<QName> service = operation.service();
    if (service.isPresent() && !byEndpoint) {
      rule.service(service.get().toString());
    } else if (!operation.endpoint().isEmpty()) {
      rule.endpoint(operation.endpoint());
    }
    return rule;
  }

  private CacheRule rule(Duration ttl, boolean isShared) {
    CacheRule.Builder rule = ruleFor().cache(true).ttl(ttl);
    List<Vary> vary = new ArrayList<>();
    List<IgnoredPart> ignore = new ArrayList<>();
    for (IdentityAdvice each : identities) {
      if (each.isIgnored()) {
        ignore.add(IgnoredPart.soapHeader(each.simpleName()));
      } else if (each.isBlock()) {
        vary.add(Vary.soapHeader(each.simpleName()));
      } else if (each.isField()) {
        vary.add(Vary.httpHeader(each.simpleName()));
      } else if (each.hasWord() && !isShared) {
        vary.add(
            each.name().equals(SeenIdentity.USER)
                ? Vary.wsSecurityUser()
                : Vary.httpHeader(each.simpleName()));
      }
    }
    names(operation.requestPaths(), ignored).forEach(p -> ignore.add(IgnoredPart.element(p)));
    if (!vary.isEmpty()) {
      rule.vary(vary.toArray(Vary[]::new));
    }
    if (!ignore.isEmpty()) {
      rule.ignore(ignore.toArray(IgnoredPart[]::new));
    }
    return isShared ? rule.shared(true).build() : rule.build();
  }

  private Replay replay(CacheRule rule) {
    CachePolicy policy = CachePolicy.builder().rule(rule).build();
    OperationPolicy resolved =
        policy.forTarget(
            new CachePolicy.Target(
                operation.service().map(QName::toString).orElse(""),
                operation.endpoint(),
                operation.operation().toString()));
    return new Replay(operation, resolved, passing);
  }

  private static List<String> names(List<String> paths, Set<Integer> parts) {
    return parts.stream().sorted().map(part -> paths.get(part - 1)).toList();
  }

  // ---- the result ----

  private OperationAdvice not(String reason) {
    return without(Verdict.NOT, reason);
  }

  private OperationAdvice unknown(String reason) {
    return without(Verdict.UNKNOWN, reason);
  }

  private OperationAdvice without(Verdict verdict, String reason) {
    List<String> all = new ArrayList<>(List.of(reason));
    all.addAll(doubts);
    all.addAll(reasons);
    return advice(verdict, all, null, null, null, null);
  }

  private OperationAdvice advice(
      Verdict verdict,
      List<String> why,
      @Nullable CacheRule rule,
      @Nullable Expectation expectation,
      @Nullable CacheRule shared,
      @Nullable Expectation sharedExpectation) {
    return new OperationAdvice(
        operation,
        verdict,
        !mayChange(),
        why,
        view.distinctQuestions(),
        view.repeats(),
        changeInterval(),
        identities,
        names(operation.requestPaths(), ignored),
        names(operation.answerPaths(), passing),
        Optional.ofNullable(rule),
        Optional.ofNullable(expectation),
        Optional.ofNullable(shared),
        Optional.ofNullable(sharedExpectation));
  }

  private Optional<Duration> changeInterval() {
    if (changes == null || changes.changes() == 0 || Double.isInfinite(changes.rate())) {
      return Optional.empty();
    }
    return Optional.of(Duration.ofNanos((long) (1e3 / changes.rate())));
  }
}
