package io.castile.soap;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/**
 * An http or https address, taken apart.
 *
 * @param secure whether it is https
 * @param host the host, as connected to
 * @param port the port, the scheme's own where none is given
 * @param hostHeader the value of the Host field
 * @param target path and query, as in the request line
 * @param origin scheme, host and port: what a connection is good for
 */
record HttpAddress(
    boolean secure, String host, int port, String hostHeader, String target, String origin) {

  /**
   * @throws IllegalArgumentException if the text is no http or https URI with a host
   */
  static HttpAddress parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "endpoint '" + text + "' is not a URI: " + e.getReason() + " at index " + e.getIndex(),
          e);
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "expected an endpoint with scheme 'http' or 'https' but was '" + text + "'");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException("endpoint '" + text + "' has no host");
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "endpoint at host "
              + uri.getHost()
              + " has a user name in its address; give credentials as a header");
    }
    boolean secure = scheme.equals("https");
    int port = uri.getPort() < 0 ? (secure ? 443 : 80) : uri.getPort();
    String host = uri.getHost();
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return new HttpAddress(
        secure,
        bare,
        port,
        uri.getPort() < 0 ? host : host + ":" + port,
        uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery(),
        scheme + "://" + bare + ":" + port);
  }

  /** Host and port as they stand in a URI, an IPv6 address in brackets. */
  static String authority(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
