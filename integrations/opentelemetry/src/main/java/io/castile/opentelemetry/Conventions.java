package io.castile.opentelemetry;

import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.model.Operation;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.net.URI;
import java.net.URISyntaxException;

/** Names and attributes of spans by the semantic conventions for RPC, and Castile's own. */
final class Conventions {
  static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
  static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
  static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
  static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  /** What the response cache did. */
  static final AttributeKey<String> CACHE = AttributeKey.stringKey("castile.cache");

  static final String SOAP = "soap";

  private Conventions() {}

  static String method(SoapRequest request, Operation operation) {
    return request.portTypeName().getLocalPart() + "/" + operation.name().getLocalPart();
  }

  static void setServer(Span span, String endpoint) {
    try {
      URI uri = new URI(endpoint);
      if (uri.getHost() != null) {
        span.setAttribute(SERVER_ADDRESS, uri.getHost());
        int standing = "https".equals(uri.getScheme()) ? 443 : 80;
        span.setAttribute(SERVER_PORT, (long) (uri.getPort() < 0 ? standing : uri.getPort()));
      }
    } catch (URISyntaxException e) {
      // The transport will say so; there is no server to name.
    }
  }

  static void fail(Span span, String type) {
    span.setAttribute(ERROR_TYPE, type);
    span.setStatus(StatusCode.ERROR);
  }
}
