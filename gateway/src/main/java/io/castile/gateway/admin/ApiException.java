package io.castile.gateway.admin;

import io.castile.gateway.http.Reply;

/** A request of the API that is refused, with what is replied to it. */
final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  ApiException(int status, String text) {
    this(text, Json.error(status, text));
  }

  ApiException(String text, Reply reply) {
    super(text, null, false, false);
    this.reply = reply;
  }

  Reply reply() {
    return reply;
  }
}
