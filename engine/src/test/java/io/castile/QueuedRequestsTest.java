package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that wait for others to be served, and their answers. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("long")
class QueuedRequestsTest {
  private final Gate.Service gate = new Gate.Service();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    gate.letThrough(1_000);
    threads.shutdownNow();
  }

  private SoapServer server(int requestMillis, int idleMillis) {
    return gate.server()
        .transport(
            t ->
                t.maxThreads(1)
                    .requestTimeout(Duration.ofMillis(requestMillis))
                    .idleTimeout(Duration.ofMillis(idleMillis)))
        .start();
  }

  /** Sends a request, whole or not, and returns the answer. */
  private static RawHttp.Answer answer(SoapServer server, int sent) throws IOException {
    try (Socket socket = Gate.Service.connect(server)) {
      String request =
          Gate.Service.head(Gate.Service.REQUEST.length(), "Connection: close\r\n")
              + Gate.Service.REQUEST.substring(0, sent);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return RawHttp.parse(socket.getInputStream().readAllBytes());
    }
  }

  /**
   * The same, until there is one: on a busy machine a head may be heard later than the limit
   * allows, and its connection then ends without an answer, which is no matter of waiting.
   */
  private static RawHttp.Answer answerOnceHeard(SoapServer server, int sent) throws IOException {
    RawHttp.Answer answer = answer(server, sent);
    while (answer.status() == 0) {
      answer = answer(server, sent);
    }
    return answer;
  }

  /** A call that has come to the gate; it, too, is made until it is heard in time. */
  private Future<Integer> servedOnceHeard(SoapServer server) throws Exception {
    Gate port = Gate.Service.client(server);
    while (true) {
      Future<Integer> served = threads.submit(() -> port.pass(1));
      while (!served.isDone()) {
        if (gate.hasArrived()) {
          return served;
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "300, 60000, 200",
    "300, 60000, 0",
    "300, 60000, 20",
    "1000, 1000, 200", // both at the same time
    "2500, 1000, 20"
  })
  void aRequestThatWaitsForTooLongIsRefusedWithRetryAfter(
      int requestMillis, int idleMillis, int sent) throws Exception {
    try (SoapServer server = server(requestMillis, idleMillis)) {
      Future<Integer> served = servedOnceHeard(server);

      RawHttp.Answer answer =
          answerOnceHeard(server, Math.min(sent, Gate.Service.REQUEST.length()));

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.head()).contains("Retry-After: 1");
      assertThat(answer.body()).isEqualTo("too many requests at once\n");
      gate.letThrough(1);
      assertThat(served.get()).isEqualTo(1);
    }
  }

  @Test
  void aRequestMayWaitForLongerThanItsConnectionMayBeSilent() throws Exception {
    try (SoapServer server = server(60_000, 2_000)) {
      Gate port = Gate.Service.client(server);
      Future<Integer> served = threads.submit(() -> port.pass(1));
      gate.awaitArrival();
      Future<RawHttp.Answer> waiting =
          threads.submit(() -> answer(server, Gate.Service.REQUEST.length()));
      TimeUnit.MILLISECONDS.sleep(3_000);
      gate.letThrough(2);

      assertThat(waiting.get().status()).isEqualTo(200);
      assertThat(served.get()).isEqualTo(1);
    }
  }

  /** A service that thinks for longer than a connection may be silent is not cut short. */
  @Test
  void aServiceMayThinkForLongerThanItsConnectionMayBeSilent() throws Exception {
    try (SoapServer server = server(60_000, 2_000)) {
      Gate port = Gate.Service.client(server);
      Future<Integer> served = threads.submit(() -> port.pass(1));
      gate.awaitArrival();
      TimeUnit.MILLISECONDS.sleep(3_000);
      gate.letThrough(1);

      assertThat(served.get()).isEqualTo(1);
    }
  }
}
