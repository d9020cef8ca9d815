package io.castile;

import static io.castile.CachedShop.minute;
import static io.castile.TappedTransport.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.delta.Differential;
import io.castile.delta.DifferentialOptions;
import io.castile.shop.NoSuchItem;
import io.castile.shop.WrappedShop;
import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.http.Transport.Incoming;
import io.castile.template.Templates;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.ws.Action;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.FaultAction;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.Addressing;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.soap.AddressingFeature.Responses;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** WS-Addressing 1.0 in client and server. */
class AddressingTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String ANONYMOUS = WSA + "/anonymous";
  private static final String PORT_TYPE = "http://shop.castile.io/WrappedShop/";

  private SoapServer server;
  private TappedTransport tap;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private void serve(ServerBuilder builder, Object service) {
    server = builder.host("localhost").publish("/shop", service).start();
    tap = new TappedTransport(server);
  }

  private void serve(ServerBuilder builder) {
    serve(builder.addressing(true), new WrappedShopService());
  }

  private <T> ClientBuilder<T> client(Class<T> sei) {
    return Castile.client(sei).endpoint("http://localhost/shop").transport(tap).addressing(true);
  }

  private ClientBuilder<WrappedShop> client() {
    return client(WrappedShop.class);
  }

  private String lastRequest() {
    return tap.requests.get(tap.requests.size() - 1);
  }

  private String lastResponse() {
    return tap.responses.get(tap.responses.size() - 1);
  }

  private void assertAnswered() {
    assertThat(text(lastResponse(), "RelatesTo")).isEqualTo(text(lastRequest(), "MessageID"));
    assertThat(text(lastResponse(), "MessageID")).startsWith("urn:uuid:");
  }

  // ---- calls ----

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void messagesHaveTheirProperties(SoapVersion version) {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().soapVersion(version).build();

    assertThat(shop.add(1, 2)).isEqualTo(3);

    assertThat(text(lastRequest(), "To")).isEqualTo("http://localhost/shop");
    assertThat(text(lastRequest(), "Action")).isEqualTo(PORT_TYPE + "addRequest");
    assertThat(text(lastRequest(), "MessageID")).matches("urn:uuid:[0-9a-f-]{36}");
    assertThat(text(lastRequest(), "Address")).isEqualTo(ANONYMOUS);
    assertThat(text(lastResponse(), "Action")).isEqualTo(PORT_TYPE + "addResponse");
    assertAnswered();
    String field = version == SoapVersion.SOAP_1_1 ? "SOAPAction" : "Content-Type";
    assertThat(tap.headers.get(0).get(field)).contains('"' + PORT_TYPE + "addRequest\"");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void templatesWriteThePropertiesOfEachMessage(SoapVersion version) {
    Templates always = Templates.builder().always(true).build();
    serve(Castile.server().sameVersion(false).templates(always));
    WrappedShop shop = client().soapVersion(version).templates(always).build();

    Set<String> names = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      assertThat(shop.add(i, 2)).isEqualTo(i + 2);
      assertAnswered();
      names.add(text(lastRequest(), "MessageID"));
    }

    assertThat(names).hasSize(50);
    assertThat(always.statistics().rows()).anyMatch(row -> row.perfectStructural() > 40).hasSize(2);
  }

  @Test
  void keptRequestsAreSentWithPropertiesOfTheirOwn() {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().cacheRequests(1 << 20).build();

    for (int i = 0; i < 3; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertAnswered();
    }

    assertThat(tap.requests).doesNotHaveDuplicates().hasSize(3);
  }

  @Test
  void oneWayRequestsAskForNoAnswer() throws Exception {
    WrappedShopService service = new WrappedShopService();
    serve(Castile.server().sameVersion(false).addressing(true), service);

    client().build().tell("hello");

    assertThat(service.told.take()).isEqualTo("hello");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:shop:notify");
    assertThat(lastRequest()).doesNotContain("ReplyTo");
    assertThat(lastResponse()).isEmpty();
  }

  @Test
  void anActionOfTheRequestContextIsTheAction() {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().build();
    ((BindingProvider) shop)
        .getRequestContext()
        .put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("urn:other cannot be processed");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:other");
  }

  // ---- faults ----

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void faultsAreAnswersToo(SoapVersion version) {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().soapVersion(version).build();

    assertThatThrownBy(() -> shop.find("nothing")).isInstanceOf(NoSuchItem.class);
    assertThat(text(lastResponse(), "Action")).isEqualTo(PORT_TYPE + "find/Fault/NoSuchItem");
    assertAnswered();

    assertThatThrownBy(() -> shop.fail("fault")).hasMessageContaining("no such way");
    assertThat(text(lastResponse(), "Action")).isEqualTo(WSA + "/soap/fault");
    assertAnswered();
  }

  @ParameterizedTest
  @CsvSource({"runtime", "usage", "unwritable"})
  void failuresOfTheServerAreAnswersToo(String how) {
    serve(
        Castile.server()
            .sameVersion(false)
            .interceptor(
                chain ->
                    switch (how) {
                      case "runtime" -> throw new IllegalStateException("broken");
                      case "usage" -> chain.proceed(null);
                      default -> SoapResponses.ofValues(chain.request(), "\u0001");
                    }));
    WrappedShop shop = client().build();

    assertThatThrownBy(() -> shop.echo("x")).isInstanceOf(SOAPFaultException.class);

    assertThat(text(lastResponse(), "Action")).isEqualTo(WSA + "/soap/fault");
    assertAnswered();
  }

  @Test
  void refusedRequestsAreAnsweredToo() throws Exception {
    serve(Castile.server().sameVersion(false));
    String headers =
        property("Action", PORT_TYPE + "addRequest") + property("MessageID", "urn:test:1");

    String malformed =
        body(tap.post("text/xml", "", message(SoapVersion.SOAP_1_1, headers, "<s:add><a>x</a>")));
    String unknown =
        body(tap.post("text/xml", "", message(SoapVersion.SOAP_1_1, headers, "<s:nothing/>")));
    String notUnderstood =
        body(
            tap.post(
                "text/xml",
                "",
                message(
                    SoapVersion.SOAP_1_1,
                    headers + "<x:y xmlns:x=\"urn:x\" e:mustUnderstand=\"1\"/>",
                    "<s:add><a>1</a><b>2</b></s:add>")));

    for (String fault : List.of(malformed, unknown, notUnderstood)) {
      assertThat(fault).contains("Fault");
      assertThat(text(fault, "Action")).isEqualTo(WSA + "/soap/fault");
      assertThat(text(fault, "RelatesTo")).isEqualTo("urn:test:1");
    }
    assertThat(text(notUnderstood, "faultcode")).endsWith("MustUnderstand");
  }

  private static String property(String local, String text) {
    return "<w:" + local + ">" + text + "</w:" + local + ">";
  }

  private static String message(SoapVersion version, String headers, String body) {
    return "<e:Envelope xmlns:e=\"%s\" xmlns:w=\"%s\" xmlns:s=\"http://shop.castile.io/\">"
            .formatted(version.namespace(), WSA)
        + "<e:Header>"
        + headers
        + "</e:Header><e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  private static String body(Incoming answer) {
    return new String(answer.body(), UTF_8);
  }

  /** I is MessageID, A the action of add, R anonymous ReplyTo; others as they are written. */
  private static String headers(String short_) {
    StringBuilder headers = new StringBuilder();
    for (String part : short_.split(" ", -1)) {
      headers.append(
          switch (part) {
            case "I" -> property("MessageID", "urn:test:1");
            case "A" -> property("Action", PORT_TYPE + "addRequest");
            case "T" -> property("To", "http://localhost/shop");
            case "R" -> property("ReplyTo", property("Address", ANONYMOUS));
            default -> {
              String[] named = part.split("=", 2);
              yield named[0].endsWith("To") && !named[0].equals("To")
                  ? property(named[0], named[1].isEmpty() ? "" : property("Address", named[1]))
                  : property(named[0], named[1]);
            }
          });
    }
    return headers.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "I T R,'',MessageAddressingHeaderRequired,wsa:Action",
    "A T R,'',MessageAddressingHeaderRequired,wsa:MessageID",
    "A A I,'',InvalidCardinality,wsa:Action",
    "A I I,'',InvalidCardinality,wsa:MessageID",
    "A I R R,'',InvalidCardinality,wsa:ReplyTo",
    "A I T T,'',InvalidCardinality,wsa:To",
    "A I FaultTo=http://a/ FaultTo=http://b/,'',InvalidCardinality,wsa:FaultTo",
    "A I From=urn:x From=urn:x,'',InvalidCardinality,wsa:From",
    "A I ReplyTo=,'',MissingAddressInEPR,wsa:ReplyTo",
    "Action= I,'',InvalidAddressingHeader,wsa:Action",
    "A I ReplyTo=http://elsewhere/,'',OnlyAnonymousAddressSupported,wsa:ReplyTo",
    "A I R FaultTo=http://elsewhere/,'',OnlyAnonymousAddressSupported,wsa:FaultTo",
    "Action=urn:none I,'',ActionNotSupported,urn:none",
    "Action=urn:shop:notify I,'',ActionNotSupported,urn:shop:notify",
    "A I,urn:another,ActionMismatch,urn:another",
  })
  void wrongPropertiesAreRefused(String headers, String soapAction, String code, String problem)
      throws Exception {
    serve(Castile.server().sameVersion(false));
    String body = "<s:add><a>1</a><b>2</b></s:add>";

    String soap11 =
        body(
            tap.post(
                "text/xml", soapAction, message(SoapVersion.SOAP_1_1, headers(headers), body)));
    String soap12 =
        body(
            tap.post(
                "application/soap+xml; action=\"" + soapAction + '"',
                null,
                message(SoapVersion.SOAP_1_2, headers(headers), body)));

    assertThat(text(soap11, "faultcode")).endsWith(":" + code);
    assertThat(soap11.substring(0, soap11.indexOf("Body"))).contains("FaultDetail", problem);
    assertThat(soap12).contains("Sender</", ":" + code + "</", "Detail>", problem);
    for (String fault : List.of(soap11, soap12)) {
      assertThat(text(fault, "Action")).isEqualTo(WSA + "/fault");
      boolean isNamed = headers.contains("I") && !headers.contains("I I");
      assertThat(text(fault, "RelatesTo")).isEqualTo(isNamed ? "urn:test:1" : null);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "A I,add,200",
    "A I R,add,200",
    "A I ReplyTo=none,add,202",
    "A ReplyTo=none,add,202",
    "A I ReplyTo=none FaultTo=anonymous,add,202",
    "Action=F I ReplyTo=none,fail,202",
    "Action=F I FaultTo=none,fail,202",
    "Action=F I ReplyTo=none FaultTo=anonymous,fail,500",
  })
  void whoWantsNoAnswerGetsNone(String headers, String operation, int status) throws Exception {
    serve(Castile.server().sameVersion(false));
    String all =
        headers(
            headers
                .replace("=F", "=" + PORT_TYPE + "failRequest")
                .replace("=none", "=" + WSA + "/none")
                .replace("=anonymous", "=" + ANONYMOUS));
    String body =
        operation.equals("add")
            ? "<s:add><a>1</a><b>2</b></s:add>"
            : "<s:fail><how>x</how></s:fail>";

    Incoming answer = tap.post("text/xml", "", message(SoapVersion.SOAP_1_1, all, body));

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body().length > 0).isEqualTo(status != 202);
  }

  // ---- whether the other end knows ----

  @Test
  void aServerWithoutPassesOverTheProperties() {
    serve(Castile.server().sameVersion(false).addressing(false), new WrappedShopService());

    assertThat(client().build().add(1, 2)).isEqualTo(3);
    assertThat(lastResponse()).doesNotContain(WSA);

    WrappedShop strict = client().addressing(new AddressingFeature(true, true)).build();
    assertThatThrownBy(() -> strict.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("Action must be understood");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aServerMayRequireThem(SoapVersion version) {
    serve(
        Castile.server().sameVersion(false).addressing(new AddressingFeature(true, true)),
        new WrappedShopService());

    assertThat(client().soapVersion(version).build().add(1, 2)).isEqualTo(3);
    WrappedShop plain = client().addressing(false).soapVersion(version).build();
    assertThatThrownBy(() -> plain.add(1, 2))
        .isInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("A required header");
  }

  @Test
  void aServerThatDoesNotRequireThemAnswersAsItIsAsked() {
    serve(Castile.server().sameVersion(false));

    assertThat(client().addressing(false).build().add(1, 2)).isEqualTo(3);
    assertThat(lastResponse()).doesNotContain("Header");
  }

  @Test
  void anAnswerToAnotherMessageIsRefused() {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().build();
    shop.add(1, 2);
    Incoming first =
        new Incoming(
            200,
            io.castile.soap.Headers.of("content-type", "text/xml"),
            lastResponse().getBytes(UTF_8));
    tap.change(answer -> first);

    assertThatThrownBy(() -> shop.add(1, 2))
        .isInstanceOf(WebServiceException.class)
        .hasMessageContaining("expected a response that relates to message urn:uuid:");
  }

  @Test
  void anAnswerToNoMessageIsRefusedWhereTheyAreRequired() {
    serve(Castile.server().sameVersion(false));
    tap.change(
        answer ->
            new Incoming(
                answer.status(),
                answer.headers(),
                new String(answer.body(), UTF_8)
                    .replaceAll("<(\\w+:)?RelatesTo.*RelatesTo>", "")
                    .getBytes(UTF_8)));

    assertThat(client().build().add(1, 2)).isEqualTo(3);
    WrappedShop strict = client().addressing(new AddressingFeature(true, true)).build();
    assertThatThrownBy(() -> strict.add(1, 2)).hasMessageContaining("without header block");
  }

  @Test
  void answersToOtherAddressesCannotBePromised() {
    AddressingFeature feature = new AddressingFeature(true, true, Responses.NON_ANONYMOUS);

    assertThatThrownBy(
            () ->
                Castile.client(WrappedShop.class)
                    .endpoint("http://localhost/")
                    .addressing(feature)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NON_ANONYMOUS");
    assertThatThrownBy(
            () ->
                Castile.server()
                    .sameVersion(false)
                    .publish("/shop", new WrappedShopService())
                    .addressing(feature)
                    .start())
        .isInstanceOf(IllegalArgumentException.class);
  }

  // ---- annotations ----

  /** Says what its messages are. */
  @Addressing
  @WebService(targetNamespace = "urn:test:acts", name = "Acts")
  public interface Acts {
    @Action(
        input = "urn:in",
        output = "urn:out",
        fault = @FaultAction(className = NoSuchItem.class, value = "urn:failed"))
    String act(String text) throws NoSuchItem;

    @WebMethod(action = "urn:soap-action")
    String named(String text);

    String plain(String text);

    @Oneway
    void say(String text);
  }

  /** Its annotation says no more than that of the interface. */
  @WebService(
      endpointInterface = "io.castile.AddressingTest$Acts",
      targetNamespace = "urn:test:acts")
  public static final class ActsService implements Acts {
    @Override
    public String act(String text) throws NoSuchItem {
      if (text.isEmpty()) {
        throw new NoSuchItem("empty", null);
      }
      return text;
    }

    @Override
    public String named(String text) {
      return text;
    }

    @Override
    public String plain(String text) {
      return text;
    }

    @Override
    public void say(String text) {}
  }

  @Test
  void annotationsSayWhatTheMessagesAre() throws Exception {
    serve(Castile.server().sameVersion(false), new ActsService());
    Acts acts = Castile.client(Acts.class).endpoint("http://localhost/shop").transport(tap).build();

    assertThat(acts.act("x")).isEqualTo("x");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:in");
    assertThat(text(lastResponse(), "Action")).isEqualTo("urn:out");
    assertThatThrownBy(() -> acts.act("")).isInstanceOf(NoSuchItem.class);
    assertThat(text(lastResponse(), "Action")).isEqualTo("urn:failed");
    assertThat(acts.named("x")).isEqualTo("x");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:soap-action");
    assertThat(text(lastResponse(), "Action")).isEqualTo("urn:test:acts:Acts:namedResponse");
    assertThat(acts.plain("x")).isEqualTo("x");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:test:acts:Acts:plainRequest");
    acts.say("x");
    assertThat(text(lastRequest(), "Action")).isEqualTo("urn:test:acts:Acts:say");
  }

  @Test
  void theDescriptionSaysIt() throws Exception {
    serve(Castile.server().sameVersion(false), new ActsService());
    String on = wsdl();
    server.close();
    serve(Castile.server().sameVersion(false).addressing(false), new ActsService());
    String off = wsdl();

    assertThat(on)
        .contains(
            "wsam:Action=\"urn:in\"",
            "wsam:Action=\"urn:out\"",
            "wsam:Action=\"urn:failed\"",
            "wsam:Action=\"urn:test:acts:Acts:say\"",
            "<wsp:Policy><wsam:Addressing wsp:Optional=\"true\"><wsp:Policy>"
                + "<wsam:AnonymousResponses/></wsp:Policy></wsam:Addressing></wsp:Policy>");
    assertThat(off).doesNotContain("wsam", "wsp");
  }

  private String wsdl() throws Exception {
    URI uri = URI.create(server.url("/shop") + "?wsdl");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  // ---- with what saves work ----

  @Test
  void anAnswerOfTheServersCacheIsToItsRequest() {
    serve(Castile.server().sameVersion(false).cache(minute()));
    WrappedShop shop = client().build();

    for (int i = 0; i < 3; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
      assertAnswered();
    }
    assertThat(client().addressing(false).build().add(1, 2)).isEqualTo(3);

    assertThat(server.cache().orElseThrow().statistics().row("add").hits()).isEqualTo(3);
  }

  @Test
  void anAnswerOfTheClientsCacheIsToNoMessage() {
    serve(Castile.server().sameVersion(false));
    WrappedShop shop = client().cache(minute()).build();

    for (int i = 0; i < 3; i++) {
      assertThat(shop.add(1, 2)).isEqualTo(3);
    }

    assertThat(tap.requests).hasSize(1);
  }

  @Test
  void differencesAreMadeOfMessagesWithProperties() {
    Differential link = Differential.of(DifferentialOptions.DEFAULT);
    serve(Castile.server().sameVersion(false).differential(link));
    WrappedShop shop = client().differential(true).build();
    double[] numbers = new double[500];

    for (int i = 0; i < 5; i++) {
      numbers[i] = i + 0.5;
      assertThat(shop.numbers(numbers)).containsExactly(numbers);
    }

    assertThat(link.statistics().deltas()).isGreaterThanOrEqualTo(3);
    assertThat(link.statistics().requestDeltas()).isGreaterThanOrEqualTo(3);
  }
}
