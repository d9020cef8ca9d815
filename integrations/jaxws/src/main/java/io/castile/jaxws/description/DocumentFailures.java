package io.castile.jaxws.description;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Says why a document did not come, and what the application can set, in the words of calls. */
final class DocumentFailures {
  private static final String ALERT = "Received fatal alert: ";
  private static final int MAX_FIELD = 200;

  /** The words of the JDK where a connection was closed by the other end. */
  private static final List<String> ENDS =
      List.of("Connection reset", "Broken pipe", "Unexpected end of file");

  private static final String TRUST =
      "the property javax.net.ssl.trustStore, or HttpsURLConnection.setDefaultSSLSocketFactory";
  private static final String KEYS =
      "the property javax.net.ssl.keyStore, or HttpsURLConnection.setDefaultSSLSocketFactory";
  private static final String USER = "java.net.Authenticator.setDefault";
  private static final String PROXY = "the properties http.proxyHost and https.proxyHost";

  private DocumentFailures() {}

  /** Returns a URL as it may be said: without user and password. */
  static String shown(URL url) {
    String user = url.getUserInfo();
    return user == null ? url.toString() : url.toString().replace("//" + user + "@", "//");
  }

  /** Describes a response that is none with a document. */
  static String status(HttpURLConnection answer) throws IOException {
    int status = answer.getResponseCode();
    String said = "expected status 200, found " + status;
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED ->
          said + field("WWW-Authenticate", answer) + "; give a user by " + USER;
      case HttpURLConnection.HTTP_FORBIDDEN ->
          said + "; if it asks for a user, give one by " + USER;
      case HttpURLConnection.HTTP_PROXY_AUTH ->
          said
              + field("Proxy-Authenticate", answer)
              + "; the proxy asks for a user: give one by "
              + USER;
      default -> said;
    };
  }

  private static String field(String name, HttpURLConnection answer) {
    String value = answer.getHeaderField(name);
    if (value == null) {
      return "";
    }
    return "; "
        + name
        + ": "
        + (value.length() > MAX_FIELD ? value.substring(0, MAX_FIELD) + "…" : value);
  }

  /** Describes a failure without a response. */
  static String reason(URL url, Exception failure) {
    if (has(failure, e -> e instanceof NoSuchFileException)) {
      return "no such file";
    }
    if (!UrlDocuments.isRemote(url)) {
      return text(failure);
    }
    String peer = peer(url);
    boolean isSecure = url.getProtocol().equalsIgnoreCase("https");
    if (has(failure, e -> e instanceof UnknownHostException)) {
      return "the host '"
          + url.getHost()
          + "' is not known; if a proxy knows it, name that by "
          + PROXY;
    }
    if (has(failure, e -> e instanceof SocketTimeoutException)) {
      return text(failure).startsWith("Connect")
          ? "no answer of "
              + peer
              + " within the connect timeout of "
              + UrlDocuments.CONNECT_TIMEOUT_MILLIS
              + " ms"
          : "no complete answer of "
              + peer
              + " within the timeout of "
              + UrlDocuments.READ_TIMEOUT_MILLIS
              + " ms"
              + (isSecure ? "; if the port speaks plain HTTP, the URL begins with http:" : "");
    }
    if (has(failure, e -> e instanceof SSLException)) {
      return "TLS with " + peer + " failed: " + expectation(url, failure);
    }
    if (has(failure, e -> e instanceof ConnectException)) {
      return "connection refused by " + peer + found(failure);
    }
    if (isEndWithoutAnswer(failure)) {
      return "the connection ended without an answer; if "
          + (isSecure
              ? peer + " wants a client certificate, give key and certificate by " + KEYS
              : "the port speaks TLS, the URL begins with https");
    }
    return text(failure);
  }

  private static String expectation(URL url, Exception failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      String alert = text(e);
      if (alert.contains(ALERT)) {
        return "the server refused this client's certificate, or wants one and was shown none, or"
            + " no protocol of it is known; give key and certificate by "
            + KEYS
            + ", found: "
            + alert.substring(alert.indexOf(ALERT));
      }
      if (alert.contains("Unsupported or unrecognized SSL message")) {
        return "expected an answer in TLS; the port seems to speak plain HTTP: is the URL 'http://"
            + peer(url)
            + "…'?";
      }
      String certificate = certificate(url, e);
      if (certificate != null) {
        return certificate;
      }
    }
    return "expected a trusted certificate for '"
        + url.getHost()
        + "' and a protocol that both ends know"
        + found(failure);
  }

  /** Describes the error of the server's certificate; null where the exception has none. */
  private static @Nullable String certificate(URL url, Throwable e) {
    String host = "'" + url.getHost() + "'";
    if (e instanceof CertPathBuilderException) {
      return "expected a certificate of "
          + host
          + " that is signed by a trusted authority; name the authorities by "
          + TRUST;
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

  /** Whether the other end has closed the connection, while something was sent or read. */
  private static boolean isEndWithoutAnswer(Exception failure) {
    return has(
        failure,
        e ->
            e instanceof EOFException
                || e instanceof SocketException && ENDS.stream().anyMatch(text(e)::contains)
                || e instanceof IOException && text(e).equals("Error writing to server"));
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

  private static String peer(URL url) {
    int port = url.getPort() == -1 ? url.getDefaultPort() : url.getPort();
    return url.getHost() + ":" + port;
  }

  private static String text(Throwable failure) {
    String said = failure.getMessage();
    return said == null ? failure.getClass().getSimpleName() : said;
  }
}
