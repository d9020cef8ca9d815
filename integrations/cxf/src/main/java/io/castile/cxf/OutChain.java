package io.castile.cxf;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * The possible additions to a request by the interceptors of a client that are still to come, as
 * far as their classes tell.
 *
 * @param security whether a Security header may come
 * @param foreign the class of an unknown interceptor; null for none
 */
record OutChain(boolean security, @Nullable String foreign) {
  private static final List<String> SECURITY =
      List.of("org.apache.cxf.ws.security.", "org.apache.cxf.rt.security.");

  /**
   * CXF's own, which write what is seen already, or nothing by which callers are told apart, as the
   * fields of traces.
   */
  private static final List<String> KNOWN =
      List.of(
          "org.apache.cxf.attachment.",
          "org.apache.cxf.binding.",
          "org.apache.cxf.ext.logging.",
          "org.apache.cxf.feature.",
          "org.apache.cxf.interceptor.",
          "org.apache.cxf.jaxws.",
          "org.apache.cxf.management.",
          "org.apache.cxf.metrics.",
          "org.apache.cxf.tracing.",
          "org.apache.cxf.transport.",
          "org.apache.cxf.ws.addressing.",
          "org.apache.cxf.ws.policy.",
          "org.apache.cxf.wsdl.",
          "io.castile.cxf.databinding.",
          "io.castile.cxf.link.",
          "io.castile.spring.observe.",
          ClientInterceptor.class.getName());

  private enum Kind {
    KNOWN,
    SECURITY,
    FOREIGN
  }

  private static final ClassValue<Kind> KINDS =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (isIn(SECURITY, each)) {
              return Kind.SECURITY;
            }
          }
          return isIn(KNOWN, type) ? Kind.KNOWN : Kind.FOREIGN;
        }
      };

  private static boolean isIn(List<String> packages, Class<?> type) {
    return packages.stream().anyMatch(type.getName()::startsWith);
  }

  /**
   * Looks at what comes behind an interceptor.
   *
   * @param harmless classes of the application's that add nothing
   */
  static OutChain behind(
      Interceptor<? extends Message> own, Message message, Set<String> harmless) {
    boolean security = false;
    boolean isBehind = false;
    String foreign = null;
    Iterator<Interceptor<? extends Message>> all = message.getInterceptorChain().iterator();
    while (all.hasNext()) {
      Interceptor<? extends Message> each = all.next();
      if (!isBehind) {
        isBehind = each == own;
        continue;
      }
      switch (KINDS.get(each.getClass())) {
        case KNOWN -> {}
        case SECURITY -> security = true;
        case FOREIGN -> {
          String name = each.getClass().getName();
          foreign = harmless.contains(name) ? foreign : name;
        }
      }
    }
    return new OutChain(security, foreign);
  }
}
