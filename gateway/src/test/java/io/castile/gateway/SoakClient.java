package io.castile.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Soak.Asked;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of HTTP/1.1, on sockets, that behaves well or badly until a soak is over. */
final class SoakClient implements Runnable {
  private final Soak soak;
  private final String name;
  private final Gateway gateway;
  private final @Nullable FaultyLine line;
  private final Random random;
  private final boolean behaves;

  /**
   * @param name what its counts begin with
   * @param line behind the gateway; null for none
   */
  SoakClient(
      Soak soak,
      String name,
      Gateway gateway,
      @Nullable FaultyLine line,
      Random random,
      boolean behaves) {
    this.soak = soak;
    this.name = name;
    this.gateway = gateway;
    this.line = line;
    this.random = random;
    this.behaves = behaves;
  }

  @Override
  public void run() {
    try {
      while (!soak.isOver()) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
          socket.setSoTimeout(Soak.STUCK_MILLIS);
          socket.setTcpNoDelay(true);
          if (behaves) {
            behave(socket);
          } else {
            misbehave(socket);
          }
        }
      }
    } catch (SocketTimeoutException e) {
      soak.isWrong(new AssertionError("a call is stuck", e));
    } catch (IOException | AssertionError | RuntimeException e) {
      soak.isWrong(e);
    }
  }

  private void count(String what) {
    soak.count(name + what);
  }

  private static byte[] request(Asked asked) {
    String message = asked.message();
    return ("POST /service HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + (asked.caller().isEmpty() ? "" : "Authorization: " + asked.caller() + "\r\n")
            + "Content-Length: "
            + message.length()
            + "\r\n\r\n"
            + message)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Some requests on one connection, each after the answer to the one before. */
  private void behave(Socket socket) throws IOException {
    boolean goesOn = true;
    for (int i = 0; goesOn && i < 10 && !soak.isOver(); i++) {
      pause();
      Asked asked = Asked.any(random);
      try (FaultyLine.Call call = line == null ? null : line.call()) {
        socket.getOutputStream().write(request(asked));
        goesOn = goesOn(asked, RawMessage.read(socket.getInputStream()), call);
      }
    }
  }

  /**
   * Whether the connection stays after this answer; fails if it is the wrong one.
   *
   * @param answer null where it was cut off
   * @param call over the line; null for none
   */
  private boolean goesOn(Asked asked, @Nullable RawMessage answer, FaultyLine.@Nullable Call call) {
    count(asked.kind());
    boolean isLost = answer == null || answer.status() == 502 || answer.status() == 504;
    if (isLost && call != null && call.isTouched()) {
      count("failed by the line");
    } else if (answer == null) {
      assertThat(asked.kind()).as("of %s, whose answer was cut off", asked).isEqualTo("cut");
    } else {
      asked.check(answer.status(), answer.content());
    }
    return answer != null && !answer.closes();
  }

  private void misbehave(Socket socket) throws IOException {
    pause();
    pause();
    try {
      misbehaveOnce(socket);
    } catch (SocketException e) { // the gateway has closed the connection, as it may
      count("closed on");
    }
  }

  private void misbehaveOnce(Socket socket) throws IOException {
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    switch (random.nextInt(5)) {
      case 0 -> { // leaves without the answer
        out.write(request(Asked.of("tell", "big", "mark")));
        in.readNBytes(10);
        count("left");
      }
      case 1 -> { // leaves within the request
        byte[] request = request(Asked.of("ask", "ok", "mark"));
        out.write(request, 0, random.nextInt(request.length));
        count("half requests");
      }
      case 2 -> { // sends what is no request
        byte[] nonsense = new byte[1 + random.nextInt(2_000)];
        random.nextBytes(nonsense);
        out.write(nonsense);
        socket.shutdownOutput();
        in.readAllBytes();
        count("nonsense");
      }
      case 3 -> pipeline(out, in);
      default -> { // reads slowly
        out.write(request(Asked.of("tell", "big", "mark")));
        for (int i = 0; i < 20; i++) {
          in.readNBytes(20_000);
          pause();
        }
        count("slow readers");
      }
    }
  }

  /** Sends several requests at once. */
  private void pipeline(OutputStream out, InputStream in) throws IOException {
    try (FaultyLine.Call call = line == null ? null : line.call()) {
      for (int i = 0; i < 5; i++) {
        out.write(request(Asked.of("ask", "ok", "mark " + i)));
      }
      int answers = 0;
      boolean goesOn = true;
      while (goesOn && answers < 5) {
        Asked asked = Asked.of("ask", "ok", "mark " + answers);
        goesOn = goesOn(asked, RawMessage.read(in), call);
        answers++;
      }
      assertThat(answers == 5 || (call != null && call.isTouched()))
          .as("%d of 5 answers came", answers)
          .isTrue();
    }
    count("pipelines");
  }

  /** Also keeps connections so few that those which have just ended leave ports for others. */
  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
