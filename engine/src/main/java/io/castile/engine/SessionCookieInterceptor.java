package io.castile.engine;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import jakarta.xml.ws.BindingProvider;
import org.jspecify.annotations.Nullable;

/**
 * Has a session in calls whose request context has {@link
 * BindingProvider#SESSION_MAINTAIN_PROPERTY}. One session for all threads of a client.
 */
public final class SessionCookieInterceptor implements Interceptor {
  private volatile @Nullable CookieSession session; // null until a call wants one

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    Object maintained = request.context().get(BindingProvider.SESSION_MAINTAIN_PROPERTY);
    return ContextValues.isOn(BindingProvider.SESSION_MAINTAIN_PROPERTY, maintained, false)
        ? session().call(chain)
        : chain.proceed(request);
  }

  private CookieSession session() {
    CookieSession known = session;
    if (known == null) {
      synchronized (this) {
        known = session;
        if (known == null) {
          known = new CookieSession();
          session = known;
        }
      }
    }
    return known;
  }

  @Override
  public String toString() {
    return "session cookies";
  }
}
