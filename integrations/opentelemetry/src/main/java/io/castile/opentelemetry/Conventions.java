package io.castile.opentelemetry;

import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.model.Operation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;

/** Names and attributes of spans by the semantic conventions for RPC, and Castile's own. */
final class Conventions {
  static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
  static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
  static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
  static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  /** The attribute for the outcome at the response cache. */
  static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

  static final String SOAP = "soap";

  private Conventions() {}

  static String method(SoapRequest request, Operation operation) {
    return request.portTypeName().getLocalPart() + "/" + operation.name().getLocalPart();
  }

  static void fail(Span span, String type) {
    span.setAttribute(ERROR_TYPE, type);
    span.setStatus(StatusCode.ERROR);
  }
}
