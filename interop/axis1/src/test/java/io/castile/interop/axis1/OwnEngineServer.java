package io.castile.interop.axis1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.axis.configuration.XMLStringProvider;
import org.apache.axis.server.AxisServer;
import org.apache.axis.transport.http.SimpleAxisServer;

/**
 * Axis 1.4's own server, with an engine of its own: all servers of that class have the engine of
 * the first.
 */
final class OwnEngineServer extends SimpleAxisServer implements AutoCloseable {
  private final AxisServer engine;
  private final ServerSocket socket;

  /**
   * @param deployment what there is, in the language of Axis
   */
  OwnEngineServer(String deployment) throws Exception {
    engine = new AxisServer(new XMLStringProvider(deployment));
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    setServerSocket(socket);
    start(true);
  }

  @Override
  public synchronized AxisServer getAxisServer() {
    return engine;
  }

  String url(String service) {
    return "http://localhost:" + socket.getLocalPort() + "/axis/services/" + service;
  }

  @Override
  public void close() throws IOException {
    stop();
    socket.close();
  }
}
