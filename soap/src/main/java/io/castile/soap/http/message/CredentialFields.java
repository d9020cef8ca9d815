package io.castile.soap.http.message;

/**
 * Knows by their names the header fields of HTTP that identify the sender of a request, or prove
 * the identity: those of the specifications ({@code Authorization}, {@code Proxy-Authorization},
 * {@code Cookie}), and those that gateways and services have made up, which are told by the words
 * in them, as in {@code X-Api-Key}, {@code AccessToken}, {@code X-Forwarded-User} and {@code
 * SSL_CLIENT_S_DN}. A name too many costs a cache its hits. One too few is a field of {@link
 * FieldKind#OTHER}, which is part of the key.
 *
 * <p>Thread-safe.
 */
public final class CredentialFields {
  private CredentialFields() {}

  /**
   * Whether a header field of that name counts as identifying the sender of a request.
   *
   * @param name in any case
   */
  public static boolean isCredential(String name) {
    return FieldKind.of(name) == FieldKind.CREDENTIAL;
  }
}
