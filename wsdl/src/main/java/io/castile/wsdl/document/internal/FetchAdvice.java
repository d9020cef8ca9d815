package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.FetchOptions;
import java.util.Objects;

/**
 * Advice on how a user supplies a server's demands: the last words of errors of fetching.
 *
 * @param user how user and password are given
 * @param trust how the certificates are given that are trusted
 * @param keys how the key and certificate of the client are given
 * @param proxy how a proxy is given
 * @param timeout how the time for a document is given
 */
public record FetchAdvice(String user, String trust, String keys, String proxy, String timeout) {
  /** The words for programs that use {@link FetchOptions}. */
  public static final FetchAdvice PROGRAM =
      new FetchAdvice(
          "FetchOptions.withUser(user, password), or withHeader(\"Authorization\", …)",
          "FetchOptions.withTrust(KeyStore)",
          "FetchOptions.withKeys(KeyStore, password)",
          "FetchOptions.withProxy(host, port)",
          "WsdlReader.withLimits");

  public FetchAdvice {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(trust, "trust");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(proxy, "proxy");
    Objects.requireNonNull(timeout, "timeout");
  }
}
