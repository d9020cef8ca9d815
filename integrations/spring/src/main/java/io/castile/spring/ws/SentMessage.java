package io.castile.spring.ws;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.HeaderReader;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.xml.XmlLimits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A request as the cache sees it. Owned by the thread of the call, which asks the origin itself.
 */
final class SentMessage implements CacheCall<ReceivedResponse, IOException> {
  private static final HeaderReader HEADERS = new HeaderReader(XmlLimits.DEFAULT);

  private final CachedOperation cachedOperation;
  private final String endpoint;
  private final SoapVersion version;
  private final byte[] message;
  private final String action;
  private final Headers fields;
  private final String partition;

  /**
   * @param message as it would be sent; not changed afterwards
   * @param fields of HTTP, as far as the application adds them
   * @param partition keeps the answers apart from those of other senders
   */
  SentMessage(
      CachedOperation cachedOperation,
      String endpoint,
      SoapVersion version,
      byte[] message,
      String action,
      Headers fields,
      String partition) {
    this.cachedOperation = cachedOperation;
    this.endpoint = endpoint;
    this.version = version;
    this.message = message;
    this.action = action;
    this.fields = fields;
    this.partition = partition;
  }

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return endpoint;
  }

  @Override
  public SoapVersion version() {
    return version;
  }

  @Override
  public @Nullable Object[] arguments() {
    throw new NotCacheableException("messages of Spring-WS have no arguments");
  }

  @Override
  public byte[] message() {
    return message;
  }

  @Override
  public String partition() {
    return partition;
  }

  @Override
  public String target() {
    return action;
  }

  @Override
  public RequestAttributes facts() {
    return RequestAttributes.of(fields).withBlocks(HEADERS.read(message, null, name -> false));
  }

  /** Not asked: such calls are begun here and end at the connection. */
  @Override
  public ReceivedResponse ask(Headers conditional) throws IOException {
    throw new IOException("Cannot send a message of Spring-WS on another thread than its own.");
  }

  @Override
  public OriginReply reply(ReceivedResponse answer) {
    return new OriginReply(
        answer.kind(), answer.kind() == OriginReply.Kind.RESPONSE ? 200 : 500, answer.fields());
  }

  @Override
  public OriginReply reply(Throwable thrown) {
    return OriginReply.FAILURE;
  }

  @Override
  public @Nullable Object[] values(ReceivedResponse answer) {
    throw new NotCacheableException("messages of Spring-WS have no values");
  }

  @Override
  public boolean prefersMessage() {
    return true;
  }

  @Override
  public byte[] message(ReceivedResponse answer) {
    if (answer.message() == null) {
      throw new NotCacheableException(answer.whyNone());
    }
    return answer.message();
  }

  @Override
  public ReceivedResponse ofValues(@Nullable Object[] values) {
    throw new NotCacheableException("messages of Spring-WS have no values");
  }

  @Override
  public ReceivedResponse ofMessage(byte[] kept) {
    return ReceivedResponse.of(kept, Headers.NONE);
  }
}
