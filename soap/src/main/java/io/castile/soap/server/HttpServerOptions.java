package io.castile.soap.server;

import io.castile.soap.http.HttpOptions;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How an HTTP server listens and what it bears with. Immutable.
 *
 * @param host the address to bind; null for all
 * @param port the port; 0 for any free one
 * @param idleTimeout after which a silent connection is closed
 * @param requestTimeout within which a request must have arrived, head and content each, and must
 *     not wait longer to be served
 * @param limits of requests, and their number
 * @param tls what TLS is made of; null for none
 * @param clientCertificates whether clients must show a certificate that {@code tls} trusts
 */
public record HttpServerOptions(
    @Nullable String host,
    int port,
    Duration idleTimeout,
    Duration requestTimeout,
    ServerLimits limits,
    @Nullable SSLContext tls,
    boolean clientCertificates) {

  /** Any free port of all addresses, without TLS. */
  public static final HttpServerOptions DEFAULT =
      new HttpServerOptions(
          null,
          0,
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          ServerLimits.DEFAULT,
          null,
          false);

  public HttpServerOptions {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("expected a port from 0 to 65535 but was " + port);
    }
    HttpOptions.positive(idleTimeout, "idleTimeout");
    HttpOptions.positive(requestTimeout, "requestTimeout");
    Objects.requireNonNull(limits, "limits");
    if (clientCertificates && tls == null) {
      throw new IllegalArgumentException("client certificates need TLS; call tls(context)");
    }
  }
}
