package io.castile.jaxws;

import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.http.HTTPBinding;
import jakarta.xml.ws.spi.Provider;
import jakarta.xml.ws.spi.ServiceDelegate;
import jakarta.xml.ws.wsaddressing.W3CEndpointReference;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;

/**
 * Castile as the implementation of Jakarta XML Web Services 4.0: {@code jakarta.xml.ws.Service},
 * {@code Endpoint} and generated classes find it on the class path. An application does not name
 * it. Thread-safe.
 */
public final class CastileProvider extends Provider {
  /** Constructs the provider; called by the API, which finds the class by its name. */
  public CastileProvider() {}

  @Override
  public ServiceDelegate createServiceDelegate(
      @Nullable URL wsdl, QName service, Class<? extends Service> type) {
    return createServiceDelegate(wsdl, service, type, new WebServiceFeature[0]);
  }

  /** The WSDL is read when something of it is wanted. */
  @Override
  public ServiceDelegate createServiceDelegate(
      @Nullable URL wsdl,
      QName service,
      Class<? extends Service> type,
      WebServiceFeature... features) {
    if (service == null) {
      throw new WebServiceException("Cannot make a service without its name. Pass a QName.");
    }
    return new ServiceClient(wsdl, service, type, Features.of(features));
  }

  @Override
  public Endpoint createEndpoint(@Nullable String bindingId, Object implementor) {
    return createEndpoint(bindingId, implementor, new WebServiceFeature[0]);
  }

  @Override
  public Endpoint createEndpoint(
      @Nullable String bindingId, Object implementor, WebServiceFeature... features) {
    Objects.requireNonNull(implementor, "implementor");
    if (isWithoutSoap(bindingId, implementor)) {
      Features.of(features).checkNone("an endpoint");
      return new XmlHttpEndpoint(implementor);
    }
    return new SoapEndpoint(bindingId, implementor, Features.of(features));
  }

  private static boolean isWithoutSoap(@Nullable String bindingId, Object implementor) {
    BindingType annotation = implementor.getClass().getAnnotation(BindingType.class);
    String said = annotation == null ? null : annotation.value();
    return HTTPBinding.HTTP_BINDING.equals(
        bindingId == null || bindingId.isEmpty() ? said : bindingId);
  }

  @Override
  public Endpoint createAndPublishEndpoint(String address, Object implementor) {
    return createAndPublishEndpoint(address, implementor, new WebServiceFeature[0]);
  }

  @Override
  public Endpoint createAndPublishEndpoint(
      String address, Object implementor, WebServiceFeature... features) {
    Endpoint endpoint = createEndpoint(null, implementor, features);
    endpoint.publish(address);
    return endpoint;
  }

  @Override
  public EndpointReference readEndpointReference(Source reference) {
    Objects.requireNonNull(reference, "reference");
    return new W3CEndpointReference(reference);
  }

  @Override
  public <T> T getPort(EndpointReference reference, Class<T> sei, WebServiceFeature... features) {
    Reference read = Reference.of(reference);
    QName service = read.service() == null ? new QName("", "Service") : read.service();
    return new ServiceClient(read.wsdl(), service, Service.class, Features.NONE)
        .getPort(reference, sei, features);
  }

  @Override
  public W3CEndpointReference createW3CEndpointReference(
      @Nullable String address,
      @Nullable QName service,
      @Nullable QName port,
      @Nullable List<Element> metadata,
      @Nullable String wsdl,
      @Nullable List<Element> parameters) {
    return createW3CEndpointReference(
        address, null, service, port, metadata, wsdl, parameters, null, null);
  }

  @Override
  public W3CEndpointReference createW3CEndpointReference(
      @Nullable String address,
      @Nullable QName portType,
      @Nullable QName service,
      @Nullable QName port,
      @Nullable List<Element> metadata,
      @Nullable String wsdl,
      @Nullable List<Element> parameters,
      @Nullable List<Element> elements,
      @Nullable Map<QName, String> attributes) {
    return new ReferenceWriter(service, port)
        .portType(portType)
        .wsdl(wsdl)
        .metadata(metadata)
        .parameters(parameters)
        .extensions(elements, attributes)
        .write(address);
  }
}
