package io.castile.soap.exchange.internal;

import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a request that a transport supplies beside its message. It is asked during the
 * call only.
 */
public interface TransportOrigin {
  /** Returns the address at which the request came in. */
  String address();

  /** Returns {@link SoapRequest#target}. */
  default String target() {
    return "";
  }

  /** Returns the header fields, by name in lower case. */
  Headers headers();

  /** Returns the value of a header field, as {@link Headers#get} has it; null for none. */
  default @Nullable String header(String name) {
    return headers().get(name);
  }

  /** Returns the properties for services and handlers, by the names of {@code MessageContext}. */
  Map<String, Object> properties();

  /** Returns the sender of the request, as authenticated by the transport; null for none. */
  default @Nullable Principal principal() {
    return null;
  }

  /** Whether the transport knows that {@link #principal} has a role. */
  default boolean isInRole(String role) {
    return false;
  }
}
