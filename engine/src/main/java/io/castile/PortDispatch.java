package io.castile;

import io.castile.soap.Operation;
import io.castile.soap.SoapClient;
import io.castile.soap.SoapException;
import io.castile.soap.SoapResponse;
import io.castile.soap.SoapVersion;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A client that sends messages as they are. Thread-safe. */
final class PortDispatch<T> implements Dispatch<T>, AutoCloseable {
  private final SoapClient client;
  private final MessageForm<T> form;
  private final SoapVersion version;
  private final PortBinding binding;
  private final RequestContext requestContext;
  private final ThreadLocal<Map<String, Object>> responseContext =
      ThreadLocal.withInitial(HashMap::new);

  PortDispatch(
      SoapClient client,
      MessageForm<T> form,
      SoapVersion version,
      PortBinding binding,
      RequestContext requestContext) {
    this.client = client;
    this.form = form;
    this.version = version;
    this.binding = binding;
    this.requestContext = requestContext;
  }

  @Override
  public T invoke(T message) {
    responseContext.remove(); // what it says is of this call, also where there is no response
    return exchange(operation("invoke"), message, requestContext.options(version), this::received);
  }

  @Override
  public void invokeOneWay(T message) {
    responseContext.remove();
    exchange(operation("invokeOneWay"), message, requestContext.options(version), this::received);
  }

  @Override
  public Response<T> invokeAsync(T message) {
    return start(message, answer -> {});
  }

  @Override
  public Future<?> invokeAsync(T message, AsyncHandler<T> handler) {
    return start(message, handler::handleResponse);
  }

  private Answer<T> start(T message, Consumer<Answer<T>> done) {
    Answer<T> answer = new Answer<>();
    SoapClient.Options options = requestContext.options(version); // as it is now
    AsyncThreads.DEFAULT.execute(
        () -> {
          try {
            answer.complete(
                exchange(
                    operation("invoke"),
                    message,
                    options,
                    response -> answer.context = PortHandler.responseContext(response)));
          } catch (Throwable e) {
            answer.completeExceptionally(e);
          }
          done.accept(answer);
        });
    return answer;
  }

  private Operation operation(String name) {
    for (Operation operation : client.model().operations()) {
      if (operation.toString().equals(name)) {
        return operation;
      }
    }
    throw new AssertionError("a service of messages has operation " + name);
  }

  private T exchange(
      Operation operation, T message, SoapClient.Options options, Consumer<SoapResponse> observer) {
    try {
      return form.exchange(client, operation, message, options, observer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (SoapException e) {
      throw new WebServiceException(e.getMessage(), e);
    } catch (Throwable e) {
      throw new AssertionError("a message has no declared exceptions", e);
    }
  }

  private void received(SoapResponse response) {
    responseContext.set(PortHandler.responseContext(response));
  }

  @Override
  public Map<String, Object> getRequestContext() {
    return requestContext;
  }

  @Override
  public Map<String, Object> getResponseContext() {
    return responseContext.get();
  }

  @Override
  public Binding getBinding() {
    return binding;
  }

  @Override
  public EndpointReference getEndpointReference() {
    throw new UnsupportedOperationException(
        "endpoint references need WS-Addressing, which this client does not have");
  }

  @Override
  public <E extends EndpointReference> E getEndpointReference(Class<E> type) {
    throw new UnsupportedOperationException(
        "endpoint references need WS-Addressing, which this client does not have");
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return "dispatch to " + requestContext.shownEndpoint();
  }

  /** What an asynchronous call will bring. Thread-safe. */
  private static final class Answer<T> extends CompletableFuture<T> implements Response<T> {
    private volatile Map<String, Object> context = Map.of();

    @Override
    public Map<String, Object> getContext() {
      return context;
    }
  }
}
