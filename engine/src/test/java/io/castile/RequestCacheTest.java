package io.castile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.soap.SoapTransportException;
import io.castile.soap.SoapVersion;
import io.castile.soap.Transport;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bytes of requests that are kept by their arguments. */
class RequestCacheTest {
  /** Notes what is sent, and answers with an empty response or a fault. */
  private static final class Origin implements Transport {
    private final List<ByteBuffer> sent = new ArrayList<>();
    private String fault = "";

    @Override
    public Incoming send(Outgoing message) throws SoapTransportException {
      sent.add(message.content().pieces()[0].duplicate());
      String text = StandardCharsets.UTF_8.decode(sent.get(sent.size() - 1).duplicate()).toString();
      String name = text.replaceAll("(?s).*<(\\w+):(\\w+) .*", "$2");
      String content =
          fault.isEmpty()
              ? "<m:" + name + "Response xmlns:m='http://shop.castile.io/'/>"
              : "<e:Fault><faultcode>e:"
                  + fault
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
          fault.isEmpty() ? 200 : 500,
          Map.of("content-type", "text/xml"),
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

  @Test
  void whatIsKeptIsBounded() {
    WrappedShop small = client(2000).build();
    small.echo("x".repeat(3000));
    small.echo("x".repeat(3000));

    assertThat(origin.isSame(0, 1)).isFalse();
  }
}
