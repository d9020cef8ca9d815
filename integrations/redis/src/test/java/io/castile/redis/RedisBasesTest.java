package io.castile.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.delta.Differential;
import io.castile.delta.Differential.SharedBases;
import io.castile.delta.DifferentialOptions;
import io.castile.delta.LinkStatistics;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import jakarta.jws.WebService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two servers behind one address, which answer by turns. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class RedisBasesTest extends SharedRedis {
  private static final int POLLS = 40;
  private static final DifferentialOptions FARM =
      DifferentialOptions.builder().secret("known to the farm").build();

  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Transport> servers = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /** Public, as the service is called from outside. */
  @WebService(
      serviceName = "PricesService",
      targetNamespace = "urn:prices",
      endpointInterface = "io.castile.redis.Prices")
  public static final class Changing implements Prices {
    @Override
    public String price(String item) {
      return "a price that is much the same, ".repeat(100) + item;
    }

    @Override
    public String stock(String item) {
      return "";
    }

    @Override
    public String setPrice(String item, String price) {
      return "";
    }

    @Override
    public String setStock(String item, String stock) {
      return "";
    }
  }

  private void serve(DifferentialOptions options) {
    SoapServer server =
        Castile.server()
            .publish("/prices", new Changing())
            .differential(Differential.of(options))
            .start();
    open.add(server);
    servers.add(server.localTransport());
  }

  /** As a balancer does it: the address is the same, and the server another one. */
  private final class ByTurns implements Transport {
    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      return servers.get(turn.getAndIncrement() % servers.size()).send(message);
    }

    @Override
    public void close() {}
  }

  private RedisStore opened() {
    RedisStore store = store();
    open.add(store);
    return store;
  }

  /** Polls by turns; returns what the link of the client has done. */
  private LinkStatistics poll() throws Exception {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    Prices prices =
        Castile.client(Prices.class)
            .endpoint("http://farm.example/prices")
            .transport(new ByTurns())
            .differential(link)
            .build();
    try (AutoCloseable client = (AutoCloseable) prices) {
      for (int i = 0; i < POLLS; i++) {
        assertThat(prices.price("" + i)).endsWith(", " + i).startsWith("a price");
      }
    }
    return link.statistics();
  }

  @Test
  void aClientGetsDifferencesFromBoth() throws Exception {
    serve(FARM.toBuilder().sharedBases(opened().bases()).build());
    serve(FARM.toBuilder().sharedBases(opened().bases()).build());

    LinkStatistics done = poll();

    assertThat(done.deltas()).isEqualTo(POLLS - 1);
    assertThat(done.full()).isEqualTo(1);
    assertThat(redis.names(":b:")).hasSize(POLLS);
    long left = redis.ask(commands -> commands.pttl(redis.names(":b:").get(0)));
    assertThat(Duration.ofMillis(left)).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
  }

  @Test
  @Tag("long")
  void withoutThatAllIsSentWhole() throws Exception {
    serve(FARM);
    serve(FARM);

    assertThat(poll().full()).isEqualTo(POLLS);
  }

  @Test
  void messagesAreSentWholeWhileRedisIsAway() throws Exception {
    RedisStore away = RedisStore.of("redis://127.0.0.1:1");
    open.add(away);
    serve(FARM.toBuilder().sharedBases(away.bases()).build());
    serve(FARM.toBuilder().sharedBases(away.bases()).build());

    assertThat(poll().full()).isEqualTo(POLLS);
  }

  /** With the right to write to Redis, but without the secret. */
  @Test
  void whatSomebodyElseHasWrittenIsNoBase() throws Exception {
    serve(FARM.toBuilder().sharedBases(new Forged(opened())).build());
    serve(FARM.toBuilder().sharedBases(new Forged(opened())).build());

    assertThat(poll().full()).isEqualTo(POLLS);
  }

  /** Gives another message for each. */
  private record Forged(RedisStore store) implements SharedBases {
    @Override
    public byte[] get(String name, Duration keepFor) {
      byte[] message = store.bases().get(name, keepFor);
      if (message != null) {
        message[message.length / 2] ^= 1;
      }
      return message;
    }

    @Override
    public void put(String name, byte[] message, Duration keepFor) {
      store.bases().put(name, message, keepFor);
    }
  }

  @Test
  void aFarmNeedsASecret() {
    RedisStore store = opened();

    assertThatThrownBy(
            () -> Differential.of(DifferentialOptions.builder().sharedBases(store.bases()).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Call secret(");
  }
}
