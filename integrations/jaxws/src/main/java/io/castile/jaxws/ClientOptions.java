package io.castile.jaxws;

import io.castile.AbstractClientBuilder;
import io.castile.ClientBuilder;
import io.castile.soap.SoapHeader;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.model.PortDescription;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.RespectBinding;
import jakarta.xml.ws.RespectBindingFeature;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.HandlerResolver;
import jakarta.xml.ws.handler.PortInfo;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.MTOM;
import jakarta.xml.ws.soap.MTOMFeature;
import java.lang.annotation.Annotation;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Passes on to a builder of the engine what the API says of a client. Owned by one thread. */
final class ClientOptions {
  private final QName service;
  private final KnownPort port;
  private final Features features;
  private final @Nullable Class<?> sei;

  /** The data that the API passes to a resolver of handlers. */
  private record Info(QName getServiceName, QName getPortName, String getBindingID)
      implements PortInfo {}

  /**
   * @param features of the service and the port
   * @param sei null for a dispatch
   */
  ClientOptions(QName service, KnownPort port, Features features, @Nullable Class<?> sei) {
    this.service = service;
    this.port = port;
    this.features = features;
    this.sei = sei;
  }

  /**
   * Sets what clients of all kinds have.
   *
   * @param reference whose parameters are sent; null for none
   * @throws WebServiceException if a binding is to be respected that cannot be
   */
  void configure(AbstractClientBuilder<?> builder, @Nullable Reference reference) {
    respectBinding();
    if (port.address() == null) {
      builder.jaxws(j -> j.withoutEndpoint(port.whyNoAddress()));
    } else {
      builder.endpoint(port.address());
    }
    builder.jaxws(
        j -> j.port(new PortDescription(service, port.name(), port.version(), port.documents())));
    addressing(builder);
    if (reference != null && !reference.parameters().isEmpty()) {
      builder.interceptor(parameters(reference.parameters()));
    }
  }

  private void respectBinding() {
    RespectBindingFeature feature = features.get(RespectBindingFeature.class);
    RespectBinding annotation = sei == null ? null : sei.getAnnotation(RespectBinding.class);
    boolean isOn =
        feature == null ? annotation != null && annotation.enabled() : feature.isEnabled();
    if (isOn && !port.required().isEmpty()) {
      throw new WebServiceException(
          "Cannot use port "
              + port.name()
              + " with RespectBinding, because its binding requires extensions that are not known: "
              + port.required());
    }
  }

  private void addressing(AbstractClientBuilder<?> builder) {
    AddressingFeature feature = features.get(AddressingFeature.class);
    if (feature != null) {
      builder.addressing(feature);
    } else if (port.addressing() && !isAnnotated(Addressing.class)) {
      builder.addressing(new AddressingFeature(true, port.addressingRequired()));
    }
  }

  /** Sets what clients of interfaces have. */
  void mtom(ClientBuilder<?> builder) {
    MTOMFeature feature = features.get(MTOMFeature.class);
    if (feature != null) {
      builder.mtom(feature);
    } else if (port.mtom() && !isAnnotated(MTOM.class)) {
      builder.mtom(new MTOMFeature());
    }
  }

  /** Sets what the application says beyond the API. */
  void own(ClientBuilder<?> builder) {
    ClientFeature feature = features.get(ClientFeature.class);
    if (feature != null && feature.isEnabled()) {
      feature.apply(builder);
    }
  }

  private boolean isAnnotated(Class<? extends Annotation> type) {
    return sei != null && sei.isAnnotationPresent(type);
  }

  private static Interceptor parameters(List<SoapHeader> blocks) {
    return chain -> {
      SoapRequest.Builder request = chain.request().newBuilder();
      blocks.forEach(request::soapHeader);
      return chain.proceed(request.build());
    };
  }

  /** Gives a client the handlers that a resolver names for it. */
  @SuppressWarnings("rawtypes") // the API's own
  void addHandlers(Object client, @Nullable HandlerResolver resolver) {
    if (resolver == null) {
      return;
    }
    BindingProvider provider = (BindingProvider) client;
    List<Handler> handlers =
        resolver.getHandlerChain(
            new Info(service, port.name(), provider.getBinding().getBindingID()));
    if (handlers != null) {
      provider.getBinding().setHandlerChain(handlers);
    }
  }
}
