package io.castile.demo;

import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.demo.portal.Portal;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.Closeable;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import javax.xml.namespace.QName;

/**
 * A client on Metro. Its provider is named and not looked up: Apache CXF, on the same class path,
 * offers itself for the same service.
 */
final class MetroClient {
  private static final QName SERVICE = new QName(Portal.NAMESPACE, "PortalService");
  private static final QName PORT = new QName(Portal.NAMESPACE, "PortalPort");

  private MetroClient() {}

  /** Metro takes the service's description from the server that it is going to call. */
  static Peer.Calling of(String url) {
    Portal portal = port(Portal.class, url, SERVICE, PORT);
    return new Peer.Calling("Metro", portal, (Closeable) portal);
  }

  /** Returns a port of any service. */
  static <T> T port(Class<T> sei, String url, QName service, QName port) {
    ServiceDelegate delegate =
        new ProviderImpl().createServiceDelegate(description(url), service, Service.class);
    return delegate.getPort(port, sei);
  }

  private static URL description(String url) {
    try {
      return URI.create(url + "?wsdl").toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError("the address of a running server: " + url, e);
    }
  }
}
