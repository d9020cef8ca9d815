package io.castile.interop.peers;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.Endpoint;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;

/** The service on other stacks. Providers are named, never looked up. */
enum LabServer {
  CXF {
    @Override
    Running start(LabService service) throws Exception {
      Bus bus = new ExtensionManagerBus();
      JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
      factory.setBus(bus);
      factory.setServiceBean(service);
      String url;
      try (ServerSocket free = new ServerSocket(0)) { // CXF wants to be told a number
        url = "http://localhost:" + free.getLocalPort() + "/lab";
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
  },

  METRO {
    @Override
    Running start(LabService service) throws Exception {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ExecutorService threads = Executors.newCachedThreadPool();
      http.setExecutor(threads);
      Endpoint endpoint = new ProviderImpl().createEndpoint(null, service);
      endpoint.publish(http.createContext("/lab"));
      http.start();
      return new Running(
          "http://localhost:" + http.getAddress().getPort() + "/lab",
          () -> {
            endpoint.stop();
            http.stop(0);
            threads.shutdownNow();
          });
    }
  },

  /** In a process of its own: it does not use the service that it is given. */
  GSOAP {
    @Override
    Running start(LabService service) throws Exception {
      return GsoapLab.serve();
    }
  };

  /** A running server. */
  record Running(String url, AutoCloseable server) implements AutoCloseable {
    @Override
    public void close() throws Exception {
      server.close();
    }
  }

  /** Serves on a free port of loopback; skips the test where the stack is absent. */
  abstract Running start(LabService service) throws Exception;

  /** Whether the service runs in this process, and tells what it has seen. */
  boolean isHere() {
    return this != GSOAP;
  }
}
