package io.castile.soap.handler;

import jakarta.xml.ws.handler.MessageContext;
import java.util.AbstractMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The properties of an exchange as a handler sees them, which are the same for all of them. */
abstract class HandlerContext extends AbstractMap<String, Object> implements MessageContext {
  private final MessageContext properties;

  HandlerContext(MessageContext properties) {
    this.properties = properties;
  }

  @Override
  public @Nullable Object get(Object key) {
    return properties.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return properties.containsKey(key);
  }

  @Override
  public Object put(String key, Object value) {
    return properties.put(key, value);
  }

  @Override
  public @Nullable Object remove(Object key) {
    return properties.remove(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return properties.entrySet();
  }

  @Override
  public void setScope(String name, Scope scope) {
    properties.setScope(name, scope);
  }

  @Override
  public Scope getScope(String name) {
    return properties.getScope(name);
  }
}
