package io.castile;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.internal.CachedOperation;
import io.castile.cache.internal.CallCache;
import io.castile.engine.AsyncAnswer;
import io.castile.engine.AsyncThreads;
import io.castile.soap.flight.CallEvent;
import io.castile.soap.flight.FlightEvents;
import io.castile.soap.http.message.ErrorText;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A method of a cached port that calls an operation. Thread-safe. */
final class PortMethod {
  /** How the method brings its result. */
  enum Form {
    SYNCHRONOUS,
    POLLING,
    CALLBACK
  }

  private final CachingInvocationHandler port;
  private final Method method;
  private final OperationModel operation;
  private final CachedOperation cachedOperation;
  private final Form form;
  private final PortCall.Origin origin = this::responseValues;

  PortMethod(CachingInvocationHandler port, Method method, OperationModel operation, Form form) {
    this.port = port;
    this.method = method;
    this.operation = operation;
    this.cachedOperation = CallCache.of(port.cache()).cachedOperation(port.model(), operation);
    this.form = form;
  }

  @Nullable Object call(Object[] arguments) throws Throwable {
    return switch (form) {
      case SYNCHRONOUS -> {
        operation.checkHolders(arguments);
        yield operation.deliver(
            answer(new PortCall(port, cachedOperation, arguments, origin)), arguments);
      }
      case POLLING -> later(arguments, null);
      case CALLBACK -> {
        int last = arguments.length - 1;
        @SuppressWarnings("unchecked") // it is given what the method brings
        AsyncHandler<Object> handler = (AsyncHandler<Object>) arguments[last];
        yield later(Arrays.copyOf(arguments, last), handler);
      }
    };
  }

  private Object[] answer(PortCall call) throws Throwable {
    CallEvent event = FlightEvents.kept();
    if (event == null) {
      return CallCache.of(port.cache()).answer(call);
    }
    CallEvent.Outcome outcome = CallEvent.Outcome.FAILURE;
    try {
      Object[] values = CallCache.of(port.cache()).answer(call);
      outcome = CallEvent.Outcome.RESPONSE;
      return values;
    } catch (Throwable thrown) {
      boolean isDeclared = !(thrown instanceof RuntimeException || thrown instanceof Error);
      if (isDeclared || thrown instanceof SOAPFaultException) {
        outcome = CallEvent.Outcome.FAULT;
      }
      throw thrown;
    } finally {
      event.record(
          CallEvent.Side.CLIENT,
          port.model().portTypeName().getLocalPart(),
          operation.name().getLocalPart(),
          ErrorText.address(call.endpoint()),
          outcome,
          call.status().label());
    }
  }

  private Object[] responseValues(Object[] arguments) throws Throwable {
    return operation.responseValues(port.invokePort(operation.method(), arguments), arguments);
  }

  /**
   * Asks the cache on this thread; what it does not have, the port is asked for here as well, so
   * that the call is made in the caller's context, and only the wait is left to another thread.
   */
  private @Nullable Future<?> later(Object[] arguments, @Nullable AsyncHandler<Object> handler)
      throws Throwable {
    AsyncAnswer answer = new AsyncAnswer();
    PortCall asked = new PortCall(port, cachedOperation, arguments, origin);
    Object[] hit = CallCache.of(port.cache()).find(asked);
    if (hit != null) {
      answer.complete(hit[0]);
      if (handler != null) {
        AsyncThreads.DEFAULT.execute(() -> handler.handleResponse(answer));
      }
      return answer;
    }
    Object[] own;
    try {
      own = asked.snapshot().methodArguments(); // the key is made later
    } catch (NotCacheableException e) {
      return (Future<?>)
          port.invokePort(method, form == Form.CALLBACK ? with(handler, arguments) : arguments);
    }
    CompletableFuture<Object> called = new CompletableFuture<>();
    PortCall call =
        PortCall.elsewhere(
            port, cachedOperation, own, given -> new Object[] {AsyncAnswer.await(called)});
    answer.pendingAt(start(own, called));
    AsyncThreads.DEFAULT.execute(
        () -> {
          try {
            answer.complete(CallCache.of(port.cache()).answer(call)[0]);
          } catch (Throwable t) {
            answer.completeExceptionally(t);
          }
          if (handler != null) {
            handler.handleResponse(answer);
          }
        });
    return answer;
  }

  /** Calls the port's own method; {@code called} gets what it brings. */
  private @Nullable Future<?> start(Object[] arguments, CompletableFuture<Object> called)
      throws Throwable {
    if (form != Form.CALLBACK) {
      Future<?> pending =
          (Future<?>)
              Objects.requireNonNull(
                  port.invokePort(method, arguments), () -> "result of " + method);
      AsyncThreads.DEFAULT.execute(() -> AsyncAnswer.pass(pending, called));
      return pending;
    }
    AsyncHandler<Object> own = response -> AsyncAnswer.pass(response, called);
    return (Future<?>) port.invokePort(method, with(own, arguments));
  }

  private static Object[] with(@Nullable AsyncHandler<Object> handler, Object[] arguments) {
    Object[] more = Arrays.copyOf(arguments, arguments.length + 1);
    more[arguments.length] = handler;
    return more;
  }
}
