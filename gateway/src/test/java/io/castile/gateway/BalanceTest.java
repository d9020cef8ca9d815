package io.castile.gateway;

import static io.castile.gateway.Soap.question;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.TestOrigin.Answer;
import io.castile.gateway.config.GatewaySettings;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of its origins a route asks. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class BalanceTest {
  private static final int KEYS = 60;

  private final CountDownLatch go = new CountDownLatch(1);
  private final List<TestOrigin> origins = new ArrayList<>();
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      origins.add(
          new TestOrigin(
              request -> {
                if (request.text().contains("wait")) {
                  go.await();
                }
                return Answer.soap(name);
              }));
    }
  }

  @AfterEach
  void stop() {
    go.countDown();
    gateway.close();
    origins.forEach(TestOrigin::close);
  }

  private static GatewaySettings config(String route) {
    String yaml = "listen: 127.0.0.1:0\nroutes: [{" + route + "}]\n";
    return GatewaySettings.parse("g.yaml", yaml.getBytes(StandardCharsets.UTF_8), Path.of(""));
  }

  private void start(String route) throws Exception {
    gateway = Gateway.start(config(route), 1);
  }

  /** The addresses of some origins, as a list of YAML. */
  private String addresses(int... which) {
    List<String> all = new ArrayList<>();
    for (int each : which) {
      all.add(origins.get(each).uri().toString());
    }
    return "origins: " + all;
  }

  private String ask(String... fields) throws Exception {
    return Soap.post(gateway, question("q"), fields).body();
  }

  private String asked(int times) throws Exception {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < times; i++) {
      names.append(ask());
    }
    return names.toString();
  }

  /** Which origin each of some customers is led to. */
  private Map<String, String> customers() throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (int i = 0; i < KEYS; i++) {
      found.put("customer " + i, ask("X-Customer", "customer " + i));
    }
    return found;
  }

  // ---- by turns, and by what is under way ----

  @Test
  void originsAreAskedByTurns() throws Exception {
    start(addresses(0, 1, 2));

    assertThat(asked(7)).isEqualTo("abcabca");
  }

  /** A round has each origin as often as its weight says, and not in a row. */
  @Test
  void anOriginGetsTheShareOfItsWeight() throws Exception {
    start(
        "origins: [{address: %s, weight: 6}, %s, {address: %s, weight: 2}]"
            .formatted(origins.get(0).uri(), origins.get(1).uri(), origins.get(2).uri()));

    assertThat(asked(18)).isEqualTo(rounds(18));
  }

  /** Smooth weighted round robin, in its plain form. */
  private static String rounds(int requests) {
    int[] weights = {6, 1, 2};
    int[] credit = new int[3];
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < requests; i++) {
      int most = 0;
      for (int each = 0; each < 3; each++) {
        credit[each] += weights[each];
        most = credit[each] > credit[most] ? each : most;
      }
      credit[most] -= 9;
      names.append("abc".charAt(most));
    }
    return names.toString();
  }

  @Test
  void theOriginWithTheFewestRequestsUnderWayIsAsked() throws Exception {
    start(addresses(0, 1) + ", balance: leastConnections");
    CompletableFuture<String> waiting = waiting();

    assertThat(asked(4)).isEqualTo("bbbb");

    go.countDown();
    assertThat(waiting.get()).isEqualTo("a");
    assertThat(asked(4)).contains("a", "b");
  }

  /** Asks what the first origin answers when it is let go, and waits until it is asked. */
  private CompletableFuture<String> waiting() throws Exception {
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Soap.post(gateway, question("wait")).body();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    while (origins.get(0).requests().isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    return answer;
  }

  @Test
  void anOriginWithALargerWeightMayHaveMoreUnderWay() throws Exception {
    start(
        "balance: leastConnections, origins: [{address: %s, weight: 3}, %s]"
            .formatted(origins.get(0).uri(), origins.get(1).uri()));
    CompletableFuture<String> waiting = waiting();

    assertThat(asked(4)).isEqualTo("aaaa"); // 2 of 3 is less than 1 of 1

    go.countDown();
    assertThat(waiting.get()).isEqualTo("a");
  }

  @Test
  void aRequestWhoseClientLeavesIsCountedOut() throws Exception {
    start(addresses(0, 1) + ", balance: leastConnections");
    String message = question("wait");
    try (Socket client = new Socket("127.0.0.1", gateway.port())) {
      String request =
          "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: "
              + message.length()
              + "\r\n\r\n"
              + message;
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      while (origins.get(0).requests().isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      assertThat(asked(2)).isEqualTo("bb");
    }

    while (!ask().equals("a")) { // until the timeout of the test
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  // ---- sticky ----

  @Test
  void anOriginThatComesOrGoesMovesOnlyItsShare() throws Exception {
    String sticky = ", balance: {sticky: {field: X-Customer}}";
    start(addresses(0, 1, 2) + sticky);
    Map<String, String> all = customers();
    assertThat(customers()).isEqualTo(all);
    assertThat(all.values()).contains("a", "b", "c");

    gateway.reconfigure(config(addresses(2, 0) + sticky));
    Map<String, String> without = customers();
    all.forEach(
        (customer, origin) -> {
          if (!origin.equals("b")) {
            assertThat(without).as(customer).containsEntry(customer, origin);
          }
        });
    assertThat(without.values()).doesNotContain("b");

    gateway.reconfigure(config(addresses(1, 2, 0) + sticky));
    assertThat(customers()).isEqualTo(all);
  }

  /** The key leads to an origin by its address: another gateway does the same. */
  @Test
  void allGatewaysChooseAlike() throws Exception {
    String sticky = ", balance: {sticky: {field: X-Customer}}";
    start(addresses(0, 1, 2) + sticky);
    Map<String, String> one = customers();
    gateway.close();

    start(addresses(2, 1, 0) + sticky);
    assertThat(customers()).isEqualTo(one);
  }

  @Test
  void theCustomersOfAnOriginThatIsGoneAreLedToOthers() throws Exception {
    start(addresses(0, 1, 2) + ", balance: {sticky: {field: X-Customer}}");
    Map<String, String> all = customers();

    origins.get(1).close();
    Map<String, String> without = customers();

    assertThat(without.values()).doesNotContain("b").contains("a", "c");
    all.forEach(
        (customer, origin) -> {
          if (!origin.equals("b")) {
            assertThat(without).as(customer).containsEntry(customer, origin);
          }
        });
  }

  @Test
  void aLargerWeightHasMoreCustomers() throws Exception {
    start(
        "balance: {sticky: {field: X-Customer}}, origins: [{address: %s, weight: 100}, %s]"
            .formatted(origins.get(0).uri(), origins.get(1).uri()));

    assertThat(Collections.frequency(customers().values(), "a")).isGreaterThan(KEYS / 2);
  }

  @Test
  void aCookieLeadsToAnOrigin() throws Exception {
    start(addresses(0, 1, 2) + ", balance: {sticky: {cookie: SESSION}}");

    String first = ask("Cookie", "a=b; SESSION=one; c=d");
    for (int i = 0; i < 3; i++) {
      assertThat(ask("Cookie", "SESSION=one; x=" + i)).isEqualTo(first);
    }
    assertThat(List.of(ask("Cookie", "XSESSION=one"), ask("Cookie", ";;=;"), ask()))
        .containsExactlyInAnyOrder("a", "b", "c"); // by turns
  }

  // ---- the configuration changes ----

  /** An origin that stays is not connected to again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''",
        ", balance: leastConnections",
        ", service: S",
        ", canary: {origin: http://127.0.0.1:1, share: 1%}"
      })
  void originsThatStayKeepWhatIsKnownOfThem(String more) throws Exception {
    start(addresses(0));
    ask();
    assertThat(gateway.origins().get(0).connections()).isEqualTo(1);

    gateway.reconfigure(config(addresses(0, 1) + more));

    assertThat(gateway.origins().get(0).answers()).isEqualTo(1);
    assertThat(gateway.origins().get(0).connections()).isEqualTo(1);
    assertThat(asked(2)).isEqualTo("ab");
    assertThat(gateway.origins().get(0).connections()).isEqualTo(1);
  }
}
