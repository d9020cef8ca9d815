package io.castile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.policy.CachePolicy;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapException;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.HeaderProcessor;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.template.Templates;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Header blocks that are no parameters: added by one interceptor, seen to by another. */
class SoapHeadersTest {
  private static final QName TICKET = new QName("urn:test:tickets", "Ticket");
  private static final QName RECEIPT = new QName("urn:test:tickets", "Receipt");

  private final List<String> tickets = new ArrayList<>();
  private final List<String> receipts = new ArrayList<>();
  private int next;
  private SoapServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** The client's side: a numbered ticket with each request. */
  private SoapResponse show(Chain chain) throws SoapException {
    SoapHeader ticket = SoapHeader.of(TICKET, "no. " + next++ + " <&>").withMustUnderstand();
    SoapResponse response = chain.proceed(chain.request().newBuilder().soapHeader(ticket).build());
    response.soapHeaders().forEach(each -> receipts.add(each.element().getTextContent()));
    return response;
  }

  /** The server's side: a receipt for each ticket. */
  private final class Gate implements HeaderProcessor {
    @Override
    public boolean understands(QName block) {
      return block.equals(TICKET);
    }

    @Override
    public SoapResponse intercept(Chain chain) throws SoapException {
      List<SoapHeader> answer = new ArrayList<>();
      for (SoapHeader header : chain.request().soapHeaders()) {
        assertThat(header.mustUnderstand()).isTrue();
        String text = header.element().getTextContent();
        tickets.add(text);
        answer.add(
            SoapHeader.of(
                RECEIPT,
                out -> {
                  out.attribute("", "kind", "paper");
                  out.startElement(RECEIPT.getNamespaceURI(), "For");
                  out.closeStartTag();
                  out.text(text);
                  out.endElement();
                }));
      }
      return chain.proceed(chain.request()).withSoapHeaders(answer);
    }
  }

  private WrappedShop client(ServerBuilder builder, SoapVersion version, Templates templates) {
    server = builder.publish("/shop", new WrappedShopService()).start();
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/shop"))
        .soapVersion(version)
        .templates(templates)
        .interceptor(this::show)
        .build();
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void blocksGoThereAndBack(SoapVersion version) {
    WrappedShop shop =
        client(
            Castile.server().sameVersion(false).interceptor(new Gate()), version, Templates.off());

    assertThat(shop.add(1, 2)).isEqualTo(3);
    assertThat(tickets).containsExactly("no. 0 <&>");
    assertThat(receipts).containsExactly("no. 0 <&>");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void templatesWriteTheBlocksOfEachMessage(SoapVersion version) {
    Templates always = Templates.builder().always(true).build();
    WrappedShop shop =
        client(
            Castile.server().sameVersion(false).interceptor(new Gate()).templates(always),
            version,
            always);

    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      assertThat(shop.add(i, 2)).isEqualTo(i + 2);
      expected.add("no. " + i + " <&>");
    }
    assertThat(tickets).isEqualTo(expected);
    assertThat(receipts).isEqualTo(expected);
    assertThat(always.statistics().rows()).isNotEmpty();
  }

  @Test
  void keptRequestsHaveNoBlocksOfOthers() {
    server =
        Castile.server()
            .sameVersion(false)
            .publish("/shop", new WrappedShopService())
            .interceptor(new Gate())
            .start();
    WrappedShop shop =
        Castile.client(WrappedShop.class)
            .endpoint(server.url("/shop"))
            .cacheRequests(1 << 20)
            .interceptor(this::show)
            .build();

    assertThat(List.of(shop.add(1, 2), shop.add(1, 2))).containsExactly(3, 3);
    assertThat(tickets).containsExactly("no. 0 <&>", "no. 1 <&>");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void whatNobodySeesToIsRefused(SoapVersion version) {
    WrappedShop shop = client(Castile.server().sameVersion(false), version, Templates.off());

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("{urn:test:tickets}Ticket");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void faultsHaveBlocksToo(SoapVersion version) {
    WrappedShop shop =
        client(
            Castile.server().sameVersion(false).interceptor(new Gate()), version, Templates.off());

    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);
    assertThat(receipts).containsExactly("no. 0 <&>");
  }

  @Test
  void anAnswerOfTheCacheGetsTheBlocksOfItsRequest() {
    CachePolicy policy = CachedShop.minute(rule -> rule.shared(true));
    WrappedShop shop =
        client(
            Castile.server().sameVersion(false).interceptor(new Gate()).cache(policy),
            SoapVersion.SOAP_1_1,
            Templates.off());

    assertThat(List.of(shop.add(1, 2), shop.add(1, 2), shop.add(1, 2))).containsExactly(3, 3, 3);
    assertThat(receipts).containsExactly("no. 0 <&>", "no. 1 <&>", "no. 2 <&>");
    assertThat(server.cache().orElseThrow().statistics().row("add").hits()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "'<e:Envelope xmlns:e=\"U\"><e:Body/></e:Envelope>',"
        + "'<e:Envelope xmlns:e=\"U\"><e:Header>B</e:Header><e:Body/></e:Envelope>'",
    "'<Envelope xmlns=\"U\"> <Body/></Envelope>',"
        + "'<Envelope xmlns=\"U\"> <Header>B</Header><Body/></Envelope>'",
    "'<e:Envelope xmlns:e=\"U\"><e:Header a=\">\"/> <e:Body/></e:Envelope>',"
        + "'<e:Envelope xmlns:e=\"U\"><e:Header>B</e:Header><e:Body/></e:Envelope>'",
    "'<e:Envelope xmlns:e=\"U\"><e:Header></e:Header> <e:Body/></e:Envelope>',"
        + "'<e:Envelope xmlns:e=\"U\"><e:Header>B</e:Header> <e:Body/></e:Envelope>'",
    "'<e:Envelope xmlns:e=\"U\"><e:Header><x/> </e:Header><e:Body/></e:Envelope>',"
        + "'<e:Envelope xmlns:e=\"U\"><e:Header><x/> B</e:Header><e:Body/></e:Envelope>'",
  })
  void blocksArePutIntoAMessage(String message, String expected) throws Exception {
    String uri = SoapVersion.SOAP_1_1.namespace();
    SoapHeader block = SoapHeader.of(TICKET, "t");
    List<String> found = new ArrayList<>();
    Interceptor answer =
        chain -> {
          byte[] bytes = message.replace("U", uri).getBytes(UTF_8);
          SoapResponse response =
              SoapResponses.ofBytes(chain.request(), bytes).withSoapHeaders(List.of(block));
          found.add(new String(response.bytes(), UTF_8));
          return SoapResponses.ofValues(chain.request(), 1);
        };
    server = Castile.server().sameVersion(false).publish("/shop", new WrappedShopService()).start();
    WrappedShop shop =
        Castile.client(WrappedShop.class).endpoint(server.url("/shop")).interceptor(answer).build();

    shop.add(1, 2);

    String written = new String(block.toBytes(), UTF_8);
    assertThat(found).containsExactly(expected.replace("U", uri).replace("B<", written + "<"));
  }
}
