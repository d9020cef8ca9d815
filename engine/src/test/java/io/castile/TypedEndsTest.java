package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cache.policy.CachePolicy;
import io.castile.delta.Differential;
import io.castile.delta.Differential.SharedBases;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.soap.SoapTransportException;
import io.castile.soap.http.Transport;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values from caches and farms, and values that do not say what XML would. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedEndsTest extends TickerEnds {
  private static final DifferentialOptions CHECKED = DifferentialOptions.builder().audit(1).build();

  private final Differential serverLink = Differential.of(CHECKED);
  private final Differential clientLink = Differential.of(CHECKED);
  private final List<byte[]> contents = new ArrayList<>();

  private TappedTransport tapped() {
    TappedTransport transport = new TappedTransport(server);
    transport.change(
        answer -> {
          contents.add(answer.body());
          return answer;
        });
    return transport;
  }

  // ---- a response cache at the server ----

  @Test
  void answersOfTheServersCacheAreValuesToo() {
    CachePolicy policy = CachedShop.minute();
    serve(builder -> builder.cache(policy).differential(serverLink));
    Ticker client = client(builder -> builder.differential(clientLink).transport(tapped()));
    Ticker other =
        client(builder -> builder.differential(Differential.of(CHECKED)).transport(tapped()));
    List<Item> first = client.items("m");
    service.change(10, 1);
    for (int i = 0; i < 3; i++) {
      assertThat(client.items("m")).isEqualTo(first);
      assertThat(other.items("m")).isEqualTo(first);
    }
    assertThat(client.items("n")).isEqualTo(other.items("n"));
    assertThat(client.items("m")).isEqualTo(first);
    assertThat(service.calls).hasValue(2);
    assertThat(contents).noneMatch(content -> content[0] == '<');
    assertThat(contents.stream().filter(content -> content.length == 11).count())
        .as("the same again")
        .isGreaterThanOrEqualTo(4);
  }

  /** A policy may keep one operation and not another; values and XML may follow each other. */
  @Test
  void anOperationThatFlipsBetweenValuesAndXmlIsRight() {
    boolean[] isAsked = {false};
    serve(
        builder ->
            builder
                .differential(serverLink)
                .interceptor(
                    chain -> {
                      var response = chain.proceed(chain.request());
                      return isAsked[0] ? response.withMessage(response.bytes()) : response;
                    }));
    Ticker client = client(builder -> builder.differential(clientLink).transport(tapped()));
    for (int i = 0; i < 24; i++) {
      isAsked[0] = i / 3 % 2 == 1;
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(5, i % 2);
    }
    assertThat(contents.stream().filter(content -> content[0] == '<').count())
        .as("whole messages, one at each flip")
        .isEqualTo(4);
    assertThat(clientLink.statistics().full()).isEqualTo(8);
    assertThat(clientLink.statistics().deltas()).isEqualTo(16);
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  // ---- a farm ----

  /** What a farm shares, in memory. */
  private static final class Shared implements SharedBases {
    final Map<String, byte[]> kept = new ConcurrentHashMap<>();

    @Override
    public byte[] get(String name, Duration keepFor) {
      return kept.get(name);
    }

    @Override
    public void put(String name, byte[] message, Duration keepFor) {
      kept.put(name, message.clone());
    }
  }

  /** Two servers that answer by turns; the second of them is {@link #server}. */
  private Transport farm(DifferentialOptions options) {
    return farm(options, CachePolicy.builder().build());
  }

  /** As the other method, with a response cache at each server. */
  private Transport farm(DifferentialOptions options, CachePolicy policy) {
    serve(builder -> builder.cache(policy).differential(Differential.of(options)));
    Transport first = server.localTransport();
    serve(builder -> builder.cache(policy).differential(Differential.of(options)));
    Transport second = server.localTransport();
    AtomicInteger turn = new AtomicInteger();
    return new Transport() {
      @Override
      public Incoming send(Outgoing message) throws SoapTransportException {
        Incoming answer = (turn.getAndIncrement() % 2 == 0 ? first : second).send(message);
        contents.add(answer.body().clone());
        return answer;
      }

      @Override
      public void close() {}
    };
  }

  private Ticker client(Transport transport) {
    Ticker client =
        Castile.client(Ticker.class)
            .endpoint("http://farm.example/shop")
            .differential(clientLink)
            .transport(transport)
            .build();
    return keepClient(client);
  }

  private Ticker keepClient(Ticker client) {
    keep((AutoCloseable) client);
    return client;
  }

  @Test
  void theServersOfAFarmKnowEachOthersValues() {
    Shared shared = new Shared();
    DifferentialOptions farm =
        CHECKED.toBuilder().secret("known to the farm").sharedBases(shared).build();
    Ticker client = client(farm(farm));
    for (int i = 0; i < 20; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(3, i % 2);
    }
    assertThat(clientLink.statistics().full()).isEqualTo(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(19);
    assertThat(contents).noneMatch(content -> content[0] == '<');
  }

  /** One secret alone: what both have answered is known to both. */
  @Test
  void serversWithOneSecretGiveTheSameValuesOneName() {
    Ticker client = client(farm(CHECKED.toBuilder().secret("known to the farm").build()));
    List<Item> first = client.items("m");
    assertThat(client.items("m")).isEqualTo(first);
    for (int i = 0; i < 4; i++) {
      assertThat(client.items("m")).isEqualTo(first);
    }
    assertThat(clientLink.statistics().full()).isLessThanOrEqualTo(2);
    assertThat(contents.get(5)).hasSize(11);
  }

  /** Somebody who can write to what the farm shares has no server take values of his. */
  @Test
  void forgedValuesOfAFarmAreNoBase() {
    Shared shared = new Shared();
    DifferentialOptions farm =
        CHECKED.toBuilder().secret("known to the farm").sharedBases(shared).build();
    Ticker client = client(farm(farm));
    for (int i = 0; i < 8; i++) {
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      service.change(3, 0);
      shared.kept.replaceAll((name, content) -> shared.kept.values().iterator().next());
    }
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  @Test
  void damagedValuesOfAFarmAreFetchedFromItsOtherServer() {
    DifferentialOptions farm =
        CHECKED.toBuilder().secret("known to the farm").sharedBases(new Shared()).build();
    Transport servers = farm(farm);
    boolean[] damage = {false};
    Ticker client =
        client(
            new Transport() {
              @Override
              public Incoming send(Outgoing message) throws SoapTransportException {
                Incoming answer = servers.send(message);
                if (damage[0]) {
                  damage[0] = false;
                  answer.body()[answer.body().length - 1] ^= 1;
                }
                return answer;
              }

              @Override
              public void close() {}
            });
    client.items("m");
    service.change(3, 0);
    damage[0] = true;
    int calls = service.calls.get();
    assertThat(client.items("m")).isEqualTo(service.items("m"));
    assertThat(service.calls).hasValue(calls + 2); // that of the test
    assertThat(clientLink.statistics().fetched()).isEqualTo(1);
  }

  /** A client that asks for damaged values again gets no content that the servers did not make. */
  @Test
  void forgedValuesOfAFarmAreNotSentAgain() {
    Shared shared = new Shared();
    Transport servers =
        farm(CHECKED.toBuilder().secret("known to the farm").sharedBases(shared).build());
    boolean[] damage = {false};
    Ticker client =
        client(
            new Transport() {
              @Override
              public Incoming send(Outgoing message) throws SoapTransportException {
                Incoming answer = servers.send(message);
                if (damage[0]) {
                  damage[0] = false;
                  answer.body()[answer.body().length - 1] ^= 1;
                  byte[] first = contents.get(0);
                  byte[] name = Arrays.copyOfRange(answer.body(), 1, 7);
                  shared.kept.replaceAll((key, kept) -> withName(first, name));
                }
                return answer;
              }

              @Override
              public void close() {}
            });
    client.items("m");
    service.change(3, 0);
    damage[0] = true;
    assertThat(client.items("m")).isEqualTo(service.items("m")); // from the server that made them
    assertThat(damage[0]).isFalse();
    assertThat(client.items("m")).isEqualTo(service.items("m"));
  }

  /** All values of a message, with another name and the checksum that fits it. */
  private static byte[] withName(byte[] whole, byte[] name) {
    byte[] forged = whole.clone();
    System.arraycopy(name, 0, forged, 1, name.length);
    CRC32C crc = new CRC32C();
    crc.update(new byte[] {-1, -1, -1, -1, -1, -1}); // it has no base
    crc.update(forged, 0, 7);
    crc.update(forged, 11, forged.length - 11);
    ByteBuffer.wrap(forged).putInt(7, (int) crc.getValue());
    return forged;
  }

  @Test
  void theServersOfAFarmKnowEachOthersCachedAnswers() {
    Shared shared = new Shared();
    DifferentialOptions options =
        CHECKED.toBuilder().secret("known to the farm").sharedBases(shared).build();
    CachePolicy policy = CachedShop.minute();
    Ticker client = client(farm(options, policy));
    List<Item> first = client.items("m");
    for (int i = 0; i < 8; i++) {
      assertThat(client.items("m")).isEqualTo(first);
    }
    assertThat(clientLink.statistics().full()).isEqualTo(1);
    assertThat(clientLink.statistics().deltas()).isEqualTo(8);
    assertThat(service.calls).hasValue(2);
  }

  // ---- what is checked ----

  /** A bean that says something else each time. */
  @XmlAccessorType(XmlAccessType.PROPERTY)
  public static final class Fickle {
    private static final AtomicInteger COUNT = new AtomicInteger();

    public int getCount() {
      return COUNT.incrementAndGet();
    }

    public void setCount(int count) {
      // nothing is kept
    }
  }

  /** The service. */
  @WebService(targetNamespace = "urn:fickle")
  public interface Source {
    @WebMethod
    Fickle next();
  }

  /** It. */
  @WebService(endpointInterface = "io.castile.TypedEndsTest$Source", targetNamespace = "urn:fickle")
  public static final class FickleSource implements Source {
    @Override
    public Fickle next() {
      return new Fickle();
    }
  }

  @Test
  void valuesThatDoNotSayWhatXmlWouldAreNotSent() throws Exception {
    server =
        keep(
            Castile.server()
                .host("localhost")
                .differential(serverLink)
                .publish("/fickle", new FickleSource())
                .start());
    Source client =
        Castile.client(Source.class)
            .endpoint(server.url("/fickle"))
            .differential(clientLink)
            .transport(tapped())
            .build();
    try (AutoCloseable port = (AutoCloseable) client) {
      for (int i = 0; i < 3; i++) {
        client.next();
      }
    }
    assertThat(contents.get(0)[0]).isEqualTo((byte) '<');
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  /** What the client made of values is not what the server has written. */
  @Test
  void aClientThatMadeSomethingElseGetsXmlFromThenOn() {
    serve(builder -> builder.differential(serverLink));
    TappedTransport transport = new TappedTransport(server);
    transport.change(
        answer -> {
          contents.add(answer.body());
          String field = answer.headers().get("castile");
          return field == null || !field.contains("x=")
              ? answer
              : new Transport.Incoming(
                  answer.status(),
                  answer.headers().with("castile", field.replaceAll("x=\"..", "x=\"--")),
                  answer.body());
        });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    for (int i = 0; i < 3; i++) {
      int calls = service.calls.get();
      assertThat(client.items("m")).isEqualTo(service.items("m"));
      assertThat(service.calls).hasValue(calls + 2); // that of the test
    }
    assertThat(contents.get(0)[0]).isNotEqualTo((byte) '<');
    assertThat(contents.subList(1, contents.size()))
        .allMatch(each -> each[0] < 0x20 || each[0] == '<');
    assertThat(clientLink.statistics().mismatches()).isEqualTo(1);
  }
}
