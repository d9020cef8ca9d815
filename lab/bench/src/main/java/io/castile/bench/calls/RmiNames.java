package io.castile.bench.calls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;

/** Services of Java RMI on the loopback interface, and how clients find them. */
public final class RmiNames {
  /** Makes a process give out the loopback interface as its address. */
  public static final String LOOPBACK = "-Djava.rmi.server.hostname=127.0.0.1";

  private static final String NAME = "service";
  private static final int BACKLOG = 50;

  private RmiNames() {}

  /** Publishes a service in a registry on any free port; returns its address. */
  static CallRow.Served publish(Remote service) throws RemoteException {
    LoopbackSockets sockets = new LoopbackSockets();
    Registry registry = LocateRegistry.createRegistry(0, null, sockets);
    registry.rebind(NAME, UnicastRemoteObject.exportObject(service, 0));
    return new CallRow.Served(
        "//127.0.0.1:" + sockets.port + "/" + NAME,
        () -> {
          UnicastRemoteObject.unexportObject(service, true);
          UnicastRemoteObject.unexportObject(registry, true);
        });
  }

  /** The service of an address. */
  static <T extends Remote> T lookup(Class<T> type, String address) throws IOException {
    try {
      return type.cast(Naming.lookup(address));
    } catch (NotBoundException e) {
      throw new IOException("nothing is published at " + address, e);
    }
  }

  /** Listens on the loopback interface, and knows where. */
  private static final class LoopbackSockets implements RMIServerSocketFactory {
    private volatile int port;

    @Override
    public ServerSocket createServerSocket(int wanted) throws IOException {
      ServerSocket socket = new ServerSocket(wanted, BACKLOG, InetAddress.getLoopbackAddress());
      port = socket.getLocalPort();
      return socket;
    }
  }
}
