package io.castile.jaxws.http;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parts of a request over HTTP in its context (Jakarta XML Web Services 4.0 §9.4.1.2). */
final class RequestParts {
  private static final List<String> TIMEOUTS =
      List.of("jakarta.xml.ws.client.receiveTimeout", "com.sun.xml.ws.request.timeout");

  private final Map<String, Object> context;

  RequestParts(Map<String, Object> context) {
    this.context = context;
  }

  /**
   * The request that carries a content.
   *
   * @throws WebServiceException if the context has no address, or one of its values cannot be sent
   */
  HttpRequest request(ContentForm.Content content) {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(address());
      String method = method();
      boolean hasContent = content.bytes().length != 0;
      request.method(
          method,
          hasContent ? BodyPublishers.ofByteArray(content.bytes()) : BodyPublishers.noBody());
      if (hasContent && content.type() != null) {
        request.header("Content-Type", content.type());
      }
      addFields(request);
      addUser(request);
      return request.build();
    } catch (IllegalArgumentException e) {
      throw new WebServiceException("Cannot send the request: " + e.getMessage(), e);
    }
  }

  /** {@code POST}, unless {@link MessageContext#HTTP_REQUEST_METHOD} says another one. */
  private String method() {
    String method = text(MessageContext.HTTP_REQUEST_METHOD);
    return method == null ? "POST" : method.toUpperCase(Locale.ROOT);
  }

  private URI address() {
    String address = text(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    if (address == null) {
      throw new WebServiceException(
          "Cannot send the request, because its context has no "
              + BindingProvider.ENDPOINT_ADDRESS_PROPERTY
              + ".");
    }
    String path = text(MessageContext.PATH_INFO);
    String query = text(MessageContext.QUERY_STRING);
    int end = address.indexOf('?') < 0 ? address.length() : address.indexOf('?');
    String asked = query != null ? "?" + query : address.substring(end);
    return URI.create(address.substring(0, end) + (path == null ? "" : path) + asked);
  }

  private void addFields(HttpRequest.Builder request) {
    Object fields = context.get(MessageContext.HTTP_REQUEST_HEADERS);
    if (fields == null) {
      return;
    }
    if (!(fields instanceof Map<?, ?> map)) {
      throw wrong(MessageContext.HTTP_REQUEST_HEADERS, "a Map of lists", fields);
    }
    map.forEach(
        (name, values) -> {
          if (!(values instanceof Iterable<?> all)) {
            throw wrong(MessageContext.HTTP_REQUEST_HEADERS, "a Map of lists", map);
          }
          boolean isFirst = true;
          for (Object value : all) {
            if (isFirst) {
              request.setHeader(name.toString(), value.toString());
            } else {
              request.header(name.toString(), value.toString());
            }
            isFirst = false;
          }
        });
  }

  private void addUser(HttpRequest.Builder request) {
    String user = text(BindingProvider.USERNAME_PROPERTY);
    if (user != null) {
      String password = text(BindingProvider.PASSWORD_PROPERTY);
      String pair = user + ":" + (password == null ? "" : password);
      request.setHeader(
          "Authorization",
          "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** Until the whole response is there; null for no limit. */
  @Nullable Duration timeout(Duration otherwise) {
    for (String name : TIMEOUTS) {
      Object value = context.get(name);
      if (value != null) {
        try {
          long millis = Long.parseLong(value.toString().trim());
          if (millis >= 0) {
            return millis == 0 ? null : Duration.ofMillis(millis);
          }
        } catch (NumberFormatException e) {
          throw wrong(name, "milliseconds, 0 for no limit", value);
        }
        throw wrong(name, "milliseconds, 0 for no limit", value);
      }
    }
    return otherwise;
  }

  private @Nullable String text(String property) {
    Object value = context.get(property);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw wrong(property, "a String", value);
  }

  private static WebServiceException wrong(String property, String expected, Object found) {
    return new WebServiceException(
        "property " + property + ": expected " + expected + ", found '" + found + "'");
  }
}
