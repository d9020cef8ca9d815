package io.castile.bench.delta;

import io.castile.bench.data.RemoteStocks;
import io.castile.bench.data.Stocks;
import io.castile.bench.message.RatedStock;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** A client of {@link Stocks} by Java RMI. */
final class RmiStocks implements Stocks {
  private static final int BACKLOG = 50;

  private final RemoteStocks remote;

  private RmiStocks(RemoteStocks remote) {
    this.remote = remote;
  }

  /** Publishes a service, and makes a client of it whose connections take the route. */
  static WholeRow.Pair open(Stocks service, IntUnaryOperator route) throws RemoteException {
    RemoteStocks published = new Published(service);
    RMIServerSocketFactory listening =
        port -> new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    RemoteStocks stub =
        (RemoteStocks)
            UnicastRemoteObject.exportObject(published, 0, new Connecting(route), listening);
    return new WholeRow.Pair(
        new RmiStocks(stub), () -> UnicastRemoteObject.unexportObject(published, true));
  }

  @Override
  public List<RatedStock> getRatings(String portfolio) {
    try {
      return remote.getRatings(portfolio);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public double[] getValues(String series) {
    try {
      return remote.getValues(series);
    } catch (RemoteException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The service as RMI wants it; the stub is a proxy of its remote interface. */
  private record Published(Stocks service) implements RemoteStocks {
    @Override
    public List<RatedStock> getRatings(String portfolio) {
      return service.getRatings(portfolio);
    }

    @Override
    public double[] getValues(String series) {
      return service.getValues(series);
    }
  }

  /**
   * Connects where the route goes. Serializable only by its type: the stub does not leave this JVM.
   */
  private static final class Connecting implements RMIClientSocketFactory, Serializable {
    private static final long serialVersionUID = 1;

    private final transient IntUnaryOperator route;

    Connecting(IntUnaryOperator route) {
      this.route = route;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), route.applyAsInt(port));
      socket.setTcpNoDelay(true);
      return socket;
    }
  }
}
