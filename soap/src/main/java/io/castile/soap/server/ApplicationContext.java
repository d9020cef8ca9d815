package io.castile.soap.server;

import jakarta.xml.ws.handler.MessageContext;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of an exchange that are in the scope of the application. */
final class ApplicationContext extends AbstractMap<String, Object> implements MessageContext {
  private final MessageContext all;

  ApplicationContext(MessageContext all) {
    this.all = all;
  }

  private boolean isVisible(Object key) {
    return all.containsKey(key) && all.getScope(key.toString()) == Scope.APPLICATION;
  }

  @Override
  public @Nullable Object get(Object key) {
    return isVisible(key) ? all.get(key) : null;
  }

  @Override
  public boolean containsKey(Object key) {
    return isVisible(key);
  }

  @Override
  public @Nullable Object put(String key, @Nullable Object value) {
    Object old = get(key);
    all.put(key, value);
    if (value != null) {
      all.setScope(key, Scope.APPLICATION);
    }
    return old;
  }

  @Override
  public @Nullable Object remove(Object key) {
    return isVisible(key) ? all.remove(key) : null;
  }

  /** A copy: the context itself is changed by its own methods only. */
  @Override
  public Set<Entry<String, Object>> entrySet() {
    Map<String, Object> visible = new HashMap<>();
    all.forEach(
        (name, value) -> {
          if (isVisible(name)) {
            visible.put(name, value);
          }
        });
    return Map.copyOf(visible).entrySet();
  }

  @Override
  public void setScope(String name, Scope scope) {
    all.setScope(name, scope);
  }

  @Override
  public Scope getScope(String name) {
    return all.getScope(name);
  }
}
