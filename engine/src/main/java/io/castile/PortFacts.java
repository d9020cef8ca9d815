package io.castile;

import io.castile.cache.internal.OriginReply;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts that a port's calls carry beside their arguments, as far as they can be seen from
 * outside: in the request context, the handlers, and the header blocks that stacks let an
 * application add to a port. Thread-safe if the port is.
 */
final class PortFacts {
  /** A response of which it is not known what may be kept where HTTP says it: then, nothing. */
  private static final OriginReply UNKNOWN =
      new OriginReply(OriginReply.Kind.RESPONSE, 200, Headers.of("cache-control", "no-store"));

  private final @Nullable BindingProvider provider; // null for none
  private final PortInspector inspector;
  private final @Nullable InvocationHandler conditional; // null for none

  private long begun; // Calls of the port so far. Guarded by this.
  private int underWay; // Those that have not ended. Guarded by this.

  PortFacts(Object port) {
    InvocationHandler handler =
        Proxy.isProxyClass(port.getClass()) ? Proxy.getInvocationHandler(port) : null;
    this.provider = provider(port, handler);
    this.inspector = PortInspector.of(handler);
    this.conditional = WrappedPort.ask(port, PortFacts::conditional).orElse(null);
  }

  /** The handler if it can make requests conditional; else null. */
  private static @Nullable InvocationHandler conditional(InvocationHandler handler) {
    return PortInspector.of(handler).takesConditions() ? handler : null;
  }

  /**
   * The handler of the port, or of the one behind it, that takes {@link ConditionalCall}s; null for
   * none.
   */
  @Nullable InvocationHandler conditional() {
    return conditional;
  }

  /** The handler where it is the provider itself, as those of all stacks are: a shorter way. */
  private static @Nullable BindingProvider provider(
      Object port, @Nullable InvocationHandler handler) {
    if (!(port instanceof BindingProvider binding)) {
      return null;
    }
    return handler instanceof BindingProvider own ? own : binding;
  }

  /**
   * The facts that a call made now would carry.
   *
   * @param endpoint the address; empty if it is not known
   * @param action what the application has said that the SOAPAction is; null for nothing
   */
  record Snapshot(String endpoint, @Nullable String action, RequestAttributes request) {}

  Snapshot now() {
    if (provider == null) {
      return new Snapshot("", null, RequestAttributes.NONE);
    }
    Map<String, Object> context = provider.getRequestContext();
    ContextMemory memory = inspector.memory(context);
    if (memory == null) {
      return read(context);
    }
    boolean isHiding = hasAddedParts();
    Snapshot known = isHiding ? null : memory.find(context);
    if (known != null) {
      return known;
    }
    Object[] entries = isHiding ? null : memory.entries(context);
    Snapshot read = read(context);
    if (entries != null && !hasAddedParts()) {
      memory.remember(context, entries, read);
    }
    return read;
  }

  private Snapshot read(Map<String, Object> context) {
    Object endpoint = context.get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    Object action = context.get(BindingProvider.SOAPACTION_URI_PROPERTY);
    RequestAttributes facts = RequestAttributes.of(fields(context));
    String hidden = hidden(context);
    return new Snapshot(
        endpoint == null ? "" : endpoint.toString(),
        action == null ? null : action.toString(),
        hidden == null ? facts : facts.withHiddenParts(hidden));
  }

  private Headers fields(Map<String, Object> context) {
    Headers fields =
        Headers.ofForeign(context.get(MessageContext.HTTP_REQUEST_HEADERS))
            .with(Headers.ofForeign(inspector.fields(context)));
    if (context.get(BindingProvider.USERNAME_PROPERTY) instanceof String user) {
      String pair = user + ":" + context.get(BindingProvider.PASSWORD_PROPERTY);
      byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
      return fields.with("authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    }
    return fields;
  }

  /** Returns the part that may add unseen data to requests; null for none. */
  private @Nullable String hidden(Map<String, Object> context) {
    if (Boolean.TRUE.equals(context.get(BindingProvider.SESSION_MAINTAIN_PROPERTY))) {
      return "the session is maintained";
    }
    if (hasHandlers()) {
      return "the binding has handlers";
    }
    if (PortInspector.hasParts(context.get(MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS))) {
      return "the request context has attachments";
    }
    String hidden = inspector.hidden(context);
    return hidden == null && inspector.hasBlocks()
        ? "header blocks were added to the port"
        : hidden;
  }

  private boolean hasHandlers() {
    return !Objects.requireNonNull(provider).getBinding().getHandlerChain().isEmpty();
  }

  /** Whether anything beside the request context adds to requests what is not seen here. */
  private boolean hasAddedParts() {
    return hasHandlers() || inspector.hasBlocks();
  }

  /** Notes a call of the port that is none of an operation. */
  void note(Method method, Object @Nullable [] arguments) {
    inspector.note(method, arguments);
  }

  /**
   * A call of the port that was begun.
   *
   * @param number counted from 1
   * @param isFirst whether no other was under way
   */
  record Turn(long number, boolean isFirst) {}

  /** Notes that the port is going to be called. */
  synchronized Turn begin() {
    underWay++;
    begun++;
    return new Turn(begun, underWay == 1);
  }

  /** Notes that a call that was begun has ended. */
  synchronized void end() {
    underWay--;
  }

  /** Whether no other call was under way when that one began, nor has one begun since. */
  private synchronized boolean isAlone(Turn turn) {
    return turn.isFirst() && turn.number() == begun;
  }

  /**
   * Returns the metadata of the response to the last call that this thread made. In a response
   * context that all threads share, as Metro's ports have it, that can be seen only if no other
   * call came in between.
   *
   * @param turn of that call
   */
  OriginReply reply(Turn turn) {
    if (provider == null) {
      return OriginReply.RESPONSE;
    }
    if (inspector.isContextPerThread()) {
      return reply();
    }
    if (!isAlone(turn)) {
      return UNKNOWN;
    }
    OriginReply reply;
    try {
      reply = reply();
    } catch (ConcurrentModificationException e) {
      return UNKNOWN;
    }
    return isAlone(turn) ? reply : UNKNOWN;
  }

  /**
   * The HTTP status of the response on which the last call of this thread has failed; 0 where there
   * was none, or it cannot be seen: after a call that failed without a message, Metro and Axis2
   * leave in the response context what an earlier one has put there.
   */
  int failedStatus() {
    int status = provider != null && inspector.isContextPerThread() ? reply().status() : 0;
    return status < 400 ? 0 : status;
  }

  /** Returns the metadata of the response to a call that another thread made. */
  OriginReply replyElsewhere() {
    return provider == null ? OriginReply.RESPONSE : UNKNOWN;
  }

  private OriginReply reply() {
    Map<String, Object> context = Objects.requireNonNull(provider).getResponseContext();
    if (context == null) {
      return OriginReply.RESPONSE;
    }
    Headers fields = Headers.ofForeign(context.get(MessageContext.HTTP_RESPONSE_HEADERS));
    Object status = context.get(MessageContext.HTTP_RESPONSE_CODE);
    return new OriginReply(
        OriginReply.Kind.RESPONSE, status instanceof Integer code ? code : 200, fields);
  }
}
