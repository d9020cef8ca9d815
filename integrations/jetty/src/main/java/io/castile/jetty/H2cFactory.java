package io.castile.jetty;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 without TLS by its preface. Requests to upgrade a connection are answered as HTTP/1.1: RFC
 * 9113 §3.1 has upgrades no more, and the JDK's own client, which offers one in the first request
 * of a connection, waits for ever for the end of some answers of more than one frame.
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
    return HttpMethod.PRI.is(request.getMethod()) // the preface
        ? super.upgradeConnection(connector, endPoint, request, response)
        : null;
  }
}
