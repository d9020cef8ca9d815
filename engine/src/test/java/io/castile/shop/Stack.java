package io.castile.shop;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.template.TemplateOptions;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.Templates;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** A SOAP stack that serves and calls. Providers are named, never looked up. */
public enum Stack {
  CASTILE {
    @Override
    public Published publish(Object service) {
      SoapServer server = Castile.server().host("localhost").publish("/shop", service).start();
      return new Published(server.url("/shop"), server);
    }

    @Override
    public <T> T client(Class<T> sei, Published service, ServiceModel model) {
      return Castile.client(sei).endpoint(service.url()).soapVersion(model.version()).build();
    }
  },

  /** Castile, every message with a template, stuffed as much as can be. */
  STUFFED {
    @Override
    public Published publish(Object service) {
      SoapServer server =
          Castile.server()
              .host("localhost")
              .templates(STUFFED_TEMPLATES)
              .publish("/shop", service)
              .start();
      return new Published(server.url("/shop"), server);
    }

    @Override
    public <T> T client(Class<T> sei, Published service, ServiceModel model) {
      return Castile.client(sei)
          .endpoint(service.url())
          .soapVersion(model.version())
          .templates(STUFFED_TEMPLATES)
          .build();
    }
  },

  CXF {
    @Override
    public Published publish(Object service) {
      JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
      factory.setServiceBean(service);
      String url = "http://localhost:" + FreePorts.next() + "/shop";
      factory.setAddress(url);
      Server server = factory.create();
      return new Published(url, server::destroy);
    }

    @Override
    public <T> T client(Class<T> sei, Published service, ServiceModel model) {
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setServiceClass(sei);
      factory.setAddress(service.url());
      factory.setBindingId(model.version().bindingId());
      return factory.create(sei);
    }
  },

  METRO {
    @Override
    public Published publish(Object service) throws Exception {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      HttpServer http = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
      ExecutorService threads = Executors.newCachedThreadPool();
      http.setExecutor(threads);
      Endpoint endpoint =
          new ProviderImpl()
              .createEndpoint(
                  service instanceof Provider
                      ? null
                      : ServiceModel.ofImplementation(service.getClass()).version().bindingId(),
                  service);
      endpoint.publish(http.createContext("/shop"));
      http.start();
      String url = "http://localhost:" + http.getAddress().getPort() + "/shop";
      return new Published(
          url,
          () -> {
            endpoint.stop();
            http.stop(0);
            threads.shutdownNow();
          });
    }

    /** By the service's WSDL, as Metro has no client without one. */
    @Override
    public <T> T client(Class<T> sei, Published service, ServiceModel model) throws Exception {
      ServiceDelegate delegate =
          new ProviderImpl()
              .createServiceDelegate(
                  URI.create(service.url() + "?wsdl").toURL(), model.serviceName(), Service.class);
      T port = delegate.getPort(model.portName(), sei);
      ((BindingProvider) port)
          .getRequestContext()
          .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, service.url());
      return port;
    }
  };

  private static final Templates STUFFED_TEMPLATES =
      Templates.builder()
          .always(true)
          .layout(
              TemplateOptions.builder()
                  .chunkBytes(256)
                  .splitBytes(512)
                  .reserveBytes(16)
                  .stuffing(Stuffing.MAXIMUM)
                  .padding(Padding.OUTSIDE)
                  .build())
          .build();

  /** A published service. */
  public record Published(String url, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** Publishes a service on a free port of loopback. */
  public abstract Published publish(Object service) throws Exception;

  /**
   * A client of a published service.
   *
   * @param model the names and the version of the service
   */
  public abstract <T> T client(Class<T> sei, Published service, ServiceModel model)
      throws Exception;
}
