package io.castile.soap;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Locale;

/** Says of a failure of TLS what was expected, and which option to set. */
final class TlsFailure {
  /** Alerts of RFC 8446 §6.2 about the certificate of the side that hears them. */
  private static final List<String> ABOUT_CLIENT =
      List.of(
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "certificate_required",
          "unknown_ca",
          "access_denied");

  private TlsFailure() {}

  /**
   * @param host whose certificate is expected
   */
  static String reason(Throwable failure, String host) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String text = e.getMessage() == null ? "" : e.getMessage().toLowerCase(Locale.ROOT);
      if (text.contains("unrecognized ssl message") || text.contains("plaintext connection")) {
        return "expected an answer in TLS; the port seems to speak plain HTTP: is the endpoint an"
            + " http:// address?";
      }
      if (text.contains("received fatal alert") && ABOUT_CLIENT.stream().anyMatch(text::contains)) {
        return "expected that the service takes the certificate of this client, or asks for none;"
            + " set key and certificate by keys(KeyStore, password) or tls(factory) of the"
            + " client's builder";
      }
      if (e instanceof CertificateExpiredException
          || e instanceof CertificateNotYetValidException) {
        return "expected a certificate of '" + host + "' that is valid now";
      }
      if (e instanceof CertPathBuilderException || e instanceof CertPathValidatorException) {
        return isOutOfTime(e)
            ? "expected a certificate of '" + host + "' that is valid now"
            : "expected a certificate of '"
                + host
                + "' that is signed by somebody who is trusted; set who is by trust(KeyStore) or"
                + " tls(factory) of the client's builder";
      }
      if (e instanceof CertificateException && text.startsWith("no ")) {
        return "expected a certificate for the name '" + host + "', which the endpoint has";
      }
    }
    return "expected a trusted certificate for '" + host + "' and a protocol that both ends know";
  }

  private static boolean isOutOfTime(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof CertificateExpiredException
          || e instanceof CertificateNotYetValidException) {
        return true;
      }
    }
    return false;
  }
}
