package io.castile;

import io.castile.cache.internal.CacheInterceptor;
import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapResponse;
import jakarta.xml.ws.handler.MessageContext;
import java.util.HashMap;
import java.util.Map;

/**
 * Describes a response, without its values; the response context, for which most applications never
 * ask, is made of it on demand. Immutable and thread-safe.
 */
record ResponseMetadata(int status, Headers headers, Map<String, Object> properties) {
  /** The metadata of a fresh response from the cache. */
  static final ResponseMetadata KEPT = new ResponseMetadata(0, Headers.NONE, Map.of());

  static ResponseMetadata of(SoapResponse response) {
    return new ResponseMetadata(response.status(), response.headers(), response.properties());
  }

  Map<String, Object> context() {
    Map<String, Object> context = new HashMap<>(properties);
    context.put(MessageContext.HTTP_RESPONSE_CODE, status);
    context.put(MessageContext.HTTP_RESPONSE_HEADERS, headers.toMap());
    if (CacheInterceptor.isStale(status, headers)) {
      context.put(Castile.STALE_RESPONSE, Boolean.TRUE);
    }
    return context;
  }
}
