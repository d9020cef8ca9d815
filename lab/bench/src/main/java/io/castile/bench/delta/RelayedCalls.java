package io.castile.bench.delta;

import io.castile.bench.calls.LinkSpeed;
import io.castile.bench.calls.Relay;
import io.castile.bench.data.StockAnswers;
import io.castile.bench.data.WholeLoad;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Whole calls of a client whose connections pass a {@link Relay}. For one thread. */
final class RelayedCalls implements AutoCloseable {
  private final String name;
  private final WholeLoad load;
  private final StockAnswers service;
  private final Map<Integer, Relay> relays = new ConcurrentHashMap<>();
  private WholeRow.Pair pair;

  private RelayedCalls(String name, WholeLoad load, int changed) {
    this.name = name;
    this.load = load;
    this.service = load.answers(changed);
  }

  /**
   * Starts a server, a relay and a client.
   *
   * @param link what the relay imitates; null for nothing
   */
  static RelayedCalls open(WholeRow row, WholeLoad load, int changed, LinkSpeed link)
      throws IOException {
    RelayedCalls calls = new RelayedCalls(row.label(), load, changed);
    calls.pair =
        row.open(
            calls.service,
            port -> calls.relays.computeIfAbsent(port, key -> Relay.to(key, link)).port());
    return calls;
  }

  /** Calls once. */
  Object call() {
    return load.ask(pair.client());
  }

  /**
   * Calls so many times, and looks at the answers.
   *
   * @throws IllegalStateException if one is wrong
   */
  void check(int times) {
    for (int i = 0; i < times; i++) {
      check(call());
    }
  }

  /**
   * Looks at the answer of the last call.
   *
   * @throws IllegalStateException if it is wrong
   */
  void check(Object answer) {
    if (!service.isLast(answer)) {
      throw new IllegalStateException(name + " gives a wrong answer to a call through a relay");
    }
  }

  long bytesUp() {
    return List.copyOf(relays.values()).stream().mapToLong(Relay::bytesUp).sum();
  }

  long bytesDown() {
    return List.copyOf(relays.values()).stream().mapToLong(Relay::bytesDown).sum();
  }

  @Override
  public void close() throws Exception {
    pair.close();
    relays.values().forEach(Relay::close);
  }
}
