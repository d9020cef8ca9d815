package io.castile.spring.observe;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.cxf.frontend.ClientProxy;
import org.jspecify.annotations.Nullable;

/** Handlers that stand for those of Apache CXF's ports. Loaded only where CXF is. */
final class CxfHandlers {
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
}
