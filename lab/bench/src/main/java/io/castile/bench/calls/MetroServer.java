package io.castile.bench.calls;

import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * A server on Metro, over the HTTP server of the JDK. Its provider is named and not looked up:
 * Apache CXF, on the same class path, offers itself for the same service.
 */
public final class MetroServer {
  /** Without it that HTTP server waits 40 ms for an acknowledgement in the middle of an answer. */
  public static final String NO_DELAY = "-Dsun.net.httpserver.nodelay=true";

  private MetroServer() {}

  /** Publishes a service on any free port. */
  public static CallRow.Served publish(Object service, String path) throws IOException {
    String url = "http://localhost:" + freePort() + path;
    Endpoint endpoint = new ProviderImpl().createAndPublishEndpoint(url, service);
    return new CallRow.Served(url, endpoint::stop);
  }

  /** It wants to be told a number. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
