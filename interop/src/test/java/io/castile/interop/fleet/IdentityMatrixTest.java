package io.castile.interop.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.gateway.Gateway;
import io.castile.gateway.config.GatewaySettings;
import io.castile.gateway.config.ListenAddress;
import io.castile.gateway.internal.Configs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No caller gets the answer of another one, whatever a policy says that does not say {@code
 * shared}: random policies, random callers, spelled at random. Each answer tells whom it is for.
 */
@Tag("long")
final class IdentityMatrixTest {
  private static final int POLICIES = 250;
  private static final int CALLERS = 5;
  private static final int CALLS = 12;
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);
  private static final Pattern ECHO = Pattern.compile("<echo>([^<]*)</echo>");

  private int answered;

  @Test
  void onOneGateway() throws Exception {
    try (EchoingOrigin origin = new EchoingOrigin();
        Gateway gateway =
            Gateway.start(Configs.of(GatewaySettings.of(ANY_PORT, origin.uri())), 1)) {
      callAll(origin, List.of(gateway), 1);
    }
  }

  @Test
  void onThreeThatShareARedis() throws Exception {
    try (RedisServer redis = new RedisServer();
        EchoingOrigin origin = new EchoingOrigin();
        Gateway first = sharing(redis, origin);
        Gateway second = sharing(redis, origin);
        Gateway third = sharing(redis, origin)) {
      callAll(origin, List.of(first, second, third), 2);
    }
  }

  private static Gateway sharing(RedisServer redis, EchoingOrigin origin) throws Exception {
    return Gateway.start(Configs.of(GatewaySettings.of(ANY_PORT, origin.uri())), 1, redis.store());
  }

  private void callAll(EchoingOrigin origin, List<Gateway> gateways, long seed) throws Exception {
    Random random = new Random(seed);
    int asked = 0;
    for (int i = 0; i < POLICIES; i++) {
      String yaml = policy(random);
      CachePolicy policy = CachePolicy.parse("policy " + i, yaml);
      gateways.forEach(gateway -> gateway.policy(policy));
      String text = "question " + i;
      List<Caller> callers = new ArrayList<>();
      for (int j = 0; j < CALLERS; j++) {
        callers.add(Caller.any(random));
      }
      for (int call = 0; call < CALLS; call++) {
        origin.fails = call > CALLERS && random.nextInt(5) == 0;
        Caller caller = callers.get(random.nextInt(CALLERS));
        Gateway gateway = gateways.get(random.nextInt(gateways.size()));
        call(gateway, caller, text, random, "seed " + seed + ", policy " + i + ":\n" + yaml);
        asked++;
      }
    }
    // Else nothing was shared by anybody, and nothing could go wrong.
    assertThat(origin.calls()).isLessThan(asked * 9 / 10);
    assertThat(answered).isGreaterThan(asked * 8 / 10);
  }

  private void call(Gateway gateway, Caller caller, String text, Random random, String what)
      throws IOException {
    String message = caller.message(text, random);
    String response = send(gateway.port(), caller.head(random), message);
    Matcher echo = ECHO.matcher(response);
    if (!echo.find()) {
      assertThat(response).as(what).startsWith("HTTP/1.1 503");
      return;
    }
    answered++;
    StringBuilder fields = new StringBuilder();
    for (String field : Caller.FIELDS) {
      List<String> values = caller.fields().get(field);
      fields.append(values == null ? null : String.join(", ", values)).append('\n');
    }
    assertThat(echo.group(1))
        .as("the answer to %s by %s", caller, what)
        .isEqualTo(EchoingOrigin.echo(fields.toString(), message));
  }

  private static String send(int port, String fields, String message) throws IOException {
    int length = message.getBytes(StandardCharsets.UTF_8).length;
    String head =
        "POST /service HTTP/1.1\r\nHost: fleet.example\r\nContent-Type: text/xml; charset=utf-8\r\n"
            + fields
            + "Content-Length: "
            + length
            + "\r\nConnection: close\r\n\r\n";
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write((head + message).getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A policy that caches all, with any words that do not say that callers share answers. */
  private static String policy(Random random) {
    StringBuilder rule = new StringBuilder("rules:\n  - operation: ask\n    cache: true\n");
    rule.append("    ttl: ").append(random.nextInt(3) == 0 ? "1ms" : "1h").append('\n');
    maybe(rule, random, "    http: true\n");
    maybe(rule, random, "    staleWhileRevalidate: 1h\n");
    maybe(rule, random, "    staleIfError: 1h\n    staleIfSlow: 20s\n");
    maybe(rule, random, "    key: xmlMessage\n");
    if (random.nextInt(4) == 0) { // of another rule
      rule.append("  - operation: \"*\"\n");
    }
    List<String> vary = new ArrayList<>();
    for (String field : Caller.FIELDS) {
      if (random.nextBoolean()) {
        vary.add("{httpHeader: " + field + "}");
      }
    }
    if (random.nextBoolean()) {
      vary.add("wsSecurityUser");
    }
    if (random.nextBoolean()) {
      vary.add("{soapHeader: \"{urn:h}Region\"}");
    }
    rule.append("    vary: ").append(vary).append('\n');
    // A field of which nobody says that it tells the caller, tells nobody.
    rule.append("    credentials: [X-Branch]\n");
    if (random.nextInt(8) != 0) { // else nothing is kept, as each request has another block
      rule.append("    ignore: [{soapHeader: \"{urn:h}Trace\"}]\n");
    }
    return rule.toString();
  }

  private static void maybe(StringBuilder rule, Random random, String line) {
    if (random.nextInt(3) == 0) {
      rule.append(line);
    }
  }
}
