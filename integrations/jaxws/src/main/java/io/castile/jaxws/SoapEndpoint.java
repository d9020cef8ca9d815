package io.castile.jaxws;

import io.castile.Castile;
import io.castile.ServerBuilder;
import io.castile.SoapMount;
import io.castile.codec.CodecMode;
import io.castile.internal.Ends;
import io.castile.soap.SoapVersion;
import io.castile.soap.handler.HandlerFile;
import io.castile.soap.model.PortDescription;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.soap.server.HttpExchange;
import io.castile.soap.server.ServiceEndpoint;
import io.castile.soap.wsdl.EndpointReferences;
import jakarta.xml.ws.Binding;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * An endpoint of SOAP: what it is told before it is published, and then what is served.
 * Thread-safe.
 */
final class SoapEndpoint extends MountedEndpoint {
  private final Features features;
  private final @Nullable BindingId bindings; // null for what the class says
  private final EndpointBinding binding;

  // Guarded by this.
  private @Nullable List<Source> metadata;
  private @Nullable Map<URI, byte[]> documents; // of the metadata; null before they are read
  private Map<String, Object> properties = new HashMap<>();
  private @Nullable ServiceModel model; // null before it is asked for

  /**
   * @param bindingId null for what the class says
   * @throws WebServiceException if it is another than those of SOAP over HTTP
   */
  SoapEndpoint(@Nullable String bindingId, Object implementor, Features features) {
    super(implementor);
    this.features = features;
    this.bindings = bindingId == null || bindingId.isEmpty() ? null : BindingId.of(bindingId);
    this.binding = new EndpointBinding(this);
  }

  // ---- what there is to be told ----

  @Override
  public Binding getBinding() {
    return binding;
  }

  @Override
  public synchronized @Nullable List<Source> getMetadata() {
    return metadata;
  }

  /** The WSDL and the documents that it refers to, by their system identifiers. */
  @Override
  public synchronized void setMetadata(@Nullable List<Source> metadata) {
    checkNotPublished("metadata");
    this.metadata = metadata;
    this.documents = null;
    this.model = null;
  }

  @Override
  public synchronized Map<String, Object> getProperties() {
    return new HashMap<>(properties);
  }

  /**
   * {@code Endpoint.WSDL_SERVICE} and {@code WSDL_PORT} are heeded, as {@link QName}s, and {@link
   * ServerFeature#SAME_VERSION}.
   */
  @Override
  public synchronized void setProperties(@Nullable Map<String, Object> properties) {
    checkNotPublished("properties");
    this.properties = properties == null ? new HashMap<>() : new HashMap<>(properties);
    this.model = null;
  }

  // ---- what is known of it ----

  /** Also before it is published. */
  synchronized ServiceModel model() {
    ServiceModel known = model;
    if (known == null) {
      known =
          ServiceEndpoint.model(getImplementor().getClass(), CodecMode.ADAPTIVE).described(port());
      model = known;
    }
    return known;
  }

  SoapVersion version() {
    return bindings == null ? model().version() : bindings.version();
  }

  /** Returns the content of the file that an annotation of the implementation names. */
  HandlerFile.Content handlerFile() {
    return HandlerFile.read(getImplementor().getClass(), model(), version());
  }

  /** Whether answers may leave as MTOM, as far as annotations do not say. */
  @Nullable MTOMFeature mtom() {
    MTOMFeature feature = features.get(MTOMFeature.class);
    if (feature == null && bindings != null && bindings.mtom()) {
      return new MTOMFeature();
    }
    return feature;
  }

  private synchronized PortDescription port() {
    Map<URI, byte[]> read = documents;
    if (read == null) { // sources are read once
      read = Metadata.documents(metadata == null ? List.of() : metadata);
      documents = read;
    }
    return new PortDescription(
        name(WSDL_SERVICE), name(WSDL_PORT), bindings == null ? null : bindings.version(), read);
  }

  private @Nullable QName name(String property) {
    Object value = properties.get(property);
    if (value == null || value instanceof QName) {
      return (QName) value;
    }
    throw new WebServiceException(
        "property " + property + ": expected a QName, found a " + value.getClass().getName());
  }

  /** Whether requests in another version of SOAP are refused; null for what is usual. */
  private synchronized @Nullable Boolean sameVersion() {
    Object value = properties.get(ServerFeature.SAME_VERSION);
    if (value == null || value instanceof Boolean) {
      return (Boolean) value;
    }
    if (value.equals("true") || value.equals("false")) {
      return value.equals("true");
    }
    throw new WebServiceException(
        "property " + ServerFeature.SAME_VERSION + ": expected true or false, found " + value);
  }

  // ---- publishing ----

  @Override
  Mount mount(String path, boolean isOwnServer, boolean isLoopback) {
    ServerBuilder server = server(path);
    SoapMount mount = isOwnServer ? server.maskFaults(!isLoopback).mount() : server.mount();
    return new Mount() {
      @Override
      public void serve(HttpExchange exchange) throws IOException {
        Ends.serve(mount, exchange);
      }

      @Override
      public boolean takesBeneath() {
        return false;
      }

      @Override
      public void close() {
        mount.close();
      }
    };
  }

  private ServerBuilder server(String path) {
    ServerBuilder server = Castile.server().publish(path, getImplementor(), port());
    List<Handler<?>> handlers = binding.handlers();
    if (handlers != null) {
      server.jaxws(j -> j.handlerFiles(false).handlers(handlers.toArray(new Handler<?>[0])));
    }
    binding.ownRoles().forEach(role -> server.roles(role));
    AddressingFeature addressing = features.get(AddressingFeature.class);
    if (addressing != null) {
      server.addressing(addressing);
    }
    MTOMFeature mtom = binding.mtom();
    if (mtom != null) {
      server.mtom(mtom).jaxws(j -> j.mtomAnnotations(false));
    }
    Boolean sameVersion = sameVersion();
    if (sameVersion != null) {
      server.sameVersion(sameVersion);
    }
    ServerFeature own = features.get(ServerFeature.class);
    if (own != null && own.isEnabled()) {
      own.apply(server);
    }
    return server;
  }

  // ---- references ----

  @Override
  public EndpointReference getEndpointReference(Element... parameters) {
    return getEndpointReference(W3CEndpointReference.class, parameters);
  }

  @Override
  public <T extends EndpointReference> T getEndpointReference(
      Class<T> type, Element... parameters) {
    String address = address();
    if (address == null) {
      throw new WebServiceException(
          "Cannot return the address of an endpoint in a server of the application, because only"
              + " its requests know it. Ask the WebServiceContext.");
    }
    return EndpointReferences.of(type, model(), address, parameters);
  }
}
