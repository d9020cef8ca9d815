package io.castile.gateway.route;

import io.castile.bridge.MessageValidator;
import io.castile.cache.internal.OperationCache;
import io.castile.cache.key.CacheKey;
import io.castile.cache.observe.ObservedCall.CallDigest;
import io.castile.cache.request.RequestAttributes;
import io.castile.gateway.soap.MediaType;
import io.castile.gateway.soap.Question;
import io.castile.gateway.soap.RequestForm;
import java.lang.ref.WeakReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a request: the same one for all requests of the same bytes. It holds
 * nothing of their clients. Thread-safe; only the last key, the digest and what found it valid
 * change.
 */
final class KnownRequest {
  private final Question question;
  private final String action;
  private final MediaType type;
  private final RequestAttributes facts;
  private final @Nullable KeyForm form; // null for an envelope as it came
  private final @Nullable RequestForm spelling; // null where there is a form
  private volatile @Nullable Keyed last;

  /** What found it valid; null before. Weak, so that the schemas of before a reload may go. */
  private volatile @Nullable WeakReference<MessageValidator> validator;

  private volatile @Nullable CallDigest digest; // null until it is observed

  /** A key, under the policy by which it was made. */
  private record Keyed(OperationCache operation, CacheKey key) {}

  /**
   * @param form what keys are made of; null for the content
   * @param spelling how an envelope is sent that came as such; null for others
   */
  KnownRequest(
      Question question,
      String action,
      MediaType type,
      RequestAttributes facts,
      @Nullable KeyForm form,
      @Nullable RequestForm spelling) {
    this.question = question;
    this.action = action;
    this.type = type;
    this.facts = facts;
    this.form = form;
    this.spelling = spelling;
  }

  Question question() {
    return question;
  }

  /** The SOAPAction, or the parameter action of SOAP 1.2; empty for none. */
  String action() {
    return action;
  }

  MediaType type() {
    return type;
  }

  RequestAttributes facts() {
    return facts;
  }

  @Nullable KeyForm form() {
    return form;
  }

  /** How the envelope is sent, for keys and for the origin; null for other requests. */
  @Nullable RequestForm spelling() {
    return spelling;
  }

  /** Whether the content is one envelope. */
  boolean isEnvelope() {
    return form == null;
  }

  /** The digest of the question, which is made when it is first asked for. */
  CallDigest digest(Supplier<CallDigest> maker) {
    CallDigest known = digest;
    if (known == null) {
      known = maker.get();
      digest = known;
    }
    return known;
  }

  /** Whether a validator has found it valid before. */
  boolean isValidBy(MessageValidator by) {
    WeakReference<MessageValidator> found = validator;
    return found != null && found.refersTo(by);
  }

  void validBy(MessageValidator by) {
    validator = new WeakReference<>(by);
  }

  @Nullable CacheKey key(OperationCache operation) {
    Keyed keyed = last;
    return keyed != null && keyed.operation == operation ? keyed.key : null;
  }

  /** The key by which its answer was kept or asked for last; null before. */
  @Nullable CacheKey lastKey() {
    Keyed keyed = last;
    return keyed == null ? null : keyed.key;
  }

  void remember(OperationCache operation, CacheKey key) {
    last = new Keyed(operation, key);
  }
}
