package io.castile.interop.faults;

import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.util.List;

/** A caller in a process of its own, which may be killed. */
final class RemoteCaller implements Caller {
  private final Child process;

  RemoteCaller(String name, int port, long maxBytes) {
    try {
      process = Child.start(MarketClient.class, name, port, maxBytes);
    } catch (IOException e) {
      throw new IllegalStateException("no client process", e);
    }
  }

  /** The process was killed, and whatever it was about to do. */
  static final class Killed extends WebServiceException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public Boards.Maker board(String user, String market, long tick) {
    List<String> words = said("board;" + user + ";" + market + ";" + tick);
    return new Boards.Maker(Integer.parseInt(words.get(1)), Integer.parseInt(words.get(2)));
  }

  @Override
  public int order(String user, String id, String market, long tick) {
    return Integer.parseInt(said("order;" + user + ";" + id + ";" + market + ";" + tick).get(1));
  }

  private List<String> said(String line) {
    String said;
    try {
      process.println(line);
      said = process.readLine();
    } catch (IOException e) {
      said = null;
    }
    if (said == null) {
      throw new Killed();
    }
    List<String> words = List.of(said.split(";", -1));
    switch (words.get(0)) {
      case "right":
        return words;
      case "failed":
        throw new WebServiceException(said);
      default:
        throw new AssertionError(said);
    }
  }

  void kill() throws InterruptedException {
    process.kill();
  }

  @Override
  public void close() {
    try {
      process.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
