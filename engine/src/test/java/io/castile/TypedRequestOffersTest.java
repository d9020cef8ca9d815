package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.shop.Item;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.http.Transport;
import io.castile.xml.XmlLimits;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which requests may go as values, and whose. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedRequestOffersTest extends TypedRequestEnds {
  @Test
  void whereAnInterceptorOfTheServerNeedsBytesTheyAreTheClients() {
    List<String> seen = new ArrayList<>();
    serve(
        builder ->
            builder
                .differential(serverLink)
                .interceptor(
                    new WholeMessages(
                        chain -> {
                          seen.add(new String(chain.request().bytes(), UTF_8));
                          return chain.proceed(chain.request());
                        })));
    put(linked(), 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
    assertThat(seen).hasSize(3).allMatch(message -> message.startsWith("<"));
  }

  /** It is written for whoever asks all the same, and is what the client would have sent. */
  @Test
  void bytesAreMadeOnDemand() {
    List<byte[]> seen = new ArrayList<>();
    Interceptor asking =
        chain -> {
          assertThat(chain.request().soapHeaders()).isEmpty();
          seen.add(chain.request().bytes());
          return chain.proceed(chain.request());
        };
    serve(builder -> builder.differential(serverLink).interceptor(asking));
    Ticker client = linked();
    List<Item> items = service.items("m");
    client.put(items);
    client.put(items);
    assertThat(isXml(1)).isFalse();
    assertThat(seen.get(1)).isEqualTo(seen.get(0)).isEqualTo(sent.get(0));
  }

  @Test
  void whereAnInterceptorOfTheClientNeedsBytesItSendsXml() {
    serve();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .transport(tapped())
                    .interceptor(new WholeMessages()));
    put(client, 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  @Test
  void requestsWithHeaderBlocksOfAProtocolAreXml() {
    serve();
    Ticker addressed =
        client(builder -> builder.differential(clientLink).transport(tapped()).addressing(true));
    put(addressed, 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  @Test
  void otherLimitsOfXmlHoldForXml() {
    serve(
        builder ->
            builder.differential(serverLink).limits(XmlLimits.builder().maxDigits(500).build()));
    put(linked(), 3);
    assertThat(fields).noneMatch(field -> field.contains(";q="));
  }

  /** The values are refused, and then the XML, with the fault that says why. */
  @Test
  void theServersLimitOfBytesHolds() {
    serve(
        builder ->
            builder.differential(serverLink).limits(XmlLimits.builder().maxBytes(40_000).build()));
    Ticker client = linked();
    put(client, 2);
    List<Item> many = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      many.add(new Item("item", "1", i, Item.Color.RED, "tag"));
    }
    int puts = service.puts.size();
    assertThatThrownBy(() -> client.put(many)).isInstanceOf(RuntimeException.class);
    assertThat(service.puts).hasSize(puts);
    put(client, 3);
  }

  // ---- faults ----

  @Test
  void faultsComeAsTheyAre() {
    serve();
    Ticker client = linked();
    put(client, 2);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.fail("so"))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("so");
    }
    assertThat(service.calls.get()).isGreaterThanOrEqualTo(3);
    put(client, 2);
  }

  // ---- senders ----

  /** Whoever shows other credentials finds nothing of the others, as with XML. */
  @Test
  void sendersAreToldApartByTheirCredentials() {
    serve();
    Ticker one = as("Basic b25lOm9uZQ==");
    Ticker other = as("Basic b3RoZXI6b3RoZXI=");
    for (int i = 0; i < 3; i++) {
      put(one, 2);
      put(other, 2);
      assertThat(one.items("m")).isEqualTo(other.items("m"));
    }
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(clientLink.statistics().unknownBases()).isZero();
    assertThat(clientLink.statistics().mismatches()).isZero();
  }

  @Test
  void nobodyElseMayNameTheBaseOfARequest() {
    serve();
    boolean[] isOther = {false};
    Transport transport =
        http(
            (message, http) -> {
              String who = isOther[0] ? "Basic b3RoZXI6b3RoZXI=" : "Basic b25lOm9uZQ==";
              return http.send(
                  new Transport.Outgoing(
                      message.endpoint(),
                      message.headers().with("Authorization", who),
                      message.content(),
                      message.options(),
                      message.intake()));
            });
    Ticker client = client(builder -> builder.differential(clientLink).transport(transport));
    put(client, 3);
    isOther[0] = true;
    put(client, 1);
    assertThat(serverLink.statistics().unknownRequestBases()).isEqualTo(1);
    isOther[0] = false;
    put(client, 3);
  }

  /** There is no envelope that says so. */
  @Test
  void theVersionOfSoapIsThatOfTheContentType() throws Exception {
    serve();
    Ticker client =
        client(
            builder ->
                builder
                    .differential(clientLink)
                    .soapVersion(SoapVersion.SOAP_1_2)
                    .transport(tapped()));
    put(client, 3);
    assertThat(isValues(2)).isTrue();
    assertThatThrownBy(() -> client.fail("so")).hasMessageContaining("so");
    serveAnew(builder -> builder.sameVersion(true).differential(Differential.of(TYPED)));
    assertThatThrownBy(() -> client.put(List.of())).hasMessageContaining("SOAP");
    assertThat(service.puts).hasSize(3);
  }

  private Ticker as(String authorization) {
    Transport transport = http((message, http) -> http.send(message));
    return client(
        builder ->
            builder
                .differential(clientLink)
                .header("Authorization", authorization)
                .transport(transport));
  }

  @Test
  @Tag("long")
  void manyThreadsShareOneLink() throws Exception {
    serve();
    Ticker client = client(builder -> builder.differential(clientLink));
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      List<Future<?>> calls = new ArrayList<>();
      for (int thread = 0; thread < 32; thread++) {
        int own = thread;
        calls.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 40; i++) {
                    List<Item> items = new ArrayList<>();
                    for (int j = 0; j < 30 + i + own; j++) {
                      items.add(new Item("item " + own, "1." + i, j, Item.Color.RED, "a"));
                    }
                    assertThat(client.put(items)).isEqualTo(items.size());
                  }
                }));
      }
      for (Future<?> call : calls) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(service.puts).hasSize(32 * 40);
    for (List<Item> put : service.puts) {
      assertThat(put.size()).isGreaterThanOrEqualTo(30);
    }
    assertThat(clientLink.statistics().unknownRequestBases()).isZero();
    assertThat(clientLink.statistics().requestDeltas()).isGreaterThan(32 * 30);
  }
}
