package io.castile.gateway.http;

import io.castile.gateway.trace.internal.TracedFields;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Header fields of Netty, for tracing. */
record NettyFields(HttpHeaders fields) implements TracedFields {
  @Override
  public @Nullable String get(String name) {
    return fields.get(name);
  }

  @Override
  public Set<String> names() {
    return fields.names();
  }

  @Override
  public void set(String name, String value) {
    fields.set(name, value);
  }

  @Override
  public void remove(String name) {
    fields.remove(name);
  }
}
