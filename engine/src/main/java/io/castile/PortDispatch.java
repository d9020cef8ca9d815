package io.castile;

import io.castile.engine.AsyncCall;
import io.castile.engine.MessageForm;
import io.castile.soap.SoapException;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.handler.HandlerInterceptor;
import io.castile.soap.model.internal.OperationModel;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that sends messages as they are. Thread-safe. */
final class PortDispatch<T> extends AbstractClient implements Dispatch<T> {
  private final MessageForm<T> form;
  private final Executor executor;

  PortDispatch(
      SoapClient client,
      MessageForm<T> form,
      SoapVersion version,
      HandlerInterceptor handlers,
      RequestContext requestContext,
      Executor executor) {
    super(client, version, handlers, requestContext);
    this.form = form;
    this.executor = executor;
  }

  @Override
  public @Nullable T invoke(@Nullable T message) {
    begin();
    return exchange(operation("invoke"), message, options(), this);
  }

  @Override
  public void invokeOneWay(@Nullable T message) {
    begin();
    exchange(operation("invokeOneWay"), message, options(), this);
  }

  @Override
  public Response<T> invokeAsync(@Nullable T message) {
    return start(message, null);
  }

  @Override
  public Future<?> invokeAsync(@Nullable T message, @Nullable AsyncHandler<T> handler) {
    return start(message, handler);
  }

  /** The request context counts as it is now. */
  private AsyncCall<T> start(@Nullable T message, @Nullable AsyncHandler<T> handler) {
    SoapClient.Options options = options();
    AsyncCall<T> call =
        new AsyncCall<>(
            context ->
                exchange(
                    operation("invoke"),
                    message,
                    options,
                    response -> context.accept(responseContext(response))),
            handler);
    executor.execute(call);
    return call;
  }

  private OperationModel operation(String name) {
    for (OperationModel operation : client().model().operations()) {
      if (operation.toString().equals(name)) {
        return operation;
      }
    }
    throw new AssertionError("a service of messages has operation " + name);
  }

  private @Nullable T exchange(
      OperationModel operation,
      @Nullable T message,
      SoapClient.Options options,
      Consumer<SoapResponse> observer) {
    try {
      return form.exchange(client(), operation, message, options, observer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (SoapException e) {
      throw new WebServiceException(e.getMessage(), e);
    } catch (Throwable e) {
      throw new AssertionError("a message has no declared exceptions", e);
    }
  }

  @Override
  public String toString() {
    return "dispatch to " + shownEndpoint();
  }
}
