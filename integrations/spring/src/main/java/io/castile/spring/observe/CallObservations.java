package io.castile.spring.observe;

import io.castile.ClientBuilder;
import io.castile.cache.ResponseCache;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.spring.ResponseCacheCustomizer;
import io.castile.spring.client.CastileClientCustomizer;
import io.castile.spring.port.PortObserver;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Observes the calls of ports: an observation for each, which has what the cache did, and whose
 * trace goes on at the service. Thread-safe.
 */
final class CallObservations
    implements PortObserver, ResponseCacheCustomizer, CastileClientCustomizer, Ordered {
  private static final boolean HAS_CXF =
      ClassUtils.isPresent(
          "org.apache.cxf.frontend.ClientProxy", CallObservations.class.getClassLoader());

  private final Calls calls;

  CallObservations(Calls calls) {
    this.calls = calls;
  }

  /** Before the customizers of the application, which may replace the listener. */
  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public void customize(ResponseCache.Builder cache) {
    cache.listener(calls::note);
  }

  @Override
  public void customize(String name, ClientBuilder<?> client) {
    client.interceptor(new TraceFields(calls));
  }

  @Override
  public Object observed(Object port, Class<?> sei) {
    ObservedMethods methods = new ObservedMethods(port, sei, calls);
    InvocationHandler observing =
        HAS_CXF ? CxfHandlers.observing(port, methods, calls) : methods::call;
    return Proxy.newProxyInstance(
        port.getClass().getClassLoader(), port.getClass().getInterfaces(), observing);
  }

  /** Adds to requests of Castile's clients the header fields by which traces go on. */
  static final class TraceFields implements Interceptor {
    private final Calls calls;

    TraceFields(Calls calls) {
      this.calls = calls;
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      Map<String, String> fields = calls.fields();
      if (fields.isEmpty()) {
        return chain.proceed(chain.request());
      }
      SoapRequest.Builder request = chain.request().newBuilder();
      fields.forEach(request::header);
      return chain.proceed(request.build());
    }
  }
}
