package io.castile.soap.http;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy: plain requests go through it in absolute form (RFC 9112 §3.2.2), those over TLS in
 * a tunnel (RFC 9110 §9.3.6), so that it sees nothing of them.
 *
 * @param host its host
 * @param port its port, from 1 to 65535
 * @param user for Basic authentication (RFC 7617), without a colon; null for none
 * @param password null for none
 */
public record HttpProxy(String host, int port, @Nullable String user, @Nullable String password) {

  public HttpProxy {
    Objects.requireNonNull(host, "host");
    boolean isAddress6 = host.indexOf(':') != host.lastIndexOf(':');
    if (!host.matches("[^\\s/@?#]+") || (host.indexOf(':') >= 0 && !isAddress6)) {
      throw new IllegalArgumentException(
          "expected the name or address of a proxy's host, without scheme, user and port, but was '"
              + host.replaceFirst("(?s).*@", "***@")
              + "'");
    }
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("expected a proxy port from 1 to 65535 but was " + port);
    }
    if (user != null && user.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "Cannot send the user name to the proxy, because it has a colon (RFC 7617 §2).");
    }
  }

  /** The field that authenticates, with its line end; empty where no user is known. */
  String authorization() {
    if (user == null) {
      return "";
    }
    String pair = user + ":" + (password == null ? "" : password);
    return "Proxy-Authorization: Basic "
        + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8))
        + "\r\n";
  }

  /** Returns host and port; never the credentials. */
  @Override
  public String toString() {
    return HttpAddress.authority(host, port);
  }
}
