package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.castile.Castile;
import io.castile.SoapServer;
import jakarta.jws.Oneway;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    assertThat(cli.err()).startsWith("castile: fault Server: ");

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
        "items[0].@sku=pen items[0].count=1 items[0].size=1|items[0]: expected fields of @sku, count, price, found size",
        "items|expected name=value, found 'items'",
        "items[1].count=1|expected item 0 before item 1 of 'items[1].count'",
        "a[x]=1|expected names with points between them, and items as in items[0], found 'a[x]'",
        "stamp=@/no/such/file|no file /no/such/file"
      })
  void wrongArgumentsAreAMatterOfUsage(String argument, String message) {
    assertThat(cli.run(("call " + wsdl + " order " + argument).split(" "))).isEqualTo(2);

    assertThat(cli.err()).startsWith("castile: " + message);
  }

  @ParameterizedTest
  @CsvSource({"null,found null", "{\"a\":,Unexpected end-of-input", "[],Cannot deserialize"})
  void whatIsNoObjectIsAMatterOfUsage(String text, String message) throws Exception {
    Path file = Files.writeString(folder.resolve("a.json"), text);

    assertThat(cli.run("call", wsdl, "order", "--arguments", file.toString())).isEqualTo(2);

    assertThat(cli.err()).startsWith("castile: expected one JSON object, ").contains(message);
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
    assertThat(cli.err()).contains("has operation sell; there are operations note, order, rest");

    Cli other = new Cli();
    assertThat(other.run("call", wsdl, "rest", "--port", "None")).isEqualTo(2);
    assertThat(other.err()).contains("there are ports ShopPort");
  }

  @Test
  void anAddressWithoutAServiceHasFailed() {
    assertThat(cli.run("call", wsdl, "rest", "--endpoint", "http://localhost:1/")).isEqualTo(1);

    assertThat(cli.err()).startsWith("castile: ");
  }
}
