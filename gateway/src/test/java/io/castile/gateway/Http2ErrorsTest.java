package io.castile.gateway;

import static io.castile.gateway.Http2Wire.DATA;
import static io.castile.gateway.Http2Wire.END_HEADERS;
import static io.castile.gateway.Http2Wire.END_STREAM;
import static io.castile.gateway.Http2Wire.GOAWAY;
import static io.castile.gateway.Http2Wire.HEADERS;
import static io.castile.gateway.Http2Wire.RST_STREAM;
import static io.castile.gateway.Http2Wire.WINDOW_UPDATE;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Errors of one stream (RFC 9113 §5.4.2): the client is told which one, and others are served. */
final class Http2ErrorsTest {
  private static final int PRIORITY = 2;

  private static final int PROTOCOL_ERROR = 1;
  private static final int FLOW_CONTROL_ERROR = 3;
  private static final int STREAM_CLOSED = 5;
  private static final int FRAME_SIZE_ERROR = 6;

  private static final byte[] TEXT = "test".getBytes(StandardCharsets.US_ASCII);

  /** What a client does to stream 1 while its request is served. */
  private interface Fault {
    void commit(Http2Wire wire) throws Exception;
  }

  /** Faults, by the sections of RFC 9113 that name them. */
  private enum Faults {
    DATA_AFTER_THE_END( // §5.1, §6.1
        STREAM_CLOSED,
        wire -> {
          wire.request(1, true, "POST", "/");
          wire.send(DATA, END_STREAM, 1, TEXT);
        }),
    A_HEAD_AFTER_THE_END( // §5.1; it is read as trailers, which have no method
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, true, "GET", "/");
          wire.request(1, true, "GET", "/");
        }),
    A_PRIORITY_OF_FOUR_BYTES( // §6.3
        FRAME_SIZE_ERROR,
        wire -> {
          wire.request(1, true, "GET", "/");
          wire.send(PRIORITY, 0, 1, new byte[4]);
        }),
    A_WINDOW_THAT_DOES_NOT_GROW( // §6.9
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, true, "GET", "/");
          wire.sendNumber(WINDOW_UPDATE, 1, 0);
        }),
    A_WINDOW_THAT_IS_TOO_LARGE( // §6.9.1
        FLOW_CONTROL_ERROR,
        wire -> {
          wire.request(1, true, "GET", "/");
          wire.sendNumber(WINDOW_UPDATE, 1, Integer.MAX_VALUE);
          wire.sendNumber(WINDOW_UPDATE, 1, Integer.MAX_VALUE);
        }),
    A_SECOND_HEAD( // §8.1
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, false, "POST", "/");
          wire.send(HEADERS, END_HEADERS, 1, Http2Wire.block("a", "b"));
        }),
    A_TRAILER_WITH_A_METHOD( // §8.1
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, false, "POST", "/");
          wire.send(HEADERS, END_HEADERS | END_STREAM, 1, Http2Wire.block(":method", "GET"));
        }),
    NO_METHOD( // §8.3.1
        PROTOCOL_ERROR, wire -> head(wire, ":scheme", "http", ":path", "/", ":authority", "x")),
    NO_SCHEME( // §8.3.1
        PROTOCOL_ERROR, wire -> head(wire, ":method", "GET", ":path", "/", ":authority", "x")),
    NO_PATH( // §8.3.1
        PROTOCOL_ERROR, wire -> head(wire, ":method", "GET", ":scheme", "http", ":authority", "x")),
    A_LENGTH_THAT_IS_ANOTHER( // §8.1.1
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, false, "POST", "/", "content-length", "1");
          wire.send(DATA, END_STREAM, 1, TEXT);
        }),
    A_LENGTH_THAT_IS_NOT_THE_SUM( // §8.1.1
        PROTOCOL_ERROR,
        wire -> {
          wire.request(1, false, "POST", "/", "content-length", "10");
          wire.send(DATA, 0, 1, TEXT);
          wire.send(DATA, END_STREAM, 1, TEXT);
        });

    private final int error;
    private final Fault fault;

    Faults(int error, Fault fault) {
      this.error = error;
      this.fault = fault;
    }

    private static void head(Http2Wire wire, String... fields) throws Exception {
      wire.send(HEADERS, END_HEADERS | END_STREAM, 1, Http2Wire.block(fields));
    }
  }

  @ParameterizedTest
  @EnumSource(Faults.class)
  void aStreamWithAFaultIsResetWithItsError(Faults kind) throws Exception {
    // The origin waits, as a stream that has ended has no errors (RFC 9113 §5.1, "closed").
    CountDownLatch told = new CountDownLatch(1);
    try (TestOrigin origin = new TestOrigin(request -> answerAfter(told));
        Gateway gateway = Soap.gateway(origin.uri(), "");
        Http2Wire wire = new Http2Wire(gateway.port())) {
      kind.fault.commit(wire);

      Http2Wire.Frame frame = wire.read(each -> each.type() == RST_STREAM || each.type() == GOAWAY);
      told.countDown();
      assertThat(frame.error()).isEqualTo(kind.error);
      if (frame.type() == RST_STREAM) { // the connection goes on
        wire.request(3, true, "GET", "/");
        assertThat(wire.status(3)).isEqualTo("200");
      }
      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(200);
    }
  }

  private static Answer answerAfter(CountDownLatch told) throws InterruptedException {
    told.await();
    return Answer.soap("ok");
  }
}
