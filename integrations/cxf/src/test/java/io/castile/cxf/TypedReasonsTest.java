package io.castile.cxf;

import static io.castile.cxf.Reasons.feature;
import static io.castile.cxf.Reasons.property;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cxf.Reasons.Logical;
import io.castile.cxf.Reasons.Protocol;
import io.castile.cxf.Reasons.Unknown;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.NoSuchItem;
import io.castile.shop.SpecialItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.ws.Holder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Why answers go as XML, between two ends of CXF that could send values. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TypedReasonsTest extends TypedEnds {

  // ---- of either end ----

  private static Named<Consumer<JaxWsProxyFactoryBean>> ofClient(
      String name, Consumer<JaxWsProxyFactoryBean> reason) {
    return Named.of(name, reason);
  }

  private static Stream<Named<Consumer<JaxWsProxyFactoryBean>>> reasonsOfClient() {
    ValidationEventHandler handler = event -> true;
    return Stream.of(
        ofClient("unknown, first", client -> in(client, Phase.RECEIVE)),
        ofClient("unknown, before reading", client -> in(client, Phase.POST_STREAM)),
        ofClient("unknown, last", client -> in(client, Phase.PRE_INVOKE)),
        ofClient("protocol handler", client -> client.getHandlers().add(new Protocol())),
        ofClient("logical handler", client -> client.getHandlers().add(new Logical())),
        ofClient("JAXB", client -> client.setDataBinding(new JAXBDataBinding())),
        ofClient("gzip", client -> feature(client.getFeatures(), new GZIPFeature())),
        ofClient("addressing", client -> feature(client.getFeatures(), new WSAddressingFeature())),
        ofClient(
            "response cache",
            client -> feature(client.getFeatures(), new CastileFeature(Shops.hour()))),
        ofClient(
            "validation",
            client ->
                client.setProperties(new HashMap<>(Map.of("schema-validation-enabled", "IN")))),
        ofClient(
            "event handler",
            client ->
                client.setProperties(
                    new HashMap<>(Map.of("jaxb-validation-event-handler", handler)))),
        ofClient(
            "option",
            client -> {
              client.getFeatures().clear();
              client
                  .getFeatures()
                  .add(new DifferentialFeature(DifferentialOptions.builder().typed(false).build()));
            }));
  }

  private static void in(InterceptorProvider provider, String phase) {
    provider.getInInterceptors().add(new Unknown(phase));
  }

  private static Named<Consumer<JaxWsServerFactoryBean>> ofServer(
      String name, Consumer<JaxWsServerFactoryBean> reason) {
    return Named.of(name, reason);
  }

  private static Stream<Named<Consumer<JaxWsServerFactoryBean>>> reasonsOfServer() {
    ValidationEventHandler handler = event -> true;
    return Stream.of(
        ofServer("unknown, first", server -> out(server, Phase.SETUP)),
        ofServer("unknown, before writing", server -> out(server, Phase.PRE_STREAM)),
        ofServer("unknown, last", server -> out(server, Phase.PREPARE_SEND_ENDING)),
        ofServer("unknown, after the answer", server -> in(server, Phase.POST_INVOKE)),
        ofServer("protocol handler", server -> server.getHandlers().add(new Protocol())),
        ofServer("logical handler", server -> server.getHandlers().add(new Logical())),
        ofServer("JAXB", server -> server.setDataBinding(new JAXBDataBinding())),
        ofServer("gzip", server -> feature(server.getFeatures(), new GZIPFeature())),
        ofServer("addressing", server -> feature(server.getFeatures(), new WSAddressingFeature())),
        ofServer(
            "response cache",
            server -> feature(server.getFeatures(), new CastileFeature(Shops.hour()))),
        ofServer("validation", server -> property(server, "schema-validation-enabled", "OUT")),
        ofServer(
            "event handler", server -> property(server, "jaxb-validation-event-handler", handler)),
        ofServer(
            "option",
            server -> {
              server.getFeatures().clear();
              server
                  .getFeatures()
                  .add(new DifferentialFeature(DifferentialOptions.builder().typed(false).build()));
            }));
  }

  private static void out(InterceptorProvider provider, String phase) {
    provider.getOutInterceptors().add(new Unknown(phase));
  }

  private static void assertXml(Wire wire, WrappedShop port) {
    for (int i = 0; i < 3; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
      assertThat(port.sameItem(items(i).get(0))).isEqualTo(items(i).get(0));
    }
    assertThat(wire.passed()).allMatch(each -> isXml(each) || isXmlDelta(each));
    assertThat(wire.passed()).anyMatch(TypedEnds::isXml);
  }

  private static boolean isXmlDelta(Passed passed) {
    return passed.isDelta() && (passed.answer()[0] & 0xf0) != 0x20;
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("reasonsOfClient")
  void aClientThatMayWantTheMessageNamesNoPlan(Consumer<JaxWsProxyFactoryBean> reason)
      throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), reason);

    assertXml(wire, port);

    assertThat(wire.passed()).noneMatch(each -> each.asked("castile").contains(";c="));
  }

  @Test
  void neitherDoesACallWithInterceptorsOfItsOwn() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    Requests.context(port)
        .put(Message.IN_INTERCEPTORS, new ArrayList<>(List.of(new Unknown(Phase.READ))));

    assertXml(wire, port);

    assertThat(wire.passed()).noneMatch(each -> each.asked("castile").contains(";c="));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("reasonsOfServer")
  void aServiceThatMayWantTheMessageMakesIt(Consumer<JaxWsServerFactoryBean> reason)
      throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), reason);
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});

    assertXml(wire, port);

    assertThat(wire.passed()).allMatch(each -> each.asked("castile").contains(";c="));
  }

  // ---- of an answer ----

  /** The chain goes on where it waits, and what CXF writes is a base as ever. */
  @Test
  void aValueThatHasNoColumnsGoesAsXmlAndTheNextAsValuesAgain() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    Item special = new SpecialItem();
    Item plain = new Item("a", "1.50", 1, Item.Color.RED, "x");

    assertThat(port.sameItem(special)).isEqualTo(special);
    assertThat(port.sameItem(special)).isEqualTo(special);
    assertThat(port.sameItem(plain)).isEqualTo(plain);
    assertThat(port.sameItem(special)).isEqualTo(special);

    assertThat(isXml(wire.passed().get(0))).isTrue();
    assertThat(wire.passed().get(0).told("castile")).contains(";v=");
    assertThat(isXmlDelta(wire.passed().get(1))).isTrue();
    assertThat(wire.passed().get(2).isDelta()).isTrue();
    assertThat(isXmlDelta(wire.passed().get(2))).isFalse();
    assertThat(isXmlDelta(wire.passed().get(3))).isTrue();
  }

  @Test
  void headerBlocksAndFaultsGoAsXml() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    Holder<String> session = new Holder<>("s");

    assertThat(port.session("text", "t", session)).isEqualTo("text by t");
    assertThat(session.value).isEqualTo("s+1");
    assertThatThrownBy(() -> port.find("p")).isInstanceOf(NoSuchItem.class);

    assertThat(wire.passed()).hasSize(2).allMatch(TypedEnds::isXml);
    assertThat(wire.passed().get(0).asked("castile")).doesNotContain(";c=");
    assertThat(wire.passed().get(1).asked("castile")).contains(";c=");
  }

  /** What XML refuses fails as it does without values. */
  @Test
  void whatXmlRefusesIsRefusedAlike() throws Exception {
    WrappedShopService service =
        new WrappedShopService() {
          @Override
          public String echo(String text) {
            return "\u0001";
          }
        };
    Wire wire = serve(End.CXF, WrappedShop.class, service, factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    Wire other =
        serve(
            End.CXF,
            WrappedShop.class,
            service,
            factory -> {
              factory.getFeatures().remove(serverFeature);
              factory.getFeatures().add(new DifferentialFeature());
            });
    WrappedShop plain = caller(End.CXF, WrappedShop.class, other.url(), factory -> {});

    assertThatThrownBy(() -> plain.echo("x")).isInstanceOf(Exception.class);
    assertThatThrownBy(() -> port.echo("x")).isInstanceOf(Exception.class);

    assertThat(wire.passed().get(0).status()).isEqualTo(other.passed().get(0).status());
  }

  /** The chain goes on, and its message passes. */
  @Test
  void answersBeyondTheBoundPassAsXml() throws Exception {
    DifferentialOptions small =
        DifferentialOptions.builder().typed(true).maxMessageBytes(2_000).build();
    Wire wire =
        serve(
            End.CXF,
            WrappedShop.class,
            new WrappedShopService(),
            factory -> {
              factory.getFeatures().remove(serverFeature);
              factory.getFeatures().add(new DifferentialFeature(small));
            });
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});

    assertThat(port.echo("ab", 3_000)).isEqualTo("ab".repeat(3_000));
    assertThat(port.echo("ab", 30)).isEqualTo("ab".repeat(30));

    assertThat(isXml(wire.passed().get(0))).isTrue();
    assertThat(isXml(wire.passed().get(1))).isFalse();
  }

  @Test
  void withMtomAnswersArePackages() throws Exception {
    Wire wire =
        serve(
            End.CXF,
            WrappedShop.class,
            new WrappedShopService(),
            factory -> property(factory, "mtom-enabled", true));
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});

    assertThat(port.bytes(new byte[] {1, 2})).containsExactly(1, 2);
    assertThat(port.sameItems(items(1))).isEqualTo(items(1));

    assertThat(wire.passed())
        .allMatch(each -> each.told("content-type").startsWith("multipart/related"));
  }
}
