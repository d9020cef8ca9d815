package io.castile.interop.matrix;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.ClientBuilder;
import io.castile.SoapServer;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.interop.peers.WithoutCatalogs;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.databinding.DataBinding;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Stacks in Java, as they are without settings. Providers are named, never looked up. */
enum Stack {
  CASTILE("Castile") {
    @Override
    Running serve(ProbeService service, Setting setting) {
      var builder = Castile.server().host("localhost").publish(PATH, service);
      SoapServer server = (setting.mtom() ? builder.mtom(0) : builder).start();
      return new Running(server.url(PATH), server);
    }

    @Override
    Calling client(Setting setting, String url) {
      ClientBuilder<? extends Probe> builder =
          Castile.client(setting.style().sei).endpoint(url).soapVersion(setting.version());
      Probe port = (setting.mtom() ? builder.mtom(0) : builder).build();
      return new Calling(port, (AutoCloseable) port);
    }
  },

  CXF("CXF") {
    @Override
    Running serve(ProbeService service, Setting setting) throws Exception {
      return cxfServer(service, setting, new JAXBDataBinding());
    }

    @Override
    Calling client(Setting setting, String url) {
      return cxfClient(setting, url, new JAXBDataBinding());
    }
  },

  CXF_CODECS("CXF with Castile's codecs") {
    @Override
    Running serve(ProbeService service, Setting setting) throws Exception {
      return cxfServer(service, setting, new CastileJAXBDataBinding());
    }

    @Override
    Calling client(Setting setting, String url) {
      return cxfClient(setting, url, new CastileJAXBDataBinding());
    }
  },

  METRO("Metro") {
    @Override
    Running serve(ProbeService service, Setting setting) throws Exception {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ExecutorService threads = Executors.newCachedThreadPool();
      http.setExecutor(threads);
      Endpoint endpoint =
          new ProviderImpl()
              .createEndpoint(
                  setting.version().bindingId(), (Object) service, new MTOMFeature(setting.mtom()));
      endpoint.publish(http.createContext(PATH));
      http.start();
      return new Running(
          "http://localhost:" + http.getAddress().getPort() + PATH,
          () -> {
            endpoint.stop();
            http.stop(0);
            threads.shutdownNow();
          });
    }

    /** By the service's WSDL, as Metro has no client without one. */
    @Override
    Calling client(Setting setting, String url) throws Exception {
      Style style = setting.style();
      WebServiceFeature mtom = new MTOMFeature(setting.mtom());
      return WithoutCatalogs.make(
          () -> {
            Probe port =
                new ProviderImpl()
                    .createServiceDelegate(
                        URI.create(url + "?wsdl").toURL(),
                        new QName(style.namespace, Probes.SERVICE),
                        Service.class)
                    .getPort(new QName(style.namespace, Probes.PORT), style.sei, mtom);
            ((BindingProvider) port)
                .getRequestContext()
                .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
            return new Calling(port, (Closeable) port);
          });
    }
  };

  private static final String PATH = "/probe";

  final String title;

  Stack(String title) {
    this.title = title;
  }

  /** A running server. */
  record Running(String url, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** A client. */
  record Calling(Probe port, AutoCloseable client) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      client.close();
    }
  }

  private static Running cxfServer(ProbeService service, Setting setting, DataBinding binding)
      throws IOException {
    Bus bus = new ExtensionManagerBus();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceBean(service);
    factory.setDataBinding(binding);
    factory.setProperties(new HashMap<>(Map.of("mtom-enabled", setting.mtom())));
    String url;
    try (ServerSocket free = new ServerSocket(0)) { // CXF wants to be told a number
      url = "http://localhost:" + free.getLocalPort() + PATH;
    }
    factory.setAddress(url);
    Server server = factory.create();
    return new Running(
        url,
        () -> {
          server.destroy();
          bus.shutdown(true);
        });
  }

  private static Calling cxfClient(Setting setting, String url, DataBinding binding) {
    Bus bus = new ExtensionManagerBus();
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(setting.style().sei);
    factory.setAddress(url);
    factory.setDataBinding(binding);
    factory.setBindingId(setting.version().bindingId());
    factory.setProperties(new HashMap<>(Map.of("mtom-enabled", setting.mtom())));
    Probe port = factory.create(setting.style().sei);
    return new Calling(
        port,
        () -> {
          ClientProxy.getClient(port).destroy();
          bus.shutdown(true);
        });
  }

  /** Serves on a free port of loopback. */
  abstract Running serve(ProbeService service, Setting setting) throws Exception;

  /** A client of a server that is running. */
  abstract Calling client(Setting setting, String url) throws Exception;
}
