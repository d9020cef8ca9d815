package io.castile.interop.faults;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands before the servers: sends each request to one of them, cuts connections within messages,
 * and damages deltas. It counts, for each caller, what may make a call of his fail, before it can
 * have had any effect.
 */
final class Relay implements AutoCloseable {
  /** A connection to a server. */
  private record Connection(Socket socket, InputStream in) {
    static Connection to(int port) throws IOException {
      Socket socket = new Socket(InetAddress.getByName("localhost"), port);
      socket.setTcpNoDelay(true);
      return new Connection(socket, new BufferedInputStream(socket.getInputStream()));
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        // It was of no use any more.
      }
    }
  }

  /** Where in the content of a delta that answers the version of its target is. */
  private static final int VERSION_START = 1;

  private static final int VERSION_END = 7;

  private final ServerSocket listener;
  private final Fleet fleet;
  private final Random random;
  private final Map<String, AtomicLong> faults = new ConcurrentHashMap<>();
  private final Map<Fleet.Server, ConcurrentLinkedDeque<Connection>> idle =
      new ConcurrentHashMap<>();
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final AtomicLong cut = new AtomicLong();
  private final AtomicLong damaged = new AtomicLong();
  private volatile int idleMillis;
  private volatile int cuts; // of a thousand messages
  private volatile int damages; // of a thousand deltas

  Relay(Fleet fleet, long seed) throws IOException {
    this.fleet = fleet;
    this.random = new Random(seed);
    this.listener = new ServerSocket(0, 200, InetAddress.getByName("localhost"));
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Cuts the connections of so many of a thousand messages. */
  void cuts(int perMille) {
    cuts = perMille;
  }

  /** Damages so many of a thousand deltas. */
  void damages(int perMille) {
    damages = perMille;
  }

  /** How many messages were cut. */
  long cut() {
    return cut.get();
  }

  /** How many deltas were damaged. */
  long damaged() {
    return damaged.get();
  }

  /** How often a call of this caller may have failed. */
  long faults(String caller) {
    return counter(caller).get();
  }

  private AtomicLong counter(String caller) {
    return faults.computeIfAbsent(caller, name -> new AtomicLong());
  }

  /** Closes connections of clients that have been idle for so many milliseconds; 0 for never. */
  void idleMillis(int millis) {
    idleMillis = millis;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        start(() -> relay(client));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void relay(Socket client) {
    clients.add(client);
    try (client) {
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      HttpFrame request = HttpFrame.read(in);
      while (request != null && exchanged(client, request)) {
        awaitNext(client, in);
        request = HttpFrame.read(in);
      }
    } catch (IOException e) {
      // The client has gone, or has been silent for too long, which no call of his may feel.
    } finally {
      clients.remove(client);
    }
  }

  private void awaitNext(Socket client, InputStream in) throws IOException {
    client.setSoTimeout(idleMillis == 0 ? 0 : 1 + random.nextInt(idleMillis));
    in.mark(1);
    in.read();
    in.reset();
    client.setSoTimeout(0);
  }

  /** Brings a request to a server and its answer back; false if the connection must end. */
  private boolean exchanged(Socket client, HttpFrame request) throws IOException {
    AtomicLong counter = counter(request.field(MarketCaller.NAME_FIELD));
    Fleet.Server server = fleet.any(random);
    HttpFrame response = answer(server, damaged(request, false, counter), counter);
    if (response == null
        || !written(client.getOutputStream(), damaged(response, true, counter), counter)) {
      if (random.nextBoolean()) {
        client.setSoLinger(true, 0); // it ends with a reset, which may overtake what was sent
      }
      return false;
    }
    return true;
  }

  /** Returns what the server answers; null if a connection was cut or the server killed. */
  private HttpFrame answer(Fleet.Server server, byte[] request, AtomicLong counter) {
    Connection connection = null;
    try {
      connection = connected(server);
      if (!written(connection.socket().getOutputStream(), request, counter)) {
        connection.close();
        return null;
      }
      HttpFrame response = HttpFrame.read(connection.in());
      if (response != null) {
        idle.computeIfAbsent(server, key -> new ConcurrentLinkedDeque<>()).push(connection);
        return response;
      }
    } catch (IOException e) {
      // As below.
    }
    counter.incrementAndGet(); // The server has gone.
    if (connection != null) {
      connection.close();
    }
    return null;
  }

  /** Writes a message, or so much of it as goes through before the connection is cut. */
  private boolean written(OutputStream out, byte[] message, AtomicLong counter) throws IOException {
    if (random.nextInt(1000) >= cuts) {
      out.write(message);
      return true;
    }
    cut.incrementAndGet();
    counter.incrementAndGet();
    out.write(message, 0, random.nextInt(message.length));
    return false;
  }

  /** The bytes of a message, in which a bit is another one if it is a delta whose turn it is. */
  private byte[] damaged(HttpFrame message, boolean response, AtomicLong counter) {
    if (damages == 0 || !message.isDelta() || random.nextInt(1000) >= damages) {
      return message.bytes();
    }
    byte[] bytes = message.bytes().clone();
    int at = random.nextInt(bytes.length - message.head());
    if (response && at >= VERSION_START && at < VERSION_END) {
      counter.incrementAndGet(); // The client asks for another message, which is not there.
    }
    damaged.incrementAndGet();
    bytes[message.head() + at] ^= (byte) (1 << random.nextInt(8));
    return bytes;
  }

  private Connection connected(Fleet.Server server) throws IOException {
    ConcurrentLinkedDeque<Connection> connections = idle.get(server);
    Connection known = connections == null ? null : connections.poll();
    return known == null ? Connection.to(server.port) : known;
  }

  /** Closes the connections to a server that is no more. */
  void forget(Fleet.Server server) {
    ConcurrentLinkedDeque<Connection> connections = idle.remove(server);
    if (connections != null) {
      connections.forEach(Connection::close);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "relay");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket client : clients) {
      client.close();
    }
    idle.keySet().forEach(this::forget);
  }
}
