package io.castile.jaxws.http;

import io.castile.engine.AsyncCall;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.AsyncHandler;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.http.HTTPException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of a service that speaks XML, or anything else, over HTTP without SOAP. It sends what it
 * is given by the method, path and query that the request context says, by the client of the JDK.
 * Redirections are not followed. Thread-safe; the response context is that of the last call on each
 * thread.
 *
 * @param <T> what is sent and received
 */
public final class HttpDispatch<T> implements Dispatch<T> {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** One for all: it has the connections. */
  private static final class Client {
    static final HttpClient SHARED =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  private final ContentForm<T> form;
  private final Executor executor;
  private final Binding binding = new XmlHttpBinding();
  private final Map<String, Object> requestContext = Collections.synchronizedMap(new HashMap<>());
  private final ThreadLocal<Map<String, Object>> responseContext =
      ThreadLocal.withInitial(HashMap::new);

  /**
   * Makes a dispatch.
   *
   * @param address null where each call says one, in the request context
   * @param executor runs asynchronous calls
   */
  public HttpDispatch(ContentForm<T> form, @Nullable String address, Executor executor) {
    this.form = form;
    this.executor = executor;
    if (address != null) {
      requestContext.put(ENDPOINT_ADDRESS_PROPERTY, address);
    }
  }

  /**
   * Sends a value, and returns what comes back; null where nothing does.
   *
   * @throws HTTPException if the status of the response is not one of success
   * @throws WebServiceException if there is no response, or it cannot be read
   */
  @Override
  public @Nullable T invoke(@Nullable T value) {
    return exchange(value, context(), told -> responseContext.set(told));
  }

  @Override
  public void invokeOneWay(@Nullable T value) {
    exchange(value, context(), told -> responseContext.set(told));
  }

  @Override
  public Response<T> invokeAsync(@Nullable T value) {
    return start(value, null);
  }

  @Override
  public Future<?> invokeAsync(@Nullable T value, @Nullable AsyncHandler<T> handler) {
    return start(value, handler);
  }

  private AsyncCall<T> start(@Nullable T value, @Nullable AsyncHandler<T> handler) {
    Map<String, Object> context = context();
    AsyncCall<T> call = new AsyncCall<>(told -> exchange(value, context, told), handler);
    executor.execute(call);
    return call;
  }

  /** The request context as it is now; a key set to null is not there. */
  private Map<String, Object> context() {
    synchronized (requestContext) {
      Map<String, Object> copy = new HashMap<>(requestContext);
      copy.values().removeIf(Objects::isNull);
      return copy;
    }
  }

  private @Nullable T exchange(
      @Nullable T value, Map<String, Object> context, Consumer<Map<String, Object>> told) {
    told.accept(new HashMap<>());
    RequestParts parts = new RequestParts(context);
    HttpResponse<byte[]> response =
        received(parts.request(form.write(value)), parts.timeout(TIMEOUT));
    Map<String, Object> answered = new HashMap<>();
    answered.put(MessageContext.HTTP_RESPONSE_CODE, response.statusCode());
    answered.put(MessageContext.HTTP_RESPONSE_HEADERS, response.headers().map());
    told.accept(answered);
    if (response.statusCode() / 100 != 2) {
      throw new HTTPException(response.statusCode());
    }
    return form.read(
        new ContentForm.Content(
            response.body(), response.headers().firstValue("Content-Type").orElse(null)));
  }

  private static HttpResponse<byte[]> received(HttpRequest request, @Nullable Duration timeout) {
    CompletableFuture<HttpResponse<byte[]>> pending =
        Client.SHARED.sendAsync(request, head -> new BoundedBody(XmlLimits.DEFAULT.maxBytes()));
    String place = request.method() + " " + shown(request);
    try {
      return timeout == null ? pending.get() : pending.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      pending.cancel(true);
      throw new WebServiceException(
          place + ": expected a response within " + timeout.toMillis() + " ms, found none", e);
    } catch (ExecutionException e) {
      throw new WebServiceException(place + " failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      pending.cancel(true);
      Thread.currentThread().interrupt();
      throw new WebServiceException(
          place + ": Cannot wait for the response, because the thread was interrupted.", e);
    }
  }

  /** Without the query, which may have secrets. */
  private static String shown(HttpRequest request) {
    String address = request.uri().toString();
    int query = address.indexOf('?');
    return query < 0 ? address : address.substring(0, query);
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

  /**
   * Is not there for this binding (Jakarta XML Web Services 4.0 §4.2.2).
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public EndpointReference getEndpointReference() {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }

  @Override
  public <R extends EndpointReference> R getEndpointReference(Class<R> type) {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }

  /** Gathers the content of a response, which fails where it has too many bytes. */
  static final class BoundedBody implements BodySubscriber<byte[]> {
    private final int maxBytes;
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedBody(int maxBytes) {
      this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Subscription given) {
      subscription = given;
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        if (gathered.size() + (long) buffer.remaining() > maxBytes) {
          if (subscription != null) {
            subscription.cancel();
          }
          whole.completeExceptionally(
              new IOException("expected a content of at most " + maxBytes + " bytes, found more"));
          return;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        gathered.writeBytes(bytes);
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      whole.complete(gathered.toByteArray());
    }
  }
}
