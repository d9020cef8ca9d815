package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.CallDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recorded calls of an operation, seen without some of their parts. Where parts of messages are
 * left out, only the calls whose messages were sampled are seen. Immutable.
 *
 * @param rows in the order of their arrival, without faults
 * @param questions for each row what it asks
 * @param answers for each row what it got
 */
record CallView(List<CallRow> rows, List<CallDigest> questions, List<CallDigest> answers) {
  /** What has a request twice, one after the other. */
  interface Pairs {
    void pair(int first, int second);
  }

  /**
   * Returns the view of the calls that have an answer.
   *
   * @param ignored indexes of parts that do not count for the request; none for the whole
   * @param passing indexes of parts that do not count for the answer; none for the whole
   */
  static CallView of(List<CallRow> all, Set<Integer> ignored, Set<Integer> passing) {
    List<CallRow> rows = new ArrayList<>();
    List<CallDigest> questions = new ArrayList<>();
    List<CallDigest> answers = new ArrayList<>();
    for (CallRow row : all) {
      CallDigest question = without(row.question, row.requestParts, ignored);
      CallDigest answer = row.answer == null ? null : without(row.answer, row.answerParts, passing);
      if (question != null && answer != null) {
        rows.add(row);
        questions.add(question);
        answers.add(answer);
      }
    }
    return new CallView(rows, questions, answers);
  }

  /** The digest of the parts that are left; null where the parts are not known. */
  static @Nullable CallDigest without(
      CallDigest whole, long @Nullable [] parts, Set<Integer> ignored) {
    if (ignored.isEmpty()) {
      return whole;
    }
    if (parts == null) {
      return null;
    }
    // Digests of parts are keyed, so that an attacker cannot choose them for this sum.
    long high = 0;
    long low = 0;
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] != 0 && !ignored.contains(i)) {
        high = high * 0x9E3779B97F4A7C15L + parts[i] * (2L * i + 1);
        low = (low ^ parts[i]) * 0xD6E8FEB86659FD93L + i;
      }
    }
    return new CallDigest(high, low);
  }

  int size() {
    return rows.size();
  }

  int distinctQuestions() {
    return Set.copyOf(questions).size();
  }

  /** The share of calls that ask what was asked before. */
  double repeats() {
    return rows.isEmpty() ? 0 : 1 - (double) distinctQuestions() / size();
  }

  /** Tells each two calls that ask the same, one after the other. */
  void forEachPair(Pairs pairs) {
    Map<CallDigest, Integer> last = new HashMap<>();
    for (int i = 0; i < size(); i++) {
      Integer before = last.put(questions.get(i), i);
      if (before != null) {
        pairs.pair(before, i);
      }
    }
  }

  /** How often a request was asked again. */
  int pairs() {
    return size() - distinctQuestions();
  }

  /** The share of pairs with the same answer; 1 for no pair. */
  double agreement() {
    int[] counts = new int[2];
    forEachPair(
        (first, second) -> counts[answers.get(first).equals(answers.get(second)) ? 1 : 0]++);
    int all = counts[0] + counts[1];
    return all == 0 ? 1 : (double) counts[1] / all;
  }

  /** Whether whatever is asked, and there is more than one request, has one and the same answer. */
  boolean hasOneAnswer(int questionsAtLeast) {
    return distinctQuestions() >= questionsAtLeast && Set.copyOf(answers).size() == 1;
  }

  /** The same calls, where callers that differ in one of these identities ask different things. */
  CallView byIdentities(Set<Integer> identities) {
    if (identities.isEmpty()) {
      return this;
    }
    List<CallDigest> keys = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      CallDigest key = questions.get(i);
      for (int identity : identities) {
        long part = CallRow.at(rows.get(i).identities, identity);
        key = new CallDigest(key.high() * 31 + part, key.low() * 0xD6E8FEB86659FD93L + part);
      }
      keys.add(key);
    }
    return new CallView(rows, keys, answers);
  }

  /** How often answers change. */
  AnswerChanges changes() {
    AnswerChanges changes = new AnswerChanges();
    Map<CallDigest, Long> since = new HashMap<>();
    forEachPair(
        (first, second) -> {
          boolean isChanged = !answers.get(first).equals(answers.get(second));
          long from = rows.get(first).arrivalMicros;
          long to = rows.get(second).arrivalMicros;
          changes.add(to - from, isChanged);
          CallDigest question = questions.get(second);
          since.putIfAbsent(question, from);
          if (isChanged) {
            since.put(question, to);
          } else {
            changes.addWatch(to - Objects.requireNonNull(since.get(question)));
          }
        });
    return changes;
  }
}
