package io.castile.engine;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The cookies that a service has set, which are sent back to it (RFC 6265). Thread-safe. */
final class CookieSession {
  private static final String COOKIE = "Cookie";

  /** When there are more, the one that was set first is forgotten. */
  private static final int MAX_COOKIES = 100;

  // Guarded by this; in the order in which they were set.
  private final List<SessionCookie> cookies = new ArrayList<>();

  /** Proceeds with the cookies of the endpoint, and keeps those that the response sets. */
  SoapResponse call(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    URI endpoint = URI.create(request.endpoint());
    List<String> all = new ArrayList<>();
    String given = request.headers().get(COOKIE);
    if (given != null) {
      all.add(given);
    }
    addFor(endpoint, all);
    SoapResponse response =
        chain.proceed(
            all.isEmpty()
                ? request
                : request.newBuilder().header(COOKIE, String.join("; ", all)).build());
    for (String line : response.headers().values("set-cookie")) {
      keep(line, endpoint);
    }
    return response;
  }

  /** Adds the cookies of an endpoint, those with the longest paths first (RFC 6265 §5.4). */
  private synchronized void addFor(URI endpoint, List<String> all) {
    Instant now = Instant.now();
    cookies.removeIf(cookie -> cookie.hasExpired(now));
    cookies.stream()
        .filter(cookie -> cookie.isFor(endpoint))
        .sorted(Comparator.comparingInt(cookie -> -cookie.path().length()))
        .forEach(cookie -> all.add(cookie.name() + '=' + cookie.value()));
  }

  private synchronized void keep(String line, URI endpoint) {
    Instant now = Instant.now();
    SessionCookie set = SessionCookie.parse(line, endpoint, now);
    if (set == null) {
      return;
    }
    int place = cookies.size();
    for (int i = 0; i < cookies.size(); i++) {
      if (set.replaces(cookies.get(i))) {
        cookies.remove(i);
        place = i; // it keeps its place (RFC 6265 §5.3)
        break;
      }
    }
    if (!set.hasExpired(now)) {
      cookies.add(place, set);
    }
    if (cookies.size() > MAX_COOKIES) {
      cookies.remove(0);
    }
  }
}
