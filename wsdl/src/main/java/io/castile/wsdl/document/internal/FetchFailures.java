package io.castile.wsdl.document.internal;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why a document did not come, and what the user can give, in the words of calls. */
final class FetchFailures {
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int PROXY_AUTHENTICATION = 407;
  private static final int MAX_FIELD = 200;
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
          "no_certificate",
          "handshake_failure");

  private final FetchRequests requests;
  private final FetchAdvice advice;
  private final Duration timeout;

  FetchFailures(FetchRequests requests, FetchAdvice advice, Duration timeout) {
    this.requests = requests;
    this.advice = advice;
    this.timeout = timeout;
  }

  /** Returns advice on a response with another status than 200. */
  String advice(URI location, HttpResponse<?> response) {
    return switch (response.statusCode()) {
      case UNAUTHORIZED ->
          field("WWW-Authenticate", response)
              + (requests.isAuthenticated(location)
                  ? "; the credentials that were sent are not accepted"
                  : "; no credentials were sent: give them by " + advice.user());
      case FORBIDDEN ->
          requests.isAuthenticated(location)
              ? "; the user that was sent may not read it"
              : "; no credentials were sent: if it asks for some, give them by " + advice.user();
      case PROXY_AUTHENTICATION ->
          field("Proxy-Authenticate", response)
              + "; the proxy asks for a user: give one by "
              + advice.proxy();
      default -> "";
    };
  }

  private static String field(String name, HttpResponse<?> response) {
    return response
        .headers()
        .firstValue(name)
        .map(value -> value.length() > MAX_FIELD ? value.substring(0, MAX_FIELD) + "…" : value)
        .map(value -> "; " + name + ": " + value)
        .orElse("");
  }

  /** Describes a failure without a response. */
  String reason(URI location, Exception failure) {
    String peer = peer(location);
    String proxy = requests.proxy();
    String reached = proxy == null ? peer : "proxy " + proxy + " for " + peer;
    boolean isSecure = "https".equalsIgnoreCase(location.getScheme());
    if (location.getHost() == null) {
      return "expected a host of ASCII letters, digits, '-' and '.', and a port";
    }
    if (has(
        failure,
        e -> e instanceof UnknownHostException || e instanceof UnresolvedAddressException)) {
      return proxy == null
          ? "the host '"
              + location.getHost()
              + "' is not known; if a proxy knows it, name that by "
              + advice.proxy()
          : "the host of the proxy " + proxy + " is not known";
    }
    if (has(failure, e -> e instanceof HttpConnectTimeoutException)) {
      return "no answer of "
          + reached
          + " within the connect timeout of "
          + FetchSettings.connectTimeout(timeout).toMillis()
          + " ms"
          + (isSecure ? "; if the port speaks plain HTTP, the URL begins with http:" : "");
    }
    if (has(failure, e -> e instanceof HttpTimeoutException)) {
      return "no complete answer of "
          + reached
          + " within the timeout of "
          + timeout.toMillis()
          + " ms; give it longer by "
          + advice.timeout();
    }
    if (has(failure, e -> e instanceof SSLException)) {
      return "TLS with " + peer + " failed: " + expectation(location, failure);
    }
    if (has(failure, e -> e instanceof ConnectException)) {
      return "connection refused by " + reached + found(failure);
    }
    String alert = alert(failure);
    if (isSecure && !alert.isEmpty()) {
      return "TLS with " + peer + " failed: " + expectation(location, failure);
    }
    if (!isSecure && (isTlsRecord(failure) || isEndWithoutAnswer(failure))) {
      return isTlsRecord(failure)
          ? "expected a response of HTTP, found a record of TLS: the URL is to begin with https"
          : "the connection ended without an answer; if the port speaks TLS, the URL begins with"
              + " https";
    }
    if (isSecure && isEndWithoutAnswer(failure)) {
      return "the connection ended without an answer; if " + peer + keys();
    }
    return text(failure);
  }

  private String keys() {
    return " wants a client certificate, give key and certificate by " + advice.keys();
  }

  private String expectation(URI location, Exception failure) {
    String alert = alert(failure);
    if (CLIENT_CERTIFICATE_ALERTS.contains(alert)) {
      return "the server refused this client's certificate, or wants one and was shown none; give"
          + " key and certificate by "
          + advice.keys()
          + ", found: "
          + ALERT
          + alert;
    }
    if (has(failure, e -> text(e).contains("Unsupported or unrecognized SSL message"))) {
      return "expected an answer in TLS; the port seems to speak plain HTTP: is the URL 'http://"
          + peer(location)
          + "…'?";
    }
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String certificate = certificate(location, e);
      if (certificate != null) {
        return certificate;
      }
    }
    return "expected a trusted certificate for '"
        + location.getHost()
        + "' and a protocol that both ends know"
        + found(failure);
  }

  /** Describes the error of the server's certificate; null where the exception has none. */
  private @Nullable String certificate(URI location, Throwable e) {
    String host = "'" + location.getHost() + "'";
    if (e instanceof CertPathBuilderException) {
      return "expected a certificate of "
          + host
          + " that is signed by a trusted authority; name the authorities by "
          + advice.trust();
    }
    if (e instanceof CertificateExpiredException || e instanceof CertificateNotYetValidException) {
      return "expected a certificate of "
          + host
          + " that is valid now, found: one that "
          + (e instanceof CertificateExpiredException ? "has expired (" : "is not valid yet (")
          + text(e)
          + ")";
    }
    if (e instanceof CertificateException
        && (text(e).startsWith("No subject alternative") || text(e).startsWith("No name"))) {
      return "expected a certificate for the name "
          + host
          + ", which the URL has, found: "
          + text(e);
    }
    return null;
  }

  private static String alert(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e.getMessage() != null && e.getMessage().contains(ALERT)) {
        String rest = e.getMessage().substring(e.getMessage().indexOf(ALERT) + ALERT.length());
        return rest.split("[^a-z_]", 2)[0];
      }
    }
    return "";
  }

  /** Whether a status line begins as a record of TLS does: an alert, or a handshake. */
  private static boolean isTlsRecord(Exception failure) {
    return has(
        failure,
        e ->
            e instanceof ProtocolException
                && (text(e).contains("\u0015\u0003") || text(e).contains("\u0016\u0003")));
  }

  private static boolean isEndWithoutAnswer(Exception failure) {
    return has(
        failure,
        e ->
            e instanceof EOFException
                || text(e).contains("received no bytes")
                || text(e).contains("Connection reset"));
  }

  private static boolean has(Throwable failure, Predicate<Throwable> kind) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (kind.test(e)) {
        return true;
      }
    }
    return false;
  }

  private static String found(Throwable failure) {
    return failure.getMessage() == null ? "" : ", found: " + text(failure);
  }

  private static String peer(URI location) {
    return location.getHost() + ":" + FetchRequests.port(location);
  }

  private static String text(Throwable failure) {
    String said = failure.getMessage();
    return said == null ? failure.getClass().getSimpleName() : said;
  }
}
