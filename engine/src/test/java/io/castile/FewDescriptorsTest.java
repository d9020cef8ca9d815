package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A server and a client that run out of descriptors recover when there are some again. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("long")
class FewDescriptorsTest {
  @TempDir Path work;

  @Test
  void aServerServesWhoIsConnectedAndAllOthersLater() throws Exception {
    Process process = FewDescriptors.start(work, FewDescriptors.Server.class);
    try (BufferedReader output = FewDescriptors.output(process)) {
      URI url = URI.create(output.readLine());
      CompletableFuture<String> warning = CompletableFuture.supplyAsync(() -> warning(output));
      WrappedShop connected = Castile.client(WrappedShop.class).endpoint(url.toString()).build();
      assertThat(connected.add(1, 2)).isEqualTo(3);
      List<Socket> all = new ArrayList<>();
      while (all.size() < FewDescriptors.DESCRIPTORS && !warning.isDone()) {
        connect(url.getPort(), all);
      }
      assertThat(warning.get()).contains("no connection can be accepted", "ulimit -n");
      assertThat(connected.add(2, 2)).isEqualTo(4);

      for (Socket socket : all) {
        socket.close();
      }
      assertThat(get(url)).startsWith("HTTP/1.1 200");
      ((AutoCloseable) connected).close();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** Connects once more, unless too many connections wait to be accepted as it is. */
  private static void connect(int port, List<Socket> all) throws IOException {
    Socket socket = new Socket();
    all.add(socket);
    try {
      socket.connect(new InetSocketAddress(InetAddress.getByName("localhost"), port), 500);
    } catch (SocketTimeoutException e) {
      all.remove(socket);
      socket.close();
    }
  }

  /** Asks on a connection of its own. */
  private static String get(URI url) throws IOException {
    try (Socket socket = new Socket(InetAddress.getByName("localhost"), url.getPort())) {
      String head = "GET /shop?wsdl HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What the server says when there is none left; null if it ends before. */
  private static String warning(BufferedReader output) {
    return output
        .lines()
        .filter(line -> line.contains("Too many open files"))
        .findFirst()
        .orElse(null);
  }

  @Test
  void aClientSaysWhatIsMissingAndCallsAgain() throws Exception {
    try (SoapServer server =
        Castile.server().host("localhost").publish("/shop", new WrappedShopService()).start()) {
      Process process =
          FewDescriptors.start(work, FewDescriptors.Client.class, server.url("/shop"));
      try (BufferedReader output = FewDescriptors.output(process)) {
        List<String> lines = output.lines().toList();

        assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
        assertThat(lines).hasSize(7);
        for (int i = 0; i < lines.size(); i++) {
          if (i % 2 == 0) {
            assertThat(lines.get(i)).isEqualTo("3");
          } else {
            assertThat(lines.get(i)).startsWith("failed: ").contains("Too many open files");
          }
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
