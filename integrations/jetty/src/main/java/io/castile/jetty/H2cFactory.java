package io.castile.jetty;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 without TLS: by its preface, or by an upgrade of a request without content. One with
 * content is answered as HTTP/1.1, which RFC 9110 §7.8 leaves to the server: Jetty does not wait
 * for content that comes after the head, as the JDK's own client sends it.
 */
final class H2cFactory extends HTTP2CServerConnectionFactory {
  H2cFactory(HttpConfiguration configuration) {
    super(configuration);
  }

  @Override
  public @Nullable Connection upgradeConnection(
      Connector connector,
      EndPoint endPoint,
      MetaData.Request request,
      HttpFields.Mutable response) {
    boolean hasContent =
        request.getHttpFields().contains(HttpHeader.TRANSFER_ENCODING)
            || request.getHttpFields().getLongField(HttpHeader.CONTENT_LENGTH) > 0;
    return hasContent ? null : super.upgradeConnection(connector, endPoint, request, response);
  }
}
