package io.castile.opentelemetry;

import io.opentelemetry.api.trace.SpanBuilder;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The server of an endpoint.
 *
 * @param host null where the endpoint names none
 */
record ServerAddress(String endpoint, @Nullable String host, long port) {
  static ServerAddress of(String endpoint) {
    try {
      URI uri = new URI(endpoint);
      int standing = "https".equals(uri.getScheme()) ? 443 : 80;
      return new ServerAddress(
          endpoint, uri.getHost(), uri.getPort() < 0 ? standing : uri.getPort());
    } catch (URISyntaxException e) { // as the transport will say
      return new ServerAddress(endpoint, null, 0);
    }
  }

  void setOn(SpanBuilder span) {
    if (host != null) {
      span.setAttribute(Conventions.SERVER_ADDRESS, host);
      span.setAttribute(Conventions.SERVER_PORT, port);
    }
  }
}
