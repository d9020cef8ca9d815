package io.castile.soap.http;

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
 * @param target path and query in ASCII, as in the request line
 * @param origin scheme, host and port: what a connection is good for
 */
record HttpAddress(
    boolean secure, String host, int port, String hostHeader, String target, String origin) {
  private static final int MAX_PORT = 65_535;

  /**
   * @throws IllegalArgumentException if the text is no http or https URI with a host, or has what
   *     no request can carry
   */
  static HttpAddress parse(String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "expected a URI as endpoint, found '"
              + shown(text)
              + "': "
              + e.getReason()
              + " at index "
              + e.getIndex()); // no cause: its message shows a password
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "expected an endpoint with scheme 'http' or 'https' and a host but was '"
              + shown(text)
              + "'");
    }
    String authority = uri.getRawAuthority();
    if (authority != null && authority.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "Cannot use the endpoint at host "
              + authority.substring(authority.lastIndexOf('@') + 1)
              + ", because its address has a user name. Give credentials by basicAuth or as a"
              + " header.");
    }
    if (uri.getHost() == null) {
      throw new IllegalArgumentException(withoutHost(text, uri));
    }
    if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
      throw new IllegalArgumentException(
          "expected a port from 1 to " + MAX_PORT + " in endpoint '" + shown(text) + "'");
    }
    if (uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "Cannot use endpoint '"
              + shown(text)
              + "', because no request can carry its fragment. Leave out '#'.");
    }
    boolean secure = scheme.equals("https");
    int port = uri.getPort() < 0 ? (secure ? 443 : 80) : uri.getPort();
    String host = uri.getHost();
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    URI sent = URI.create(uri.toASCIIString()); // other characters by RFC 3987 §3.1
    String path = sent.getRawPath().isEmpty() ? "/" : sent.getRawPath();
    return new HttpAddress(
        secure,
        bare,
        port,
        uri.getPort() < 0 ? host : host + ":" + port,
        sent.getRawQuery() == null ? path : path + "?" + sent.getRawQuery(),
        scheme + "://" + bare + ":" + port);
  }

  /** The address for messages: without a user name and a password, slashes in it or not. */
  private static String shown(String text) {
    return text.replaceFirst("(?s)//.*@", "//***@");
  }

  private static String withoutHost(String text, URI uri) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      return "expected an endpoint with scheme 'http' or 'https' and a host but was '"
          + shown(text)
          + "'";
    }
    return "expected a host of ASCII letters, digits, '-' and '.', and a port, in endpoint '"
        + shown(text)
        + "' but was '"
        + authority
        + "'";
  }

  /** Host and port as they stand in a URI, an IPv6 address in brackets. */
  static String authority(String host, int port) {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
