package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.soap.Headers;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.http.Transport;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of requests that are kept by their arguments. */
class RequestCacheTest {
  /** Notes what is sent, and answers with an empty response or a fault. */
  private static final class Origin implements Transport {
    private final List<ByteBuffer> sent = new ArrayList<>();
    private String fault = ""; // a code; without the prefix where it begins with a colon
    private int faultStatus = 500;

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      sent.add(message.content().pieces()[0].duplicate());
      String text = StandardCharsets.UTF_8.decode(sent.get(sent.size() - 1).duplicate()).toString();
      String name = text.replaceAll("(?s).*<(\\w+):(\\w+) .*", "$2");
      String content =
          fault.isEmpty()
              ? "<m:" + name + "Response xmlns:m='http://shop.castile.io/'/>"
              : "<e:Fault><faultcode>"
                  + (fault.indexOf(':') < 0
                      ? "e:" + fault
                      : fault.substring(fault.indexOf(':') + 1))
                  + "</faultcode><faultstring>no</faultstring></e:Fault>";
      String answer =
          "<e:Envelope xmlns:e='"
              + (text.contains(SoapVersion.SOAP_1_2.namespace())
                  ? SoapVersion.SOAP_1_2.namespace()
                  : SoapVersion.SOAP_1_1.namespace())
              + "'><e:Body>"
              + content
              + "</e:Body></e:Envelope>";
      return new Incoming(
          fault.isEmpty() ? 200 : faultStatus,
          Headers.of("content-type", "text/xml"),
          answer.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether two messages were sent from the same bytes. */
    private boolean isSame(int one, int other) {
      return sent.get(one).array() == sent.get(other).array();
    }

    @Override
    public void close() {}
  }

  private final Origin origin = new Origin();
  private final WrappedShop shop = client(1 << 20).build();

  private ClientBuilder<WrappedShop> client(long maxBytes) {
    return Castile.client(WrappedShop.class)
        .endpoint("http://localhost/")
        .transport(origin)
        .cacheRequests(maxBytes);
  }

  private static Item item(String name) {
    return new Item(name, "9.90", 4, Item.Color.RED, "new");
  }

  @Test
  void aRequestIsWrittenOnce() {
    shop.sameItem(item("a"));
    shop.sameItem(item("b"));
    shop.sameItem(item("a"));

    assertThat(origin.isSame(0, 2)).isTrue();
    assertThat(origin.isSame(0, 1)).isFalse();
    assertThat(origin.sent.get(0)).isNotEqualTo(origin.sent.get(1));
  }

  @Test
  void aChangedArgumentIsAnotherOne() {
    Item argument = item("a");
    shop.sameItem(argument);
    ShopItems.spoil(argument);
    shop.sameItem(argument);
    shop.sameItem(item("a"));

    assertThat(origin.sent.get(0)).isNotEqualTo(origin.sent.get(1));
    assertThat(origin.isSame(0, 2)).isTrue();
  }

  @Test
  void everythingInTheMessageCounts() {
    shop.session("t", "me", new Holder<>("s"));
    shop.session("t", "you", new Holder<>("s"));
    shop.session("t", "me", new Holder<>("r"));
    shop.echo("t");
    shop.echo(null);

    assertThat(origin.sent).doesNotHaveDuplicates();
  }

  @Test
  void aFaultOfTheClientDropsTheBytes() {
    shop.sameItem(item("a"));
    for (String code : List.of("Server", "Client")) {
      origin.fault = code;
      assertThatThrownBy(() -> shop.sameItem(item("a"))).isInstanceOf(SOAPFaultException.class);
    }
    origin.fault = "";
    shop.sameItem(item("a"));

    assertThat(origin.isSame(0, 1)).isTrue();
    assertThat(origin.isSame(0, 2)).isTrue();
    assertThat(origin.isSame(0, 3)).isFalse();
    assertThat(origin.sent.get(3)).isEqualTo(origin.sent.get(0));
  }

  /** SOAP 1.1 §4.4.1; stacks that qualify no code; SOAP 1.2 part 1 §5.4.6; status 200. */
  @ParameterizedTest
  @CsvSource({
    "Client.Authentication, 500, true",
    "Client.Data.Missing, 500, true",
    ":Client, 500, true",
    ":Client.Authentication, 500, true",
    "Sender, 400, true",
    "DataEncodingUnknown, 500, true",
    "Client, 200, true",
    "Client.Authentication, 200, true",
    "Server, 200, false",
    "Server.Clients, 500, false",
    "Clients, 500, false",
    "MustUnderstand, 500, false"
  })
  void aFaultThatBlamesTheSenderInWhateverWayDropsTheBytes(
      String code, int status, boolean dropped) {
    shop.sameItem(item("a"));
    origin.fault = code;
    origin.faultStatus = status;
    assertThatThrownBy(() -> shop.sameItem(item("a"))).isInstanceOf(SOAPFaultException.class);
    origin.fault = "";
    shop.sameItem(item("a"));

    assertThat(origin.isSame(0, 1)).isTrue();
    assertThat(origin.isSame(0, 2)).isEqualTo(!dropped);
  }

  @Test
  void whatIsKeptCanBeDropped() {
    shop.sameItem(item("a"));
    shop.echo("a");
    Castile.keptRequests(shop).invalidate("sameItem");
    shop.sameItem(item("a"));
    shop.echo("a");
    assertThat(origin.isSame(0, 2)).isFalse();
    assertThat(origin.isSame(1, 3)).isTrue();

    Castile.keptRequests(shop).invalidateAll();
    shop.echo("a");
    assertThat(origin.isSame(1, 4)).isFalse();
    assertThatThrownBy(() -> Castile.keptRequests(new Object()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsKeptHasALifetime() {
    WrappedShop brief =
        Castile.client(WrappedShop.class)
            .endpoint("http://localhost/")
            .transport(origin)
            .cacheRequests(1 << 20, Duration.ofNanos(1))
            .build();
    brief.echo("a");
    brief.echo("a");

    assertThat(origin.isSame(0, 1)).isFalse();
    assertThatThrownBy(() -> client(1).cacheRequests(1, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsKeptIsBounded() {
    WrappedShop small = client(2000).build();
    small.echo("x".repeat(3000));
    small.echo("x".repeat(3000));

    assertThat(origin.isSame(0, 1)).isFalse();
  }
}
