package io.castile.cache.observe;

import io.castile.cache.observe.Advice.OperationAdvice;
import io.castile.cache.observe.Advice.Verdict;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.CacheRule;
import io.castile.cache.policy.Invalidation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operations after whose calls the answers of others change, and advises that they drop
 * these. An operation never drops answers if advice caches it, or if it is known to read.
 */
final class Invalidations {
  private Invalidations() {}

  /** An operation that changes what others answer. Owned by one thread. */
  private static final class Writer {
    final List<Invalidation> dropped = new ArrayList<>();
    final List<String> reasons = new ArrayList<>();
  }

  /** The advice of each, with what was found between them. */
  static List<OperationAdvice> among(List<Advisor> advisors) {
    List<OperationAdvice> advice = new ArrayList<>();
    advisors.forEach(each -> advice.add(each.advise()));
    Map<Integer, Writer> writers = new HashMap<>();
    for (int i = 0; i < advisors.size(); i++) {
      CallView view = advice.get(i).verdict() == Verdict.CACHE ? advisors.get(i).keyed() : null;
      if (view != null) {
        find(view, i, advisors, writers);
      }
    }
    writers.forEach((index, writer) -> set(advice, index, advisors.get(index), writer));
    return advice;
  }

  private static void set(List<OperationAdvice> advice, int index, Advisor advisor, Writer writer) {
    CacheRule rule = rule(advisor, writer.dropped);
    if (rule != null) {
      advice.set(index, advice.get(index).invalidating(rule, writer.reasons));
    }
  }

  /** Null where no policy can name the operation. */
  private static @Nullable CacheRule rule(Advisor advisor, List<Invalidation> dropped) {
    try {
      return advisor.ruleFor().invalidates(dropped.toArray(Invalidation[]::new)).build();
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static void find(
      CallView view, int reader, List<Advisor> advisors, Map<Integer, Writer> writers) {
    ChangingCalls changes = new ChangingCalls(view);
    if (!changes.hasChanges()) {
      return;
    }
    RecordedOperation read = advisors.get(reader).operation();
    for (int i = 0; i < advisors.size(); i++) {
      RecordedOperation other = advisors.get(i).operation();
      if (!advisors.get(i).mayChange() || !isSameService(read, other)) {
        continue;
      }
      ChangingCalls.Seen seen = changes.after(other);
      if (seen.isCause()) {
        add(writers.computeIfAbsent(i, added -> new Writer()), read, seen);
      }
    }
  }

  private static boolean isSameService(RecordedOperation one, RecordedOperation other) {
    Optional<?> service = one.service();
    return service.equals(other.service()) && one.endpoint().equals(other.endpoint());
  }

  private static void add(Writer writer, RecordedOperation read, ChangingCalls.Seen seen) {
    writer.dropped.add(Invalidation.of(read.operation().toString()));
    writer.reasons.add(
        String.format(
            Locale.ROOT,
            "%d of %d changes of %s's answers came after a call of it; by chance it would be %.0f",
            seen.after(),
            seen.changes(),
            read.operation().getLocalPart(),
            seen.byChance()));
  }
}
