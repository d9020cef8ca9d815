package io.castile.interop.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/** The servers: each has its place, which is a port, where one process comes after another. */
final class Fleet implements AutoCloseable {
  private static final String FARM = "what the servers of the farm know";

  /** A process that serves. */
  static final class Server {
    final Boards.Maker maker;
    final int port;
    private final MarketCaller plain; // the control: without the link, and not through the relay
    private volatile Child process; // set before the server has its place
    private volatile boolean doomed; // it is or will be killed
    private volatile long ended; // the time of its end, or 0

    Server(Boards.Maker maker, int port) {
      this.maker = maker;
      this.port = port;
      this.plain = new MarketCaller("control", port, null);
    }

    /** Asks this very server, without the link. One at a time, as each names its user. */
    synchronized Boards.Maker askedPlainly(String user, String market, long tick) {
      return plain.board(user, market, tick);
    }

    State state() {
      return plain.state();
    }

    boolean isDoomed() {
      return doomed;
    }
  }

  private final Path ledgers;
  private final List<Long> bounds;
  private final AtomicReferenceArray<Server> places;
  private final Map<Integer, Server> generations = new ConcurrentHashMap<>();
  private final AtomicInteger lastGeneration = new AtomicInteger();
  private final AtomicLong ends = new AtomicLong();
  private volatile int open = -1; // a bit for each place to which the relay may go

  /**
   * @param ledgers a folder for the orders that were served
   * @param bounds of the links, in bytes, for each place
   */
  Fleet(Path ledgers, List<Long> bounds) {
    this.ledgers = ledgers;
    this.bounds = List.copyOf(bounds);
    this.places = new AtomicReferenceArray<>(bounds.size());
  }

  /** Starts a server at a place that is free, on the port of those before it. */
  void start(int place, int edition) throws IOException {
    int generation = lastGeneration.incrementAndGet();
    Server before = places.get(place);
    // The last one stands alone: nobody knows the names that it gives to messages.
    String secret = place == places.length() - 1 ? FARM + generation : FARM;
    int port = before == null ? Child.freePort() : before.port;
    Server server = new Server(new Boards.Maker(generation, edition), port);
    // Known before it listens: the relay may reach it by the port, as the server before it.
    generations.put(generation, server);
    server.process =
        Child.start(
            MarketServer.class,
            port,
            generation,
            edition,
            bounds.get(place),
            secret,
            ledgers.resolve(generation + ".orders"));
    if (server.process.readLine() == null) {
      throw new IllegalStateException("server " + generation + " did not start");
    }
    places.set(place, server);
  }

  /** Kills the server at a place. */
  void kill(int place) throws InterruptedException {
    Server server = places.get(place);
    server.doomed = true;
    server.process.kill();
    server.plain.close();
    server.ended = ends.incrementAndGet();
  }

  int size() {
    return places.length();
  }

  Server at(int place) {
    return places.get(place);
  }

  Server generation(int generation) {
    return generations.get(generation);
  }

  int started() {
    return lastGeneration.get();
  }

  /** Sends connections to the places of these bits only. */
  void open(int bits) {
    open = bits;
  }

  /** One of the open places, mostly one whose server runs, if there is any. */
  Server any(Random random) {
    List<Server> servers = new ArrayList<>();
    for (int place = 0; place < places.length(); place++) {
      if ((open & 1 << place) != 0) {
        servers.add(places.get(place));
      }
    }
    Server server = servers.get(random.nextInt(servers.size()));
    for (int place = 0; server.isDoomed() && place < places.length(); place++) {
      if (random.nextInt(16) != 0) {
        server = places.get(place);
      }
    }
    return server;
  }

  /** A time: how many servers have ended. */
  long time() {
    return ends.get();
  }

  /** Checks that an answer is of a server that was alive at a time or later. */
  void checkAlive(Boards.Maker maker, long time) {
    if (maker.generation() != 0) {
      Server server = generations.get(maker.generation());
      if (server == null || !server.maker.equals(maker)) {
        throw new AssertionError("the answer is of " + maker + ", which is no server");
      }
      if (server.ended != 0 && server.ended <= time) {
        throw new AssertionError("the answer is of " + maker + ", which had ended");
      }
    }
  }

  /** The orders that were served, in all, each as often as it was. */
  List<String> served() throws IOException {
    List<String> orders = new ArrayList<>();
    try (Stream<Path> files = Files.list(ledgers)) {
      for (Path file : files.toList()) {
        orders.addAll(Files.readAllLines(file));
      }
    }
    return orders;
  }

  @Override
  public void close() throws InterruptedException {
    for (int place = 0; place < places.length(); place++) {
      if (places.get(place) != null) {
        kill(place);
      }
    }
  }
}
