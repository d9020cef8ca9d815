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
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;
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

  /** Handlers that stand for those of Apache CXF's ports. Loaded only where CXF is. */
  static final class CxfHandlers {
    private CxfHandlers() {}

    /**
     * A handler that observes; of a port of CXF one in which {@link ClientProxy} finds the client.
     */
    static InvocationHandler observing(Object port, ObservedMethods methods, Calls calls) {
      if (!(Proxy.getInvocationHandler(port) instanceof ClientProxy known)) {
        return methods::call;
      }
      known.getClient().getOutInterceptors().add(new CxfTraceFields(calls));
      return new Observing(known, methods);
    }

    /** Is one of CXF's own handlers, since applications ask {@code ClientProxy.getClient(port)}. */
    private static final class Observing extends ClientProxy {
      private final ObservedMethods methods;

      Observing(ClientProxy handler, ObservedMethods methods) {
        super(handler.getClient());
        this.methods = methods;
      }

      @Override
      public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
          throws Throwable {
        return methods.call(proxy, method, arguments);
      }
    }

    /**
     * Adds to requests of Apache CXF the header fields by which traces go on. It stands behind the
     * response cache, so that nothing is added where that answers.
     */
    static final class CxfTraceFields extends AbstractPhaseInterceptor<Message> {
      private final Calls calls;

      CxfTraceFields(Calls calls) {
        super(Phase.POST_LOGICAL);
        this.calls = calls;
      }

      @Override
      public void handleMessage(Message message) {
        Map<String, String> fields = calls.fields();
        if (fields.isEmpty()) {
          return;
        }
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, List<String>> known =
            CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        if (known != null) {
          all.putAll(known);
        }
        fields.forEach((name, value) -> all.put(name, List.of(value)));
        message.put(Message.PROTOCOL_HEADERS, all);
      }
    }
  }
}
