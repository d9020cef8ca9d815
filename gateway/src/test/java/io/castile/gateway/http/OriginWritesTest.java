package io.castile.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Pem;
import io.castile.gateway.config.Balance;
import io.castile.gateway.config.Limits;
import io.castile.gateway.config.Timeouts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that take no more of a request, on one event loop. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class OriginWritesTest {
  private static final String TOO_LARGE = "HTTP/1.1 413 Large\r\nContent-Length: 0\r\n\r\n";
  private static final String END_OF_HEAD = "\r\n\r\n";

  private final Loops loops = new Loops(1);
  private final EventLoop loop = loops.next();
  private final CountDownLatch begun = new CountDownLatch(1); // the head is written
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
  private final class Outcome implements ResponseSink {
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
      begun.countDown();
    }

    @Override
    public void failed(OriginFailure failure) {
      result.complete(failure.kind().name());
    }
  }

  private Origin origin() {
    return new Origin(URI.create("http://127.0.0.1:" + server.getLocalPort()), null);
  }

  private OriginExchange begin(Origin origin, byte[] content, Outcome outcome) {
    HttpHeaders fields = new DefaultHttpHeaders();
    if (content == null) {
      fields.set("content-length", 1_000_000);
    }
    OriginGroup group = new OriginGroup(List.of(origin), Balance.BY_TURNS);
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
      int read = in.read();
      if (read < 0) {
        throw new IOException("the connection ended behind: " + head);
      }
      head.append((char) read);
    }
    return socket;
  }

  /** Answers, or does not, and resets the connection, of which nothing is read any more. */
  private void reset(String answer) {
    try (Socket socket = accept()) {
      go.await();
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      socket.setSoLinger(true, 0);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      reset.countDown();
    }
  }

  private String afterReset(String answer) throws Exception {
    CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> reset(answer));
    String came = afterReset(origin());
    answering.get(60, TimeUnit.SECONDS);
    return came;
  }

  /** The event loop writes on before it has seen what came. */
  private String afterReset(Origin origin) throws Exception {
    Outcome outcome = new Outcome();
    OriginExchange exchange =
        loop.submit(
                () -> {
                  OriginExchange made = begin(origin, null, outcome);
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
          while (exchange.isWritable()) { // until a write fails
            exchange.send(Unpooled.wrappedBuffer(new byte[] {'b'}));
            exchange.flush();
          }
          return null;
        });
    isHeld.await();
    go.countDown();
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
  }

  /** Holds what comes behind the first flight of the client until it may go. */
  private final class Gate extends ChannelDuplexHandler {
    private boolean isHeld;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.channel().closeFuture().addListener(closed -> reset.countDown());
      context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      if (go.getCount() > 0 && !isHeld) {
        isHeld = true;
        context.channel().config().setAutoRead(false);
        CompletableFuture.runAsync(() -> open(context));
      }
      context.fireChannelRead(bytes);
    }

    private void open(ChannelHandlerContext context) {
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      context
          .executor()
          .execute(
              () -> {
                isHeld = false;
                context.channel().config().setAutoRead(true);
              });
    }

    @Override
    public void read(ChannelHandlerContext context) {
      if (!isHeld) {
        context.read();
      }
    }
  }

  /** In TLS 1.3 the client is done before the server has seen that there is no certificate. */
  @Test
  void anAlertBeforeAResetIsRead(@TempDir Path folder) throws Exception {
    Pem pem = Pem.make(folder, "server");
    SslContext wanting =
        SslContextBuilder.forServer(pem.certificate().toFile(), pem.key().toFile())
            .clientAuth(ClientAuth.REQUIRE)
            .trustManager(pem.certificate().toFile())
            .build();
    SslContext trusting =
        SslContextBuilder.forClient().trustManager(pem.certificate().toFile()).build();
    try (Loops others = new Loops(1)) {
      Channel listening =
          new ServerBootstrap()
              .group(others.group())
              .channel(NioServerSocketChannel.class)
              .childOption(ChannelOption.SO_LINGER, 0)
              .childHandler(
                  new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel.pipeline().addLast(new Gate(), wanting.newHandler(channel.alloc()));
                    }
                  })
              .bind("127.0.0.1", 0)
              .sync()
              .channel();
      int port = ((InetSocketAddress) listening.localAddress()).getPort();

      assertThat(afterReset(new Origin(URI.create("https://127.0.0.1:" + port), trusting)))
          .isEqualTo("TLS_ALERT");
    }
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
    loop.submit(() -> begin(origin(), new byte[size], outcome)).get();

    assertThat(outcome.result.get(60, TimeUnit.SECONDS)).isEqualTo("413");
    answering.get(60, TimeUnit.SECONDS).close();
  }
}
