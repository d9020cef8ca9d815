package io.castile.jaxws.http;

import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.http.HTTPBinding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The binding of a dispatch or an endpoint without SOAP. It has no handlers. Thread-safe. */
public final class XmlHttpBinding implements HTTPBinding {
  @Override
  public String getBindingID() {
    return HTTP_BINDING;
  }

  @SuppressWarnings("rawtypes") // the interface's own
  @Override
  public List<Handler> getHandlerChain() {
    return new ArrayList<>();
  }

  /**
   * Takes a chain without handlers only.
   *
   * @throws WebServiceException if there is one: it would not be called
   */
  @SuppressWarnings("rawtypes") // the interface's own
  @Override
  public void setHandlerChain(@Nullable List<Handler> chain) {
    if (chain != null && !chain.isEmpty()) {
      throw new WebServiceException(
          "Cannot set the handlers "
              + chain
              + ", because the HTTP binding calls none. Pass an empty chain.");
    }
  }
}
