package io.castile.interop.peers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Stands between a client and a server, passes on what they say, and keeps a copy of it. A byte is
 * kept before it is passed on: whoever has had an answer finds it here.
 */
public final class Tap implements AutoCloseable {
  private final ServerSocket listener;
  private final URI target;
  private final List<Connection> connections = new CopyOnWriteArrayList<>();

  private Tap(ServerSocket listener, URI target) {
    this.listener = listener;
    this.target = target;
  }

  /** A connection of a client, and the one to the server that was made for it. */
  private record Connection(
      Socket client,
      Socket server,
      ByteArrayOutputStream requests,
      ByteArrayOutputStream responses) {}

  /** Opens a tap in front of the service at {@code url}. */
  public static Tap open(String url) throws IOException {
    Tap tap = new Tap(new ServerSocket(0, 16, InetAddress.getByName("127.0.0.1")), URI.create(url));
    start(tap::accept);
    return tap;
  }

  /** Where the service seems to be. */
  public String url() {
    return "http://127.0.0.1:" + listener.getLocalPort() + target.getPath();
  }

  /** The SOAP messages that were sent to the service so far, of one connection after another. */
  public List<HttpMessage> requests() {
    return connections.stream().flatMap(one -> soap(one.requests())).toList();
  }

  /** The SOAP messages that the service has sent so far. */
  public List<HttpMessage> responses() {
    return connections.stream().flatMap(one -> soap(one.responses())).toList();
  }

  /** All that the service has sent so far, whatever it is. */
  public List<HttpMessage> answers() {
    return connections.stream()
        .flatMap(one -> HttpMessage.parse(one.responses().toByteArray()).stream())
        .toList();
  }

  /** How many connections were made so far. */
  public int connections() {
    return connections.size();
  }

  private static Stream<HttpMessage> soap(ByteArrayOutputStream stream) {
    return HttpMessage.parse(stream.toByteArray()).stream().filter(HttpMessage::isSoap);
  }

  private void accept() {
    try {
      while (true) {
        connect(listener.accept());
      }
    } catch (IOException e) {
      // the listener was closed
    }
  }

  private void connect(Socket client) {
    try {
      Socket server = new Socket(target.getHost(), target.getPort());
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      Connection connection =
          new Connection(client, server, new ByteArrayOutputStream(), new ByteArrayOutputStream());
      connections.add(connection);
      start(() -> pass(client, server, connection.requests()));
      start(() -> pass(server, client, connection.responses()));
    } catch (IOException e) {
      closeQuietly(client); // which tells the client that the server is not there
    }
  }

  private static void pass(Socket from, Socket to, OutputStream copy) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        copy.write(buffer, 0, count);
        to.getOutputStream().write(buffer, 0, count);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeQuietly(from);
      closeQuietly(to);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "tap");
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it was of no use any more
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Connection connection : connections) {
      closeQuietly(connection.client());
      closeQuietly(connection.server());
    }
  }
}
