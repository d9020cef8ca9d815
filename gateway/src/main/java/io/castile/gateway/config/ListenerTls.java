package io.castile.gateway.config;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The TLS settings of a listener.
 *
 * @param certificate the chain, PEM
 * @param key the private key, PEM (PKCS 8)
 * @param clients whether clients show certificates
 * @param trust the certificates, PEM, by which those of clients are trusted; null where clients
 *     show none
 */
public record ListenerTls(Path certificate, Path key, Clients clients, @Nullable Path trust) {
  /** Whether clients show certificates. */
  public enum Clients {
    /** The listener does not ask for a certificate. */
    NONE,
    /** The listener asks for a certificate, and accepts clients without one. */
    OPTIONAL,
    /** The listener requires a certificate. */
    REQUIRED
  }

  public ListenerTls {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
    if ((clients == Clients.NONE) != (trust == null)) {
      throw new IllegalArgumentException(
          "Set 'trust' if 'clients' is 'optional' or 'required', and only then");
    }
  }
}
