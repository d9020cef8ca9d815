package io.castile.bench.data;

import io.castile.bench.message.RatedStock;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** The operations of {@link Stocks} by Java RMI. */
public interface RemoteStocks extends Remote {
  /** Like {@link Stocks#getRatings}. */
  List<RatedStock> getRatings(String portfolio) throws RemoteException;

  /** Like {@link Stocks#getValues}. */
  double[] getValues(String series) throws RemoteException;
}
