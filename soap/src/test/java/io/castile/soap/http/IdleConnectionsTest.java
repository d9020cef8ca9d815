package io.castile.soap.http;

import static io.castile.soap.ScriptedServer.send;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import io.castile.soap.ScriptedServer;
import io.castile.xml.Payload;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of connections that nobody uses, and who may use whose. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("long")
class IdleConnectionsTest {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  private static final Duration HOUR = Duration.ofHours(1);

  private static HttpOptions idleFor(Duration time) {
    HttpOptions most = HttpOptions.DEFAULT;
    return most.toBuilder().readTimeout(Duration.ofSeconds(20)).idleTimeout(time).build();
  }

  private static void call(HttpTransport transport, ScriptedServer server) throws Exception {
    call(transport, server, Headers.NONE);
  }

  private static void call(HttpTransport transport, ScriptedServer server, Headers fields)
      throws Exception {
    Transport.Incoming answer =
        transport.send(
            new Transport.Outgoing(
                server.url(), fields, Payload.of(new byte[3], 3), CallOptions.DEFAULT));
    assertThat(new String(answer.body(), StandardCharsets.US_ASCII)).isEqualTo("ok");
  }

  // ---- what is idle ----

  @Test
  void connectionsAreClosedWhenTheyHaveBeenIdleForTooLong() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = new HttpTransport(idleFor(Duration.ofMillis(200)))) {
      call(transport, server);

      server.awaitEnd();
      awaitNoneIdle(transport);
      call(transport, server);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void connectionsThatTheServerHasEndedAreClosed() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
        HttpTransport transport = new HttpTransport(idleFor(Duration.ofSeconds(50)))) {
      Thread peer =
          new Thread(
              () -> {
                try (Socket socket = server.accept()) {
                  while (socket.getInputStream().read() != 'z') {}
                  socket.getOutputStream().write(OK.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      peer.start();
      String url = "http://localhost:" + server.getLocalPort() + "/";
      transport.send(
          new Transport.Outgoing(
              url, Headers.NONE, Payload.of(new byte[] {'z'}, 1), CallOptions.DEFAULT));
      peer.join();

      awaitNoneIdle(transport);
    }
  }

  /** The look at idle connections tells nobody that it was there. */
  private static void awaitNoneIdle(HttpTransport transport) throws InterruptedException {
    while (transport.idleCount() > 0) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  @Test
  void connectionsOfForgottenTransportsAreClosed() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK))) {
      callAndForget(server);
      AtomicBoolean ended = new AtomicBoolean();
      Thread waiting =
          new Thread(
              () -> {
                try {
                  server.awaitEnd();
                  ended.set(true);
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      waiting.start();
      while (waiting.isAlive()) {
        System.gc();
        waiting.join(20);
      }
      assertThat(ended).isTrue();
    }
  }

  private static void callAndForget(ScriptedServer server) throws Exception {
    HttpTransport transport = new HttpTransport(idleFor(HOUR));
    call(transport, server);
    assertThat(transport.idleCount()).isEqualTo(1);
  }

  @Test
  void theThreadEndsWithTheLastIdleConnection() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK));
        HttpTransport transport = new HttpTransport(idleFor(Duration.ofMillis(100)))) {
      call(transport, server);
      while (isThread("castile-idle-connections")) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(transport.idleCount()).isZero();
    }
  }

  /** A server may serve one connection after the other: a second one would never be answered. */
  @Test
  void theLookAtIdleConnectionsLeavesCallsTheirs() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName("localhost"));
        SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress());
        Socket accepted = server.accept()) {
      ConnectionPool pool = new ConnectionPool(10, HOUR);
      HttpConnection connection = new HttpConnection(new ChannelSocketStream(channel), null);
      AtomicBoolean ended = new AtomicBoolean();
      Thread looks =
          new Thread(
              () -> {
                while (!ended.get()) {
                  pool.sweep();
                }
              });
      looks.start();
      int missed = 0;
      for (int i = 0; i < 10_000; i++) {
        pool.give("origin", connection);
        HttpConnection taken = pool.take("origin");
        if (taken == null) {
          missed++;
          while (taken == null) {
            taken = pool.take("origin");
          }
        }
        assertThat(taken).isSameAs(connection);
      }
      ended.set(true);
      looks.join();
      assertThat(missed).isZero();
      assertThat(accepted.isConnected()).isTrue();
    }
  }

  private static boolean isThread(String name) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(name));
  }

  // ---- who uses whose ----

  @Test
  void transportsWithEqualOptionsShareConnections() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK), send(OK));
        HttpTransport one = new HttpTransport(idleFor(HOUR));
        HttpTransport two =
            new HttpTransport(idleFor(HOUR).toBuilder().maxResponseBytes(10).build())) {
      call(one, server);
      call(two, server);
      one.close();
      call(two, server);

      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void closedTransportsKeepNothing() throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport other = new HttpTransport(idleFor(HOUR));
        HttpTransport transport = new HttpTransport(idleFor(HOUR))) {
      call(other, server);
      other.close();
      transport.close();
      server.awaitEnd();

      call(transport, server);
      server.awaitEnd();
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void transportsWithOtherMakersOfTlsSocketsShareNothing() throws Exception {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    HttpOptions plain = idleFor(HOUR);
    assertThat(isShared(plain, plain)).isTrue();
    assertThat(
            isShared(
                plain.toBuilder().tls(factory).build(), plain.toBuilder().tls(factory).build()))
        .isTrue();
    assertThat(isShared(plain, plain.toBuilder().tls(factory).build())).isFalse();
    HttpOptions.Proxy alice = new HttpOptions.Proxy("localhost", 1, "alice", "a");
    HttpOptions.Proxy bob = new HttpOptions.Proxy("localhost", 1, "bob", "b");
    assertThat(
            isShared(
                plain.toBuilder().proxy(alice).build(), plain.toBuilder().proxy(alice).build()))
        .isTrue();
    assertThat(
            isShared(plain.toBuilder().proxy(alice).build(), plain.toBuilder().proxy(bob).build()))
        .isFalse();
    assertThat(isShared(plain, plain.toBuilder().proxy(bob).build())).isFalse();
  }

  private static boolean isShared(HttpOptions one, HttpOptions other) {
    Object user = new Object();
    ConnectionPool first = SharedPools.join(one, user);
    ConnectionPool second = SharedPools.join(other, new Object());
    return first == second;
  }

  /** The server may take the connection for the user who has authenticated it. */
  @ParameterizedTest
  @ValueSource(strings = {"NTLM TlRMTVNTUAAB", "Negotiate YIIabc", "negotiate YIIabc", "Other x"})
  void connectionsThatAreAuthenticatedAreNotShared(String authorization) throws Exception {
    ScriptedServer.Step[] steps = {send(OK), send(OK), send(OK)};
    Headers alice = Headers.of("Authorization", authorization);
    // The server takes one connection after the other, so the first ends before the second.
    try (ScriptedServer server = new ScriptedServer(steps)) {
      try (HttpTransport one = new HttpTransport(idleFor(HOUR));
          HttpTransport other = new HttpTransport(idleFor(HOUR))) {
        call(one, server, alice);
        call(one, server, alice);
        assertThat(server.connections()).isEqualTo(1);
        assertThat(other.idleCount()).isZero();
        assertThat(one.idleCount()).isEqualTo(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NTLM TlRMTVNTUAAB", "Negotiate YIIabc"})
  void requestsOfNobodyGoByNoAuthenticatedConnection(String authorization) throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport transport = new HttpTransport(idleFor(Duration.ofSeconds(1)))) {
      call(transport, server, Headers.of("Authorization", authorization));
      call(transport, server); // served when the first connection has been idle for too long

      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic YTpi", "Bearer abc", "Digest username=a"})
  void requestsThatAreAuthenticatedThemselvesShareConnections(String authorization)
      throws Exception {
    try (ScriptedServer server = new ScriptedServer(send(OK), send(OK));
        HttpTransport one = new HttpTransport(idleFor(HOUR));
        HttpTransport other = new HttpTransport(idleFor(HOUR))) {
      call(one, server, Headers.of("Authorization", authorization));
      call(other, server);

      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
