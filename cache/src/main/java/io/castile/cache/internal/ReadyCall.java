package io.castile.cache.internal;

import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import org.jspecify.annotations.Nullable;

/**
 * A call of Castile's client of which no request has been made: good for finding what is kept, not
 * for asking the origin. Owned by one call.
 */
final class ReadyCall implements CacheCall<Object[], RuntimeException> {
  private final CachedOperation cachedOperation;
  private final Object[] values;
  private final SoapClient.Options options;
  private final RequestAttributes facts;

  public ReadyCall(
      CachedOperation cachedOperation,
      Object[] values,
      SoapClient.Options options,
      RequestAttributes facts) {
    this.cachedOperation = cachedOperation;
    this.values = values;
    this.options = options;
    this.facts = facts;
  }

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return options.endpoint();
  }

  @Override
  public SoapVersion version() {
    return options.version();
  }

  @Override
  public Object[] arguments() {
    return values;
  }

  /** Returns the target like {@link LinkCall}. */
  @Override
  public @Nullable String target() {
    String action = options.action();
    return action == null || action.equals(cachedOperation.operation().action()) ? null : action;
  }

  @Override
  public RequestAttributes facts() {
    return facts;
  }

  @Override
  public Object[] ofValues(Object[] kept) {
    return kept;
  }

  @Override
  public Object[] ask(Headers conditional) {
    throw neverAsked();
  }

  @Override
  public OriginReply reply(Object[] answer) {
    throw neverAsked();
  }

  @Override
  public OriginReply reply(Throwable thrown) {
    throw neverAsked();
  }

  @Override
  public Object[] values(Object[] answer) {
    throw neverAsked();
  }

  private static AssertionError neverAsked() {
    return new AssertionError("the origin is asked by a request only");
  }
}
