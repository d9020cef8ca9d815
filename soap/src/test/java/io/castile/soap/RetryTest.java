package io.castile.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.castile.soap.http.CallOptions;
import io.castile.soap.http.HttpOptions;
import io.castile.soap.http.HttpTransport;
import io.castile.soap.http.Transport;
import io.castile.xml.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When a request is sent again: the other side closes at every point of an exchange on a connection
 * that was kept. What must hold everywhere: a call that did not ask for more is served once at
 * most.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RetryTest {
  private static final CallOptions SAFE = CallOptions.DEFAULT.withRetrySafe(true);

  private BreakingServer server;
  private HttpTransport transport;

  @BeforeEach
  void start() throws Exception {
    server = new BreakingServer();
    transport = new HttpTransport(HttpOptions.builder().readTimeout(Duration.ofSeconds(5)).build());
    call("first", CallOptions.DEFAULT);
  }

  @AfterEach
  void stop() throws Exception {
    transport.close();
    server.close();
  }

  private String call(String body, CallOptions options) throws SoapTransportException {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    return call(Payload.of(bytes, bytes.length), options);
  }

  private String call(Payload content, CallOptions options) throws SoapTransportException {
    Transport.Incoming incoming =
        transport.send(new Transport.Outgoing(server.url(), Headers.NONE, content, options));
    return new String(incoming.body(), StandardCharsets.US_ASCII);
  }

  private SoapTransportException failureOf(Payload content, CallOptions options) {
    return catchThrowableOfType(SoapTransportException.class, () -> call(content, options));
  }

  /** Where a small request, which leaves at once, may end: behind each of its bytes. */
  static IntStream readBytes() {
    return IntStream.rangeClosed(1, BreakingServer.headBytes(6) + 6);
  }

  @ParameterizedTest
  @MethodSource("readBytes")
  void requestsThatLeftWholeAreNotSentAgain(int bytes) {
    server.breakAfter(bytes);
    byte[] body = "second".getBytes(StandardCharsets.US_ASCII);

    SoapTransportException failure = failureOf(Payload.of(body, body.length), CallOptions.DEFAULT);

    assertThat(failure).hasMessageContaining(server.url()).hasMessageContaining("retrySafe");
    assertThat(failure.unsent()).isFalse();
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("readBytes")
  void requestsThatMayBeRepeatedAre(int bytes) throws Exception {
    server.breakAfter(bytes);

    assertThat(call("second", SAFE)).isEqualTo("ok");

    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void connectionsThatWereClosedAreNoticedBeforehand() throws Exception {
    for (boolean reset : new boolean[] {false, true}) {
      server.closeNow(reset);

      assertThat(call("second", CallOptions.DEFAULT)).isEqualTo("ok");
    }
    assertThat(server.bodies()).containsExactly("first", "second", "second");
    assertThat(server.connections()).isEqualTo(3);
  }

  @Test
  void connectionsOnWhichSomethingCameAreNotUsed() throws Exception {
    server.sendNow("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");

    assertThat(call("second", CallOptions.DEFAULT)).isEqualTo("ok");

    assertThat(server.connections()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 5_000, 100_000, 1_000_000})
  void requestsOfWhichAPartIsMissingAreSentAgain(int bytes) throws Exception {
    byte[] large = "0123456789".repeat(3_000_000).getBytes(StandardCharsets.US_ASCII);
    server.breakAfter(bytes);

    assertThat(call(Payload.of(large, large.length), CallOptions.DEFAULT)).isEqualTo("ok");

    assertThat(server.connections()).isEqualTo(2);
    assertThat(server.bodies()).hasSize(2);
    assertThat(server.bodies().get(1)).isEqualTo(new String(large, StandardCharsets.US_ASCII));
  }

  /** Content that waits in the middle until the other side has closed. */
  private class Interrupted implements Payload {
    private final boolean lastByteMissing;
    private boolean again;

    Interrupted(boolean lastByteMissing) {
      this.lastByteMissing = lastByteMissing;
    }

    @Override
    public int size() {
      return UNKNOWN_SIZE;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      byte[] large = new byte[100_000];
      out.write(large);
      if (!again) {
        again = true;
        server.awaitBreak();
        if (!lastByteMissing) {
          out.write(large);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void chunkedRequestsWithoutTheirLastChunkAreSentAgain(boolean lastOnly) throws Exception {
    server.breakAfter(1_000);

    assertThat(call(new Interrupted(lastOnly), CallOptions.DEFAULT)).isEqualTo("ok");

    assertThat(server.connections()).isEqualTo(2);
    assertThat(server.bodies()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsGivenOnceIsSentOnce(boolean isSafe) {
    server.breakAfter(1_000);
    Payload once =
        new Interrupted(false) {
          @Override
          public boolean isRepeatable() {
            return false;
          }
        };

    assertThat(failureOf(once, isSafe ? SAFE : CallOptions.DEFAULT)).isNotNull();

    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void newConnectionsThatBreakAreNotTriedAgainButForSafeOperations() throws Exception {
    server.closeNow(false);
    server.breakAfter(10);
    byte[] body = "second".getBytes(StandardCharsets.US_ASCII);

    assertThat(failureOf(Payload.of(body, body.length), CallOptions.DEFAULT)).isNotNull();
    assertThat(server.connections()).isEqualTo(2);

    server.breakAfter(10);
    assertThat(call("third", SAFE)).isEqualTo("ok");
    assertThat(server.connections()).isEqualTo(4);
  }

  @Test
  void safeRequestsAreSentTwiceAtMost() {
    server.breakAfter(10, 10, 10);
    byte[] body = "second".getBytes(StandardCharsets.US_ASCII);

    assertThat(failureOf(Payload.of(body, body.length), SAFE)).isNotNull();

    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void nothingIsSentAgainOnceAByteOfTheResponseCame() {
    server.answerAndBreak("H");
    byte[] body = "second".getBytes(StandardCharsets.US_ASCII);

    SoapTransportException failure = failureOf(Payload.of(body, body.length), SAFE);

    assertThat(failure).hasMessageContaining("within the head");
    assertThat(failure.unsent()).isFalse();
    assertThat(server.connections()).isEqualTo(1);
  }

  @Test
  void refusedConnectionsSayThatNothingWasSent() throws Exception {
    server.closeNow(false);
    server.close();
    byte[] body = "second".getBytes(StandardCharsets.US_ASCII);

    SoapTransportException failure = failureOf(Payload.of(body, body.length), SAFE);

    assertThat(failure.unsent()).isTrue();
    assertThat(failure).hasMessageContaining("connection refused");
  }
}
