package io.castile.cache.observe;

import io.castile.cache.policy.CachePolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    return AdviceYaml.of(this);
  }
}
