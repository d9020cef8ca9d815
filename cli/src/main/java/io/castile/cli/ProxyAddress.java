package io.castile.cli;

import io.castile.wsdl.document.internal.Locations;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The address of a proxy as a person writes it, and the user that it asks for.
 *
 * @param user null for none
 * @param password empty where there is none
 */
record ProxyAddress(String host, int port, @Nullable String user, String password) {

  /**
   * @param written {@code HOST:PORT}, with {@code USER:PASSWORD@} and {@code http://} before it or
   *     not
   * @throws IllegalArgumentException if it is none
   */
  static ProxyAddress parse(String written) {
    try {
      URI given = new URI(written.contains("://") ? written : "http://" + written);
      URI address = Locations.withoutUserInfo(given);
      if ("http".equalsIgnoreCase(address.getScheme())
          && address.getHost() != null
          && address.getPort() > 0) {
        String user = Locations.userInfo(given);
        int colon = user == null ? -1 : user.indexOf(':');
        return new ProxyAddress(
            address.getHost(),
            address.getPort(),
            user == null || colon < 0 ? user : user.substring(0, colon),
            user == null || colon < 0 ? "" : user.substring(colon + 1));
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // said below, without a password
    }
    throw new IllegalArgumentException(
        "expected HOST:PORT, found '" + written.replaceFirst("(?s).*@", "***@") + "' (--proxy)");
  }

  /** Host and port; never the password. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
