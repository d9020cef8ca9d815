package io.castile.bench.data;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

/** The operations of {@link Texts} by Java RMI. */
public interface RemoteTexts extends Remote {
  /** Like {@link Texts#getText}. */
  String getText(String name) throws RemoteException;

  /** Like {@link Texts#putTexts}. */
  int putTexts(List<String> texts) throws RemoteException;

  /** Like {@link Texts#getTexts}. */
  List<String> getTexts(int bytes, int version) throws RemoteException;
}
