package io.castile.jaxws.http;

import io.castile.soap.http.HttpServerOptions;
import io.castile.soap.server.HttpExchange;
import io.castile.soap.server.PlainHttpService;
import io.castile.soap.server.ServiceLifecycle;
import io.castile.xml.Payload;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.http.HTTPException;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a {@link Provider} of {@code Source} or {@code DataSource} without SOAP (Jakarta XML Web
 * Services 4.0 §5.1, §11): requests of all methods, to its path and beneath it. Thread-safe, if the
 * provider is.
 */
public final class XmlHttpProvider {
  private static final Logger log = LoggerFactory.getLogger(XmlHttpProvider.class);
  private static final Duration DRAIN = Duration.ofSeconds(10);

  private final Provider<Object> provider;
  private final ContentForm<Object> form;
  private final String path;
  private final boolean tellsErrors;
  private final CurrentRequest current = new CurrentRequest();
  private final PlainHttpService service =
      new PlainHttpService(HttpServerOptions.DEFAULT, this::answer);

  /**
   * Makes what serves a provider.
   *
   * @param path at which it is published
   * @param tellsErrors whether a caller is told what an exception says; else a number that the log
   *     has too
   * @throws IllegalArgumentException if it is no provider of a kind of {@code Source}, or of {@code
   *     DataSource}
   */
  @SuppressWarnings("unchecked") // it is given what its type says, which is looked at here
  public XmlHttpProvider(Object implementor, String path, boolean tellsErrors) {
    if (!(implementor instanceof Provider<?> typed)) {
      throw new IllegalArgumentException(
          "Cannot use "
              + implementor.getClass().getName()
              + " with the HTTP binding, because it is not a Provider.");
    }
    this.provider = (Provider<Object>) typed;
    this.form = (ContentForm<Object>) ContentForm.of(taken(implementor.getClass()));
    this.path = path;
    this.tellsErrors = tellsErrors;
    ServiceLifecycle.inject(implementor, current);
    ServiceLifecycle.postConstruct(implementor);
  }

  /**
   * Returns the class that the provider takes: the argument of {@link Provider}, which it or a
   * parent implements.
   */
  private static Class<?> taken(Class<?> type) {
    for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
      for (Type implemented : owner.getGenericInterfaces()) {
        if (implemented instanceof ParameterizedType provider
            && provider.getRawType() == Provider.class
            && ContentForm.isKind(provider.getActualTypeArguments()[0])) {
          return (Class<?>) provider.getActualTypeArguments()[0];
        }
      }
    }
    throw new IllegalArgumentException(
        "Cannot use "
            + type.getName()
            + " with the HTTP binding. Use a Provider<Source> or Provider<DataSource>.");
  }

  /**
   * Answers a request, on the calling thread.
   *
   * @throws IOException if the request did not arrive, or the answer did not leave, as a whole
   */
  public void serve(HttpExchange exchange) throws IOException {
    service.serve(exchange);
  }

  private void answer(HttpExchange exchange, byte[] content) throws IOException {
    Map<String, Object> context = CurrentRequest.contextOf(exchange, path);
    Object given;
    try {
      given = form.read(new ContentForm.Content(content, exchange.header("Content-Type")));
    } catch (WebServiceException e) {
      send(exchange, 400, text(String.valueOf(e.getMessage())));
      return;
    }
    ContentForm.Content answer;
    try {
      answer = current.during(exchange, context, () -> invoked(given));
    } catch (HTTPException e) {
      send(exchange, e.getStatusCode(), null);
      return;
    } catch (RuntimeException e) {
      send(exchange, 500, text(failure(e)));
      return;
    }
    CurrentRequest.addFields(exchange, context);
    Object status = context.get(MessageContext.HTTP_RESPONSE_CODE);
    int otherwise = answer == null ? 202 : 200;
    send(exchange, status instanceof Integer code ? code : otherwise, answer);
  }

  private ContentForm.@Nullable Content invoked(@Nullable Object given) {
    Object value = provider.invoke(given);
    return value == null ? null : form.write(value);
  }

  private String failure(RuntimeException e) {
    String number = UUID.randomUUID().toString().substring(0, 8);
    log.error("the provider at {} failed, {}", path, number, e);
    return tellsErrors
        ? String.valueOf(e.getMessage())
        : "the service failed; its log says why under " + number;
  }

  private static ContentForm.Content text(String text) {
    return new ContentForm.Content(
        text.getBytes(StandardCharsets.UTF_8), "text/plain; charset=utf-8");
  }

  private static void send(HttpExchange exchange, int status, ContentForm.@Nullable Content content)
      throws IOException {
    exchange.status(status);
    if (content != null && content.type() != null) {
      exchange.header("Content-Type", content.type());
    }
    byte[] bytes = content == null ? new byte[0] : content.bytes();
    exchange.send(Payload.of(bytes, bytes.length));
  }

  /** Refuses new requests, waits for those under way, and tells the provider that it has ended. */
  public void close() {
    service.close(DRAIN);
    ServiceLifecycle.preDestroy(provider);
  }
}
