package io.castile;

import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.SoapException;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sends the cookies that the service has set (RFC 6265), in calls whose request context has {@link
 * BindingProvider#SESSION_MAINTAIN_PROPERTY}. One session for all threads of a client.
 */
final class SessionCookies implements Interceptor {
  private static final String COOKIE = "Cookie";

  private final CookieManager cookies =
      new CookieManager(null, CookiePolicy.ACCEPT_ORIGINAL_SERVER);

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Object maintained = request.context().get(BindingProvider.SESSION_MAINTAIN_PROPERTY);
    if (!Boolean.TRUE.equals(maintained)) {
      return chain.proceed(request);
    }
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
      String set = response.headers().get("set-cookie");
      if (set != null) {
        cookies.put(endpoint, Map.of("Set-Cookie", List.of(set.split("\n", -1))));
      }
      return response;
    } catch (IOException e) {
      throw new UncheckedIOException("the cookies are in memory", e);
    }
  }

  @Override
  public String toString() {
    return "session cookies";
  }
}
