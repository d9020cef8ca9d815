package io.castile.gateway;

import static io.castile.gateway.Http2Wire.CONTINUATION;
import static io.castile.gateway.Http2Wire.DATA;
import static io.castile.gateway.Http2Wire.END_HEADERS;
import static io.castile.gateway.Http2Wire.END_STREAM;
import static io.castile.gateway.Http2Wire.ENHANCE_YOUR_CALM;
import static io.castile.gateway.Http2Wire.GOAWAY;
import static io.castile.gateway.Http2Wire.HEADERS;
import static io.castile.gateway.Http2Wire.PING;
import static io.castile.gateway.Http2Wire.REFUSED_STREAM;
import static io.castile.gateway.Http2Wire.RST_STREAM;
import static io.castile.gateway.Http2Wire.SETTINGS;
import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.Limits;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of HTTP/2 may send and should not: it is refused, and others are served on. */
final class HostileHttp2Test {
  static Limits limits(long requestBytes) {
    return new Limits(100, 1_000, 100, 4_096, requestBytes, 1_000, 1_000);
  }

  private static TestOrigin origin() throws IOException {
    return new TestOrigin(request -> Answer.soap("ok"));
  }

  private static Gateway gateway(TestOrigin origin) throws IOException {
    return Gateway.start(
        GatewaySettings.of(Soap.ANY_PORT, origin.uri()).withLimits(limits(10_000)), 1);
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("60 s have passed").isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static void assertServedOn(Gateway gateway) throws Exception {
    assertThat(Soap.post(gateway, question("q")).body()).isEqualTo("ok");
    await(() -> gateway.requests() == 0);
  }

  /** CVE-2023-44487: requests that are taken back cost the client nothing. */
  @Test
  void requestsThatAreTakenBackAgainAndAgainEndTheConnection() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    int many = 2_000;
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap("ok");
                });
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      try {
        for (int i = 0; i < many; i++) {
          wire.request(2 * i + 1, true, "GET", "/");
          wire.sendNumber(RST_STREAM, 2 * i + 1, 8);
        }
        assertThat(wire.readType(GOAWAY).error()).isEqualTo(ENHANCE_YOUR_CALM);
      } catch (SocketException e) {
        // closed while there was more to send, so that GOAWAY is lost
      }
      wire.readToEnd();

      await(() -> gateway.connections() == 0);
      go.countDown();
      assertServedOn(gateway);
      assertThat(origin.requests()).hasSizeLessThan(many / 4);
    }
  }

  /** Each connection stays below what ends it, so that all of its streams are taken. */
  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "0, GET, /slow",
    "1, GET, /slow",
    "20, GET, /slow",
    "1, POST, /slow",
    "1, GET, /slow?wsdl"
  })
  void streamsThatAreResetOpenFewConnectionsToTheOrigin(int millis, String method, String path)
      throws Exception {
    int clients = 12;
    int resets = millis > 1 ? 40 : 195;
    try (StrayOrigin origin = new StrayOrigin(null, "", 0);
        Gateway gateway =
            Soap.gateway(origin.uri(), "rules: [{operation: ask, cache: true, ttl: 1h}]")) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        String client = "of client " + i;
        Thread thread =
            new Thread(
                () -> {
                  try (Http2Wire wire = new Http2Wire(gateway.port())) {
                    for (int j = 0; j < resets; j++) {
                      if (method.equals("POST")) { // of a cached operation, each another question
                        wire.request(2 * j + 1, false, "POST", path, "content-type", "text/xml");
                        byte[] text = question(j + client).getBytes(StandardCharsets.UTF_8);
                        wire.send(DATA, END_STREAM, 2 * j + 1, text);
                      } else {
                        wire.request(2 * j + 1, true, method, path);
                      }
                      if (millis > 0) {
                        TimeUnit.MILLISECONDS.sleep(millis); // as a patient attacker does
                      }
                      wire.sendNumber(RST_STREAM, 2 * j + 1, 8);
                    }
                  } catch (IOException | InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread each : threads) {
        each.join();
      }

      assertThat(Soap.post(gateway, question("q")).statusCode()).isEqualTo(200);
      assertThat(origin.connections()).isLessThan(clients * 12);
    }
  }

  /** Whether it passes, may be kept, or is a description. */
  @ParameterizedTest
  @CsvSource({"GET, /", "POST, /", "GET, /?wsdl"})
  @Tag("long")
  void aRequestCountsUntilItsOriginHasAnsweredThoughItsStreamIsReset(String method, String path)
      throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    TestOrigin.Service service =
        request -> {
          go.await();
          return Answer.soap("ok");
        };
    try (TestOrigin origin = new TestOrigin(service);
        Gateway gateway =
            Soap.gateway(origin.uri(), "rules: [{operation: ask, cache: true, ttl: 1h}]");
        Http2Wire wire = new Http2Wire(gateway.port())) {
      for (int i = 0; i < 60; i++) {
        int stream = 2 * i + 1;
        if (method.equals("POST")) {
          wire.request(stream, false, method, path, "content-type", "text/xml");
          wire.send(DATA, END_STREAM, stream, question("q" + i).getBytes(StandardCharsets.UTF_8));
        } else {
          wire.request(stream, true, method, path);
        }
        wire.send(PING, 0, 0, new byte[8]);
        wire.readType(PING); // the request has been read
        wire.sendNumber(RST_STREAM, stream, 8);
      }
      wire.send(PING, 0, 0, new byte[8]);
      wire.readType(PING);

      assertThat(origin.requests()).hasSizeLessThan(15);
      go.countDown();
    }
  }

  /** Streams that wait have asked no origin, and are gone with their connection. */
  @Test
  void streamsThatWaitEndWithTheirConnection() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap("ok");
                });
        Gateway gateway = gateway(origin)) {
      try (Http2Wire wire = new Http2Wire(gateway.port())) {
        for (int i = 0; i < 60; i++) {
          wire.request(2 * i + 1, true, "GET", "/");
          if (i < 20) {
            wire.sendNumber(RST_STREAM, 2 * i + 1, 8);
          }
        }
        wire.send(PING, 0, 0, new byte[8]);
        wire.readType(PING); // all have been read
      }
      await(() -> gateway.connections() == 0);
      go.countDown();
      assertServedOn(gateway);
      assertThat(origin.requests()).hasSizeLessThan(20);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {PING, SETTINGS})
  void framesOfControlWithoutEndEndTheConnection(int type) throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      try {
        for (int i = 0; i < 100_000; i++) {
          wire.send(type, 0, 0, type == PING ? new byte[8] : new byte[0]);
        }
        assertThat(wire.readType(GOAWAY).error()).isEqualTo(ENHANCE_YOUR_CALM);
      } catch (SocketException e) {
        // closed while there was more to send, so that GOAWAY is lost
      }
      wire.readToEnd();

      await(() -> gateway.connections() == 0);
      assertServedOn(gateway);
    }
  }

  /** CVE-2024-27983 and others. */
  @Test
  void headsWithoutEndEndTheConnection() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      try {
        wire.send(HEADERS, END_STREAM, 1, Http2Wire.block(":method", "GET"));
        for (int i = 0; i < 100_000; i++) {
          wire.send(CONTINUATION, 0, 1, Http2Wire.block("a", "b"));
        }
        wire.readType(GOAWAY);
      } catch (SocketException e) {
        // closed while there was more to send, so that GOAWAY is lost
      }
      wire.readToEnd();

      assertServedOn(gateway);
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void headsAreBounded() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      wire.request(1, true, "GET", "/", "a", "b".repeat(3_500));
      assertThat(wire.status(1)).isEqualTo("200");
      wire.request(3, true, "GET", "/", "a", "b".repeat(4_200));
      assertThat(wire.status(3)).isEqualTo("431");
      assertThat(origin.requests()).hasSize(1);
    }
  }

  @Test
  void moreStreamsThanTheLimitAreRefused() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (TestOrigin origin =
            new TestOrigin(
                request -> {
                  go.await();
                  return Answer.soap("ok");
                });
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      for (int i = 0; i <= 100; i++) {
        wire.request(2 * i + 1, true, "GET", "/");
      }
      Http2Wire.Frame refused = wire.readType(RST_STREAM);
      assertThat(refused.error()).isEqualTo(REFUSED_STREAM);
      assertThat(refused.stream()).isEqualTo(201);
      go.countDown();
      assertThat(wire.status(1)).isEqualTo("200");
      assertServedOn(gateway);
    }
  }

  /** RFC 9113 §8.1.1, §8.2, §8.3: what HTTP/1.1 would delimit in another way reaches no origin. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":method|GET|:scheme|http|:path|/|:authority|x|Upper|a",
        ":method|GET|:scheme|http|:path|/|:authority|x|connection|close",
        ":method|GET|:scheme|http|:path|/|:authority|x|transfer-encoding|chunked",
        ":method|GET|:scheme|http|:path|/|:authority|x|host|y",
        ":method|GET|:scheme|http|:path|/|:authority|x y|a|b",
        ":method|GET|:scheme|http|:path|/|a|b|c|d",
        ":method|GET|:scheme|http|a|b|:authority|x|c|d",
        ":method|GET|:scheme|http|:path|x|:authority|x|c|d",
        ":method|GET|:scheme|http|:path|/ HTTP/1.1~~GET /in|:authority|x|c|d",
        ":method|GET|:scheme|http|:path|/a b|:authority|x|c|d",
        ":method|GET / HTTP/1.1~~GET|:scheme|http|:path|/|:authority|x|c|d",
        ":method|GET|:scheme|http|:path|/|:authority|x|a|b~~c: d",
        ":method|GET|:scheme|http|:path|/|:authority|x|a~b|c",
        ":method|GET|:scheme|http|:path|/|:authority|x|a:b|c",
        ":method|GET|:scheme|http|:path|/|:authority|x|:path|/y",
        ":method|GET|:scheme|http|:path|/|:authority|x|content-length|5",
        ":method|CONNECT|:authority|x|a|b|c|d|e|f"
      })
  void whatIsMalformedReachesNoOrigin(
      String a,
      String b,
      String c,
      String d,
      String e,
      String f,
      String g,
      String h,
      String name,
      String value)
      throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      String[] fields = {a, b, c, d, e, f, g, h, name, value};
      for (int i = 0; i < fields.length; i++) {
        fields[i] = fields[i].replace("~", "\r\n");
      }
      wire.send(HEADERS, END_HEADERS | END_STREAM, 1, Http2Wire.block(fields));

      assertThat(refusal(wire)).matches("reset|gone away|4..");
      assertServedOn(gateway);
      assertThat(origin.requests()).hasSize(1); // the one that was served on
    }
  }

  /** The length that HTTP/1.1 would go by. */
  @ParameterizedTest
  @CsvSource({"5,", "7,", "6,7", "+6,", "-6,"})
  void aLengthThatIsNotThatOfTheContentReachesNoOriginAsOne(String one, String other)
      throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      String[] fields =
          other == null
              ? new String[] {"content-length", one}
              : new String[] {"content-length", one, "content-length", other};
      wire.request(1, false, "POST", "/", fields);
      wire.send(DATA, END_STREAM, 1, "abcdef".getBytes(StandardCharsets.US_ASCII));

      assertThat(refusal(wire)).matches("reset|gone away|4..");
      assertServedOn(gateway);
      assertThat(origin.requests())
          .allSatisfy(came -> assertThat(came.text()).doesNotContain("abcdef"));
    }
  }

  @Test
  void theSameLengthTwiceReachesTheOriginOnce() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin);
        Http2Wire wire = new Http2Wire(gateway.port())) {
      wire.request(1, false, "POST", "/", "content-length", "6", "content-length", "6");
      wire.send(DATA, END_STREAM, 1, "abcdef".getBytes(StandardCharsets.US_ASCII));

      assertThat(wire.status(1)).isEqualTo("200");
      assertThat(origin.requests().get(0).fields().get("Content-Length")).containsExactly("6");
      assertThat(origin.requests().get(0).text()).isEqualTo("abcdef");
    }
  }

  private static String refusal(Http2Wire wire) throws Exception {
    Http2Wire.Frame frame;
    try {
      frame =
          wire.read(
              each -> each.type() == RST_STREAM || each.type() == GOAWAY || each.type() == HEADERS);
    } catch (EOFException | SocketException e) {
      return "gone away";
    }
    return switch (frame.type()) {
      case RST_STREAM -> "reset";
      case GOAWAY -> "gone away";
      default -> frame.status();
    };
  }

  @Test
  void aPrefaceThatIsCutOffOrDamagedEnds() throws Exception {
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin)) {
      for (String sent :
          new String[] {"PRI * HTTP/2.0\r\n\r\nSX\r\n\r\n", "PRI * HTTP/2.0\r\n\r\n"}) {
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
          socket.setSoTimeout(60_000);
          socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
          socket.shutdownOutput();
          socket.getInputStream().readAllBytes();
        }
      }
      assertServedOn(gateway);
    }
  }

  /** Whatever frames come, the gateway goes on. */
  @Test
  void randomBytesDoNoHarm() throws Exception {
    Random random = new Random(22);
    byte[] head =
        Http2Wire.block(":method", "POST", ":scheme", "http", ":path", "/", ":authority", "x");
    try (TestOrigin origin = origin();
        Gateway gateway = gateway(origin)) {
      for (int i = 0; i < 300; i++) {
        byte[] damaged = head.clone();
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        byte[] junk = new byte[random.nextInt(40)];
        random.nextBytes(junk);
        try (Http2Wire wire = new Http2Wire(gateway.port())) {
          wire.send(HEADERS, END_HEADERS, 1, random.nextBoolean() ? damaged : head);
          wire.send(random.nextInt(12), random.nextInt(256), random.nextInt(4), junk);
          wire.send(random.nextInt(12), random.nextInt(256), random.nextInt(4), junk);
        } catch (SocketException e) {
          // closed meanwhile, as it may be
        }
      }
      await(() -> gateway.connections() == 0);
      assertServedOn(gateway);
    }
  }
}
