package io.castile.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings for the origins of a route.
 *
 * @param trust the certificates, PEM, by which those of origins are trusted; null for the JDK's
 * @param certificate the chain that the gateway shows, PEM; null for none
 * @param key its private key, PEM (PKCS 8); null for none
 */
public record OriginTls(@Nullable Path trust, @Nullable Path certificate, @Nullable Path key) {
  /** The certificates of the JDK are trusted, and none is shown. */
  public static final OriginTls DEFAULT = new OriginTls(null, null, null);

  public OriginTls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("Set both 'certificate' and 'key', or neither");
    }
  }
}
