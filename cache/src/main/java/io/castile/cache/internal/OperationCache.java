package io.castile.cache.internal;

import io.castile.cache.Bypass;
import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.OperationPolicy;
import io.castile.cache.policy.RepresentationKind;
import io.castile.cache.representation.Content;
import io.castile.cache.representation.Representation;
import io.castile.cache.representation.Stored;
import io.castile.cache.request.ChangingFields;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.model.internal.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One operation at one endpoint under one policy: the key of its calls and the representation of
 * its responses. Thread-safe.
 */
public final class OperationCache {
  private static final Logger log = LoggerFactory.getLogger(OperationCache.class);

  public final CachedOperation cachedOperation;
  final String endpoint;
  public final OperationPolicy policy;
  final Counters counters;

  /** Null where nothing is kept. */
  private final @Nullable KeyFactory keys;

  private final Representation<?>[] representations;

  /** Whether keys and answers are kept as bytes. */
  final boolean asBytes;

  private final ChangingFields changing = new ChangingFields();

  private volatile boolean retired;

  /** A bit for each reason that the log has. */
  private final AtomicInteger told;

  OperationCache(
      CachedOperation cachedOperation,
      String endpoint,
      OperationPolicy policy,
      Counters counters,
      boolean asBytes) {
    this.cachedOperation = cachedOperation;
    this.endpoint = endpoint;
    this.policy = policy;
    this.counters = counters;
    this.told = counters.told(endpoint, policy);
    this.asBytes = asBytes;
    boolean cached = policy.cached() && !cachedOperation.operation().oneWay();
    if (cached && !cachedOperation.isOpaque() && cachedOperation.operation().sharesAmongParts()) {
      log.warn(
          "{} is not cached: its messages can share objects among their values", cachedOperation);
      cached = false;
    }
    this.keys = cached ? new KeyFactory(cachedOperation, endpoint, policy, asBytes) : null;
    this.representations = cached ? representations() : new Representation<?>[0];
  }

  public boolean isCached() {
    return keys != null;
  }

  /** The factory of keys for calls that are cached. */
  KeyFactory keys() {
    return Objects.requireNonNull(keys);
  }

  /** Whether another policy has come, so that nothing is to be kept any more by this one. */
  boolean isRetired() {
    return retired;
  }

  void retire() {
    retired = true;
  }

  /** Whether a scope is of this operation at this endpoint. */
  boolean isOf(CacheKey.Scope scope) {
    return scope.endpoint().equals(endpoint)
        && scope.operation().equals(cachedOperation.name())
        && scope.service().equals(cachedOperation.serviceName());
  }

  // ---- what is kept ----

  private Representation<?>[] representations() {
    Representation<?>[] all = new Representation<?>[cachedOperation.resultSlots()];
    Arrays.fill(
        all,
        Representation.of(RepresentationKind.AUTOMATIC, Object.class, null, policy.readOnly()));
    for (Parameter result : cachedOperation.results()) {
      all[result.slot()] = representation(result);
    }
    return all;
  }

  private Representation<?> representation(Parameter result) {
    RepresentationKind kind = asBytes ? RepresentationKind.XML_MESSAGE : policy.representation();
    @SuppressWarnings("unchecked") // the codec's values are of the parameter's type
    Class<Object> type = (Class<Object>) result.type();
    try {
      return Representation.of(kind, type, result.codec(), policy.readOnly());
    } catch (NotCacheableException e) {
      log.warn(
          "the representation of {} is chosen automatically: {}", cachedOperation, e.getMessage());
      return Representation.of(
          RepresentationKind.AUTOMATIC, type, result.codec(), policy.readOnly());
    }
  }

  /**
   * Up to which size messages, or their events, are kept as the stack around the cache has them; 0
   * for not at all, as with a store of bytes, whose entries any stack may read.
   */
  public long ownMessageBytes() {
    return isCached() && !asBytes && keepsMessages() ? policy.maxEntryBytes() : 0;
  }

  /**
   * Keeps a response of the origin.
   *
   * @throws NotCacheableException if it cannot be kept
   */
  <R, X extends Throwable> Content content(CacheCall<R, X> call, R answer) {
    boolean asMessage =
        cachedOperation.isOpaque()
            || call.prefersMessage()
                && (asBytes
                    || policy.representation() == RepresentationKind.AUTOMATIC
                    || keepsMessages());
    if (asMessage) {
      return new Content.Message(call.message(answer));
    }
    try {
      return ownMessageBytes() > 0 && call.hasOwnMessage(answer)
          ? ownMessage(call, answer)
          : values(call.values(answer));
    } catch (NotCacheableException e) {
      if (call.prefersMessage()) {
        return new Content.Message(call.message(answer)); // the last of the representations
      }
      throw e;
    }
  }

  /**
   * The message as the stack has it; or the events of that if they are wanted, can be recorded, and
   * are not too large.
   */
  private <R, X extends Throwable> Content ownMessage(CacheCall<R, X> call, R answer) {
    Content events =
        policy.representation() == RepresentationKind.EVENTS ? eventsIfAny(call, answer) : null;
    return events != null ? events : new Content.Message(call.message(answer));
  }

  private <R, X extends Throwable> @Nullable Content eventsIfAny(CacheCall<R, X> call, R answer) {
    try {
      Content events = new Content.Events(call.events(answer));
      return events.weight() <= policy.maxEntryBytes() ? events : null;
    } catch (NotCacheableException e) {
      log.debug("the events of a response of {} are not kept: {}", cachedOperation, e.getMessage());
      return null;
    }
  }

  private boolean keepsMessages() {
    return policy.representation() == RepresentationKind.XML_MESSAGE
        || policy.representation() == RepresentationKind.EVENTS;
  }

  private Content values(Object[] values) {
    if (values.length != representations.length) {
      throw new NotCacheableException(
          "expected " + representations.length + " values, found " + values.length);
    }
    Stored<?>[] stored = new Stored<?>[values.length];
    for (int i = 0; i < values.length; i++) {
      stored[i] = stored(representations[i], values[i]);
      if (asBytes
          && stored[i].kept() != null
          && stored[i].kind() != RepresentationKind.XML_MESSAGE) {
        throw new NotCacheableException("the store keeps XML, which does not fit");
      }
    }
    return new Content.Values(stored);
  }

  @SuppressWarnings("unchecked") // values and representations are of the same slots
  private static <T> Stored<T> stored(Representation<T> representation, Object value) {
    return representation.store((T) value);
  }

  /**
   * Makes a response of what is kept.
   *
   * @return null if it is kept no more
   * @throws NotCacheableException if code of the application's fails
   */
  static <R, X extends Throwable> @Nullable R answer(CacheCall<R, X> call, StoredEntry entry) {
    Content content = entry.content();
    if (content instanceof Content.Message message) {
      return call.ofMessage(message.bytes(), entry);
    } else if (content instanceof Content.OffHeap kept) {
      return call.ofMessage(kept.message(), entry);
    } else if (content instanceof Content.Events recorded) {
      return call.ofEvents(recorded.events());
    }
    return call.ofValues(((Content.Values) content).restore());
  }

  /**
   * Returns the entry of the store as one of this operation under this policy.
   *
   * @param found may be null
   * @return null if there is none, or it cannot be one of this operation
   */
  @Nullable StoredEntry own(@Nullable StoredEntry found) {
    if (found == null || found.isUnder(policy)) {
      return found;
    }
    StoredEntry own = found.adoptedBy(this);
    if (own == null) {
      own = adopted(found);
      if (own != null) {
        found.adopted(this, own);
      }
    }
    return own;
  }

  private @Nullable StoredEntry adopted(StoredEntry found) {
    if (!(found.content() instanceof Content.Encoded encoded)) {
      return found.under(policy, found.content());
    }
    byte[][] values = encoded.values();
    if (values.length != representations.length) {
      return null;
    }
    Stored<?>[] stored = new Stored<?>[values.length];
    try {
      for (int i = 0; i < values.length; i++) {
        stored[i] = representations[i].ofMessage(values[i]);
      }
    } catch (NotCacheableException e) {
      return null; // the operation's types are others now
    }
    return found.under(policy, new Content.Values(stored));
  }

  // ---- what people are told ----

  /** Says once for each reason why calls go past the cache, and what would change that. */
  void tell(SharingRule refusal) {
    if (refusal.bypass() == Bypass.AMBIGUOUS) {
      tell(refusal.bypass(), refusal.found());
      return;
    }
    if (isFirst(refusal.bypass())) {
      String remedy = refusal.remedy();
      log.warn(
          "responses of {} are not cached for requests with {}: they might be meant for their"
              + " sender only{}",
          cachedOperation,
          refusal.found(),
          remedy == null ? "" : "; to cache them, add to the rule in the policy: " + remedy);
    }
  }

  /** Says once which header field keeps the responses of calls from being found again. */
  void missed(RequestAttributes facts) {
    if (facts.fields().isEmpty()) {
      return;
    }
    List<String> fields =
        changing.add(facts.keyedValues(policy.unkeyedFields()), counters.hits.sum());
    for (String field : fields) {
      log.warn(
          "the HTTP header {} is another one at nearly each call of {}, so that responses are not"
              + " found again; where they do not depend on it, add to the rule in the policy:"
              + " ignore: [{httpHeader: {}}]",
          field,
          cachedOperation,
          field);
    }
  }

  /** Logs a reason that does not come from the policy, once. */
  void tell(Bypass reason, String message) {
    if (isFirst(reason)) {
      log.warn("calls of {} go past the cache ({}): {}", cachedOperation, reason.word(), message);
    }
  }

  boolean isFirst(Bypass reason) {
    int bit = 1 << reason.ordinal();
    return (told.get() & bit) == 0 && (told.getAndUpdate(bits -> bits | bit) & bit) == 0;
  }
}
