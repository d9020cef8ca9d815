package io.castile.soap.http;

import java.io.EOFException;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why two ends did not come to speak TLS, and what the user can set. */
final class TlsFailures {
  private static final String ALERT = "Received fatal alert: ";

  /**
   * The alerts by which servers refuse the certificate of a client, or that there is none (RFC 8446
   * §6.2).
   */
  private static final Set<String> CLIENT_CERTIFICATE_ALERTS =
      Set.of(
          "bad_certificate",
          "certificate_required",
          "certificate_unknown",
          "certificate_expired",
          "certificate_revoked",
          "unsupported_certificate",
          "unknown_ca",
          "access_denied",
          "no_certificate");

  private static final String KEY_OPTION =
      "set key and certificate by keys(KeyStore, password) or tls(factory) of the client's HttpOptions";

  private final HttpAddress address;

  TlsFailures(HttpAddress address) {
    this.address = address;
  }

  /** Whether the server has refused the certificate of this client, or that it has shown none. */
  static boolean isClientRefused(IOException failure) {
    return CLIENT_CERTIFICATE_ALERTS.contains(alert(failure));
  }

  /** The alert by which the other end has ended TLS; empty where it has sent none. */
  private static String alert(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof SSLException && e.getMessage() != null && e.getMessage().startsWith(ALERT)) {
        return e.getMessage().substring(ALERT.length());
      }
      for (Throwable suppressed : e.getSuppressed()) {
        String alert = alert(suppressed);
        if (!alert.isEmpty()) {
          return alert;
        }
      }
    }
    return "";
  }

  /** Describes a failure of TLS. */
  String reason(IOException failure) {
    return "TLS with " + peer() + " failed: " + expectation(failure);
  }

  /** Describes the silence of the other end when TLS began. */
  String silence() {
    return peer() + " takes connections, but has not answered to TLS" + perhapsPlain();
  }

  /**
   * Describes a possible refusal where a new connection with TLS ended before anything came: there
   * are servers that refuse certificates without a word.
   */
  String perhapsRefused() {
    return "; if " + peer() + " wants a client certificate, " + KEY_OPTION;
  }

  private String expectation(IOException failure) {
    String alert = alert(failure);
    if (CLIENT_CERTIFICATE_ALERTS.contains(alert)) {
      return "the server refused this client's certificate, or wants one and was shown none; "
          + KEY_OPTION
          + found(failure);
    }
    if (alert.equals("handshake_failure")) {
      return "expected a protocol and a cipher that both ends know, and a client certificate where"
          + " the server wants one; "
          + KEY_OPTION
          + found(failure);
    }
    if (isPlain(failure)) {
      return "expected an answer in TLS; the port seems to speak plain HTTP" + perhapsPlain();
    }
    if (isBroken(failure)) {
      return "the connection ended while TLS began ("
          + text(root(failure))
          + ")"
          + perhapsRefused();
    }
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof EOFException) {
        return "expected an answer to the first message, found the end of the connection"
            + perhapsPlain();
      }
      String certificate = certificate(e);
      if (certificate != null) {
        return certificate;
      }
    }
    return "expected a trusted certificate for '"
        + address.host()
        + "' and a protocol that both ends know"
        + found(failure);
  }

  /** Describes the error of the server's certificate; null where the exception has none. */
  private @Nullable String certificate(Throwable e) {
    String host = "'" + address.host() + "'";
    if (e instanceof CertPathBuilderException) {
      return "expected a certificate of "
          + host
          + " that is signed by a trusted authority; set the authorities by trust(KeyStore) or"
          + " tls(factory) of the client's HttpOptions"
          + found(e);
    }
    if (e instanceof CertificateExpiredException || e instanceof CertificateNotYetValidException) {
      return "expected a certificate of "
          + host
          + " that is valid now, found: one that "
          + (e instanceof CertificateExpiredException ? "has expired (" : "is not valid yet (")
          + text(e)
          + ")";
    }
    if (e instanceof CertificateException && isOfOtherHost(text(e))) {
      return "expected a certificate for the name " + host + ", which the endpoint has" + found(e);
    }
    return null;
  }

  private static String found(Throwable e) {
    return ", found: " + text(e);
  }

  private static boolean isOfOtherHost(String text) {
    return text.startsWith("No subject alternative") || text.startsWith("No name matching");
  }

  /** Whether the connection below TLS failed, and not TLS. */
  private static boolean isBroken(IOException failure) {
    Throwable root = root(failure);
    return root instanceof IOException
        && !(root instanceof SSLException)
        && !(root instanceof EOFException);
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static boolean isPlain(IOException failure) {
    return text(failure).contains("Unsupported or unrecognized SSL message");
  }

  private String perhapsPlain() {
    return ": is the endpoint 'http://" + peer() + "…'?";
  }

  private String peer() {
    return HttpAddress.authority(address.host(), address.port());
  }

  private static String text(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
