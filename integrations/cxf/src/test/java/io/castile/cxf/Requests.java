package io.castile.cxf;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sets what the requests of ports carry. */
final class Requests {
  private Requests() {}

  /** Sets the one HTTP header of a port's requests. */
  static void put(Object port, String name, String value) {
    Map<String, List<String>> headers = new HashMap<>();
    headers.put(name, List.of(value));
    context(port).put(MessageContext.HTTP_REQUEST_HEADERS, headers);
  }

  static Map<String, Object> context(Object port) {
    return ((BindingProvider) port).getRequestContext();
  }
}
