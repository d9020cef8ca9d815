package io.castile.bench.calls;

import io.castile.bench.data.RemoteTexts;
import io.castile.bench.data.Texts;
import java.io.IOException;
import java.rmi.RemoteException;
import java.util.List;

/** A client of {@link RemoteTexts}. */
final class RmiTexts implements Texts {
  private final RemoteTexts remote;

  private RmiTexts(RemoteTexts remote) {
    this.remote = remote;
  }

  /** Publishes a service in a registry on any free port; returns its address. */
  static CallRow.Served publish(RemoteTexts service) throws RemoteException {
    return RmiNames.publish(service);
  }

  /** The client of an address, which is looked up once. */
  static RmiTexts of(String address) throws IOException {
    return new RmiTexts(RmiNames.lookup(RemoteTexts.class, address));
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
}
