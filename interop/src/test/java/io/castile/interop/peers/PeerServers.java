package io.castile.interop.peers;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** Services on other stacks, on free ports of loopback. Providers are named, never looked up. */
final class PeerServers {
  private PeerServers() {}

  static LabServer.Running cxf(Object service, String path) {
    return cxf(service, path, factory -> {});
  }

  static LabServer.Running cxf(
      Object service, String path, Consumer<JaxWsServerFactoryBean> options) {
    Bus bus = new ExtensionManagerBus();
    JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
    factory.setBus(bus);
    factory.setServiceBean(service);
    options.accept(factory);
    String url = "http://localhost:" + freePort() + path; // CXF wants to be told a number
    factory.setAddress(url);
    Server server = factory.create();
    return new LabServer.Running(
        url,
        () -> {
          server.destroy();
          bus.shutdown(true);
        });
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static LabServer.Running metro(Object service, String path) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ExecutorService threads = Executors.newCachedThreadPool();
    http.setExecutor(threads);
    Endpoint endpoint = new ProviderImpl().createEndpoint(null, service);
    endpoint.publish(http.createContext(path));
    http.start();
    return new LabServer.Running(
        "http://localhost:" + http.getAddress().getPort() + path,
        () -> {
          endpoint.stop();
          http.stop(0);
          threads.shutdownNow();
        });
  }
}
