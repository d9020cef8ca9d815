package io.castile.delta;

import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.SoapRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request to a server, as far as it is known before any other code reads the
 * message: what the request says, and the user that the transport has authenticated, for example by
 * a certificate.
 */
final class SenderIdentity {
  private SenderIdentity() {}

  /** Like {@link SenderDigest#identity(SoapRequest, Set)}. */
  static @Nullable String of(SoapRequest request, Set<String> named) throws SoapMessageException {
    String said = SenderDigest.identity(request, named);
    return said == null ? null : withPrincipal(said, request);
  }

  /** Like {@link SenderDigest#credentials}. */
  static String beforeMessage(SoapRequest request, Set<String> named) {
    return withPrincipal(SenderDigest.credentials(request.headers(), named), request);
  }

  /** Where a request came in: for other hosts and queries a service may answer another thing. */
  static String place(SoapRequest request) {
    return request.endpoint() + "\n" + request.target();
  }

  /** What is said is a digest or empty, and has no space. */
  private static String withPrincipal(String said, SoapRequest request) {
    return request.principal() == null ? said : said + " " + request.principal().getName();
  }
}
