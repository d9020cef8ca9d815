package io.castile.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;

/** Attributes of spans by OpenTelemetry's semantic conventions for HTTP and RPC, and Castile's. */
final class Conventions {
  static final AttributeKey<String> REQUEST_METHOD = AttributeKey.stringKey("http.request.method");
  static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
  static final AttributeKey<Long> RESEND_COUNT = AttributeKey.longKey("http.request.resend_count");
  static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  static final AttributeKey<String> URL_PATH = AttributeKey.stringKey("url.path");
  static final AttributeKey<String> URL_SCHEME = AttributeKey.stringKey("url.scheme");
  static final AttributeKey<String> URL_FULL = AttributeKey.stringKey("url.full");
  static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
  static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
  static final AttributeKey<String> CLIENT_ADDRESS = AttributeKey.stringKey("client.address");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
  static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");

  /** The outcome at the cache: hit, stale, miss or passed. */
  static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

  static final String OTHER_METHOD = "_OTHER";
  static final String SOAP = "soap";

  private Conventions() {}

  /** Sets host and port; the port only where it is given. */
  static void setServer(SpanBuilder span, String authority) {
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    span.setAttribute(SERVER_ADDRESS, hasPort ? authority.substring(0, colon) : authority);
    String port = hasPort ? authority.substring(colon + 1) : "";
    if (port.matches("[0-9]{1,5}")) {
      span.setAttribute(SERVER_PORT, Long.parseLong(port));
    }
  }

  static void fail(Span span, String type) {
    span.setAttribute(ERROR_TYPE, type);
    span.setStatus(StatusCode.ERROR);
  }
}
