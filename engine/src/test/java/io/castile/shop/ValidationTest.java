package io.castile.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.xml.ws.developer.SchemaValidation;
import io.castile.CannedTransport;
import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.soap.SoapVersion;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Holder;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.List;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages are held to the schema of the service, and those of this engine are valid. */
class ValidationTest {
  private static SoapServer server;
  private static Stack.Published metro;

  @BeforeAll
  static void publish() throws Exception {
    server =
        Castile.server()
            .sameVersion(false)
            .host("localhost")
            .validate(true)
            .publish("/wrapped", new WrappedShopService())
            .publish("/rpc", new RpcShopService())
            .publish("/bare", new BareShopService())
            .publish("/classy", new ClassyShopService())
            .publish("/any", new PayloadShop())
            .start();
    metro = Stack.METRO.publish(new StrictShop());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    metro.close();
  }

  /** A shop that another stack validates for. */
  @SchemaValidation
  @WebService(
      endpointInterface = "io.castile.shop.WrappedShop",
      serviceName = "ShopService",
      portName = "ShopPort")
  public static class StrictShop extends WrappedShopService {}

  private static <T> T client(Class<T> sei, String path) {
    return Castile.client(sei).endpoint(server.url(path)).validate(true).build();
  }

  @Test
  void wrappedMessagesAreValid() throws Exception {
    WrappedShop shop = client(WrappedShop.class, "/wrapped");
    Item item = new Item("a", "1.50", 2, Item.Color.RED, "x", "y");

    assertThat(shop.add(1, 2)).isEqualTo(3);
    assertThat(shop.echo("<&>")).isEqualTo("<&>");
    assertThat(shop.echo(null)).isNull();
    assertThat(shop.sameItem(item)).isEqualTo(item);
    assertThat(shop.sameItems(List.of(item, item))).containsExactly(item, item);
    assertThat(shop.numbers(new double[] {1, Double.NaN})).containsExactly(1, Double.NaN);
    assertThat(shop.sameItem(new SpecialItem("s", "1.0", 0.5))).isInstanceOf(SpecialItem.class);
    assertThat(shop.session("t", "token", new Holder<>("s"))).isEqualTo("t by token");
    shop.ping();
    assertThatThrownBy(() -> shop.find("x")).isInstanceOf(NoSuchItem.class);
  }

  @Test
  void rpcMessagesAreValid() throws Exception {
    RpcShop shop = client(RpcShop.class, "/rpc");
    Item item = new Item("a", "1.50", 2, Item.Color.RED, "x", "y");

    assertThat(shop.add(1, 2)).isEqualTo(3);
    assertThat(shop.item(item)).isEqualTo(item);
    assertThat(shop.numbers(new double[] {1, 2})).containsExactly(1, 2);
    shop.exchange(new Holder<>(item), new Holder<>());
    shop.ping();
  }

  @Test
  void bareMessagesAreValid() {
    BareShop shop = client(BareShop.class, "/bare");
    Item item = new Item("a", "1.50", 2, Item.Color.RED, "x", "y");

    assertThat(shop.find(item)).isEqualTo(item);
    assertThat(shop.length("abc")).isNotNull();
    shop.change(new Holder<>(item), "t");
    shop.values(new double[] {1, 2});
    shop.nothing();
  }

  @Test
  void messagesWithWrapperClassesAreValid() {
    ClassyShop shop = client(ClassyShop.class, "/classy");

    assertThat(shop.search("q", 2)).isNotNull();
    assertThat(shop.halve(3)).isEqualTo(1.5);
  }

  private static final String IN = "xmlns:s='http://shop.castile.io/'";

  private static String refusal(String url, String payload) {
    Dispatch<Source> dispatch = Castile.dispatch(Source.class).endpoint(url).build();
    try {
      dispatch.invoke(new StreamSource(new StringReader(payload)));
      return null;
    } catch (SOAPFaultException e) {
      return e.getFault().getFaultString();
    }
  }

  /** The same verdict as that of another stack on the schema that it has made itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | <s:add IN><a>1</a><b>2</b></s:add>",
        "true  | <s:add IN><a> 1 </a><!-- c --><b>+2</b></s:add>",
        "false | <s:add IN><b>1</b><a>2</a></s:add>",
        "false | <s:add IN><a>1</a></s:add>",
        "false | <s:add IN><a>one</a><b>2</b></s:add>",
        "false | <s:add IN><a>1</a><b>2</b><c>3</c></s:add>",
        "false | <s:add IN x='1'><a>1</a><b>2</b></s:add>",
        "true  | <s:echo IN/>",
        "false | <s:echo IN><s:arg0>x</s:arg0></s:echo>",
        "true  | <s:sameItem IN><arg0><name>n</name><stock>1</stock></arg0></s:sameItem>",
        "false | <s:sameItem IN><arg0><stock>1</stock></arg0></s:sameItem>",
        "false | <s:sameItem IN><arg0><name>n</name><stock>1</stock><color>BLUE</color></arg0>"
            + "</s:sameItem>",
        "true  | <s:sameItem IN xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><arg0"
            + " i:type='s:specialItem'><name>n</name><stock>1</stock><discount>0.5</discount></arg0></s:sameItem>",
        "false | <s:sameItem IN xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><arg0"
            + " i:type='s:unknown'><name>n</name><stock>1</stock></arg0></s:sameItem>",
        "true  | <s:sameItem IN xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><arg0>"
            + "<name>n</name><stock>1</stock><note i:nil='true'/></arg0></s:sameItem>",
        "false | <s:sameItem IN xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><arg0>"
            + "<name i:nil='true'/><stock>1</stock></arg0></s:sameItem>",
      })
  void verdictsAreThoseOfAnotherStack(boolean isValid, String payload) {
    String message = payload.replace("IN", IN);

    assertThat(refusal(metro.url(), message) == null).as("Metro").isEqualTo(isValid);
    assertThat(refusal(server.url("/wrapped"), message) == null).isEqualTo(isValid);
  }

  @Test
  void aRefusalSaysWhatWhereExpectedAndFound() {
    String text =
        refusal(
            server.url("/wrapped"),
            "<s:sameItems "
                + IN
                + "><arg0><name>n</name><stock>1</stock></arg0>\n<arg0><name>n</name>"
                + "<stock>many</stock></arg0></s:sameItems>");

    assertThat(text)
        .contains("the request of operation sameItems is not valid")
        .contains("'many'")
        .contains("/Envelope/Body/sameItems/arg0[2]/stock, line 2, column 32");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aRefusalIsTheSendersFault(SoapVersion version) {
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class)
            .soapVersion(version)
            .endpoint(server.url("/wrapped"))
            .build();

    assertThatThrownBy(
            () ->
                dispatch.invoke(
                    new StreamSource(new StringReader("<s:add " + IN + "><a>1</a></s:add>"))))
        .isInstanceOfSatisfying(
            SOAPFaultException.class,
            e ->
                assertThat(e.getFault().getFaultCodeAsQName().getLocalPart())
                    .isEqualTo(version == SoapVersion.SOAP_1_1 ? "Client" : "Sender"));
  }

  @Test
  void aPartOfAnRpcMessageOfTheWrongTypeIsRefused() {
    String add = "<r:add xmlns:r='urn:rpc-shop'><a>1</a><b>two</b></r:add>";

    assertThat(refusal(server.url("/rpc"), add)).contains("'two'").contains("/add/b");
  }

  @Test
  void aProviderWithoutAWsdlTakesEverything() {
    assertThat(refusal(server.url("/any"), "<echo>x</echo>")).isNull();
  }

  @Test
  void aResponseThatIsNotValidEndsItsCall() throws Exception {
    WrappedShopService careless =
        new WrappedShopService() {
          @Override
          public Item sameItem(Item item) {
            Item nameless = new Item();
            nameless.price = BigDecimal.ONE;
            return nameless;
          }
        };
    try (SoapServer careful =
        Castile.server().sameVersion(false).host("localhost").publish("/shop", careless).start()) {
      WrappedShop plain = Castile.client(WrappedShop.class).endpoint(careful.url("/shop")).build();
      assertThat(plain.sameItem(new Item()).price).isEqualTo(BigDecimal.ONE);

      ((BindingProvider) plain).getRequestContext().put(Castile.SCHEMA_VALIDATION, true);
      assertThatThrownBy(() -> plain.sameItem(new Item()))
          .isInstanceOf(WebServiceException.class)
          .isNotInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("the response of operation sameItem is not valid")
          .hasMessageContaining("name");

      ((BindingProvider) plain).getRequestContext().remove(Castile.SCHEMA_VALIDATION);
      assertThat(plain.sameItem(new Item()).price).isEqualTo(BigDecimal.ONE);
    }
  }

  private static String message(String header, String payload) {
    return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' "
        + IN
        + "><e:Header>"
        + header
        + "</e:Header><e:Body>"
        + payload
        + "</e:Body></e:Envelope>";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | <s:token>t</s:token>",
        "false | <s:token><t/></s:token>",
        "false | <s:token a='1'>t</s:token>",
        "true  | <o:token xmlns:o='urn:other'><t/></o:token>",
        "true  | <s:token e:actor='urn:somebody'><t/></s:token>",
      })
  void declaredHeaderBlocksAreValidated(boolean isValid, String header) {
    Dispatch<Source> dispatch =
        Castile.dispatch(Source.class)
            .mode(Service.Mode.MESSAGE)
            .endpoint(server.url("/wrapped"))
            .build();
    Source message =
        new StreamSource(
            new StringReader(message(header, "<s:session><text>t</text></s:session>")));

    if (isValid) {
      assertThat(dispatch.invoke(message)).isNotNull();
    } else {
      assertThatThrownBy(() -> dispatch.invoke(message))
          .isInstanceOf(SOAPFaultException.class)
          .hasMessageContaining("the request of operation session is not valid")
          .hasMessageContaining("/Envelope/Header/token");
    }
  }

  private static WrappedShop answeredBy(String message) {
    return Castile.client(WrappedShop.class)
        .endpoint(server.url("/wrapped"))
        .validate(true)
        .transport(new CannedTransport(500, "text/xml", message))
        .build();
  }

  @Test
  void declaredEntriesOfAFaultsDetailAreValidated() {
    String fault =
        "<e:Fault><faultcode>e:Server</faultcode><faultstring>f</faultstring><detail>DETAIL</detail>"
            + "</e:Fault>";
    String entry = "<f:noSuchItem xmlns:f='urn:shop:faults'>CONTENT</f:noSuchItem>";
    String right = fault.replace("DETAIL", entry.replace("CONTENT", "<wanted>x</wanted>"));
    String wrong = fault.replace("DETAIL", entry.replace("CONTENT", "<nobody>x</nobody>"));
    String other = fault.replace("DETAIL", "<other>x</other>");

    assertThatThrownBy(() -> answeredBy(message("", right)).find("x"))
        .isInstanceOf(NoSuchItem.class);
    assertThatThrownBy(() -> answeredBy(message("", other)).find("x"))
        .isInstanceOf(SOAPFaultException.class);
    assertThatThrownBy(() -> answeredBy(message("", wrong)).find("x"))
        .isInstanceOf(WebServiceException.class)
        .isNotInstanceOf(SOAPFaultException.class)
        .hasMessageContaining("the response of operation find is not valid")
        .hasMessageContaining("/Envelope/Body/Fault/detail/noSuchItem");
  }
}
