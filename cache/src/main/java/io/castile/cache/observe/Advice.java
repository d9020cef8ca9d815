package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.observe.Replay.Outcome;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.CacheRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;

/**
 * Advice on a cache policy, drawn from recorded calls: for each operation whether to cache it, for
 * how long, by what its requests differ, and why. A pure function of the recording; nothing is
 * enabled by it.
 *
 * <p><b>What is exact and what is not.</b> Sums are over all calls. Repeats, changes, identities
 * and replays are over the calls that the recorder still has. Where parts of messages are left out,
 * as they are another one in each, they are over those of these calls whose messages were looked
 * at: of a busy operation a few in a second, so that there are more hits in truth. A change that
 * was changed back between two calls is not seen.
 *
 * <p>Immutable and thread-safe.
 *
 * @param staleRisk the share of answers from the cache that may be stale
 * @param operations in the order of the recording
 */
public record Advice(double staleRisk, List<OperationAdvice> operations) {
  /** The default limit for the share of stale responses among those from the cache. */
  public static final double DEFAULT_STALE_RISK = 0.02;

  public Advice {
    operations = List.copyOf(operations);
  }

  /** Returns the advice for a recording, with {@link #DEFAULT_STALE_RISK}. */
  public static Advice of(Recording recording) {
    return of(recording, DEFAULT_STALE_RISK);
  }

  /**
   * Returns the advice for a recording.
   *
   * @param staleRisk more than 0, and less than 1
   * @throws IllegalArgumentException if it is not
   */
  public static Advice of(Recording recording, double staleRisk) {
    return of(recording, staleRisk, KnownReads.NONE);
  }

  /**
   * Returns the advice for a recording, where more is known of operations than their names.
   *
   * @param staleRisk more than 0, and less than 1
   * @param reads the operations that only read, whatever they are called
   * @throws IllegalArgumentException if the risk is not within its bounds
   */
  public static Advice of(Recording recording, double staleRisk, KnownReads reads) {
    if (!(staleRisk > 0 && staleRisk < 1)) {
      throw new IllegalArgumentException("expected a risk between 0 and 1, found " + staleRisk);
    }
    Set<OperationKey> seen = new HashSet<>();
    Set<OperationKey> twice = new HashSet<>();
    for (RecordedOperation each : recording.operations()) {
      if (!seen.add(withoutEndpoint(each))) {
        twice.add(withoutEndpoint(each));
      }
    }
    List<Advisor> all = new ArrayList<>();
    for (RecordedOperation each : recording.operations()) {
      boolean byEndpoint = twice.contains(withoutEndpoint(each));
      all.add(new Advisor(each, staleRisk, byEndpoint, reads.because(each.operation())));
    }
    return new Advice(staleRisk, Invalidations.among(all));
  }

  private static OperationKey withoutEndpoint(RecordedOperation operation) {
    return new OperationKey(operation.service().orElse(null), operation.operation(), "");
  }

  /**
   * Returns the draft of a policy: the rules of the operations to be cached, and of those whose
   * calls invalidate responses.
   */
  public CachePolicy policy() {
    CachePolicy.Builder policy = CachePolicy.builder();
    for (Verdict verdict : List.of(Verdict.CACHE, Verdict.INVALIDATES)) {
      for (OperationAdvice each : operations) {
        if (each.verdict() == verdict) {
          each.rule().ifPresent(policy::rule);
        }
      }
    }
    return policy.build();
  }

  /**
   * Returns the draft as YAML, which {@link CachePolicy#parse} reads as {@link #policy}, with the
   * reasons in comments, and the rules that need a person's look in comments, too.
   */
  public String yaml() {
    return AdviceYaml.of(this, operation -> List.of());
  }

  /**
   * Returns the draft as YAML, as {@link #yaml()} does, with more comments.
   *
   * @param comments lines on an operation, such as what its WSDL says of it; empty for none
   */
  public String yaml(Function<? super QName, List<String>> comments) {
    return AdviceYaml.of(this, Objects.requireNonNull(comments, "comments"));
  }

  /** The advice for an operation. */
  public enum Verdict {
    /** The operation should be cached. */
    CACHE,
    /** The operation should not be cached, and its calls should invalidate other responses. */
    INVALIDATES,
    /**
     * The operation needs a decision: it could be cached if the facts in the reasons do not matter.
     */
    LOOK,
    /** No advice yet: too few calls were recorded. */
    UNKNOWN,
    /** The operation should not be cached. */
    NOT
  }

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

  /**
   * The findings about an identity that may separate callers or requests. Immutable.
   *
   * @param name as in {@link SeenIdentity}
   * @param values how many different ones; a value that is not there counts, too
   * @param compared how often callers that differ in it asked the same, one after the other
   * @param differed how often their responses differed then
   * @param matters whether answers seem to depend on it
   * @param isVolatile whether it is another one in nearly each call
   */
  public record IdentityAdvice(
      String name, int values, int compared, int differed, boolean matters, boolean isVolatile) {
    /** Whether it is a header block, which need not identify the caller. */
    boolean isBlock() {
      return name.startsWith(SeenIdentity.SOAP_HEADER) && !name.endsWith("}Security");
    }

    /** Whether a policy can name it. */
    boolean hasWord() {
      return name.equals(SeenIdentity.USER)
          || name.startsWith(SeenIdentity.HTTP_HEADER)
          || isField()
          || isBlock();
    }

    /** Whether it is a header field that does not tell the caller. */
    boolean isField() {
      return name.startsWith(SeenIdentity.FIELD);
    }

    /** Whether it tells the caller, in a word of a policy. */
    boolean isCaller() {
      return hasWord() && !isBlock() && !isField();
    }

    /** Whether it can be left out of keys: a message id. */
    boolean isIgnored() {
      return isBlock() && isVolatile && !matters;
    }

    String simpleName() {
      return name.substring(name.indexOf(' ') + 1);
    }
  }

  /**
   * The outcome that a policy would have had for the recorded calls. Immutable.
   *
   * @param hits the share of calls that are answered from the cache
   * @param stale the share of these responses that are not what the service answered then
   * @param savedMillis of a call, on average over all
   * @param savedBytesPerDay of requests and responses that are not sent to and from the origin
   */
  public record Expectation(
      double hits, double stale, double savedMillis, double savedBytesPerDay) {
    private static final double DAY_MICROS = 86_400e6;

    /**
     * @param kept how many calls there are, of which the replay may have had some
     */
    static Expectation of(Replay replay, Outcome outcome, int kept) {
      double calls = Math.max(1, replay.calls());
      double days = Math.max(1, replay.spanMicros()) / DAY_MICROS;
      return new Expectation(
          outcome.hits / calls,
          outcome.staleShare(),
          outcome.savedNanos / calls / 1e6,
          outcome.savedBytes / days * (kept / calls));
    }
  }
}
