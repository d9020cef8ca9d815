package io.castile;

import io.castile.cache.internal.CacheCall;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.OriginReply;
import io.castile.cache.representation.Snapshots;
import io.castile.cache.request.RequestAttributes;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.CacheStatus;
import io.castile.soap.flight.FlightEvents;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.InvocationHandler;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call of a port as the cache sees it; an answer is the values of the response. Owned by one
 * call, which takes the port's request context as it is when the call is made.
 */
final class PortCall implements CacheCall<Object[], Throwable> {
  /** Calls the port. */
  interface Origin {
    /** Returns the values of the response; holders among the arguments are set. */
    Object[] ask(Object[] arguments) throws Throwable;
  }

  private final CachingInvocationHandler port;
  private final CachedOperation cachedOperation;
  private final Object[] arguments;
  private final Origin origin;
  private final PortFacts.Snapshot facts;

  /** Whether the origin is asked by the thread that asks the cache. */
  private final boolean isHere;

  /** The call of which this is a snapshot; this one if it is none. */
  private final PortCall first;

  /** The outcome of the call at the cache; read at the first of its snapshots. */
  private CacheStatus status = CacheStatus.HIT;

  /** The turn of the call; null before. */
  private PortFacts.@Nullable Turn turn;

  /** The condition of the request; null where it has none. */
  private @Nullable ConditionalCall condition;

  /**
   * @param arguments as the method takes them
   */
  PortCall(
      CachingInvocationHandler port,
      CachedOperation cachedOperation,
      Object[] arguments,
      Origin origin) {
    this(port, cachedOperation, arguments, origin, port.facts().now(), true, null);
  }

  /** A call whose origin calls the port, or has called it, by another thread. */
  static PortCall elsewhere(
      CachingInvocationHandler port,
      CachedOperation cachedOperation,
      Object[] arguments,
      Origin origin) {
    return new PortCall(port, cachedOperation, arguments, origin, port.facts().now(), false, null);
  }

  private PortCall(
      CachingInvocationHandler port,
      CachedOperation cachedOperation,
      Object[] arguments,
      Origin origin,
      PortFacts.Snapshot facts,
      boolean isHere,
      @Nullable PortCall first) {
    this.port = port;
    this.cachedOperation = cachedOperation;
    this.arguments = arguments;
    this.origin = origin;
    this.facts = facts;
    this.isHere = isHere;
    this.first = first == null ? this : first;
  }

  @Override
  public CachedOperation cachedOperation() {
    return cachedOperation;
  }

  @Override
  public String endpoint() {
    return facts.endpoint();
  }

  @Override
  public SoapVersion version() {
    return port.model().version();
  }

  @Override
  public Object[] arguments() {
    return cachedOperation.operation().requestView(arguments);
  }

  @Override
  public RequestAttributes facts() {
    return facts.request();
  }

  @Override
  public String partition() {
    return port.partition();
  }

  /** A call with another action than its operation's own may be another call. */
  @Override
  public @Nullable String target() {
    String action = facts.action();
    return action == null || action.equals(cachedOperation.operation().action()) ? null : action;
  }

  /** Where the port cannot make its request conditional, that is as any other. */
  @Override
  public Object[] ask(Headers conditional) throws Throwable {
    condition = null;
    first.status = CacheStatus.MISS;
    FlightEvents.notice();
    if (!isHere) {
      return origin.ask(arguments);
    }
    InvocationHandler handler = port.facts().conditional();
    if (!conditional.isEmpty() && handler != null) {
      condition = new ConditionalCall(handler, cachedOperation.operation(), conditional);
    }
    ConditionalCall before = ConditionalCall.begin(condition);
    turn = port.facts().begin();
    try {
      return origin.ask(arguments);
    } finally {
      port.facts().end();
      ConditionalCall.begin(before);
    }
  }

  @Override
  public OriginReply reply(Object[] answer) {
    OriginReply notModified = notModified();
    if (notModified != null) {
      return notModified;
    }
    return isHere
        ? port.facts().reply(Objects.requireNonNull(turn))
        : port.facts().replyElsewhere();
  }

  /** Null unless the kept answer still holds, as which stacks throw or return something else. */
  private @Nullable OriginReply notModified() {
    return condition == null ? null : condition.notModified();
  }

  @Override
  public @Nullable OriginReply reply(Throwable thrown) {
    OriginReply notModified = notModified();
    if (notModified != null) {
      return notModified;
    }
    if (thrown instanceof SOAPFaultException fault) {
      return isReceiver(fault) && isFailure() ? OriginReply.FAILURE : OriginReply.FAULT;
    }
    if (thrown instanceof WebServiceException) {
      return isFailure() ? OriginReply.FAILURE : OriginReply.FAULT;
    }
    boolean declared =
        Arrays.stream(cachedOperation.operation().method().getExceptionTypes())
            .anyMatch(type -> type.isInstance(thrown));
    return declared ? OriginReply.FAULT : null;
  }

  /** Whether the status does not say that the origin refuses the request: it must be told then. */
  private boolean isFailure() {
    return switch (isHere ? port.facts().failedStatus() : 0) {
      case 0, 500, 502, 503, 504 -> true;
      default -> false;
    };
  }

  private static boolean isReceiver(SOAPFaultException fault) {
    if (fault.getFault() == null || fault.getFault().getFaultCodeAsQName() == null) {
      return false;
    }
    String code = fault.getFault().getFaultCodeAsQName().getLocalPart();
    return code.equals("Server") || code.startsWith("Server.") || code.equals("Receiver");
  }

  @Override
  public Object[] values(Object[] answer) {
    return answer;
  }

  @Override
  public Object[] ofValues(Object[] values) {
    return values;
  }

  /**
   * A call with copies of the arguments. It is made only if the port's request context still says
   * what it said, and what it brings is dropped if that has changed meanwhile.
   */
  @Override
  public CacheCall<Object[], Throwable> detached() {
    Object[] copies = Snapshots.of(cachedOperation.parameters(), arguments());
    Object[] detached = cachedOperation.operation().arguments(copies);
    return new PortCall(
        port, cachedOperation, detached, given -> ask(given, facts), facts, true, null);
  }

  /** Returns a copy with holders of its own, whose values {@link PortMethod} hands over. */
  @Override
  public PortCall snapshot() {
    Object[] values = arguments();
    Object[] copies = Snapshots.of(cachedOperation.parameters(), values);
    boolean hasHolders = Arrays.stream(arguments).anyMatch(Holder.class::isInstance);
    return copies == values && !hasHolders
        ? this
        : new PortCall(
            port,
            cachedOperation,
            cachedOperation.operation().arguments(copies),
            origin,
            facts,
            isHere,
            first);
  }

  @Override
  public Object[] stale(Object[] answer, String because) {
    first.status = CacheStatus.STALE;
    return answer;
  }

  @Override
  public Object[] collapsed(Object[] answer) {
    first.status = CacheStatus.COLLAPSED;
    return answer;
  }

  /** Returns the outcome of the call at the cache: {@code MISS} wherever the port was called. */
  CacheStatus status() {
    return status;
  }

  /** The arguments as the method takes them. */
  Object[] methodArguments() {
    return arguments;
  }

  private Object[] ask(Object[] given, PortFacts.Snapshot expected) throws Throwable {
    checkSame(expected);
    Object result = port.invokePort(cachedOperation.operation().method(), given);
    checkSame(expected);
    return cachedOperation.operation().responseValues(result, given);
  }

  private void checkSame(PortFacts.Snapshot expected) {
    if (!port.facts().now().equals(expected)) {
      throw new IllegalStateException(
          "Cannot continue the call, because the request context of the port was changed"
              + " meanwhile.");
    }
  }
}
