package io.castile.interop.peers;

import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceFeature;
import java.io.Closeable;
import java.net.URI;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;

/** Clients of services on other stacks. Providers are named, never looked up. */
final class PeerClients {
  private PeerClients() {}

  /** A port that closes with what it is made of. */
  record Calling<T>(T port, AutoCloseable client) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      client.close();
    }
  }

  /** A client of CXF, by the interface alone. */
  static <T> Calling<T> cxf(Class<T> sei, String url, String bindingId, Feature... features) {
    Bus bus = new ExtensionManagerBus();
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(sei);
    factory.setAddress(url);
    factory.setBindingId(bindingId);
    for (Feature feature : features) {
      factory.getFeatures().add(feature);
    }
    T port = factory.create(sei);
    // Status 400, as SOAP 1.2 has it for faults of the sender, is no fault for CXF by default.
    ((BindingProvider) port)
        .getRequestContext()
        .put("org.apache.cxf.transport.process_fault_on_http_400", true);
    return new Calling<>(
        port,
        () -> {
          ClientProxy.getClient(port).destroy();
          bus.shutdown(true);
        });
  }

  /**
   * A client of Metro, which has none without a description.
   *
   * @param wsdl where the description is, which need not be what is called
   */
  static <T> Calling<T> metro(
      Class<T> sei,
      String wsdl,
      QName service,
      QName port,
      String url,
      WebServiceFeature... features)
      throws Exception {
    return WithoutCatalogs.make(
        () -> {
          T made =
              new ProviderImpl()
                  .createServiceDelegate(URI.create(wsdl).toURL(), service, Service.class)
                  .getPort(port, sei, features);
          ((BindingProvider) made)
              .getRequestContext()
              .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, url);
          return new Calling<>(made, (Closeable) made);
        });
  }
}
