package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that take no more of a request, on one event loop. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class OriginWritesTest {
  private static final String TOO_LARGE = "HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n";
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final Loops loops = new Loops(1);
  private final EventLoop loop = loops.next();
  private final CountDownLatch begun = new CountDownLatch(1); // the head is there
  private final CountDownLatch go = new CountDownLatch(1);
  private final CountDownLatch reset = new CountDownLatch(1);
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    loops.close();
    server.close();
  }

  /** What came: the status of a response, or the kind of a failure. */
  private static final class Outcome implements ResponseSink {
    private final CompletableFuture<String> result = new CompletableFuture<>();
    private String status = "";

    @Override
    public void head(HttpResponse head) {
      status = head.status().codeAsText().toString();
    }

    @Override
    public void content(ByteBuf piece) {
      piece.release();
    }

    @Override
    public void end() {
      result.complete(status);
    }

    @Override
    public void pause() {
      // nothing is passed on
    }

    @Override
    public void writable(boolean isWritable) {
      // the test writes little
    }

    @Override
    public void failed(OriginFailure failure) {
      result.complete(failure.kind().name());
    }
  }

  private OriginExchange begin(byte[] content, Outcome outcome) {
    HttpHeaders fields = new DefaultHttpHeaders();
    if (content == null) {
      fields.set("content-length", 1_000_000);
    }
    URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort());
    OriginGroup group = new OriginGroup(List.of(new Origin(uri, null)), Balance.BY_TURNS);
    OriginClient client =
        new OriginClient(loops, () -> Timeouts.DEFAULT, () -> Limits.DEFAULT, null);
    OriginRequest request =
        new OriginRequest(group, HttpMethod.POST, "/", fields, false, content, false, null);
    return client.begin(loop, request, outcome);
  }

  /** Takes a connection and reads the head of a request. */
  private Socket accept() throws IOException {
    Socket socket = server.accept();
    InputStream in = socket.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf(END_OF_HEAD) < 0) {
      head.append((char) in.read());
    }
    return socket;
  }

  /** Answers, or does not, and resets the connection, of which nothing is read any more. */
  private void reset(String answer) {
    try (Socket socket = accept()) {
      begun.countDown();
      go.await();
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      socket.setSoLinger(true, 0);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      reset.countDown();
    }
  }

  /** The event loop writes once more before it has seen what came. */
  private String afterReset(String answer) throws Exception {
    CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> reset(answer));
    Outcome outcome = new Outcome();
    OriginExchange exchange =
        loop.submit(
                () -> {
                  OriginExchange made = begin(null, outcome);
                  made.send(Unpooled.wrappedBuffer(new byte[] {'a'}));
                  return made;
                })
            .get();
    begun.await();
    CountDownLatch isHeld = new CountDownLatch(1);
    loop.submit(
        () -> {
          isHeld.countDown();
          reset.await();
          exchange.send(Unpooled.wrappedBuffer(new byte[] {'b'}));
          exchange.flush();
          return null;
        });
    isHeld.await();
    go.countDown();
    answering.get(60, TimeUnit.SECONDS);
    return outcome.result.get(60, TimeUnit.SECONDS);
  }

  /** RFC 9112 §9.6: what it has sent before may be lost elsewhere, but not here. */
  @Test
  void anAnswerBeforeAResetIsRead() throws Exception {
    assertThat(afterReset(TOO_LARGE)).isEqualTo("413");
  }

  @Test
  void aResetWithoutAnAnswerEndsTheExchange() throws Exception {
    assertThat(afterReset("")).isEqualTo("BROKEN");
    loop.submit(() -> {}).get();
  }

  /** More than sockets hold, so that the request is still on its way when the answer comes. */
  @ParameterizedTest
  @ValueSource(ints = {100, 40_000_000})
  void anEarlyAnswerToAHeldRequestIsItsAnswer(int size) throws Exception {
    CompletableFuture<Socket> answering =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                Socket socket = accept();
                socket.getOutputStream().write(TOO_LARGE.getBytes(StandardCharsets.US_ASCII));
                return socket;
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    Outcome outcome = new Outcome();
    loop.submit(() -> begin(new byte[size], outcome)).get();

    assertThat(outcome.result.get(60, TimeUnit.SECONDS)).isEqualTo("413");
    answering.get(60, TimeUnit.SECONDS).close();
  }
}
