package io.castile.interop.peers;

import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import io.castile.template.Templates;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.soap.MTOMFeature;
import java.io.Closeable;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Stacks that serve and call services with attachments. Providers are named, never looked up. */
enum ArchivePeer {
  /** With everything that could go wrong with parts turned on. */
  CASTILE {
    @Override
    LabServer.Running serve(Object service) {
      SoapServer server =
          Castile.server()
              .sameVersion(false)
              .host("localhost")
              .templates(Templates.builder().always(true).build())
              .differential(true)
              .publish("/archive", service)
              .start();
      return new LabServer.Running(server.url("/archive"), server);
    }

    @Override
    <T> Calling<T> client(Class<T> sei, String url, SoapVersion version, boolean mtom) {
      var builder =
          Castile.client(sei)
              .endpoint(url)
              .soapVersion(version)
              .templates(Templates.builder().always(true).build())
              .differential(true);
      T port = (mtom ? builder.mtom(0) : builder).build();
      return new Calling<>(port, (AutoCloseable) port);
    }
  },

  CXF {
    @Override
    LabServer.Running serve(Object service) {
      return PeerServers.cxf(service, "/archive");
    }

    @Override
    <T> Calling<T> client(Class<T> sei, String url, SoapVersion version, boolean mtom) {
      Bus bus = new ExtensionManagerBus();
      JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
      factory.setBus(bus);
      factory.setServiceClass(sei);
      factory.setAddress(url);
      factory.setBindingId(version.bindingId());
      factory.setProperties(new HashMap<>(Map.of("mtom-enabled", mtom)));
      T port = factory.create(sei);
      return new Calling<>(
          port,
          () -> {
            ClientProxy.getClient(port).destroy();
            bus.shutdown(true);
          });
    }
  },

  METRO {
    @Override
    LabServer.Running serve(Object service) throws Exception {
      return PeerServers.metro(service, "/archive");
    }

    @Override
    <T> Calling<T> client(Class<T> sei, String url, SoapVersion version, boolean mtom)
        throws Exception {
      return WithoutCatalogs.make(
          () -> {
            WebServiceFeature feature = new MTOMFeature(mtom);
            T port =
                new ProviderImpl()
                    .createServiceDelegate(
                        URI.create(url + "?wsdl").toURL(),
                        new QName(Archive.NAMESPACE, sei.getSimpleName() + "Service"),
                        Service.class)
                    .getPort(
                        new QName(Archive.NAMESPACE, sei.getSimpleName() + "Port"), sei, feature);
            ((BindingProvider) port)
                .getRequestContext()
                .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
            return new Calling<>(port, (Closeable) port);
          });
    }
  };

  /** A client. */
  record Calling<T>(T port, AutoCloseable client) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      client.close();
    }
  }

  /** Serves on a free port of loopback. */
  abstract LabServer.Running serve(Object service) throws Exception;

  /** A client of a server that is running. */
  abstract <T> Calling<T> client(Class<T> sei, String url, SoapVersion version, boolean mtom)
      throws Exception;
}
