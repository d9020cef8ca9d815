package io.castile.interop.matrix;

import io.castile.interop.peers.HttpMessage;
import io.castile.interop.peers.Tap;
import java.util.List;

/** A server of a pair, its client, and a tap between them. */
final class Lane implements AutoCloseable {
  private final Pair pair;
  private final Setting setting;
  private final ProbeService service;
  private final Stack.Running server;
  private final Tap tap;
  private final Caller caller;

  /** Opens a lane for cells like this one. */
  Lane(Cell cell) throws Exception {
    pair = cell.pair();
    setting = cell.setting();
    service = Probes.create(setting);
    server = pair.server.serve(service, setting);
    Tap opened = null;
    try {
      opened = Tap.open(server.url());
      caller = pair.client.make(setting, opened.url(), features());
    } catch (Throwable e) {
      if (opened != null) {
        opened.close();
      }
      server.close();
      throw e;
    }
    tap = opened;
  }

  private List<Feature> features() {
    return Cell.tested().stream().filter(this::fits).map(Cell::feature).toList();
  }

  /** Whether a cell can be tested here. */
  boolean fits(Cell cell) {
    return cell.pair() == pair && cell.setting().equals(setting);
  }

  /** Has the client call the operation of a feature, and returns what it tells of that. */
  String call(Feature feature) throws Exception {
    return caller.call(feature);
  }

  /** What the service has got for a feature. */
  String seen(Feature feature) throws InterruptedException {
    return service.seen(feature.sheet().name);
  }

  /** The request of a feature that was called. */
  HttpMessage request(Feature feature) {
    return message(tap.requests(), feature);
  }

  /** The response to a feature that answers with its sheet. */
  HttpMessage response(Feature feature) {
    return message(tap.responses(), feature);
  }

  private static HttpMessage message(List<HttpMessage> messages, Feature feature) {
    String name = ">" + feature.sheet().name + "<";
    return messages.stream()
        .filter(message -> message.text().contains(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no message of " + feature));
  }

  @Override
  public void close() throws Exception {
    caller.close();
    tap.close();
    server.close();
  }
}
