package io.castile.bench.calls;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What is left of a call if nothing is written, read or understood: as many bytes there and back
 * over a connection that stays open, one for each thread. The first byte of a request is the number
 * of its operation.
 */
final class SocketEcho implements CallEnd {
  private static final InetAddress HOST = InetAddress.getLoopbackAddress();

  private final int port;
  private final CallSizes sizes;
  private final Queue<SocketChannel> all = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Connection> connections = ThreadLocal.withInitial(this::connect);

  private record Connection(SocketChannel socket, ByteBuffer buffer) {}

  private SocketEcho(int port, CallSizes sizes) {
    this.port = port;
    this.sizes = sizes;
  }

  /** Serves; its port is its address. */
  static CallRow.Served serve(CallSizes sizes) throws IOException {
    ServerSocketChannel listening = ServerSocketChannel.open();
    listening.bind(new InetSocketAddress(HOST, 0));
    start("accept", () -> accept(listening, sizes));
    int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
    return new CallRow.Served(Integer.toString(port), listening);
  }

  private static void accept(ServerSocketChannel listening, CallSizes sizes) {
    try {
      while (true) {
        SocketChannel socket = listening.accept();
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        start("answer", () -> answer(socket, sizes));
      }
    } catch (IOException e) {
      // Closed: there is nothing more to accept.
    }
  }

  private static void answer(SocketChannel socket, CallSizes sizes) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(sizes.largest());
    List<CallOperation> operations = List.of(CallOperation.values());
    try (socket) {
      while (true) {
        buffer.clear().limit(1);
        read(socket, buffer);
        CallOperation operation = operations.get(buffer.get(0));
        buffer.limit(sizes.request(operation));
        read(socket, buffer);
        buffer.clear().limit(sizes.response(operation));
        write(socket, buffer);
      }
    } catch (IOException e) {
      // The client has closed its end.
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, "echo-" + name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void read(SocketChannel socket, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (socket.read(buffer) < 0) {
        throw new EOFException("the other end has closed the connection");
      }
    }
  }

  private static void write(SocketChannel socket, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      socket.write(buffer);
    }
  }

  /** The client of a port. */
  static SocketEcho of(String port, CallSizes sizes) {
    return new SocketEcho(Integer.parseInt(port), sizes);
  }

  private Connection connect() {
    try {
      SocketChannel socket = SocketChannel.open(new InetSocketAddress(HOST, port));
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      all.add(socket);
      return new Connection(socket, ByteBuffer.allocateDirect(sizes.largest()));
    } catch (IOException e) {
      throw new IllegalStateException("no connection to the echo: " + e.getMessage(), e);
    }
  }

  /** Returns the number of bytes that came back. */
  @Override
  public Object call(CallOperation operation, int turn) throws IOException {
    Connection connection = connections.get();
    ByteBuffer buffer = connection.buffer();
    buffer.clear().limit(sizes.request(operation));
    buffer.put(0, (byte) operation.ordinal());
    write(connection.socket(), buffer);
    buffer.clear().limit(sizes.response(operation));
    read(connection.socket(), buffer);
    return buffer.position();
  }

  @Override
  public boolean isRight(CallOperation operation, int turn, Object answer) {
    return answer.equals(sizes.response(operation));
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel socket : all) {
      socket.close();
    }
  }
}
