package io.castile.dynamic;

import io.castile.cache.ResponseCache;
import io.castile.internal.ModelClient;
import io.castile.template.Templates;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.document.FetchOptions;
import io.castile.wsdl.value.BoundParts;
import io.castile.wsdl.value.MessageValues;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls the operations that a WSDL describes, without classes: arguments and results are maps by
 * the names of elements, lists of elements that may be repeated, and values of Java: numbers,
 * texts, dates and bytes by the types of the schema.
 *
 * <pre>{@code
 * try (DynamicClient shop = DynamicClient.of("shop.wsdl").endpoint("https://…").build()) {
 *   Map<String, Object> order = Map.of("items", List.of(Map.of("@sku", "pen", "count", 2)));
 *   Map<String, Object> answer = shop.call("order", order);
 * }
 * }</pre>
 *
 * <p>Thread-safe. An operation is planned when it is first called. Clients of one {@link
 * Description} share its plans, and answers in a cache that they share.
 */
public final class DynamicClient implements AutoCloseable {
  private final DynamicService service;
  private final ModelClient client;
  private final boolean isJson;

  /**
   * @param isJson whether values are of the form of JSON
   */
  DynamicClient(DynamicService service, ModelClient client, boolean isJson) {
    this.service = service;
    this.client = client;
    this.isJson = isJson;
  }

  /**
   * Returns a builder of clients of the service that a WSDL describes. Schemas are read when
   * operations are first called that need them ({@link WsdlReader#lazy}).
   *
   * @param wsdl a file, or a URL
   * @throws IOException if it cannot be read
   */
  public static DynamicClientBuilder of(String wsdl) throws IOException {
    return of(WsdlReader.create().lazy().read(wsdl));
  }

  /** Returns a builder as {@link #of(String)} does. */
  public static DynamicClientBuilder of(URI wsdl) throws IOException {
    return of(WsdlReader.create().lazy().read(wsdl));
  }

  /**
   * Returns a builder of clients of the service that a WSDL describes, which is fetched with a
   * user, header fields, certificates or a proxy. Calls have options of their own, those of the
   * builder.
   *
   * @param wsdl a file, or a URL
   * @throws IOException if it cannot be read
   */
  public static DynamicClientBuilder of(String wsdl, FetchOptions fetch) throws IOException {
    return of(WsdlReader.create().lazy().withFetch(fetch).read(wsdl));
  }

  /** Returns a builder of clients of the service that has been described. */
  public static DynamicClientBuilder of(Description description) {
    return new DynamicClientBuilder(Objects.requireNonNull(description, "description"));
  }

  /** Returns the names of the operations, in the order of the description. */
  public List<String> operations() {
    return service.names();
  }

  /** Returns where the templates of requests are kept. */
  public Templates templates() {
    return client.templates();
  }

  /** Returns the response cache; null for none. */
  public @Nullable ResponseCache cache() {
    return client.cache();
  }

  /**
   * Calls an operation, as {@link #call(String, Map, DynamicOptions)} without options.
   *
   * @param arguments what is in the element around the arguments of a wrapped operation; of
   *     another, its parts; header blocks that the description has, too
   */
  public Map<String, Object> call(String operation, Map<String, ?> arguments) {
    return call(operation, arguments, DynamicOptions.NONE);
  }

  /**
   * Calls an operation.
   *
   * @param arguments may be changed once this has returned; an attachment is a map of {@code
   *     @contentType}, its media type, and {@code $}, an array of bytes or their base64 text
   * @return what the response has, the caller's own; empty for a one-way operation
   * @throws IllegalArgumentException if there is no such operation, or an argument is missing, is
   *     unknown, or is none of its type ({@link io.castile.wsdl.model.ValueException}); nothing has
   *     been sent
   * @throws UnsupportedOperationException if the operation is document/encoded, or has several
   *     elements in its body
   * @throws DynamicFaultException if the service answers with a fault
   * @throws jakarta.xml.ws.WebServiceException if no response comes that can be read
   */
  public Map<String, Object> call(
      String operation, Map<String, ?> arguments, DynamicOptions options) {
    DynamicService.Callable called = service.operation(operation);
    MessageValues request = called.values().request();
    Map<String, ?> given = options.withBlocks(arguments, request);
    @Nullable Object[] values = isJson ? request.jsonValues(given) : request.values(given);
    request.check(values);
    Map<String, Object> properties = options.properties(called.values(), request);
    boolean isOneWay = called.values().operation().operation().isOneWay();
    BoundParts bound = (isOneWay ? request : called.values().response()).attachments();
    try {
      if (request.attachments().isEmpty() && bound.isEmpty()) {
        Object answer = client.call(called.operation(), values, properties);
        return answer == null ? Map.of() : asMap(answer);
      }
      CallParts parts = new CallParts(request.attachments().given(given));
      Object answer =
          client.call(called.operation(), values, parts.addedTo(properties), parts::take);
      return isOneWay
          ? Map.of()
          : parts.addedTo(answer == null ? Map.of() : asMap(answer), bound, isJson);
    } catch (SOAPFaultException e) {
      throw DynamicFaultException.of(e, called.values(), isJson);
    }
  }

  @SuppressWarnings("unchecked") // the first value of a described response is such a map
  private static Map<String, Object> asMap(Object answer) {
    return (Map<String, Object>) answer;
  }

  /** Closes idle connections, and the response cache if it is this client's own. */
  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return "dynamic " + client;
  }
}
