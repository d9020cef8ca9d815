package io.castile.bench.startup;

import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import java.net.URI;
import javax.xml.namespace.QName;

/** Ports of Metro, which wants the service's description. */
public final class MetroStartupPorts implements StartupPorts {
  @Override
  public <T> T port(Class<T> sei, StartupTarget target) throws Exception {
    T port =
        new ProviderImpl()
            .createServiceDelegate(
                URI.create(target.wsdl()).toURL(),
                new QName(target.namespace(), target.service()),
                Service.class)
            .getPort(new QName(target.namespace(), target.port()), sei);
    ((BindingProvider) port)
        .getRequestContext()
        .put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, target.url());
    return port;
  }
}
