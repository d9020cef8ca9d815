package io.castile.axis2;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.request.HeaderBlock;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.jspecify.annotations.Nullable;

/**
 * A call as the cache sees it, of which Axis2 has the message and no values. Owned by the thread of
 * the call.
 *
 * @param <A> what the end takes for an answer
 */
abstract class MessageCall<A> implements CacheCall<A, AxisFault> {
  final Site site;
  final MessageContext request;
  private byte @Nullable [] message; // null until it is asked for
  private @Nullable RequestAttributes facts; // null until they are asked for

  MessageCall(Site site, MessageContext request) {
    this.site = site;
    this.request = request;
  }

  /** Finds what the request says of its caller. */
  abstract RequestAttributes findFacts();

  @Override
  public final CachedOperation cachedOperation() {
    return site.operation();
  }

  @Override
  public final String endpoint() {
    return site.endpoint();
  }

  @Override
  public final SoapVersion version() {
    return request.isSOAP11() ? SoapVersion.SOAP_1_1 : SoapVersion.SOAP_1_2;
  }

  @Override
  public final @Nullable Object[] arguments() {
    throw new NotCacheableException("the module knows no arguments");
  }

  @Override
  public final byte[] message() {
    byte[] known = message;
    if (known == null) {
      known = Envelopes.bytes(request.getEnvelope());
      message = known;
    }
    return known;
  }

  @Override
  public final String charset() {
    return StandardCharsets.UTF_8.name();
  }

  @Override
  public final RequestAttributes facts() {
    RequestAttributes known = facts;
    if (known == null) {
      known = findFacts();
      facts = known;
    }
    return known;
  }

  final boolean isAddressed() {
    return facts().blocks().stream().anyMatch(HeaderBlock::isAddressing);
  }

  @Override
  public final boolean prefersMessage() {
    return true;
  }

  @Override
  public final @Nullable Object[] values(A answer) {
    throw new NotCacheableException("the module knows no values");
  }

  @Override
  public final A ofValues(@Nullable Object[] values) {
    throw new NotCacheableException("the module knows no values");
  }
}
