package io.castile.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The place of a set of keys in JSON (JWK set, RFC 7517): an address, or a file.
 *
 * @param url by http or https; null for a file
 * @param file null for an address
 */
public record JwkSetPlace(@Nullable URI url, @Nullable Path file) {
  public JwkSetPlace {
    if ((url == null) == (file == null)) {
      throw new IllegalArgumentException("Set either an address or a file of keys, not both");
    }
    if (url != null) {
      check(url);
    }
  }

  /** Returns the place of a file. */
  public static JwkSetPlace ofFile(Path file) {
    return new JwkSetPlace(null, file);
  }

  /** Whether a text is an address, and not the name of a file. */
  static boolean isUrl(String text) {
    return text.contains("://");
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException with what was expected
   */
  static JwkSetPlace ofUrl(String text) {
    try {
      return new JwkSetPlace(new URI(text), null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "expected an address but found '" + ConfigValues.shown(text) + "'", e);
    }
  }

  private static void check(URI url) {
    String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
    if (!(scheme.equals("http") || scheme.equals("https"))
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "expected http or https with a host, without user and fragment, but found '"
              + ConfigValues.shown(url.toString())
              + "'");
    }
  }
}
