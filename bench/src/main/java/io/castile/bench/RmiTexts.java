package io.castile.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;

/** A client of {@link RemoteTexts}. */
final class RmiTexts implements Texts {
  /** Makes a process give out the loopback interface as its address. */
  static final String LOOPBACK = "-Djava.rmi.server.hostname=127.0.0.1";

  private static final String NAME = "texts";
  private static final int BACKLOG = 50;

  private final RemoteTexts remote;

  private RmiTexts(RemoteTexts remote) {
    this.remote = remote;
  }

  /** Publishes a service in a registry on any free port; returns its address. */
  static CallRow.Served publish(RemoteTexts service) throws RemoteException {
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

  /** The client of an address, which is looked up once. */
  static RmiTexts of(String address) throws IOException {
    try {
      return new RmiTexts((RemoteTexts) Naming.lookup(address));
    } catch (NotBoundException e) {
      throw new IOException("nothing is published at " + address, e);
    }
  }

  @Override
  public String getText(String name) {
    try {
      return remote.getText(name);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int putTexts(List<String> texts) {
    try {
      return remote.putTexts(texts);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<String> getTexts(int bytes, int version) {
    try {
      return remote.getTexts(bytes, version);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
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
