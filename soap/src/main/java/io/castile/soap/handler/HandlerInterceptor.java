package io.castile.soap.handler;

import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.ContextAttachments;
import io.castile.soap.model.internal.ServiceModel;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The link that runs the handlers of an application (Jakarta XML Web Services 4.0 §9). A message is
 * made for them only when one of them asks for it; without handlers it passes by.
 *
 * <p>Thread-safe. A call that has begun keeps the handlers with which it began.
 */
public final class HandlerInterceptor implements HeaderProcessor {
  /** The handlers that {@link #setHandlers} was given, and the roles that follow from them. */
  private record Handlers(List<Handler<?>> given, List<Handler<?>> ordered, Set<QName> understood) {
    static Handlers of(List<? extends Handler<?>> given) {
      List<Handler<?>> logical = new ArrayList<>();
      List<Handler<?>> protocol = new ArrayList<>();
      Set<QName> understood = new HashSet<>();
      for (Handler<?> handler : given) {
        if (handler instanceof LogicalHandler<?>) {
          logical.add(handler);
        } else if (handler instanceof SOAPHandler<?> soap) {
          protocol.add(handler);
          Set<QName> headers = soap.getHeaders();
          understood.addAll(headers == null ? Set.of() : headers);
        } else {
          throw new IllegalArgumentException(
              "Cannot use "
                  + (handler == null ? "null" : handler.getClass().getName())
                  + " as a handler. Use a LogicalHandler or a SOAPHandler.");
        }
      }
      List<Handler<?>> ordered = new ArrayList<>(logical);
      ordered.addAll(protocol); // §9.2.1.2: logical handlers come first
      return new Handlers(List.copyOf(given), List.copyOf(ordered), Set.copyOf(understood));
    }
  }

  private final ServiceModel model;
  private final boolean isClient;
  private volatile Handlers handlers;

  private HandlerInterceptor(
      ServiceModel model, boolean isClient, List<? extends Handler<?>> handlers) {
    this.model = Objects.requireNonNull(model, "model");
    this.isClient = isClient;
    this.handlers = Handlers.of(handlers);
  }

  /** Returns the link of a client. */
  public static HandlerInterceptor ofClient(
      ServiceModel model, List<? extends Handler<?>> handlers) {
    return new HandlerInterceptor(model, true, handlers);
  }

  /** Returns the link of a server. */
  public static HandlerInterceptor ofServer(
      ServiceModel model, List<? extends Handler<?>> handlers) {
    return new HandlerInterceptor(model, false, handlers);
  }

  /** Returns the handlers in the order in which they were given; not to be changed. */
  public List<Handler<?>> handlers() {
    return handlers.given();
  }

  /**
   * Replaces the handlers, for calls that begin from now on.
   *
   * @throws IllegalArgumentException if one is neither logical nor one of SOAP
   */
  public void setHandlers(List<? extends Handler<?>> handlers) {
    this.handlers = Handlers.of(handlers);
  }

  @Override
  public boolean understands(QName block) {
    return handlers.understood().contains(block);
  }

  @Override
  public boolean needsBytes() {
    return !handlers.ordered().isEmpty();
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    List<Handler<?>> ordered = handlers.ordered();
    if (ordered.isEmpty()) {
      SoapRequest request = chain.request();
      return chain.proceed(isClient ? ContextAttachments.added(request) : request);
    }
    HandlerRun run = new HandlerRun(model, ordered, isClient, chain.request());
    try {
      return run.exchange(chain);
    } finally {
      run.close();
    }
  }

  @Override
  public String toString() {
    return "handlers";
  }
}
