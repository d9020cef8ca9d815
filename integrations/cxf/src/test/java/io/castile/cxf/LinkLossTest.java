package io.castile.cxf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cxf.Shops.Published;
import io.castile.cxf.Wire.Cut;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.databinding.CastileJAXBDataBinding;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponse;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The differential link when a connection breaks, or a server does not know it any more. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class LinkLossTest {
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final DifferentialFeature feature = new DifferentialFeature();

  private <T extends AutoCloseable> T opened(T resource) {
    opened.add(0, resource);
    return resource;
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
  }

  private static List<Item> items(int number) {
    return IntStream.range(0, 30)
        .mapToObj(i -> new Item("item " + i, "1.50", i == 7 ? number : 2, Item.Color.RED, "x"))
        .toList();
  }

  private static String text(int number) {
    return "text " + number + "-".repeat(700);
  }

  // ---- connections ----

  @ParameterizedTest
  @EnumSource(
      value = Cut.class,
      names = {"BEFORE_SERVER", "BEFORE_ANSWER", "WITHIN_ANSWER"})
  void aConnectionThatBreaksFailsOneCallAndTheNextIsADifferenceStill(Cut where) throws Exception {
    DifferentialFeature ofServer = new DifferentialFeature();
    Published published =
        opened(Shops.publish(WrappedShop.class, new WrappedShopService(), ofServer));
    Wire wire = opened(new Wire(published.url()));
    WrappedShop port = Shops.client(WrappedShop.class, wire.url(), feature);
    for (int i = 0; i < 2; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    wire.cutNext(where);
    assertThatThrownBy(() -> port.sameItems(items(2))).isInstanceOf(WebServiceException.class);
    int before = wire.passed().size();
    for (int i = 3; i < 6; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(published.calls("sameItems")).isEqualTo(where == Cut.BEFORE_SERVER ? 5 : 6);
    assertThat(wire.passed().subList(before, wire.passed().size()))
        .hasSize(3)
        .allMatch(Passed::isRequestDelta)
        .allMatch(Passed::isDelta);
    assertThat(feature.getLink().statistics().mismatches()).isZero();
    assertThat(feature.getLink().statistics().unknownRequestBases()).isZero();
    assertThat(ofServer.getLink().statistics().unknownBases()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Cut.class,
      names = {"BEFORE_SERVER", "BEFORE_ANSWER", "WITHIN_ANSWER"})
  void aFirstAnswerThatBreaksOffIsNoBase(Cut where) throws Exception {
    Published published =
        opened(
            Shops.publish(WrappedShop.class, new WrappedShopService(), new DifferentialFeature()));
    Wire wire = opened(new Wire(published.url()));
    WrappedShop port = Shops.client(WrappedShop.class, wire.url(), feature);

    wire.cutNext(where);
    assertThatThrownBy(() -> port.sameItems(items(0))).isInstanceOf(WebServiceException.class);
    int before = wire.passed().size();
    for (int i = 1; i < 3; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(wire.passed().subList(before, before + 2).stream().map(Passed::isDelta))
        .containsExactly(false, true);
  }

  // ---- servers without the link ----

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void noCallFailsWhenAServerDoesNotKnowTheLinkAnyMore(boolean isOfCastile, boolean codecs)
      throws Exception {
    Published first =
        opened(
            Shops.publish(WrappedShop.class, new WrappedShopService(), new DifferentialFeature()));
    Published second =
        opened(
            Shops.publish(
                WrappedShop.class,
                new WrappedShopService(),
                SoapVersion.SOAP_1_1,
                factory ->
                    factory.setDataBinding(
                        codecs ? new CastileJAXBDataBinding() : new JAXBDataBinding())));
    Wire wire = opened(new Wire(first.url()));
    Differential link =
        isOfCastile ? Differential.of(DifferentialOptions.DEFAULT) : feature.getLink();
    WrappedShop port =
        isOfCastile
            ? Castile.client(WrappedShop.class).endpoint(wire.url()).differential(link).build()
            : Shops.client(WrappedShop.class, wire.url(), feature);
    int rounds = 20; // as deltas begin with other bytes each time

    for (int i = 0; i < rounds; i++) {
      wire.goTo(first.url());
      for (int j = 0; j < 3; j++) {
        assertThat(port.sameItems(items(10 * i + j))).isEqualTo(items(10 * i + j));
        assertThat(port.echo(text(10 * i + j))).isEqualTo(text(10 * i + j));
      }
      wire.goTo(second.url());
      for (int j = 3; j < 5; j++) {
        assertThat(port.sameItems(items(10 * i + j))).isEqualTo(items(10 * i + j));
        assertThat(port.echo(text(10 * i + j))).isEqualTo(text(10 * i + j));
      }
    }

    assertThat(first.calls("sameItems")).isEqualTo(3L * rounds);
    assertThat(second.calls("sameItems")).isEqualTo(2L * rounds);
    assertThat(second.calls("echo")).isEqualTo(2L * rounds);
    assertThat(link.statistics().unknownRequestBases()).isGreaterThanOrEqualTo(rounds);
    assertThat(link.statistics().requestDeltas()).isGreaterThanOrEqualTo(2L * rounds);
  }

  @Test
  void aServerOfSoap12WithoutTheLinkIsSentAllAgain() throws Exception {
    Published first = opened(published12(new DifferentialFeature()));
    Published second = opened(published12());
    Wire wire = opened(new Wire(first.url()));
    var factory = Shops.clientOf(WrappedShop.class, wire.url());
    factory.setBindingId(SoapVersion.SOAP_1_2.bindingId());
    factory.getFeatures().add(feature);
    WrappedShop port = factory.create(WrappedShop.class);
    assertThat(port.sameItems(items(0))).isEqualTo(items(0));

    wire.goTo(second.url());
    assertThat(port.sameItems(items(1))).isEqualTo(items(1));

    assertThat(second.calls("sameItems")).isEqualTo(1);
    assertThat(wire.passed()).hasSize(3);
  }

  private static Published published12(DifferentialFeature... features) {
    return Shops.publish(
        WrappedShop.class,
        new WrappedShopService(),
        SoapVersion.SOAP_1_2,
        factory -> factory.getFeatures().addAll(List.of(features)));
  }

  // ---- faults of servers with the link ----

  /** A service that blames its callers. */
  @WebService(targetNamespace = "urn:castile:refusals")
  public interface Refusals {
    String take(String text);
  }

  /** Refuses some texts, as if it could not read them. */
  @WebService(
      targetNamespace = "urn:castile:refusals",
      endpointInterface = "io.castile.cxf.LinkLossTest$Refusals")
  public static class RefusingService implements Refusals {
    final AtomicInteger taken = new AtomicInteger();

    @Override
    public String take(String text) {
      taken.incrementAndGet();
      if (!text.startsWith("refused")) {
        return text;
      }
      throw refusal();
    }

    static SOAPFaultException refusal() {
      try {
        return new SOAPFaultException(
            SOAPFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL)
                .createFault(
                    "Error reading XMLStreamReader: it is refused",
                    new QName(SOAPConstants.URI_NS_SOAP_1_1_ENVELOPE, "Client")));
      } catch (SOAPException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A fault that blames the caller may be the service's: then nothing is sent again. */
  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void aServiceThatRefusesWhatCameAsADifferenceIsCalledOnce(
      boolean clientOfCastile, boolean serverOfCastile) throws Exception {
    RefusingService service = new RefusingService();
    Wire wire = opened(new Wire(serverOfCastile ? published(service) : publishedByCxf(service)));
    Refusals port =
        clientOfCastile
            ? Castile.client(Refusals.class).endpoint(wire.url()).differential(true).build()
            : Shops.client(Refusals.class, wire.url(), feature);

    assertThat(port.take(text(1))).isEqualTo(text(1));
    for (int i = 2; i < 4; i++) {
      String refused = "refused " + text(i);
      assertThatThrownBy(() -> port.take(refused))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("it is refused");
    }
    assertThat(port.take(text(4))).isEqualTo(text(4));

    assertThat(service.taken).hasValue(4);
    assertThat(wire.passed()).hasSize(4);
    assertThat(wire.passed().subList(1, 4)).allMatch(Passed::isRequestDelta);
    assertThat(wire.passed().get(1).told("castile")).startsWith("1;r");
    assertThat(wire.passed().get(1).status()).isEqualTo(500);
  }

  @Test
  void inAHeaderBlockToo() {
    RefusingService service = new RefusingService();
    Differential link = Differential.of(DifferentialOptions.builder().soapHeader(true).build());
    Refusals port =
        Castile.client(Refusals.class).endpoint(published(service)).differential(link).build();

    assertThat(port.take(text(1))).isEqualTo(text(1));
    assertThatThrownBy(() -> port.take("refused " + text(2)))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("it is refused");
    assertThat(port.take(text(3))).isEqualTo(text(3));

    assertThat(service.taken).hasValue(3);
    assertThat(link.statistics().requestDeltas()).isEqualTo(1);
  }

  @Test
  void soAreFaultsThatAnInterceptorThrowsAfterTheCall() {
    RefusingService service = new RefusingService();
    AtomicBoolean isRefusing = new AtomicBoolean();
    SoapServer server =
        Castile.server()
            .sameVersion(false)
            .publish("/shop", service)
            .differential(true)
            .interceptor(
                chain -> {
                  SoapResponse response = chain.proceed(chain.request());
                  if (isRefusing.get()) {
                    throw SoapMessageException.sender("it is refused", null);
                  }
                  return response;
                })
            .start();
    opened(server::close);
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    Refusals port =
        Castile.client(Refusals.class).endpoint(server.url("/shop")).differential(link).build();
    assertThat(port.take(text(1))).isEqualTo(text(1));

    isRefusing.set(true);
    assertThatThrownBy(() -> port.take(text(2))).hasMessageContaining("it is refused");

    assertThat(service.taken).hasValue(2);
    assertThat(link.statistics().requestDeltas()).isEqualTo(1);
  }

  private String published(RefusingService service) {
    SoapServer server =
        Castile.server().sameVersion(false).publish("/shop", service).differential(true).start();
    opened(server::close);
    return server.url("/shop");
  }

  private String publishedByCxf(RefusingService service) {
    return opened(Shops.publish(Refusals.class, service, new DifferentialFeature())).url();
  }
}
