package io.castile.spring.ws;

import io.castile.cache.internal.OriginReply;
import io.castile.soap.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What came for a request, or is kept for it.
 *
 * @param message not changed afterwards; null where there is none that may be kept
 * @param whyNone why it may not be kept
 * @param fields of HTTP
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
record ReceivedResponse(
    OriginReply.Kind kind, byte @Nullable [] message, String whyNone, Headers fields) {
  /** A response. */
  static ReceivedResponse of(byte[] message, Headers fields) {
    return new ReceivedResponse(OriginReply.Kind.RESPONSE, message, "", fields);
  }

  /** What is not kept. */
  static ReceivedResponse notKept(OriginReply.Kind kind, String why, Headers fields) {
    return new ReceivedResponse(kind, null, why, fields);
  }
}
