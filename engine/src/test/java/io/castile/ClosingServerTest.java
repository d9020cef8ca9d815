package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.FreePorts;
import io.castile.shop.WrappedShopService;
import jakarta.jws.WebService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests of every kind that come while a server is closed: each is answered as always, or told in
 * the server's words that it is being closed, or its connection ends.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ClosingServerTest {
  private static final String ADD =
      "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
          + "<s:add xmlns:s='http://shop.castile.io/'><a>20</a><b>22</b></s:add>"
          + "</e:Body></e:Envelope>";
  private static final String FIELDS =
      "Host: localhost\r\nContent-Type: text/xml\r\nContent-Length: " + ADD.length() + "\r\n\r\n";

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private static Map<String, String> requests() {
    return Map.of(
        "post",
        "POST /shop HTTP/1.1\r\n" + FIELDS + ADD,
        "cut",
        "POST /shop HTTP/1.1\r\n" + FIELDS + ADD.substring(0, 20),
        "HTTP/1.0",
        "POST /shop HTTP/1.0\r\n" + FIELDS + ADD,
        "page",
        "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "upgrade",
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        "nothing there",
        "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "options",
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "bad",
        "hello\r\n\r\n");
  }

  @RepeatedTest(5)
  void everyAnswerIsInOurWords() throws Exception {
    SoapServer server =
        Castile.server()
            .host("localhost")
            .port(FreePorts.next()) // where no server of another JVM follows, and answers
            .publish("/shop", new WrappedShopService())
            .transport(t -> t.maxThreads(2).maxQueued(2))
            .start();
    int port = server.port();
    Set<String> answers = ConcurrentHashMap.newKeySet();
    CountDownLatch begun = new CountDownLatch(40);
    List<Future<?>> senders = new ArrayList<>();
    for (String request : requests().values()) {
      senders.add(threads.submit(() -> sendUntilClosed(port, request, answers, begun)));
    }
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    server.close(Duration.ZERO);
    for (Future<?> sender : senders) {
      sender.get();
    }
    assertThat(answers)
        .allSatisfy(
            answer ->
                assertThat(answer)
                    .doesNotContainIgnoringCase("jetty")
                    .doesNotContain("Exception", "<title>Error", "org.", "java."));
  }

  /** Serves until it is interrupted. */
  @WebService(endpointInterface = "io.castile.shop.WrappedShop", portName = "ShopPort")
  public static final class Busy extends WrappedShopService {
    private final CountDownLatch begun = new CountDownLatch(1);

    @Override
    public int add(int a, int b) {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return a + b;
    }
  }

  @Test
  @Tag("long")
  void closingWithRequestsThatWaitLogsNothing() throws Exception {
    PrintStream usual = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    Busy service = new Busy();
    List<Future<?>> senders = new ArrayList<>();
    Set<String> answers = ConcurrentHashMap.newKeySet();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      SoapServer server =
          Castile.server()
              .host("localhost")
              .publish("/shop", service)
              .transport(t -> t.maxThreads(1).maxQueued(4))
              .start();
      CountDownLatch refused = new CountDownLatch(1);
      for (int i = 0; i < 6; i++) { // one is served, four wait, and one is refused
        senders.add(
            threads.submit(
                () -> {
                  String answer = sent(server.port());
                  answers.add(answer);
                  if (answer.contains("too many requests")) {
                    refused.countDown();
                  }
                  return null;
                }));
      }
      assertThat(service.begun.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(refused.await(20, TimeUnit.SECONDS)).isTrue();
      server.close(Duration.ZERO);
      for (Future<?> sender : senders) {
        sender.get();
      }
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().startsWith("castile-server")) {
          thread.join(20_000);
        }
      }
    } finally {
      System.setErr(usual);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("WARN", "ERROR");
  }

  /** What comes of a request; empty where its connection ends. */
  private static String sent(int port) {
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
      socket.setSoTimeout(20_000);
      socket
          .getOutputStream()
          .write(
              ("POST /shop HTTP/1.1\r\nConnection: close\r\n" + FIELDS + ADD)
                  .getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static Void sendUntilClosed(
      int port, String request, Set<String> answers, CountDownLatch begun) {
    while (true) {
      try (Socket socket = new Socket(InetAddress.getByName("localhost"), port)) {
        socket.setSoTimeout(20_000);
        byte[] bytes = request.getBytes(StandardCharsets.ISO_8859_1);
        socket.getOutputStream().write(bytes, 0, bytes.length / 2);
        socket.getOutputStream().write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
        socket.shutdownOutput();
        answers.add(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        begun.countDown();
      } catch (SocketTimeoutException e) {
        throw new AssertionError("a connection that was accepted is neither served nor ended", e);
      } catch (IOException e) {
        if (begun.getCount() == 0 && e instanceof ConnectException) {
          return null;
        }
      }
    }
  }
}
