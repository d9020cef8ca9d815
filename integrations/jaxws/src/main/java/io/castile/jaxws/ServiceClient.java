package io.castile.jaxws;

import io.castile.AbstractClientBuilder;
import io.castile.Castile;
import io.castile.DispatchBuilder;
import io.castile.engine.AsyncThreads;
import io.castile.jaxws.http.ContentForm;
import io.castile.jaxws.http.HttpDispatch;
import io.castile.soap.wsdl.XmlSources;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.EndpointReference;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.handler.HandlerResolver;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.net.URL;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The implementation of a {@link Service}: its ports, from its WSDL or added, and the clients that
 * are made for them. Thread-safe.
 */
final class ServiceClient extends ServiceDelegate {
  private static final WebServiceFeature[] NO_FEATURES = {};

  private final QName name;
  private final @Nullable URL wsdl;
  private final Class<? extends Service> type;
  private final Features features;
  private final ServicePorts ports;

  private volatile @Nullable HandlerResolver resolver; // null for what annotations say
  private volatile Executor executor = AsyncThreads.DEFAULT;

  /**
   * @param wsdl null for none
   * @param type the class of the service, which is looked at for a file of handlers
   * @param features of all ports that have no others
   */
  ServiceClient(@Nullable URL wsdl, QName name, Class<? extends Service> type, Features features) {
    this.wsdl = wsdl;
    this.name = name;
    this.type = Objects.requireNonNull(type, "type");
    this.features = features;
    this.ports = new ServicePorts(wsdl, name);
  }

  // ---- ports ----

  @Override
  public <T> T getPort(QName port, Class<T> sei) {
    return getPort(port, sei, NO_FEATURES);
  }

  @Override
  public <T> T getPort(QName port, Class<T> sei, WebServiceFeature... more) {
    if (port == null || sei == null) {
      throw new WebServiceException(
          "Cannot make a client without a port and an interface. Pass both, found port "
              + port
              + ", interface "
              + sei
              + ".");
    }
    return port(ports.named(port, sei), sei, null, Features.of(more));
  }

  @Override
  public <T> T getPort(Class<T> sei) {
    return getPort(sei, NO_FEATURES);
  }

  @Override
  public <T> T getPort(Class<T> sei, WebServiceFeature... more) {
    if (sei == null) {
      throw new WebServiceException("Cannot make a client without an interface. Pass one.");
    }
    return port(ports.of(sei), sei, null, Features.of(more));
  }

  @Override
  public <T> T getPort(EndpointReference reference, Class<T> sei, WebServiceFeature... more) {
    Reference read = reference(reference);
    KnownPort port = read.port() == null ? ports.of(sei) : ports.named(read.port(), sei);
    return port(port.at(read.address()), sei, read, Features.of(more));
  }

  private <T> T port(KnownPort port, Class<T> sei, @Nullable Reference reference, Features more) {
    return made(
        () -> {
          var builder = Castile.client(sei);
          ClientOptions options =
              new ClientOptions(name, port.withSoap(), features.with(more), sei);
          options.configure(builder, reference);
          options.mtom(builder);
          common(builder);
          options.own(builder);
          T client = builder.build();
          options.addHandlers(client, resolver);
          return client;
        });
  }

  /** The settings for clients of every kind. */
  private void common(AbstractClientBuilder<?> builder) {
    builder.executor(task -> executor.execute(task));
    if (resolver == null) {
      builder.jaxws(j -> j.handlerFileOf(type));
    } else {
      builder.jaxws(j -> j.handlerFile(false));
    }
  }

  @Override
  public void addPort(QName port, @Nullable String bindingId, @Nullable String address) {
    if (port == null) {
      throw new WebServiceException("Cannot make a dispatch without the name of a port. Pass one.");
    }
    ports.add(KnownPort.added(port, bindingId, address));
  }

  // ---- dispatches ----

  @Override
  public <T> Dispatch<T> createDispatch(QName port, Class<T> messages, Service.Mode mode) {
    return createDispatch(port, messages, mode, NO_FEATURES);
  }

  @Override
  public <T> Dispatch<T> createDispatch(
      QName port, Class<T> messages, Service.Mode mode, WebServiceFeature... more) {
    KnownPort known = ports.named(port, null);
    return known.withoutSoap()
        ? withoutSoap(known, messages, mode, more)
        : dispatch(known, forMessages(messages), mode, null, more);
  }

  @Override
  public <T> Dispatch<T> createDispatch(
      EndpointReference reference,
      Class<T> messages,
      Service.Mode mode,
      WebServiceFeature... more) {
    Reference read = reference(reference);
    return dispatch(referred(read), forMessages(messages), mode, read, more);
  }

  @Override
  public Dispatch<Object> createDispatch(QName port, JAXBContext binding, Service.Mode mode) {
    return createDispatch(port, binding, mode, NO_FEATURES);
  }

  @Override
  public Dispatch<Object> createDispatch(
      QName port, JAXBContext binding, Service.Mode mode, WebServiceFeature... more) {
    KnownPort known = ports.named(port, null);
    if (known.withoutSoap() && binding != null) {
      Features.of(more).checkNone("port " + known.name());
      return new HttpDispatch<>(ContentForm.of(binding), known.address(), this::execute);
    }
    return dispatch(known, forObjects(binding), mode, null, more);
  }

  @Override
  public Dispatch<Object> createDispatch(
      EndpointReference reference,
      JAXBContext binding,
      Service.Mode mode,
      WebServiceFeature... more) {
    Reference read = reference(reference);
    return dispatch(referred(read), forObjects(binding), mode, read, more);
  }

  private static <T> Supplier<DispatchBuilder<T>> forMessages(Class<T> messages) {
    if (messages != SOAPMessage.class && (messages == null || !XmlSources.isKind(messages))) {
      throw new WebServiceException(
          "Cannot dispatch messages as "
              + (messages == null ? "null" : messages.getName())
              + ". Use Source, SOAPMessage or objects of a JAXBContext.");
    }
    return () -> Castile.dispatch(messages);
  }

  private static Supplier<DispatchBuilder<Object>> forObjects(JAXBContext binding) {
    if (binding == null) {
      throw new WebServiceException(
          "Cannot make a dispatch of objects without a JAXBContext. Pass one.");
    }
    return () -> Castile.dispatch(binding);
  }

  private <T> Dispatch<T> dispatch(
      KnownPort port,
      Supplier<DispatchBuilder<T>> kind,
      Service.Mode mode,
      @Nullable Reference reference,
      WebServiceFeature @Nullable [] more) {
    if (mode == null) {
      throw new WebServiceException(
          "Cannot make a dispatch without a mode. Pass PAYLOAD or MESSAGE.");
    }
    return made(
        () -> {
          DispatchBuilder<T> builder = kind.get().mode(mode);
          ClientOptions options =
              new ClientOptions(name, port, features.with(Features.of(more)), null);
          options.configure(builder, reference);
          common(builder);
          Dispatch<T> dispatch = builder.build();
          options.addHandlers(dispatch, resolver);
          return dispatch;
        });
  }

  /** A dispatch of the binding of XML over HTTP (Jakarta XML Web Services 4.0 §4.3, §11). */
  private <T> Dispatch<T> withoutSoap(
      KnownPort port, Class<T> messages, Service.Mode mode, WebServiceFeature... more) {
    if (messages == null || !ContentForm.isKind(messages)) {
      throw new WebServiceException(
          "Cannot dispatch messages as "
              + (messages == null ? "null" : messages.getName())
              + ". Use Source, DataSource or objects of a JAXBContext.");
    }
    if (messages == DataSource.class && mode != Service.Mode.MESSAGE) {
      throw new WebServiceException(
          "Cannot send a DataSource in mode "
              + mode
              + ", because it is a whole message. Pass mode MESSAGE.");
    }
    Features.of(more).checkNone("port " + port.name());
    return new HttpDispatch<>(ContentForm.of(messages), port.address(), this::execute);
  }

  private void execute(Runnable task) {
    executor.execute(task);
  }

  // ---- references ----

  private Reference reference(EndpointReference reference) {
    Reference read = Reference.of(reference);
    if (read.service() != null && wsdl != null && !read.service().equals(name)) {
      throw new WebServiceException(
          "Cannot use the endpoint reference, because it is one to service "
              + read.service()
              + ", not to "
              + name
              + ".");
    }
    return read;
  }

  private KnownPort referred(Reference reference) {
    KnownPort port = reference.port() == null ? ports.first() : ports.named(reference.port(), null);
    return port.at(reference.address());
  }

  /** What the engine refuses is an exception of the API. */
  private static <T> T made(Supplier<T> client) {
    try {
      return client.get();
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new WebServiceException(e.getMessage(), e);
    }
  }

  // ---- the service ----

  @Override
  public QName getServiceName() {
    return name;
  }

  @Override
  public Iterator<QName> getPorts() {
    return ports.names().iterator();
  }

  @Override
  public @Nullable URL getWSDLDocumentLocation() {
    return wsdl;
  }

  @Override
  public @Nullable HandlerResolver getHandlerResolver() {
    return resolver;
  }

  /** For ports that are made from now on; null for what annotations say. */
  @Override
  public void setHandlerResolver(@Nullable HandlerResolver resolver) {
    this.resolver = resolver;
  }

  @Override
  public Executor getExecutor() {
    return executor;
  }

  /** For calls that begin from now on, of ports that there are too. */
  @Override
  public void setExecutor(Executor executor) {
    if (executor == null) {
      throw new IllegalArgumentException("Cannot use null as an executor. Pass one.");
    }
    this.executor = executor;
  }
}
