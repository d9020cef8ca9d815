package io.castile.wsdl.document.internal;

import io.castile.wsdl.document.FetchOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes requests for documents, with credentials for the servers that they are for. */
public final class FetchRequests {
  private static final String AUTHORIZATION = "Authorization";

  /** Fields of a connection, not of a request: the client sets them. */
  private static final Set<String> OF_CONNECTION =
      Set.of("connection", "expect", "upgrade", "keep-alive", "te", "proxy-authorization");

  private static final Set<String> OF_CLIENT =
      Set.of("host", "content-length", "transfer-encoding");

  private final FetchSettings options;
  private final Duration timeout;
  private final @Nullable URI outermost; // null where it is not of the network

  /** Credentials that URLs have, by scheme, host and port. */
  private final Map<String, String> ofUrls;

  private @Nullable HttpClient ownClient; // which shows the certificate; made when needed
  private @Nullable HttpClient client;

  FetchRequests(FetchOptions options, Duration timeout, URI outermost) {
    this.options = FetchSettings.of(options);
    this.timeout = timeout;
    this.outermost = Locations.isRemote(outermost) ? outermost : null;
    this.ofUrls = new ConcurrentHashMap<>();
  }

  private FetchRequests(FetchRequests other) {
    this.options = other.options.noting(null);
    this.timeout = other.timeout;
    this.outermost = other.outermost;
    this.ofUrls = other.ofUrls;
  }

  /** Returns the same for another thread, with the same credentials; nothing is noted. */
  FetchRequests again() {
    return new FetchRequests(this);
  }

  /** Returns what the versions of documents are noted by; null for nothing. */
  @Nullable FetchedDocuments fetched() {
    return options.fetched();
  }

  /** Returns host and port of the proxy that has been named; null for none. */
  @Nullable String proxy() {
    return options.proxy();
  }

  /** The descriptions of failed requests. */
  FetchFailures failures() {
    return new FetchFailures(this, options.advice(), timeout);
  }

  /**
   * @throws IllegalArgumentException if no request may have such a field; the value is not quoted
   */
  public static void checkHeader(String name, String value) {
    if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
      throw new IllegalArgumentException(
          "expected the name of a header field, found '" + name + "'");
    }
    if (OF_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "Cannot set header " + name + ", because the transport sets it.");
    }
    if (!value.matches("[\\t\\x20-\\x7E\\x80-\\xFF]*")) {
      throw new IllegalArgumentException(
          "Cannot send the value of header "
              + name
              + ", because it has a character that header values cannot have (RFC 9110 §5.5).");
    }
  }

  /** Notes the user and password that a URL has, and returns it without them. */
  URI withoutUser(URI location) {
    String user = Locations.userInfo(location);
    if (user == null) {
      return location;
    }
    URI plain = Locations.withoutUserInfo(location);
    ofUrls.put(server(plain), FetchSettings.basic(user.indexOf(':') < 0 ? user + ":" : user));
    return plain;
  }

  /** Whether a request to a location has credentials. */
  boolean isAuthenticated(URI location) {
    return ofUrls.containsKey(server(location))
        || (isOwn(location)
            && options.headers().keySet().stream().anyMatch(AUTHORIZATION::equalsIgnoreCase));
  }

  HttpRequest.Builder to(URI location) {
    HttpRequest.Builder request = HttpRequest.newBuilder(location).timeout(timeout);
    request.setHeader("Accept", "*/*");
    if (isOwn(location)) {
      options
          .headers()
          .forEach(
              (name, value) -> {
                if (!OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                  request.setHeader(name, value);
                }
              });
    }
    String ofUrl = ofUrls.get(server(location));
    if (ofUrl != null) {
      request.setHeader(AUTHORIZATION, ofUrl);
    }
    String proxyUser = options.proxyUser();
    if (proxyUser != null) {
      request.setHeader("Proxy-Authorization", proxyUser);
    }
    return request;
  }

  HttpClient client(URI location) {
    if (options.hasKeys() && isOwn(location)) {
      HttpClient known = ownClient;
      known = known == null ? options.client(timeout, true) : known;
      ownClient = known;
      return known;
    }
    HttpClient known = client;
    known = known == null ? options.client(timeout, false) : known;
    client = known;
    return known;
  }

  private boolean isOwn(URI location) {
    return outermost != null && isSamePlace(outermost, location);
  }

  /** Whether two locations are of one server; TLS may be added, not left out. */
  public static boolean isSamePlace(URI one, URI other) {
    boolean isSecured =
        "http".equalsIgnoreCase(one.getScheme()) && "https".equalsIgnoreCase(other.getScheme());
    return Objects.equals(host(one), host(other))
        && (isSecured && one.getPort() == -1 && other.getPort() == -1
            || one.getScheme().equalsIgnoreCase(other.getScheme()) && port(one) == port(other));
  }

  private static String host(URI location) {
    return String.valueOf(location.getHost()).toLowerCase(Locale.ROOT);
  }

  static int port(URI location) {
    boolean isSecure = "https".equalsIgnoreCase(location.getScheme());
    return location.getPort() != -1 ? location.getPort() : isSecure ? 443 : 80;
  }

  private static String server(URI location) {
    return location.getScheme().toLowerCase(Locale.ROOT)
        + "://"
        + host(location)
        + ":"
        + port(location);
  }
}
