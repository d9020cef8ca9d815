package io.castile.spring.observe;

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
