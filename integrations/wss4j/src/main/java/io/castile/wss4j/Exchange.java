package io.castile.wss4j;

import io.castile.soap.http.Credentials;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** The state that a request and its response share. Owned by one exchange. */
final class Exchange {
  /**
   * A key that a request brings, encrypted for its receiver.
   *
   * @param secret the key
   * @param sha1 by which the response refers to it, in Base64
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record SharedKey(byte[] secret, String sha1) {}

  /** The user of the call, in a client; null for that of the settings. */
  @Nullable Credentials caller;

  /** The certificate by which the request is signed; null for none. */
  @Nullable X509Certificate requester;

  /** Null for none. */
  @Nullable SharedKey sharedKey;
}
