package io.castile.soap;

import jakarta.xml.ws.handler.MessageContext;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The properties of one exchange (Jakarta XML Web Services 4.0 §9.4.1), made when first asked for.
 * What was there at the beginning has the scope of the application, what is put later that of
 * handlers, until {@link #setScope} says otherwise.
 *
 * <p>Thread-safe. Putting null removes a property.
 */
final class ExchangeContext extends AbstractMap<String, Object> implements MessageContext {
  private final Supplier<Map<String, Object>> given;
  private volatile ConcurrentHashMap<String, Object> properties; // null until somebody asks
  private final Map<String, Scope> scopes = new ConcurrentHashMap<>(2);

  /**
   * @param given gives what is there at the beginning
   */
  ExchangeContext(Supplier<Map<String, Object>> given) {
    this.given = Objects.requireNonNull(given, "given");
  }

  private ConcurrentHashMap<String, Object> properties() {
    ConcurrentHashMap<String, Object> known = properties;
    if (known != null) {
      return known;
    }
    synchronized (this) {
      if (properties == null) {
        properties = new ConcurrentHashMap<>(given.get());
      }
      return properties;
    }
  }

  /** Asks now for what is there at the beginning. */
  void fill() {
    properties();
  }

  @Override
  public Object get(Object key) {
    return key == null ? null : properties().get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return key != null && properties().containsKey(key);
  }

  @Override
  public Object put(String key, Object value) {
    if (value == null) {
      return remove(key);
    }
    Object old = properties().put(key, value);
    if (old == null) {
      scopes.put(key, Scope.HANDLER);
    }
    return old;
  }

  @Override
  public Object remove(Object key) {
    scopes.remove(key);
    return properties().remove(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return properties().entrySet();
  }

  @Override
  public void setScope(String name, Scope scope) {
    checkPresent(name);
    scopes.put(name, Objects.requireNonNull(scope, "scope"));
  }

  @Override
  public Scope getScope(String name) {
    checkPresent(name);
    return scopes.getOrDefault(name, Scope.APPLICATION);
  }

  private void checkPresent(String name) {
    if (!containsKey(name)) {
      throw new IllegalArgumentException("the message context has no property " + name);
    }
  }
}
