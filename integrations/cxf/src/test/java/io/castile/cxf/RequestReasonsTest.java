package io.castile.cxf;

import static io.castile.cxf.Reasons.feature;
import static io.castile.cxf.Reasons.property;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.cxf.Reasons.Logical;
import io.castile.cxf.Reasons.Protocol;
import io.castile.cxf.Reasons.Unknown;
import io.castile.cxf.Wire.Passed;
import io.castile.cxf.link.DifferentialFeature;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.Item;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.ValidationEventHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.security.auth.callback.CallbackHandler;
import javax.xml.namespace.QName;
import org.apache.cxf.annotations.SchemaValidation;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.InterceptorProvider;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.security.wss4j.WSS4JInInterceptor;
import org.apache.cxf.ws.security.wss4j.WSS4JOutInterceptor;
import org.apache.wss4j.common.ext.WSPasswordCallback;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Why requests go as XML, between two ends of CXF that could send values. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class RequestReasonsTest extends TypedEnds {
  private static final ValidationEventHandler HANDLER = event -> true;

  private static final CallbackHandler PASSWORD =
      callbacks -> ((WSPasswordCallback) callbacks[0]).setPassword("password");

  private static Map<String, Object> userToken() {
    Map<String, Object> options = new HashMap<>();
    options.put("action", "UsernameToken");
    options.put("user", "caller");
    options.put("passwordType", "PasswordText");
    options.put("passwordCallbackRef", PASSWORD);
    return options;
  }

  // ---- of a client ----

  private static Named<Consumer<JaxWsProxyFactoryBean>> ofClient(
      String name, Consumer<JaxWsProxyFactoryBean> reason) {
    return Named.of(name, reason);
  }

  private static void out(InterceptorProvider provider, String phase) {
    provider.getOutInterceptors().add(new Unknown(phase));
  }

  private static void in(InterceptorProvider provider, String phase) {
    provider.getInInterceptors().add(new Unknown(phase));
  }

  private static Stream<Named<Consumer<JaxWsProxyFactoryBean>>> reasonsOfClient() {
    return Stream.of(
        ofClient("unknown, first", client -> out(client, Phase.SETUP)),
        ofClient("unknown, beside the link", client -> out(client, Phase.PREPARE_SEND)),
        ofClient("unknown, before writing", client -> out(client, Phase.PRE_STREAM)),
        ofClient("unknown, last", client -> out(client, Phase.PREPARE_SEND_ENDING)),
        ofClient("unknown, of answers", client -> in(client, Phase.PRE_INVOKE)),
        ofClient("protocol handler", client -> client.getHandlers().add(new Protocol())),
        ofClient("logical handler", client -> client.getHandlers().add(new Logical())),
        ofClient("JAXB", client -> client.setDataBinding(new JAXBDataBinding())),
        ofClient("gzip", client -> feature(client.getFeatures(), new GZIPFeature())),
        ofClient("addressing", client -> feature(client.getFeatures(), new WSAddressingFeature())),
        ofClient(
            "response cache",
            client -> feature(client.getFeatures(), new CastileFeature(Shops.hour()))),
        ofClient(
            "validation of requests", client -> set(client, "schema-validation-enabled", "OUT")),
        ofClient("validation of answers", client -> set(client, "schema-validation-enabled", "IN")),
        ofClient("event handler", client -> set(client, "jaxb-validation-event-handler", HANDLER)),
        ofClient("packages", client -> set(client, "write.attachments", true)),
        ofClient(
            "option",
            client -> {
              client.getFeatures().clear();
              client
                  .getFeatures()
                  .add(new DifferentialFeature(DifferentialOptions.builder().typed(false).build()));
            }));
  }

  private static void set(JaxWsProxyFactoryBean client, String name, Object value) {
    client.setProperties(new HashMap<>(Map.of(name, value)));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("reasonsOfClient")
  void aClientThatMayWantTheMessageMakesIt(Consumer<JaxWsProxyFactoryBean> reason)
      throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop first = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    assertThat(first.sameItems(items(0))).isEqualTo(items(0));
    assertThat(first.sameItems(items(0))).isEqualTo(items(0));
    assertThat(wire.passed().get(1).isRequestOfValues()).as("it could").isTrue();
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), reason);

    assertXml(wire, port, 2);
  }

  private static void assertXml(Wire wire, WrappedShop port, int from) {
    for (int i = 0; i < 3; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
      assertThat(port.sameItem(items(i).get(0))).isEqualTo(items(i).get(0));
    }
    List<Passed> passed = wire.passed();
    assertThat(passed.subList(from, passed.size())).noneMatch(Passed::isRequestOfValues);
    assertThat(passed.size()).isGreaterThan(from);
  }

  @Test
  void aCallWithInterceptorsOrHeaderBlocksOfItsOwnIsXml() throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    port.echo("a");
    Map<String, Object> context = Requests.context(port);

    context.put(Message.OUT_INTERCEPTORS, new ArrayList<>(List.of(new Unknown(Phase.SETUP))));
    port.echo("b");
    context.remove(Message.OUT_INTERCEPTORS);
    context.put(
        Header.HEADER_LIST,
        new ArrayList<>(
            List.of(
                new Header(
                    new QName("urn:block", "block"), "text", new JAXBDataBinding(String.class)))));
    port.echo("c");
    context.remove(Header.HEADER_LIST);
    port.echo("d");

    assertThat(wire.passed())
        .extracting(Passed::isRequestOfValues)
        .containsExactly(false, false, false, true);
    assertThat(wire.passed().get(2).questionText()).contains("urn:block");
  }

  @Test
  void requestsWithTokensOfSecurityAreXml() throws Exception {
    Wire wire =
        serve(
            End.CXF,
            WrappedShop.class,
            new WrappedShopService(),
            factory -> factory.getInInterceptors().add(new WSS4JInInterceptor(userToken())));
    WrappedShop port =
        caller(
            End.CXF,
            WrappedShop.class,
            wire.url(),
            factory -> factory.getOutInterceptors().add(new WSS4JOutInterceptor(userToken())));

    assertXml(wire, port, 0);

    assertThat(wire.passed()).noneMatch(each -> each.told("castile").contains(";q="));
  }

  // ---- of a service ----

  private static Named<Consumer<JaxWsServerFactoryBean>> ofServer(
      String name, Consumer<JaxWsServerFactoryBean> reason) {
    return Named.of(name, reason);
  }

  private static Stream<Named<Consumer<JaxWsServerFactoryBean>>> reasonsOfServer() {
    return Stream.of(
        ofServer("unknown, first", server -> in(server, Phase.RECEIVE)),
        ofServer("unknown, before reading", server -> in(server, Phase.PRE_STREAM)),
        ofServer("unknown, at reading", server -> in(server, Phase.UNMARSHAL)),
        ofServer("unknown, last", server -> in(server, Phase.PRE_INVOKE)),
        ofServer("unknown, after the answer", server -> in(server, Phase.POST_INVOKE)),
        ofServer("protocol handler", server -> server.getHandlers().add(new Protocol())),
        ofServer("logical handler", server -> server.getHandlers().add(new Logical())),
        ofServer("JAXB", server -> server.setDataBinding(new JAXBDataBinding())),
        ofServer("gzip", server -> feature(server.getFeatures(), new GZIPFeature())),
        ofServer("addressing", server -> feature(server.getFeatures(), new WSAddressingFeature())),
        ofServer(
            "response cache",
            server -> feature(server.getFeatures(), new CastileFeature(Shops.hour()))),
        ofServer("validation", server -> property(server, "schema-validation-enabled", "IN")),
        ofServer(
            "event handler", server -> property(server, "jaxb-validation-event-handler", HANDLER)),
        ofServer("MTOM", server -> property(server, "mtom-enabled", true)),
        ofServer(
            "option",
            server -> {
              server.getFeatures().clear();
              server
                  .getFeatures()
                  .add(new DifferentialFeature(DifferentialOptions.builder().typed(false).build()));
            }));
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("reasonsOfServer")
  void aServiceThatMayWantTheMessageDoesNotOfferToReadValues(
      Consumer<JaxWsServerFactoryBean> reason) throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), reason);
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});

    assertXml(wire, port, 0);

    assertThat(wire.passed()).noneMatch(each -> each.told("castile").contains(";q="));
  }

  /** It is told of a request that comes all the same to send XML. */
  @ParameterizedTest
  @Tag("long")
  @MethodSource("reasonsOfServer")
  void norDoesItReadThem(Consumer<JaxWsServerFactoryBean> reason) throws Exception {
    Wire wire = serve(End.CXF, WrappedShop.class, new WrappedShopService(), factory -> {});
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});
    port.sameItem(items(0).get(0));
    serve(End.CXF, WrappedShop.class, new WrappedShopService(), reason);

    wire.goTo(published.get(1).url());
    Item item = items(0).get(1);
    assertThat(port.sameItem(item)).isEqualTo(item);

    assertThat(wire.passed())
        .extracting(Passed::isRequestOfValues)
        .containsExactly(false, true, false);
    assertThat(published.get(1).served()).containsExactly("sameItem");
  }

  /** An interceptor of answers sees the answer as XML, and the request may be values. */
  @Test
  void anInterceptorOfAnswersAloneIsNoReason() throws Exception {
    Wire wire =
        serve(
            End.CXF,
            WrappedShop.class,
            new WrappedShopService(),
            factory -> out(factory, Phase.PRE_STREAM));
    WrappedShop port = caller(End.CXF, WrappedShop.class, wire.url(), factory -> {});

    for (int i = 0; i < 3; i++) {
      assertThat(port.sameItems(items(i))).isEqualTo(items(i));
    }

    assertThat(wire.passed())
        .extracting(Passed::isRequestOfValues)
        .containsExactly(false, true, true);
    assertThat(isXml(wire.passed().get(0))).isTrue();
  }

  /** One of its operations validates requests. */
  @WebService(targetNamespace = "urn:validated")
  public interface Validated {
    @SchemaValidation(type = SchemaValidationType.IN)
    String one(@WebParam(name = "text") String text);

    String other(@WebParam(name = "text") String text);
  }

  /** As above. */
  @WebService(
      targetNamespace = "urn:validated",
      endpointInterface = "io.castile.cxf.RequestReasonsTest$Validated")
  public static class ValidatedService implements Validated {
    @Override
    public String one(String text) {
      return text;
    }

    @Override
    public String other(String text) {
      return text;
    }
  }

  @Test
  void anOperationThatValidatesRequestsGetsXml() throws Exception {
    Wire wire = serve(End.CXF, Validated.class, new ValidatedService(), factory -> {});
    Validated port = caller(End.CXF, Validated.class, wire.url(), factory -> {});

    for (int i = 0; i < 2; i++) {
      assertThat(port.one("a")).isEqualTo("a");
      assertThat(port.other("a")).isEqualTo("a");
    }

    assertThat(wire.passed())
        .extracting(Passed::isRequestOfValues)
        .containsExactly(false, false, false, true);
  }
}
