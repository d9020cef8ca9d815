package io.castile.bench.floor.constant;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A client of a {@link ConstantServer} that is as cheap as can be: writes a constant, and reads as
 * many bytes as the first answer had. Hears how many threads shall call and for how long on a line,
 * and says what came of it on one.
 *
 * <p>Between two calls a thread works for some microseconds, as a program does that has a use for
 * an answer. Where both ends share a core, a server is otherwise interrupted by the client before
 * it has gone back to its wait, and does that within the time of the next call or never.
 */
final class ClientProgram {
  /** What stands before the result. */
  static final String RESULT = "result ";

  private static final long THINK_NANOS = 5_000;
  private static final int REQUEST_BYTES = 230;
  private static final int MOST_BYTES = 8 << 10;
  private static final int FIRST_CAPACITY = 1 << 12;

  private ClientProgram() {}

  /** A connection; for one thread at a time. */
  private static final class Caller implements AutoCloseable {
    private final SocketChannel socket;
    private final ByteBuffer request;
    private final ByteBuffer response = ByteBuffer.allocateDirect(MOST_BYTES);
    private final int answerBytes;

    Caller(int port) throws IOException {
      socket = SocketChannel.open(new InetSocketAddress(ConstantServer.HOST, port));
      socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
      byte[] message = request(port);
      request = ByteBuffer.allocateDirect(message.length).put(message);
      answerBytes = firstAnswer();
    }

    private static byte[] request(int port) {
      String text =
          "POST /portal HTTP/1.1\r\nHost: localhost:"
              + port
              + "\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: \"\"\r\n"
              + "Accept: text/xml, application/soap+xml, multipart/related\r\n"
              + "User-Agent: Castile\r\nContent-Length: "
              + REQUEST_BYTES
              + "\r\n\r\n"
              + "y".repeat(REQUEST_BYTES);
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    private void send() throws IOException {
      request.rewind();
      while (request.hasRemaining()) {
        socket.write(request);
      }
      response.clear();
    }

    private void receive() throws IOException {
      if (socket.read(response) < 0) {
        throw new EOFException("the server has closed the connection");
      }
    }

    /** Returns how many bytes the first answer has, all of which is looked at. */
    private int firstAnswer() throws IOException {
      send();
      String text = "";
      int content = -1;
      while (content < 0 || text.length() < content + ConstantServer.ANSWER_BYTES) {
        receive();
        text = StandardCharsets.ISO_8859_1.decode(response.duplicate().flip()).toString();
        int end = text.indexOf("\r\n\r\n");
        content = end < 0 ? -1 : end + 4;
      }
      String head = text.substring(0, content).toLowerCase(Locale.ROOT);
      if (!head.startsWith("http/1.1 200 ")
          || !head.contains("content-length: " + ConstantServer.ANSWER_BYTES)
          || text.length() != content + ConstantServer.ANSWER_BYTES) {
        throw new IllegalStateException("not the answer of a constant: " + text);
      }
      return text.length();
    }

    void call() throws IOException {
      send();
      do {
        receive();
      } while (response.position() < answerBytes);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /**
   * Runs the client.
   *
   * @param arguments the port
   */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Scanner rounds = new Scanner(System.in, StandardCharsets.UTF_8)) {
      while (rounds.hasNextInt()) {
        System.out.println(RESULT + play(threads, port, rounds.nextInt(), rounds.nextInt()).line());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Connections are new in each round: a server may end those that are idle meanwhile. */
  private static FloorRound play(ExecutorService threads, int port, int many, int millis)
      throws Exception {
    List<Caller> callers = new ArrayList<>();
    try {
      for (int i = 0; i < many; i++) {
        callers.add(new Caller(port));
      }
      return play(threads, callers, millis);
    } finally {
      for (Caller caller : callers) {
        caller.close();
      }
    }
  }

  private static FloorRound play(ExecutorService threads, List<Caller> callers, int millis)
      throws Exception {
    long start = System.nanoTime();
    List<Future<long[]>> all = new ArrayList<>();
    for (Caller caller : callers) {
      all.add(threads.submit(() -> call(caller, start + millis * 1_000_000L)));
    }
    List<long[]> times = new ArrayList<>();
    for (Future<long[]> each : all) {
      times.add(each.get());
    }
    long elapsed = System.nanoTime() - start;
    return FloorRound.of(times.stream().flatMapToLong(Arrays::stream).toArray(), elapsed);
  }

  /** Calls until it is over, at least once; returns how long each call took. */
  private static long[] call(Caller caller, long over) throws IOException {
    long[] times = new long[FIRST_CAPACITY];
    int count = 0;
    long before;
    do {
      before = think();
      caller.call();
      if (count == times.length) {
        times = Arrays.copyOf(times, 2 * count);
      }
      times[count++] = System.nanoTime() - before;
    } while (before < over);
    return Arrays.copyOf(times, count);
  }

  private static long think() {
    long end = System.nanoTime() + THINK_NANOS;
    long now;
    do {
      now = System.nanoTime();
    } while (now < end);
    return now;
  }
}
