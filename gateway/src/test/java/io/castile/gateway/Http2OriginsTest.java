package io.castile.gateway;

import static io.castile.gateway.Soap.answer;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Origins that speak HTTP/2: Jetty, another gateway, and nginx. */
final class Http2OriginsTest {
  private static final String AN_HOUR = "rules: [{operation: ask, cache: true, ttl: 1h}]";
  private static final int LONG = 20 << 20;

  @TempDir private static Path folder;

  private final ExecutorService clients = Executors.newCachedThreadPool();

  @BeforeAll
  static void makeKeys() throws Exception {
    Pem.make(folder, "server");
  }

  @AfterEach
  void stopClients() {
    clients.shutdownNow();
  }

  private static Gateway gateway(URI origin, boolean isHttp2) throws IOException {
    String tls = origin.getScheme().equals("https") ? ", tls: {trust: server.pem}" : "";
    String yaml =
        "{listen: 127.0.0.1:0, routes: [{origin: '%s', http2: %s%s}]}"
            .formatted(origin, isHttp2, tls);
    return Gateway.start(
        GatewaySettings.parse("test", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** Jetty, which speaks HTTP/1.1 and HTTP/2 at one port, and tells what it was asked. */
  private static final class JettyOrigin implements AutoCloseable {
    private final Server server = new Server();
    private final ServerConnector connector;
    private final Set<Object> connections = ConcurrentHashMap.newKeySet();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    JettyOrigin() throws Exception {
      HttpConfiguration http = new HttpConfiguration();
      http.setSendDateHeader(false);
      connector =
          new ServerConnector(
              server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      server.setHandler(
          new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback)
                throws Exception {
              answer(request, response, callback);
              return true;
            }
          });
      server.start();
    }

    private void answer(Request request, Response response, Callback callback) throws Exception {
      connections.add(request.getConnectionMetaData().getConnection());
      Map<String, String> fields = new TreeMap<>();
      request.getHeaders().forEach(each -> fields.put(each.getLowerCaseName(), each.getValue()));
      fields.keySet().removeAll(Set.of("transfer-encoding", "connection", "x-forwarded-host"));
      fields.put("host", request.getHttpURI().getAuthority());
      byte[] content = Content.Source.asInputStream(request).readAllBytes();
      asked.add(
          request.getMethod()
              + " "
              + request.getHttpURI().getPathQuery()
              + " "
              + fields
              + " "
              + Arrays.hashCode(content));
      String path = request.getHttpURI().getPath();
      response.getHeaders().add("X-Own", "a");
      response.getHeaders().add("X-Own", "b");
      response.getHeaders().add("Set-Cookie", "a=b");
      if (path.startsWith("/status/")) {
        response.setStatus(Integer.parseInt(path.substring(8)));
        callback.succeeded();
      } else if (path.equals("/pieces")) {
        try (var out = Content.Sink.asOutputStream(response)) {
          for (int i = 0; i < 50; i++) {
            out.write(("piece " + i).getBytes(StandardCharsets.UTF_8));
            out.flush();
          }
        }
        callback.succeeded();
      } else if (path.equals("/long")) {
        response.write(true, ByteBuffer.wrap(new byte[LONG]), callback);
      } else {
        response.write(true, ByteBuffer.wrap(content), callback);
      }
    }

    URI uri() {
      return URI.create("http://127.0.0.1:" + connector.getLocalPort());
    }

    @Override
    public void close() throws Exception {
      server.stop();
    }
  }

  private static List<HttpRequest> requests(Gateway gateway) {
    byte[] large = new byte[300_000];
    Arrays.fill(large, (byte) 'x');
    List<HttpRequest.Builder> all = new ArrayList<>();
    for (String path :
        List.of("/a?b=%20c", "/pieces", "/status/204", "/status/304", "/status/404")) {
      all.add(HttpRequest.newBuilder(Soap.uri(gateway, path)).GET());
      all.add(
          HttpRequest.newBuilder(Soap.uri(gateway, path)).method("HEAD", BodyPublishers.noBody()));
      all.add(
          HttpRequest.newBuilder(Soap.uri(gateway, path)).POST(BodyPublishers.ofString("text")));
      all.add(
          HttpRequest.newBuilder(Soap.uri(gateway, path))
              .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));
      all.add(
          HttpRequest.newBuilder(Soap.uri(gateway, path)).PUT(BodyPublishers.ofByteArray(large)));
    }
    return all.stream()
        .map(each -> each.header("Cookie", "a=b; c=d").header("X-Forwarded-For", "x").build())
        .toList();
  }

  private static String shown(HttpResponse<byte[]> response) {
    Map<String, List<String>> fields = new TreeMap<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> fields.put(name.toLowerCase(Locale.ROOT), values));
    return response.request().uri().getPath()
        + " "
        + response.statusCode()
        + " "
        + fields
        + " "
        + response.body().length
        + " "
        + Arrays.hashCode(response.body());
  }

  @Test
  void requestsAndResponsesAreThoseOfHttp11() throws Exception {
    try (JettyOrigin origin = new JettyOrigin();
        Gateway before = gateway(origin.uri(), false);
        Gateway gateway = gateway(origin.uri(), true)) {
      List<String> expected = new ArrayList<>();
      for (HttpRequest each : requests(before)) {
        expected.add(shown(Soap.send(each)));
      }
      List<String> expectedAsked = List.copyOf(origin.asked);
      origin.asked.clear();
      origin.connections.clear();

      List<String> found = new ArrayList<>();
      for (HttpRequest each : requests(gateway)) {
        found.add(shown(Soap.send(each)));
      }

      assertThat(found).isEqualTo(expected);
      assertThat(origin.asked).isEqualTo(expectedAsked);
      assertThat(origin.connections).hasSize(1);
    }
  }

  @Test
  void manyRequestsAtOnceTakeOneConnection() throws Exception {
    try (JettyOrigin origin = new JettyOrigin();
        Gateway gateway = gateway(origin.uri(), true)) {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        String text = "text " + i;
        all.add(clients.submit(() -> Soap.post(gateway, text).body()));
      }
      for (int i = 0; i < 400; i++) {
        assertThat(all.get(i).get(60, TimeUnit.SECONDS)).isEqualTo("text " + i);
      }
      assertThat(origin.connections.size()).isBetween(1, 6); // 100 streams have room in each
    }
  }

  @Test
  void slowClientsDoNotStopOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try (JettyOrigin origin = new JettyOrigin();
        Gateway gateway = gateway(origin.uri(), true)) {
      for (int i = 0; i < 20; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        slow.add(socket);
        socket
            .getOutputStream()
            .write("GET /long HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }

      for (int i = 0; i < 10; i++) {
        assertThat(Soap.post(gateway, "text " + i).body()).isEqualTo("text " + i);
      }
      assertThat(origin.connections).hasSize(1);
      InputStream in = slow.get(7).getInputStream(); // one that is fast again gets all
      long rest = 0;
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); rest + read < LONG; read = in.read(buffer)) {
        assertThat(read).isPositive();
        rest += read;
      }
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
  }

  /** Another gateway, without TLS and with it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "tls: {certificate: server.pem, key: server.key}"})
  void anotherGatewayIsAnOrigin(String tls) throws Exception {
    AtomicInteger count = new AtomicInteger();
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer("answer " + count.incrementAndGet())));
        Gateway far = far(origin.uri(), tls + "\n");
        Gateway gateway =
            gateway(
                URI.create((tls.isEmpty() ? "http" : "https") + "://localhost:" + far.port()),
                true)) {
      gateway.policy(CachePolicy.parse("test", AN_HOUR));
      HttpResponse<String> first = Soap.post(gateway, question("one"));
      HttpResponse<String> again = Soap.post(gateway, question("one"));
      HttpResponse<String> other = Soap.post(gateway, question("two"));

      assertThat(first.body()).isEqualTo(answer("answer 1"));
      assertThat(again.body()).isEqualTo(answer("answer 1"));
      assertThat(Soap.cacheStatus(again)).isEqualTo("Castile; hit");
      assertThat(other.body()).isEqualTo(answer("answer 2"));
      assertThat(origin.requests().get(0).fields().get("Via"))
          .hasToString("[1.1 castile, 2.0 castile]");
      assertThat(far.connections()).isEqualTo(1);
    }
  }

  private static Gateway far(URI origin, String more) throws IOException {
    String yaml = more + "listen: 127.0.0.1:0\nroutes: [{origin: '" + origin + "'}]\n";
    return Gateway.start(
        GatewaySettings.parse("far", yaml.getBytes(StandardCharsets.UTF_8), folder), 1);
  }

  @Test
  void theDifferentialLinkGoesOverStreams() throws Exception {
    AtomicInteger count = new AtomicInteger();
    String filler = "some text of the answer ".repeat(300);
    try (TestOrigin origin =
            new TestOrigin(request -> Answer.soap(answer(filler + count.incrementAndGet())));
        Gateway far = far(origin.uri(), "link: true\n");
        Gateway near =
            Gateway.start(
                GatewaySettings.parse(
                    "near",
                    "{listen: 127.0.0.1:0, routes: [{origin: 'http://localhost:%d', http2: true, link: true}]}"
                        .formatted(far.port())
                        .getBytes(StandardCharsets.UTF_8),
                    folder),
                1)) {
      for (int i = 1; i <= 5; i++) {
        assertThat(Soap.post(near, question(filler + i)).body()).isEqualTo(answer(filler + i));
      }
      assertThat(origin.requests().get(4).fields().get("Via"))
          .hasToString("[1.1 castile, 2.0 castile]");
      assertThat(far.connections()).isEqualTo(1);
    }
  }

  @Test
  void anOriginWithTlsMayChooseHttp11() throws Exception {
    try (TestOrigin origin = new TestOrigin(request -> Answer.soap(answer("same")));
        Gateway far =
            far(origin.uri(), "http2: false\ntls: {certificate: server.pem, key: server.key}\n");
        Gateway gateway = gateway(URI.create("https://localhost:" + far.port()), true)) {
      List<Future<String>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String text = "q" + i;
        all.add(clients.submit(() -> Soap.post(gateway, question(text)).body()));
      }
      for (Future<String> each : all) {
        assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(answer("same"));
      }
      assertThat(origin.requests().get(0).fields().get("Via"))
          .hasToString("[1.1 castile, 1.1 castile]");
    }
  }

  /** It ends a connection after each ten requests, by GOAWAY, and takes no more of its streams. */
  @ParameterizedTest
  @Tag("long")
  @ValueSource(strings = {"http", "https"})
  void nginxIsAnOrigin(String scheme) throws Exception {
    Path nginx = Path.of("/usr/sbin/nginx");
    assumeTrue(Files.isExecutable(nginx), "nginx is absent (apt install nginx-light)");
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String ssl = scheme.equals("https") ? "ssl " : "";
    Path own = Files.createTempDirectory(folder, "nginx");
    Path config =
        Files.writeString(
            own.resolve("nginx.conf"),
            """
            daemon off;
            pid nginx.pid;
            error_log stderr crit;
            events {}
            http {
              access_log access.log;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
              uwsgi_temp_path uwsgi; scgi_temp_path scgi;
              keepalive_requests 10;
              server {
                listen 127.0.0.1:%d %shttp2;
                %s
                location / { return 200 "$server_protocol $request_uri"; }
              }
            }
            """
                .formatted(
                    port,
                    ssl,
                    ssl.isEmpty()
                        ? ""
                        : "ssl_certificate %s; ssl_certificate_key %s;"
                            .formatted(
                                folder.resolve("server.pem"), folder.resolve("server.key"))));
    Process process =
        new ProcessBuilder(
                nginx.toString(), "-p", own.toString(), "-c", config.toString(), "-e", "stderr")
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("out").toFile())
            .start();
    try (Gateway gateway = gateway(URI.create(scheme + "://localhost:" + port), true)) {
      await(() -> isListening(port) || !process.isAlive());
      List<Future<HttpResponse<String>>> all = new ArrayList<>();
      ExecutorService four = Executors.newFixedThreadPool(4);
      for (int i = 0; i < 60; i++) {
        HttpRequest request = HttpRequest.newBuilder(Soap.uri(gateway, "/" + i)).build();
        all.add(four.submit(() -> Soap.sendText(request)));
      }
      four.shutdown();

      for (int i = 0; i < 60; i++) {
        HttpResponse<String> response = all.get(i).get(60, TimeUnit.SECONDS);
        assertThat(response.statusCode()).as(Files.readString(own.resolve("out"))).isEqualTo(200);
        assertThat(response.body()).isEqualTo("HTTP/2.0 /" + i);
      }
      assertThat(Files.readAllLines(own.resolve("access.log"))).hasSize(60);
    } finally {
      process.destroy();
      process.waitFor(20, TimeUnit.SECONDS);
    }
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
