package io.castile.engine;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The cookies that a service has set, which are sent back to it (RFC 6265). Thread-safe. */
final class CookieSession {
  private static final String COOKIE = "Cookie";

  private final CookieManager cookies =
      new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER);

  /**
   * Whether a cookie may be kept: one with a control character is ignored as a whole (RFC 6265bis
   * §5.6), as no later request could carry it.
   */
  private static boolean canBeSent(String setCookie) {
    return setCookie.chars().noneMatch(c -> (c < ' ' && c != '\t') || c == 0x7f || c > 0xff);
  }

  /** Proceeds with the cookies of the endpoint, and keeps those that the response sets. */
  SoapResponse call(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    URI endpoint = URI.create(request.endpoint());
    try {
      List<String> all = new ArrayList<>();
      String given = request.headers().get(COOKIE);
      if (given != null) {
        all.add(given);
      }
      all.addAll(cookies.get(endpoint, Map.of()).getOrDefault(COOKIE, List.of()));
      SoapResponse response =
          chain.proceed(
              all.isEmpty()
                  ? request
                  : request.newBuilder().header(COOKIE, String.join("; ", all)).build());
      List<String> set = response.headers().values("set-cookie");
      if (!set.isEmpty()) {
        List<String> taken = set.stream().filter(CookieSession::canBeSent).toList();
        cookies.put(endpoint, Map.of("Set-Cookie", taken));
      }
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException("the cookies are in memory", e);
    }
  }
}
