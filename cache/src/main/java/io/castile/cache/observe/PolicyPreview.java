package io.castile.cache.observe;

import io.castile.cache.observe.ObservedCall.SeenIdentity;
import io.castile.cache.observe.Recording.RecordedOperation;
import io.castile.cache.policy.CachePolicy;
import io.castile.cache.policy.OperationPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The outcome that a policy would have had for recorded calls: they are replayed through a cache
 * that has room for all responses. A response that differs from the one before counts as stale,
 * whatever differs in it. What the cache does by HTTP's rules ({@code http}) is not replayed.
 * Immutable and thread-safe.
 *
 * @param operations in the order of the recording
 */
public record PolicyPreview(List<Row> operations) {
  public PolicyPreview {
    operations = List.copyOf(operations);
  }

  /**
   * The outcome for one operation.
   *
   * @param service its name; empty if it is not known
   * @param operation its name
   * @param endpoint where it is called
   * @param cached whether the policy caches it
   * @param ttl for how long answers are good; empty where it is not cached, or HTTP says so
   * @param calls how many are replayed
   * @param hits how many of them are answered from the cache
   * @param stale how many of these responses are not what the service answered then
   * @param savedNanos of the origin's time, of all calls
   * @param savedBytes of requests and answers that are not sent to and from the origin
   * @param passing by what calls go past the cache though the policy caches the operation; none
   *     where it does not
   */
  public record Row(
      Optional<QName> service,
      QName operation,
      String endpoint,
      boolean cached,
      Optional<Duration> ttl,
      int calls,
      int hits,
      int stale,
      long savedNanos,
      long savedBytes,
      List<Passing> passing) {
    public Row {
      passing = List.copyOf(passing);
    }

    /** Returns how many calls go past the cache though the policy caches the operation. */
    public int passed() {
      return passing.stream().mapToInt(Passing::calls).sum();
    }
  }

  /**
   * Calls that go past the cache.
   *
   * @param because what they have that the policy does not name, in its words: {@code httpHeader:
   *     name}, {@code soapHeader: {namespace}local}, {@code wsSecurityUser}; or {@code certificate}
   *     or {@code hidden}
   * @param calls how many
   * @param remedy the line of a policy that would change that; empty if there is none
   */
  public record Passing(String because, int calls, Optional<String> remedy) {}

  /**
   * Replays a recording.
   *
   * @param last how much of each operation's calls, up to its last one
   */
  public static PolicyPreview of(Recording recording, CachePolicy policy, Duration last) {
    List<Row> rows = new ArrayList<>();
    for (RecordedOperation each : recording.operations()) {
      rows.add(row(since(each, last), policy));
    }
    return new PolicyPreview(rows);
  }

  private static RecordedOperation since(RecordedOperation operation, Duration last) {
    List<CallRow> rows = operation.rows();
    if (rows.isEmpty()) {
      return operation;
    }
    long start = rows.get(rows.size() - 1).arrivalMicros - last.toNanos() / 1000;
    return new RecordedOperation(
        operation.service().orElse(null),
        operation.operation(),
        operation.endpoint(),
        operation.totals(),
        operation.identities(),
        operation.requestPaths(),
        operation.answerPaths(),
        rows.stream().filter(row -> row.arrivalMicros >= start).toList());
  }

  private static Row row(RecordedOperation operation, CachePolicy policy) {
    OperationPolicy rule =
        policy.forTarget(
            new CachePolicy.Target(
                operation.service().map(QName::toString).orElse(""),
                operation.endpoint(),
                operation.operation().toString()));
    Optional<Duration> ttl = rule.cached() ? rule.ttl() : Optional.empty();
    Replay replay = new Replay(operation, rule, Set.of());
    Replay.Outcome outcome = ttl.isPresent() ? replay.run(ttl.get()) : new Replay.Outcome();
    return new Row(
        operation.service(),
        operation.operation(),
        operation.endpoint(),
        rule.cached(),
        ttl,
        replay.calls(),
        outcome.hits,
        outcome.stale,
        outcome.savedNanos,
        outcome.savedBytes,
        rule.cached() ? passing(operation, replay) : List.of());
  }

  private static List<Passing> passing(RecordedOperation operation, Replay replay) {
    List<Passing> all = new ArrayList<>();
    for (int i = 0; i < operation.identities().size(); i++) {
      if (replay.passing(i) > 0) {
        String name = operation.identities().get(i);
        all.add(new Passing(name, replay.passing(i), SeenIdentity.remedy(name)));
      }
    }
    return all;
  }
}
