package io.castile;

import io.castile.engine.ContextValues;
import io.castile.soap.Headers;
import io.castile.soap.SoapVersion;
import io.castile.soap.client.SoapClient;
import io.castile.soap.http.Credentials;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import java.nio.charset.StandardCharsets;
import java.util.AbstractMap;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The request context of a client (Jakarta XML Web Services 4.0 §4.2.1): the endpoint, SOAPAction,
 * credentials for HTTP basic authentication and for username tokens, header fields and timeouts of
 * the calls to come. One context for all threads, unless {@link #THREAD_LOCAL} is set; each call
 * takes what it finds when it begins.
 *
 * <p>Thread-safe. Setting a key to null removes it.
 */
final class RequestContext extends AbstractMap<String, Object> {
  /** Apache CXF's name for a context of its own for each thread; "true" or {@code true}. */
  static final String THREAD_LOCAL = "thread.local.request.context";

  /** The properties for which a call passes an interceptor that others do not. */
  private static final List<String> ASKING =
      List.of(
          Castile.SCHEMA_VALIDATION,
          BindingProvider.SESSION_MAINTAIN_PROPERTY,
          MessageContext.OUTBOUND_MESSAGE_ATTACHMENTS);

  private final ConcurrentHashMap<String, Object> values = new ConcurrentHashMap<>(1);
  private final Headers headers;
  private final @Nullable Credentials credentials; // null for none

  /** Why a client has no endpoint of its own; null where it has. */
  private final @Nullable String whyNoEndpoint;

  /** What {@link #values} say of {@link #THREAD_LOCAL}. */
  private volatile boolean isForEachThread;

  /** The options that follow from {@link #values}; null when a value has changed. */
  private volatile @Nullable Derived derived;

  /**
   * The options of calls, and the header fields from which they were made: the application can
   * change that map without the context noticing.
   *
   * @param ownFields those of {@link MessageContext#HTTP_REQUEST_HEADERS}; null where the property
   *     is not set
   */
  private record Derived(SoapClient.Options options, @Nullable Headers ownFields) {}

  /**
   * @param endpoint null for none, for a reason
   * @param credentials for username tokens, where the context has no others; null for none
   */
  RequestContext(
      @Nullable String endpoint,
      @Nullable String whyNoEndpoint,
      Headers headers,
      @Nullable Credentials credentials) {
    this.headers = headers;
    this.credentials = credentials;
    this.whyNoEndpoint = whyNoEndpoint;
    if (endpoint != null) {
      values.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, endpoint);
    }
  }

  /** A copy of {@code other} as it is now. */
  RequestContext(RequestContext other) {
    this.headers = other.headers;
    this.credentials = other.credentials;
    this.whyNoEndpoint = other.whyNoEndpoint;
    values.putAll(other.values);
    isForEachThread = other.isForEachThread;
  }

  /** Whether each thread has a context of its own, beginning with a copy of this one. */
  boolean isForEachThread() {
    return isForEachThread;
  }

  /** Notes that values have changed. */
  private void changed() {
    derived = null;
    isForEachThread = Boolean.parseBoolean(String.valueOf(values.get(THREAD_LOCAL)));
  }

  @Override
  public synchronized @Nullable Object put(String key, @Nullable Object value) {
    if (THREAD_LOCAL.equals(key)) {
      ContextValues.isOn(key, value, false); // else a thread would see the others' values
    }
    Object old = value == null ? values.remove(key) : values.put(key, value);
    changed();
    return old;
  }

  @Override
  public synchronized @Nullable Object remove(Object key) {
    Object old = values.remove(key);
    changed();
    return old;
  }

  @Override
  public synchronized void clear() {
    values.clear();
    changed();
  }

  @Override
  public @Nullable Object get(Object key) {
    return values.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return values.containsKey(key);
  }

  /** A copy: the context itself is changed by its own methods only. */
  @Override
  public Set<Entry<String, Object>> entrySet() {
    return Map.copyOf(values).entrySet();
  }

  String shownEndpoint() {
    Object endpoint = values.get(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    String text = String.valueOf(endpoint);
    int query = text.indexOf('?');
    String shown = query < 0 ? text : text.substring(0, query);
    return shown.replaceFirst("//[^/]*@", "//***@"); // a password must not be shown
  }

  /** Returns the options for a call that begins now. */
  SoapClient.Options options(SoapVersion version) {
    Derived known = derived;
    return known != null && (known.ownFields() == null || known.ownFields().equals(ownFields()))
        ? known.options()
        : newOptions(version);
  }

  /** Reads the fields that the application sets for each call; null where it sets none. */
  private @Nullable Headers ownFields() {
    Object property = values.get(MessageContext.HTTP_REQUEST_HEADERS);
    if (property != null && !(property instanceof Map<?, ?>)) {
      throw ContextValues.wrong(MessageContext.HTTP_REQUEST_HEADERS, "a Map of lists", property);
    }
    return property == null ? null : Headers.ofProperty(property);
  }

  private synchronized SoapClient.Options newOptions(SoapVersion version) {
    String endpoint = text(BindingProvider.ENDPOINT_ADDRESS_PROPERTY);
    if (endpoint == null) {
      throw new WebServiceException(
          "Cannot call the service, because the request context has no "
              + BindingProvider.ENDPOINT_ADDRESS_PROPERTY
              + (whyNoEndpoint == null ? "" : "; " + whyNoEndpoint));
    }
    ForeignProperties.check(values);
    boolean useAction =
        ContextValues.isOn(
            BindingProvider.SOAPACTION_USE_PROPERTY,
            values.get(BindingProvider.SOAPACTION_USE_PROPERTY),
            true);
    String action = text(BindingProvider.SOAPACTION_URI_PROPERTY);
    Headers own = ownFields();
    Credentials user = credentials();
    SoapClient.Options fresh =
        new SoapClient.Options(
            endpoint,
            version,
            useAction ? action : null,
            fields(own),
            TimeoutProperties.of(values),
            user,
            Map.copyOf(values),
            user == null && !isAsking());
    derived = new Derived(fresh, own);
    return fresh;
  }

  private boolean isAsking() {
    for (String property : ASKING) {
      if (values.containsKey(property)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable String text(String property) {
    return ContextValues.text(property, values.get(property));
  }

  private @Nullable Credentials credentials() {
    String user = text(Castile.WS_SECURITY_USERNAME);
    String password = text(Castile.WS_SECURITY_PASSWORD);
    if (user == null) {
      if (password != null) {
        throw alone(Castile.WS_SECURITY_PASSWORD, Castile.WS_SECURITY_USERNAME);
      }
      return credentials;
    }
    if (password == null) {
      throw alone(Castile.WS_SECURITY_USERNAME, Castile.WS_SECURITY_PASSWORD);
    }
    return new Credentials(user, password);
  }

  private static WebServiceException alone(String property, String missing) {
    return new WebServiceException(
        "Cannot send the request, because its context has "
            + property
            + " but no "
            + missing
            + ". Set both.");
  }

  /** Without values, which may be secrets. */
  @Override
  public String toString() {
    return "request context with " + values.keySet();
  }

  private Headers fields(@Nullable Headers own) {
    Headers fields = own == null ? headers : headers.with(own);
    String user = text(BindingProvider.USERNAME_PROPERTY);
    String password = text(BindingProvider.PASSWORD_PROPERTY);
    if (user == null && password != null) {
      throw alone(BindingProvider.PASSWORD_PROPERTY, BindingProvider.USERNAME_PROPERTY);
    }
    if (user != null) {
      String pair = user + ":" + (password == null ? "" : password);
      fields =
          fields.with(
              "Authorization",
              "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }
    return fields;
  }
}
