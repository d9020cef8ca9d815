package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.IgnoredPart;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.text.QualifiedName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The recorded calls of an operation, once more, with a cache between: what it would have answered
 * under a policy, and whether that was what the service answered then. The cache has room for all;
 * calls that ask what is being asked wait for that answer. Faults are kept by no cache.
 *
 * <p>Paths that are to be ignored are those of {@link PartDigests}, without wildcards. Immutable.
 */
final class Replay {
  private static final int NONE = -1;

  private final List<CallRow> rows = new ArrayList<>();

  /** The key of each call, as a number; {@link #NONE} where it goes past the cache. */
  private final int[] keys;

  /** The response of each call, as a number; {@link #NONE} for a fault. */
  private final int[] answers;

  private final int keyCount;

  /** The number of calls that go past the cache, by the reason's number. */
  private final int[] passed;

  /**
   * Prepares a replay.
   *
   * @param policy its lifetime is not looked at
   * @param passing indexes of parts of answers that do not count
   */
  Replay(RecordedOperation operation, OperationPolicy policy, Set<Integer> passing) {
    Set<Integer> ignored = ignored(operation, policy);
    List<String> names = operation.identities();
    Map<CallDigest, Integer> keyNumbers = new HashMap<>();
    Map<CallDigest, Integer> answerNumbers = new HashMap<>();
    keys = new int[operation.rows().size()];
    answers = new int[operation.rows().size()];
    passed = new int[names.size()];
    for (CallRow row : operation.rows()) {
      CallDigest question = CallView.without(row.question, row.requestParts, ignored);
      int because = reasonToPass(row, names, policy);
      CallDigest answer =
          row.answer == null ? null : CallView.without(row.answer, row.answerParts, passing);
      if (question == null || (row.answer != null && answer == null)) {
        continue; // its messages were not sampled
      }
      keys[rows.size()] =
          because == NONE ? number(key(question, row, names, policy), keyNumbers) : NONE;
      if (because != NONE) {
        passed[because]++;
      }
      answers[rows.size()] = number(answer, answerNumbers);
      rows.add(row);
    }
    keyCount = keyNumbers.size();
  }

  private static int number(@Nullable CallDigest digest, Map<CallDigest, Integer> numbers) {
    return digest == null ? NONE : numbers.computeIfAbsent(digest, added -> numbers.size());
  }

  private static Set<Integer> ignored(RecordedOperation operation, OperationPolicy policy) {
    Set<Integer> ignored = new HashSet<>();
    for (IgnoredPart part : policy.ignore()) {
      for (int i = 0; i < operation.requestPaths().size(); i++) {
        String path = operation.requestPaths().get(i);
        if (part.kind() == IgnoredPart.Kind.ELEMENT
            && (path.equals(part.name()) || path.startsWith(part.name() + "/"))) {
          ignored.add(i + 1);
        }
      }
    }
    return ignored;
  }

  /** The number of what keeps a call from the cache; {@link #NONE} for nothing. */
  private static int reasonToPass(CallRow row, List<String> names, OperationPolicy policy) {
    for (int i = 0; i < names.size(); i++) {
      if (CallRow.at(row.identities, i) != 0
          && !isVaried(names.get(i), policy)
          && !mayBeShared(names.get(i), policy)) {
        return i;
      }
    }
    return NONE;
  }

  private static CallDigest key(
      CallDigest question, CallRow row, List<String> names, OperationPolicy policy) {
    CallDigest key = question;
    for (int i = 0; i < names.size(); i++) {
      long value = CallRow.at(row.identities, i);
      if (isVaried(names.get(i), policy)) {
        key = new CallDigest(key.high() * 31 + value, key.low() * 0xD6E8FEB86659FD93L + value);
      }
    }
    return key;
  }

  private static boolean mayBeShared(String identity, OperationPolicy policy) {
    return policy.shared()
        || identity.startsWith(SeenIdentity.FIELD)
        || isIgnored(identity, policy);
  }

  private static boolean isVaried(String identity, OperationPolicy policy) {
    return policy.vary().stream()
        .anyMatch(
            vary ->
                switch (vary.kind()) {
                  case HTTP_HEADER ->
                      identity.equals(SeenIdentity.HTTP_HEADER + vary.name())
                          || identity.equals(SeenIdentity.FIELD + vary.name());
                  case SOAP_HEADER -> isBlock(identity, vary.name());
                  case WS_SECURITY_USER -> identity.equals(SeenIdentity.USER);
                  case ARGUMENT -> false;
                });
  }

  private static boolean isIgnored(String identity, OperationPolicy policy) {
    return policy.ignore().stream()
        .anyMatch(
            part -> part.kind() == IgnoredPart.Kind.SOAP_HEADER && isBlock(identity, part.name()));
  }

  private static boolean isBlock(String identity, String stated) {
    return identity.startsWith(SeenIdentity.SOAP_HEADER)
        && QualifiedName.matches(
            stated, QName.valueOf(identity.substring(SeenIdentity.SOAP_HEADER.length())));
  }

  int calls() {
    return rows.size();
  }

  /** How many calls go past the cache by an identity, by its number. */
  int passing(int identity) {
    return passed[identity];
  }

  /** The time between the first call and the last one. */
  double spanMicros() {
    return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).arrivalMicros - rows.get(0).arrivalMicros;
  }

  /** Replays the calls with a lifetime. */
  Outcome run(Duration ttl) {
    long lifetime = ttl.toNanos() / 1000;
    long[] keptSince = new long[keyCount];
    int[] kept = new int[keyCount];
    Arrays.fill(kept, NONE);
    Outcome outcome = new Outcome();
    for (int i = 0; i < rows.size(); i++) {
      CallRow row = rows.get(i);
      int key = keys[i];
      if (key == NONE) {
        outcome.bypasses++;
      } else if (kept[key] != NONE && row.arrivalMicros < keptSince[key] + lifetime) {
        boolean isStale = answers[i] != NONE && answers[i] != kept[key];
        outcome.hit(row, keptSince[key] - row.arrivalMicros, isStale);
      } else if (answers[i] != NONE) {
        kept[key] = answers[i];
        keptSince[key] = row.arrivalMicros + row.originNanos / 1000;
      }
    }
    return outcome;
  }

  /** The outcome that a cache would have had. Owned by one thread. */
  static final class Outcome {
    int hits;
    int stale;
    int bypasses;
    long savedNanos;
    long savedBytes;

    private void hit(CallRow row, long waitMicros, boolean isStale) {
      hits++;
      stale += isStale ? 1 : 0;
      savedNanos += Math.max(0, row.originNanos - Math.max(0, waitMicros) * 1000);
      savedBytes += (long) row.requestBytes + row.responseBytes;
    }

    double staleShare() {
      return hits == 0 ? 0 : (double) stale / hits;
    }
  }
}
