package io.castile.demo;

import com.sun.xml.ws.spi.ProviderImpl;
import io.castile.Castile;
import io.castile.cache.ResponseCache;
import io.castile.demo.portal.Portal;
import io.castile.template.Templates;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** An end of a connection on some stack: a server that publishes the portal, or a client of it. */
public final class Peer {
  private Peer() {}

  /** A running server. */
  public record Running(String name, String url, Closeable stop) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      stop.close();
    }
  }

  /** A client of one server. */
  public record Calling(String name, Portal portal, Closeable stop) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      stop.close();
    }
  }

  /** Publishes a service on Apache CXF at a path of that port; 0 for any free one. */
  public static Running cxfServer(Object service, String path, int port) throws IOException {
    return cxfServer(service, path, port, factory -> {});
  }

  /** Publishes a service on Apache CXF, with settings. */
  public static Running cxfServer(
      Object service, String path, int port, Consumer<JaxWsServerFactoryBean> settings)
      throws IOException {
    Bus bus = new ExtensionManagerBus();
    String url = "http://localhost:" + (port == 0 ? freePort() : port) + path;
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceBean(service);
    factory.setAddress(url);
    settings.accept(factory);
    Server server = factory.create();
    return new Running(
        "CXF",
        url,
        () -> {
          server.destroy();
          bus.shutdown(true);
        });
  }

  /** CXF wants to be told a number. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Castile, as it comes. */
  public static Calling castileClient(String url) {
    Templates templates = Templates.shared();
    Portal portal = Castile.client(Portal.class).endpoint(url).templates(templates).build();
    return new Calling("Castile", portal, (Closeable) () -> close(portal));
  }

  /** Castile, with a response cache that stays the caller's. */
  public static Calling castileClient(String url, ResponseCache cache) {
    Portal portal = Castile.client(Portal.class).endpoint(url).cache(cache).build();
    return new Calling("Castile", portal, (Closeable) () -> close(portal));
  }

  private static void close(Portal portal) throws IOException {
    try {
      ((AutoCloseable) portal).close();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  /** Apache CXF, as it comes. */
  public static Calling cxfClient(String url) {
    return cxfClient(url, factory -> {});
  }

  /** Returns a client on Apache CXF, with settings. */
  public static Calling cxfClient(String url, Consumer<JaxWsProxyFactoryBean> settings) {
    Bus bus = new ExtensionManagerBus();
    Portal portal = cxfPort(Portal.class, url, bus, settings);
    return new Calling(
        "CXF",
        portal,
        () -> {
          ClientProxy.getClient(portal).destroy();
          bus.shutdown(true);
        });
  }

  /** A client of any service on Apache CXF. */
  public static <T> T cxfPort(Class<T> sei, String url, Bus bus, Feature... features) {
    return cxfPort(sei, url, bus, factory -> factory.getFeatures().addAll(Arrays.asList(features)));
  }

  private static <T> T cxfPort(
      Class<T> sei, String url, Bus bus, Consumer<JaxWsProxyFactoryBean> settings) {
    JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
    factory.setBus(bus);
    factory.setServiceClass(sei);
    factory.setAddress(url);
    settings.accept(factory);
    return factory.create(sei);
  }

  /** Metro, as it comes. */
  public static Calling metroClient(String url) {
    return MetroClient.of(url);
  }

  /** A client of any service on Metro, which lives as long as the JVM. */
  public static <T> T metroPort(Class<T> sei, String url, QName service, QName port) {
    return MetroClient.port(sei, url, service, port);
  }

  /**
   * A client on Metro. Its provider is named and not looked up: Apache CXF, on the same class path,
   * offers itself for the same service.
   */
  private static final class MetroClient {
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
}
