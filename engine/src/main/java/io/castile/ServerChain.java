package io.castile;

import io.castile.cache.internal.CacheInterceptor;
import io.castile.delta.Differential;
import io.castile.engine.ResponseTemplateInterceptor;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.internal.FaultInterceptor;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.logging.MessageLog;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chain of a service: which links there are, and their order. */
final class ServerChain {
  private ServerChain() {}

  /** The settings of a service; null for those that are not configured. Owned by its builder. */
  static final class Spec {
    @Nullable Differential differential;
    @Nullable ResponseTemplateInterceptor templates;
    @Nullable MessageLog log;
    @Nullable Interceptor messageSecurity;
    @Nullable Interceptor addressing;
    @Nullable Interceptor guard;
    List<Interceptor> interceptors = List.of();
    @Nullable HandlerInterceptor handlers;
    @Nullable Interceptor validation;
    @Nullable CacheInterceptor cache;
    boolean masksFaults;
  }

  /**
   * Returns the interceptors in front of the service, in the order in which a request passes them.
   * A response is written when the interceptors are done with its values, and the difference made
   * of what is written. Faults too are answers to a message, so that addressing comes before all
   * that may fail; no request is answered before its caller is known.
   */
  static List<Interceptor> links(Spec spec) {
    List<Interceptor> links = new ArrayList<>();
    if (spec.differential != null) {
      links.add(spec.differential.serverLink());
      links.add(
          new FaultInterceptor(spec.masksFaults)); // faults too tell whether a delta was understood
    }
    add(links, spec.templates);
    add(links, spec.log);
    if (spec.messageSecurity != null) {
      links.add(spec.messageSecurity);
      links.add(
          new FaultInterceptor(
              spec.masksFaults)); // faults too are answers that are to be protected
    }
    if (spec.addressing != null) {
      links.add(spec.addressing);
      links.add(new FaultInterceptor(spec.masksFaults));
    }
    add(links, spec.guard);
    links.addAll(spec.interceptors);
    add(links, spec.handlers);
    add(links, spec.validation);
    add(links, spec.cache);
    return links;
  }

  private static void add(List<Interceptor> links, @Nullable Interceptor link) {
    if (link != null) {
      links.add(link);
    }
  }
}
