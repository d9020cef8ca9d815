package io.castile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.annotation.Resource;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls of a service that is really there, by its WSDL. */
final class CallCommandTest {
  /** A thing that is bought. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Item {
    @XmlAttribute(required = true)
    public String sku;

    public int count;
    public BigDecimal price;
  }

  /** What was bought. */
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Bill {
    public List<Item> items = new ArrayList<>();
    public BigDecimal total;
    public byte[] stamp;
  }

  /** Sells things. */
  @WebService(serviceName = "ShopService", portName = "ShopPort", targetNamespace = "urn:shop")
  public static class Shop {
    private final CompletableFuture<String> noted = new CompletableFuture<>();

    @WebMethod
    public Bill order(
        @WebParam(name = "items") List<Item> items, @WebParam(name = "stamp") byte[] stamp) {
      Bill bill = new Bill();
      bill.total = BigDecimal.ZERO;
      for (Item item : items) {
        if (item.count < 0) {
          throw new IllegalArgumentException("less than nothing");
        }
        bill.items.add(item);
        bill.total = bill.total.add(item.price.multiply(BigDecimal.valueOf(item.count)));
      }
      bill.stamp = stamp;
      return bill;
    }

    @WebMethod
    @Oneway
    public void note(@WebParam(name = "text") String text) {
      noted.complete(text);
    }

    @WebMethod
    public void rest() {}

    private final AtomicInteger count = new AtomicInteger();

    @Resource private WebServiceContext context;

    @WebMethod
    public int next() {
      return count.incrementAndGet();
    }

    @WebMethod
    public String whoCalls(
        @WebParam(name = "session", header = true, targetNamespace = "urn:shop") String session) {
      Map<?, ?> fields =
          (Map<?, ?>) context.getMessageContext().get(MessageContext.HTTP_REQUEST_HEADERS);
      return "session=" + session + field(fields, "authorization") + field(fields, "x-place");
    }

    private static String field(Map<?, ?> fields, String name) {
      for (Map.Entry<?, ?> each : fields.entrySet()) {
        if (name.equalsIgnoreCase(String.valueOf(each.getKey()))) {
          return " " + name + "=" + ((List<?>) each.getValue()).get(0);
        }
      }
      return "";
    }
  }

  private static final Shop SHOP = new Shop();
  private static SoapServer server;
  private static String wsdl;

  @TempDir private Path folder;

  private final Cli cli = new Cli();

  @BeforeAll
  static void serve() throws Exception {
    server = Castile.server().publish("/shop", SHOP).start();
    wsdl = server.url("/shop") + "?wsdl";
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void anAnswerIsATree() throws Exception {
    Path stamp = Files.write(folder.resolve("stamp"), new byte[] {1, 2, 3});

    int exit =
        cli.run(
            "call",
            wsdl,
            "order",
            "items[0].@sku=pen",
            "items[0].count=2",
            "items[0].price=1.50",
            "items[1].@sku=ink",
            "items[1].count=1",
            "items[1].price=7",
            "stamp=@" + stamp);

    assertThat(cli.err()).isEmpty();
    assertThat(exit).isZero();
    assertThat(cli.out())
        .isEqualTo(
            """
            return
              items[0]
                @sku: pen
                count: 2
                price: 1.50
              items[1]
                @sku: ink
                count: 1
                price: 7
              total: 10.00
              stamp: AQID
            """);
  }

  /** The form of docs/reference/json.md, so that what is printed can be given back. */
  @Test
  void anAnswerInJsonCanBeGivenBackAsArguments() throws Exception {
    String hex = WsdlCommandTest.SHOP.replace("type=\"x:long\"", "type=\"x:hexBinary\"");
    String other = hex.replace("type=\"t:Item\" maxOccurs=\"unbounded\"", "type=\"x:hexBinary\"");
    Path file = Files.writeString(folder.resolve("hex.wsdl"), other);
    List<String> asked = new ArrayList<>();
    HttpServer service =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] answer =
        ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<t:orderResponse xmlns:t='urn:shop'><t:number>0A0B</t:number></t:orderResponse>"
                + "</s:Body></s:Envelope>")
            .getBytes(UTF_8);
    service.createContext(
        "/",
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    service.start();
    String address = "http://127.0.0.1:" + service.getAddress().getPort() + "/";
    try {
      assertThat(
              cli.run(
                  "call", "--json", file.toString(), "order", "items=0A0B", "--endpoint", address))
          .isZero();
      assertThat(cli.json().path("number").asText()).isEqualTo("0A0B");
      Path again =
          Files.writeString(
              folder.resolve("again.json"), "{\"items\": " + cli.json().get("number") + "}");
      assertThat(
              new Cli()
                  .run(
                      "call",
                      file.toString(),
                      "order",
                      "--arguments",
                      again.toString(),
                      "--endpoint",
                      address))
          .isZero();
    } finally {
      service.stop(0);
    }
    assertThat(asked).hasSize(2).allMatch(each -> each.contains(">0A0B</"));
  }

  @Test
  void argumentsAndAnswersAreJson() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("order.json"),
            "{\"items\": [{\"@sku\": \"pen\", \"count\": 3, \"price\": 0.10}]}");

    assertThat(cli.run("call", "--json", wsdl, "order", "--arguments", file.toString())).isZero();

    JsonNode bill = cli.json().get("return");
    assertThat(bill.get("total").decimalValue()).isEqualByComparingTo("0.30");
    assertThat(bill.get("items").get(0).get("@sku").asText()).isEqualTo("pen");
  }

  @Test
  void anArgumentMayHaveItsFullName() throws Exception {
    assertThat(
            cli.run(
                "call",
                "--raw",
                wsdl,
                "order",
                "items[0].@sku=a={b}",
                "items[0].{}count=2",
                "items[0].price=1.50"))
        .as(cli.err())
        .isZero();

    assertThat(cli.out()).contains("sku=\"a={b}\"", "<total>3.00</total>");
  }

  @Test
  void theBodyMayBeGivenAndPrintedAsItIs() throws Exception {
    assertThat(cli.run("call", wsdl, "order", "--template")).isZero();
    String template = cli.out();
    assertThat(template).startsWith("<order xmlns=\"urn:shop\">\n").contains("<count>1</count>");
    Path file = Files.writeString(folder.resolve("order.xml"), template);

    Cli again = new Cli();
    assertThat(again.run("call", "--raw", wsdl, "order", "--xml", file.toString())).isZero();

    assertThat(again.out()).contains("orderResponse", "<total>1.5</total>");
  }

  @Test
  void aFaultIsSaidAndHasFailed() throws Exception {
    String[] bad = {"items[0].@sku=pen", "items[0].count=-1", "items[0].price=1"};

    assertThat(cli.run("call", wsdl, "order", bad[0], bad[1], bad[2])).isEqualTo(1);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.message()).startsWith("castile: fault Server: ");

    Cli machine = new Cli();
    assertThat(machine.run("call", "--json", wsdl, "order", bad[0], bad[1], bad[2])).isEqualTo(1);
    assertThat(machine.json().get("fault").get("code").asText()).endsWith("Server");
  }

  @Test
  void nothingComesBackOfSome() throws Exception {
    assertThat(cli.run("call", wsdl, "rest")).isZero();
    assertThat(cli.run("call", wsdl, "note", "text=bought")).isZero();

    assertThat(cli.out()).isEmpty();
    assertThat(SHOP.noted.get(10, TimeUnit.SECONDS)).isEqualTo("bought");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "items[0].@sku=pen items[0].count=x|items[0].count: expected int, found 'x'",
        "items[0].@sku=pen items[0].count=1 items[0].size=1|items[0]: expected fields of @sku,"
            + " count, price, found size",
        "items|expected name=value, found 'items'",
        "items[1].count=1|Cannot set item 1 of 'items[1].count', because item 0 is missing. Set it"
            + " first",
        "a[x]=1|expected names with points between them, and items as in items[0], found 'a[x]'",
        "stamp=@/no/such/file|no file /no/such/file"
      })
  void wrongArgumentsAreAMatterOfUsage(String argument, String message) {
    assertThat(cli.run(("call " + wsdl + " order " + argument).split(" "))).isEqualTo(2);

    assertThat(cli.message()).startsWith("castile: " + message);
  }

  @ParameterizedTest
  @CsvSource({"null,found null", "{\"a\":,Unexpected end-of-input", "[],Cannot deserialize"})
  void whatIsNoObjectIsAMatterOfUsage(String text, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("a.json"), text);

    assertThat(cli.run("call", wsdl, "order", "--arguments", file.toString())).isEqualTo(2);

    assertThat(cli.message()).startsWith("castile: expected one JSON object, ").contains(message);
  }

  @ParameterizedTest
  @CsvSource({"--header,none", "--endpoint,here"})
  void wrongOptionsAreAMatterOfUsage(String option, String value) {
    assertThat(cli.run("call", wsdl, "rest", option, value)).isEqualTo(2);
  }

  @Test
  void aOneWayCallIsAnEmptyObject() throws Exception {
    assertThat(cli.run("call", "--json", wsdl, "note", "text=x")).isZero();

    assertThat(cli.json()).isEmpty();
  }

  @Test
  void unknownOperationsAndPortsAreNamed() {
    assertThat(cli.run("call", wsdl, "sell")).isEqualTo(2);
    assertThat(cli.err())
        .contains("found sell; there are operations next, note, order, rest, whoCalls");

    Cli other = new Cli();
    assertThat(other.run("call", wsdl, "rest", "--port", "None")).isEqualTo(2);
    assertThat(other.err()).contains("there are ports ShopPort");
  }

  @Test
  void anAddressWithoutAServiceHasFailed() {
    assertThat(cli.run("call", wsdl, "rest", "--endpoint", "http://localhost:1/")).isEqualTo(1);

    assertThat(cli.message()).startsWith("castile: ");
  }

  @Test
  void aHeaderBlockThatIsGivenTwiceIsRefusedWithBothPlaces() {
    assertThat(cli.run("call", wsdl, "whoCalls", "session=s1", "--soap-header", "session=s2"))
        .isEqualTo(2);

    assertThat(cli.err())
        .contains("session once, found it twice: as argument session, and as header block session");
  }

  @Test
  void headerBlocksUsersAndFieldsReachTheService() throws Exception {
    assertThat(
            cli.run(
                "call",
                wsdl,
                "whoCalls",
                "--soap-header",
                "{urn:trace}id=4711",
                "--soap-header",
                "session=s1",
                "--user",
                "ada",
                "--password",
                "secret",
                "--header",
                "X-Place: here"))
        .isZero();

    assertThat(cli.err()).isEmpty();
    assertThat(cli.out())
        .isEqualTo("return: session=s1 authorization=Basic YWRhOnNlY3JldA== x-place=here\n");
  }

  @Test
  void aUserMayBeInASecurityHeader() {
    String[] command = {
      "call", wsdl, "whoCalls", "session=s", "--user", "ada", "--password", "x", "--username-token"
    };

    assertThat(cli.run(command)).isEqualTo(1); // nobody understands the block here
    assertThat(cli.err()).contains("Security");
  }

  @Test
  void repeatedCallsAreTimedTheFirstOneApart() throws Exception {
    String[] order = {"items[0].@sku=pen", "items[0].count=2", "items[0].price=1.50"};

    assertThat(cli.run("call", wsdl, "order", order[0], order[1], order[2], "--repeat", "20"))
        .isZero();
    assertThat(cli.out()).contains("total: 3.00");
    assertThat(cli.err().lines().toList())
        .hasSize(2)
        .satisfies(
            lines -> {
              assertThat(lines.get(0).strip().split(" {2,}"))
                  .containsExactly("first call", "min", "median", "p90", "max");
              assertThat(lines.get(1)).matches("( *[0-9]+\\.[0-9]{3} ms){5}");
            });

    Cli machine = new Cli();
    assertThat(machine.run("call", "--json", wsdl, "order", order[0], order[1], order[2], "--time"))
        .isZero();
    assertThat(machine.json().get("answer").get("return").get("total").decimalValue())
        .isEqualByComparingTo("3");
    assertThat(machine.json().get("milliseconds").get("first").asDouble()).isPositive();
  }

  @Test
  void aCacheAnswersRepeatedCalls() throws Exception {
    Path policy =
        Files.writeString(
            folder.resolve("policy.yaml"), "rules:\n- operation: next\n  cache: true\n  ttl: 1h\n");
    int before = SHOP.count.get();

    assertThat(cli.run("call", wsdl, "next", "--repeat", "5", "--cache", policy.toString()))
        .isZero();
    assertThat(SHOP.count.get()).isEqualTo(before + 1);

    Cli wrong = new Cli();
    Files.writeString(policy, "rules:\n- cahce: true\n");
    assertThat(wrong.run("call", wsdl, "next", "--cache", policy.toString())).isEqualTo(2);
    assertThat(wrong.err()).contains("policy.yaml:2:3");
  }

  @Test
  void binaryDataMayGoBesideTheMessage() throws Exception {
    Path stamp = Files.write(folder.resolve("stamp"), new byte[] {1, 2, 3});

    int code = cli.run("call", wsdl, "order", "stamp=@" + stamp, "--mtom");

    assertThat(code).as(cli.err()).isZero();

    assertThat(cli.out()).contains("stamp: AQID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--repeat 0|expected a positive number of calls, found 0 (--repeat)",
        "--password x|Cannot use --password without a user. Add --user.",
        "--soap-header x|expected name=value, found 'x' (--soap-header)",
        "--soap-header x=1|expected a header block as {namespace}name, found x",
        "--trust /no/such|no file /no/such (--trust)",
        "--raw --time|Cannot use --soap-header, --mtom, --cache, --time and --repeat with --xml and"
            + " --raw."
      })
  void wrongOptionsAreSaid(String options, String message) {
    assertThat(cli.run(("call " + wsdl + " rest " + options).split(" "))).isEqualTo(2);

    assertThat(cli.err()).contains(message);
  }
}
