package io.castile.jaxws;

import io.castile.jaxws.http.XmlHttpBinding;
import io.castile.jaxws.http.XmlHttpProvider;
import io.castile.soap.server.HttpExchange;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * An endpoint without SOAP: a provider whose binding is {@code HTTPBinding}. It has no WSDL.
 * Thread-safe.
 */
final class XmlHttpEndpoint extends MountedEndpoint {
  private final Binding binding = new XmlHttpBinding();
  private Map<String, Object> properties = new HashMap<>(); // guarded by this

  XmlHttpEndpoint(Object implementor) {
    super(implementor);
  }

  @Override
  Mount mount(String path, boolean isOwnServer, boolean isLoopback) {
    XmlHttpProvider provider =
        new XmlHttpProvider(getImplementor(), path, isOwnServer && isLoopback);
    return new Mount() {
      @Override
      public void serve(HttpExchange exchange) throws IOException {
        provider.serve(exchange);
      }

      @Override
      public boolean takesBeneath() {
        return true;
      }

      @Override
      public void close() {
        provider.close();
      }
    };
  }

  @Override
  public Binding getBinding() {
    return binding;
  }

  @Override
  public @Nullable List<Source> getMetadata() {
    return null;
  }

  /** Takes none: there is no description of such a service. */
  @Override
  public void setMetadata(@Nullable List<Source> metadata) {
    if (metadata != null && !metadata.isEmpty()) {
      throw new WebServiceException(
          "Cannot return metadata, because an endpoint of the HTTP binding serves none.");
    }
  }

  @Override
  public synchronized Map<String, Object> getProperties() {
    return new HashMap<>(properties);
  }

  @Override
  public synchronized void setProperties(@Nullable Map<String, Object> properties) {
    this.properties = properties == null ? new HashMap<>() : new HashMap<>(properties);
  }

  @Override
  public EndpointReference getEndpointReference(Element... parameters) {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... parameters) {
    throw new UnsupportedOperationException(
        "Cannot return an endpoint reference, because the HTTP binding has none.");
  }
}
