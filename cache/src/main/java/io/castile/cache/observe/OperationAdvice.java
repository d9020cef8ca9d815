package io.castile.cache.observe;

import io.castile.cache.policy.CacheRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The advice for an operation, and why. Immutable.
 *
 * @param operation what was recorded of it
 * @param verdict what is advised
 * @param knownToRead whether its name, a WSDL or the operator says that it only reads
 * @param reasons why, in words; never empty
 * @param questions the number of different requests among the kept calls
 * @param repeats the share of kept calls that ask what was asked before
 * @param changeInterval how often answers change, on average; empty if none was seen to change
 * @param identities what may tell callers apart, and the header fields by which answers differ
 * @param volatileRequestParts paths of what is another one in each request
 * @param volatileAnswerParts paths of what is another one in each response
 * @param rule the rule that is advised, or that could be; empty where none would help
 * @param expectation what {@code rule} would have done; empty without one
 * @param shared the same rule for callers that share responses; empty where nothing speaks for it
 * @param sharedExpectation what {@code shared} would have done; empty without one
 */
public record OperationAdvice(
    RecordedOperation operation,
    Verdict verdict,
    boolean knownToRead,
    List<String> reasons,
    int questions,
    double repeats,
    Optional<Duration> changeInterval,
    List<IdentityAdvice> identities,
    List<String> volatileRequestParts,
    List<String> volatileAnswerParts,
    Optional<CacheRule> rule,
    Optional<Expectation> expectation,
    Optional<CacheRule> shared,
    Optional<Expectation> sharedExpectation) {
  public OperationAdvice {
    reasons = List.copyOf(reasons);
    identities = List.copyOf(identities);
    volatileRequestParts = List.copyOf(volatileRequestParts);
    volatileAnswerParts = List.copyOf(volatileAnswerParts);
  }

  /** Whether the rule is part of the draft, not of its comments. */
  boolean isActive() {
    return verdict == Verdict.CACHE || verdict == Verdict.INVALIDATES;
  }

  /** The advice that calls of the operation drop responses of others. */
  OperationAdvice invalidating(CacheRule invalidation, List<String> because) {
    List<String> all = new ArrayList<>(because);
    all.addAll(reasons);
    return new OperationAdvice(
        operation,
        Verdict.INVALIDATES,
        knownToRead,
        all,
        questions,
        repeats,
        changeInterval,
        identities,
        volatileRequestParts,
        volatileAnswerParts,
        Optional.of(invalidation),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
