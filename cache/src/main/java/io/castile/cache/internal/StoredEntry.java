package io.castile.cache.internal;

import io.castile.cache.CacheEntry;
import io.castile.cache.graph.ObjectLayout;
import io.castile.cache.http.FreshnessLifetime;
import io.castile.cache.http.SaturatedTime;
import io.castile.cache.http.StoredFields;
import io.castile.cache.http.StoredResponse;
import io.castile.cache.http.Validation;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.representation.Content;
import io.castile.soap.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A response that is kept: its content, and what its freshness depends on.
 *
 * <p>Thread-safe, and immutable but for what it remembers; equal only to itself.
 */
public final class StoredEntry implements CacheEntry {
  private static final AtomicLong COUNT = new AtomicLong();

  /** How long a refresh that brought nothing keeps others from being tried. */
  private static final long RETRY_PAUSE_MILLIS = 1_000;

  private final Content content;
  private final StoredResponse candidate;
  private final OperationPolicy policy;
  private final long freshUntil;
  private final long refreshFrom;
  private volatile long triedUntil = Long.MIN_VALUE; // no new one is asked for before; fresh only
  private final Instant uselessFrom;
  private final long fetchNanos;
  private final long number = COUNT.getAndIncrement();

  /** What the operation that read this last has made of it; null for nothing yet. */
  private volatile @Nullable Adopted adopted;

  private record Adopted(OperationCache operation, StoredEntry entry) {}

  /** Returns the entry as the cache knows it. */
  public static StoredEntry of(CacheEntry entry) {
    return (StoredEntry) entry;
  }

  /** Returns the entry that a store has found as the cache knows it; null for none. */
  static @Nullable StoredEntry found(@Nullable CacheEntry entry) {
    return (StoredEntry) entry;
  }

  /**
   * @param policy what its lifetime follows from
   * @param fetchNanos how long the origin took
   */
  public StoredEntry(
      Content content, StoredResponse candidate, OperationPolicy policy, long fetchNanos) {
    this(content, candidate, policy, fetchNanos, null);
  }

  /**
   * @param useless from when on it can be of no use; null for what follows from the policy
   */
  private StoredEntry(
      Content content,
      StoredResponse candidate,
      OperationPolicy policy,
      long fetchNanos,
      @Nullable Instant useless) {
    this.content = content;
    this.candidate = candidate;
    this.policy = policy;
    this.fetchNanos = fetchNanos;
    FreshnessLifetime lifetime = FreshnessLifetime.of(policy, candidate);
    this.freshUntil = SaturatedTime.millis(lifetime.expiry());
    this.refreshFrom = SaturatedTime.millis(lifetime.refreshFrom(policy, candidate));
    if (useless != null) {
      this.uselessFrom = useless;
    } else if (policy.http() && Validation.isPossible(candidate)) {
      this.uselessFrom = Instant.MAX;
    } else {
      this.uselessFrom =
          SaturatedTime.later(lifetime.whileRevalidateUntil(), lifetime.ifErrorUntil());
    }
  }

  /** What a store of bytes has read: stale until an operation makes it its own. */
  public static StoredEntry unread(Content content, StoredResponse candidate, long fetchNanos) {
    return new StoredEntry(content, candidate, OperationPolicy.NOTHING, fetchNanos);
  }

  /** The same entry, which a store holds until a time though no operation has made it its own. */
  public StoredEntry heldUntil(Instant useless) {
    return new StoredEntry(content, candidate, policy, fetchNanos, useless);
  }

  /** The same content with the freshness that a 304 gives it. */
  public StoredEntry refreshed(StoredResponse newer) {
    return new StoredEntry(content, newer, policy, fetchNanos);
  }

  /** The same response, which has been stale since a time, or longer: as if it were older. */
  public StoredEntry staleAt(Instant now) {
    long ahead = freshUntil - now.toEpochMilli();
    if (ahead <= 0) {
      return this;
    }
    StoredEntry older = olderBy(Duration.ofMillis(ahead));
    return older.freshUntil <= now.toEpochMilli()
        ? older
        // Its Date makes it younger than it was taken to be when it came.
        : olderBy(Duration.ofMillis(ahead).plus(candidate.age(candidate.responseTime())));
  }

  private StoredEntry olderBy(Duration age) {
    StoredResponse older =
        new StoredResponse(
            candidate.status(),
            candidate.fields(),
            candidate.requestTime().minus(age),
            candidate.responseTime().minus(age));
    return new StoredEntry(content, older, policy, fetchNanos);
  }

  /** The same response under another policy, with its content in another form. */
  public StoredEntry under(OperationPolicy other, Content otherForm) {
    return new StoredEntry(otherForm, candidate, other, fetchNanos);
  }

  /** The same response with its content in another form. */
  public StoredEntry with(Content otherForm) {
    return new StoredEntry(otherForm, candidate, policy, fetchNanos, uselessFrom);
  }

  /** What an operation has made of this entry; null if it has not, or another one has since. */
  @Nullable StoredEntry adoptedBy(OperationCache operation) {
    Adopted last = adopted;
    return last != null && last.operation() == operation ? last.entry() : null;
  }

  /** Notes what an operation has made of this entry, as a store gives it again. */
  public void adopted(OperationCache operation, StoredEntry entry) {
    adopted = new Adopted(operation, entry);
  }

  public boolean isUnder(OperationPolicy other) {
    return policy == other;
  }

  /** Whether this is the same response with the same freshness, though it was read again. */
  public boolean isSameAs(@Nullable StoredEntry other) {
    return this == other
        || (other != null && fetchNanos == other.fetchNanos && candidate.equals(other.candidate));
  }

  public Content content() {
    return content;
  }

  /**
   * Returns an object that identifies the content: an entry that was validated has the object of
   * the entry before. Caches of what is made of the content use it as their key.
   */
  @Override
  public Object identity() {
    return content;
  }

  public StoredResponse candidate() {
    return candidate;
  }

  /** Returns the header fields that are kept, by name in lower case. */
  @Override
  public Headers fields() {
    return candidate.fields();
  }

  /** Returns how old the response is: the field Age of RFC 9111 §5.1; not negative. */
  @Override
  public Duration age(Instant now) {
    return candidate.age(now);
  }

  /** Returns how long the origin took for the response. */
  @Override
  public long fetchNanos() {
    return fetchNanos;
  }

  /** Returns when the response came, by the clock of the cache. */
  @Override
  public Instant answeredAt() {
    return candidate.responseTime();
  }

  /**
   * Returns until when the response is fresh if the request does not say otherwise, in milliseconds
   * since the epoch by the clock of the cache.
   */
  @Override
  public long freshUntilMillis() {
    return freshUntil;
  }

  /** Whether a call that gets this response should also start a new fetch; true for few calls. */
  public boolean isDue(long nowMillis) {
    return nowMillis >= refreshFrom && nowMillis >= triedUntil;
  }

  /** Notes that a new response is asked for: if none comes, the next try is a while later. */
  public void tried(long nowMillis) {
    triedUntil = nowMillis + RETRY_PAUSE_MILLIS;
  }

  /**
   * Returns from when on the response can be of no use, as it is stale, may not be given stale, and
   * cannot be validated; {@link Instant#MAX} for never. For stores that let entries expire.
   */
  @Override
  public Instant uselessFrom() {
    return uselessFrom;
  }

  /** Another one for each entry of this process. */
  public long number() {
    return number;
  }

  public boolean isUselessAt(Instant now) {
    return !now.isBefore(uselessFrom());
  }

  /** Returns the bytes of memory that this takes, about. */
  @Override
  public long weight() {
    return ObjectLayout.object(5, 40)
        + ObjectLayout.object(3, 4) // the candidate
        + 3L * ObjectLayout.object(0, 12) // its times, and until when it is of use
        + StoredFields.weight(candidate.fields())
        + content.weight();
  }
}
