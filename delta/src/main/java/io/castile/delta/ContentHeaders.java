package io.castile.delta;

import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.http.message.EntityTags;
import io.castile.xml.Payload;

/** The header fields of a server's response that tell of its content, and may be set twice. */
final class ContentHeaders {
  static final String CODING = "Content-Encoding";
  static final String VARY = "Vary";

  private ContentHeaders() {}

  /** Whether the application has coded the content itself, so that it is no message any more. */
  static boolean isCoded(SoapResponse response) {
    return response.status() == 0 && response.headers().has(CODING);
  }

  /** Whether the message is made while it is sent, as it is too long to be kept anywhere. */
  static boolean isStreamed(SoapResponse response) {
    return Messages.body(response) instanceof MessageBody.Ready ready
        && ready.payload().size() == Payload.UNKNOWN_SIZE;
  }

  /**
   * Returns fields to be sent with a response.
   *
   * @param more the link's own; they replace those of the response, but what an answer depends on
   *     is told together, and a strong entity tag is another one with a coding
   */
  static Headers beside(SoapResponse response, Headers more) {
    if (response.status() != 0) {
      return more;
    }
    String varying = more.has(VARY) ? response.headers().get(VARY) : null;
    String coding = more.get(CODING);
    String tag = coding == null ? null : response.headers().get(EntityTags.FIELD);
    Headers all = varying == null ? more : more.with(VARY, varying + ", " + more.get(VARY));
    return coding == null || tag == null
        ? all
        : all.with(EntityTags.FIELD, EntityTags.coded(tag, coding));
  }

  /** Returns fields that say that an answer depends on a field of the request too. */
  static Headers varying(Headers headers, String field) {
    String told = headers.getOrDefault(VARY, "");
    for (String member : told.split(",")) {
      if (member.trim().equalsIgnoreCase(field) || member.trim().equals("*")) {
        return headers;
      }
    }
    return headers.with(VARY, told.isBlank() ? field : told + ", " + field);
  }
}
