package io.castile.gateway.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.gateway.TestOrigin;
import io.castile.gateway.TestOrigin.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is taken of servers that are asked for keys. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class JwkSetUrlJwkSetFetchTest {
  private static byte[] fetch(TestOrigin server) throws Exception {
    return JwkSetUrl.JwkSetFetch.fetch(server.uri("/keys?a=b")).get(10, TimeUnit.SECONDS);
  }

  @Test
  void anAnswerIsTakenAsItIs() throws Exception {
    try (TestOrigin server = new TestOrigin(request -> Answer.of(200, "{}"))) {
      assertThat(fetch(server)).asString(StandardCharsets.UTF_8).isEqualTo("{}");
      assertThat(server.requests().get(0).target()).isEqualTo("/keys?a=b");
    }
  }

  @Test
  void otherStatusesFailAndNoRedirectionIsFollowed() throws Exception {
    for (int status : new int[] {204, 302, 404, 500}) {
      try (TestOrigin server =
          new TestOrigin(
              request ->
                  request.target().startsWith("/keys")
                      ? Answer.of(status, "", "Location: /other")
                      : Answer.of(200, "{}"))) {
        assertThatThrownBy(() -> fetch(server))
            .isInstanceOf(ExecutionException.class)
            .hasMessageContaining("found " + status);
        assertThat(server.requests()).hasSize(1);
      }
    }
  }

  @Test
  void aLargeAnswerFails() throws Exception {
    byte[] most = new byte[JwkSetKeys.MOST_BYTES];
    byte[] more = new byte[JwkSetKeys.MOST_BYTES + 1];
    for (boolean isChunked : new boolean[] {false, true}) {
      try (TestOrigin server =
          new TestOrigin(request -> new Answer(200, java.util.List.of(), most, isChunked))) {
        assertThat(fetch(server)).hasSize(most.length);
      }
      try (TestOrigin server =
          new TestOrigin(request -> new Answer(200, java.util.List.of(), more, isChunked))) {
        assertThatThrownBy(() -> fetch(server)).hasMessageContaining("at most");
      }
    }
  }

  /** One that sends on without end has its connection closed. */
  @Test
  void aSlowAnswerFailsInTime() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> drip(server));
      URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      CompletableFuture<byte[]> coming = JwkSetUrl.JwkSetFetch.fetch(url, Duration.ofSeconds(3));

      assertThatThrownBy(() -> coming.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TimeoutException.class);
      closed.get(20, TimeUnit.SECONDS);
    }
  }

  /** Answers byte by byte, until the client is gone. */
  private static void drip(ServerSocket server) {
    try (Socket client = server.accept()) {
      client
          .getOutputStream()
          .write(
              "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      client.setSoTimeout(5);
      byte[] request = new byte[1_000];
      while (true) {
        try {
          if (client.getInputStream().read(request) < 0) {
            return;
          }
        } catch (java.net.SocketTimeoutException e) {
          client.getOutputStream().write(' ');
        }
      }
    } catch (IOException e) {
      // the client is gone
    }
  }
}
