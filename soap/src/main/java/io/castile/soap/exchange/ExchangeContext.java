package io.castile.soap.exchange;

import io.castile.soap.exchange.internal.MessageForms;
import io.castile.soap.exchange.internal.Messages;
import io.castile.soap.exchange.internal.RequestOrigin;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one exchange (Jakarta XML Web Services 4.0 §9.4.1), made when first needed.
 * What was there at the beginning has the scope of the application, what is put later that of
 * handlers, until {@link #setScope} says otherwise.
 *
 * <p>Thread-safe. Putting null removes a property.
 */
public final class ExchangeContext extends AbstractMap<String, Object> implements MessageContext {
  static {
    Messages.access(new Parts()); // no message exists without a context
  }

  private final @Nullable Supplier<Map<String, Object>> given; // null where there is initial
  private final @Nullable Map<String, Object> initial; // null where it is to be asked for

  /** Null until more is asked for than a property that was there at the beginning. */
  private volatile @Nullable ConcurrentHashMap<String, Object> properties;

  /** The packages that have come in this exchange; null for none. Guarded by this. */
  private @Nullable List<Consumer<Boolean>> received;

  /** The actions that close items; null for none. Guarded by this. */
  private @Nullable List<Runnable> undelivered;

  /** Whether what came has got to the caller. */
  private volatile boolean delivered;

  private volatile boolean hasToClose;

  private volatile boolean needsBytes;

  private volatile CacheStatus cacheStatus = CacheStatus.NONE;

  /**
   * The scopes of properties that are not in the scope of the application; null for none. Guarded
   * by this.
   */
  private @Nullable Map<String, Scope> scopes;

  /**
   * Constructs a context that begins with the properties that {@code given} supplies, when they are
   * needed.
   */
  public ExchangeContext(Supplier<Map<String, Object>> given) {
    this.given = Objects.requireNonNull(given, "given");
    this.initial = null;
  }

  /** A context that begins with {@code initial}, which must not be changed. */
  public ExchangeContext(Map<String, Object> initial) {
    this.given = null;
    this.initial = Objects.requireNonNull(initial, "initial");
  }

  private ConcurrentHashMap<String, Object> properties() {
    ConcurrentHashMap<String, Object> known = properties;
    if (known != null) {
      return known;
    }
    synchronized (this) {
      known = properties;
      if (known == null) {
        known =
            new ConcurrentHashMap<>(
                initial == null ? Objects.requireNonNull(given).get() : initial);
        properties = known;
      }
      return known;
    }
  }

  /** Notes a package whose parts are to be closed when the exchange ends. */
  public synchronized void received(Consumer<Boolean> close) {
    if (received == null) {
      received = new ArrayList<>(2);
    }
    received.add(close);
    hasToClose = true;
  }

  /**
   * Registers an action that closes items when the exchange ends, unless the caller has got them:
   * those of a response that is dropped on its way, or never written.
   */
  public synchronized void closeUnlessDelivered(Runnable close) {
    if (undelivered == null) {
      undelivered = new ArrayList<>(1);
    }
    undelivered.add(close);
    hasToClose = true;
  }

  /** Notes that the bytes of a message of this exchange may be needed. */
  public void needBytes() {
    needsBytes = true;
  }

  /** Whether the bytes of a message, or header blocks in it, may be needed. */
  public boolean needsBytes() {
    return needsBytes;
  }

  /** Notes that the received data is the caller's from here on. */
  public void deliver() {
    delivered = true;
  }

  /** Sets the outcome of the call at the response cache. */
  public void setCacheStatus(CacheStatus status) {
    cacheStatus = Objects.requireNonNull(status, "status");
  }

  /**
   * Returns the outcome of the call at the response cache, for interceptors before the cache in the
   * chain, once they have the response.
   */
  public CacheStatus cacheStatus() {
    return cacheStatus;
  }

  /**
   * Ends the exchange: parts of packages are closed, and items, but for those that the caller has
   * got, or a service keeps. To be called once.
   */
  public void end() {
    if (hasToClose) {
      List<Runnable> dropped;
      synchronized (this) {
        if (received != null) {
          received.forEach(close -> close.accept(!delivered));
          received.clear();
        }
        dropped = undelivered == null || delivered ? List.of() : undelivered;
        undelivered = null;
      }
      dropped.forEach(Runnable::run);
    }
  }

  /** Asks now for what is there at the beginning. */
  void fill() {
    properties();
  }

  @Override
  public @Nullable Object get(@Nullable Object key) {
    if (key == null) {
      return null;
    }
    return initial != null && properties == null ? initial.get(key) : properties().get(key);
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key != null && properties().containsKey(key);
  }

  @Override
  public @Nullable Object put(String key, @Nullable Object value) {
    if (value == null) {
      return remove(key);
    }
    Object old = properties().put(key, value);
    if (old == null) {
      scope(key, Scope.HANDLER);
    }
    return old;
  }

  @Override
  public @Nullable Object remove(Object key) {
    scope(key, Scope.APPLICATION);
    return properties().remove(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return properties().entrySet();
  }

  @Override
  public void setScope(String name, Scope scope) {
    checkPresent(name);
    scope(name, Objects.requireNonNull(scope, "scope"));
  }

  @Override
  public Scope getScope(String name) {
    checkPresent(name);
    synchronized (this) {
      return scopes == null ? Scope.APPLICATION : scopes.getOrDefault(name, Scope.APPLICATION);
    }
  }

  private synchronized void scope(Object name, Scope scope) {
    if (scope == Scope.APPLICATION) {
      if (scopes != null) {
        scopes.remove(name);
      }
      return;
    }
    if (scopes == null) {
      scopes = new HashMap<>();
    }
    scopes.put(name.toString(), scope);
  }

  private void checkPresent(String name) {
    if (!containsKey(name)) {
      throw new IllegalArgumentException(
          "Cannot set the scope of property "
              + name
              + ", because the message context has no such property. Set the property first.");
    }
  }

  /** Gives {@link Messages} the parts of messages that are in this package. */
  private static final class Parts extends Messages.Access {
    @Override
    protected MessageForms forms(SoapMessage message) {
      return message.forms;
    }

    @Override
    protected @Nullable RequestOrigin origin(SoapRequest request) {
      return request.origin;
    }

    @Override
    protected void setOrigin(
        SoapRequest.Builder builder, RequestOrigin origin, @Nullable Principal sender) {
      builder.setOrigin(origin, sender);
    }

    @Override
    protected SoapRequest.Builder request(MessageForms forms, ExchangeContext context) {
      return new SoapRequest.Builder(forms, context);
    }

    @Override
    protected SoapResponse.Builder response(MessageForms forms, ExchangeContext context) {
      return new SoapResponse.Builder(forms, context);
    }
  }
}
