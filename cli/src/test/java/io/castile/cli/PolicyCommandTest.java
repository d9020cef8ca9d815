package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.jws.WebService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyCommandTest {
  @TempDir Path folder;

  private final Cli cli = new Cli();
  private Path good;
  private Path bad;

  @BeforeEach
  void writePolicies() throws IOException {
    good =
        Files.writeString(
            folder.resolve("good.yaml"),
            """
            rules:
              - cache: true
                ttl: 1h
              - operation: get*
                ttl: 5m
              - service: Shop
                operation: getPrice
                ttl: 10s
                vary: [{httpHeader: Accept-Language}]
              - endpoint: http://test.*
                cache: false
            """);
    bad =
        Files.writeString(
            folder.resolve("bad.yaml"),
            """
            rules:
              - cahce: true
              - ttl: soon
            """);
  }

  @Test
  void aPolicyWithoutErrorsIsExitCode0() {
    assertThat(cli.run("policy", "check", good.toString())).isZero();

    assertThat(cli.out().strip()).isEqualTo(good + ": no errors");
  }

  @Test
  void allErrorsArePrintedWithTheirPlaces() {
    assertThat(cli.run("policy", "check", bad.toString())).isEqualTo(1);

    assertThat(cli.out().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith(bad + ":2:5: unknown word in a rule 'cahce', did you mean 'cache'?");
    assertThat(cli.out().lines().skip(1))
        .first()
        .asString()
        .startsWith(bad + ":3:10: expected a duration");
  }

  /** A service whose operations a policy may name. */
  @WebService
  interface PriceShop {
    int getPrice(String name);

    void buy(String name);
  }

  @Test
  void operationsThatNoServiceHasAreErrors() throws Exception {
    Path policy =
        Files.writeString(
            folder.resolve("names.yaml"),
            """
            rules:
              - operation: [getPrize, get*]
                cache: true
                ttl: 1h
              - operation: buy
                invalidates: [getPrices]
              - service: Other
                operation: anything
                cache: false
            """);
    String sei = PriceShop.class.getName();

    assertThat(new Cli().run("policy", "check", policy.toString())).isZero();
    assertThat(cli.run("policy", "check", "--sei", sei, policy.toString())).isEqualTo(1);

    assertThat(cli.out().lines())
        .containsExactly(
            policy
                + ":2:5: operation 'getPrize' fits nothing, did you mean 'getPrice'?; there are: "
                + "buy, getPrice",
            policy
                + ":6:5: invalidates 'getPrices' fits nothing, did you mean 'getPrice'?; there are:"
                + " buy, getPrice",
            policy + ":7:5: service 'Other' fits nothing; there are: PriceShopService");
    assertThat(cli.run("policy", "check", "--sei", "no.such.Shop", policy.toString())).isEqualTo(2);
    assertThat(cli.err()).contains("Cannot find class no.such.Shop");
    assertThat(cli.run("policy", "check", "--sei", String.class.getName(), policy.toString()))
        .isEqualTo(2);
    assertThat(cli.err()).contains("Cannot use class java.lang.String as a service");
  }

  @Test
  void errorsForMachines() throws Exception {
    assertThat(cli.run("policy", "check", "--json", bad.toString())).isEqualTo(1);

    JsonNode result = cli.json();
    assertThat(result.get("valid").asBoolean()).isFalse();
    assertThat(result.get("errors")).hasSize(2);
    JsonNode second = result.get("errors").get(1);
    assertThat(second.get("file").asText()).isEqualTo(bad.toString());
    assertThat(second.get("line").asInt()).isEqualTo(3);
    assertThat(second.get("column").asInt()).isEqualTo(10);
    assertThat(second.get("problem").asText()).startsWith("expected a duration");
  }

  @Test
  void noErrorsForMachines() throws Exception {
    assertThat(cli.run("policy", "check", "--json", good.toString())).isZero();

    JsonNode result = cli.json();
    assertThat(result.get("valid").asBoolean()).isTrue();
    assertThat(result.get("errors")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policy",
        "policy nonsense",
        "policy check",
        "policy check no-such-file.yaml",
        "policy explain no-such-file.yaml --operation a",
        "policy explain FILE",
        "policy explain FILE --operation a --service b --endpoint c"
      })
  void wrongUsageIsExitCode2AndSaysWhatIsWrong(String line) {
    assertThat(cli.run(line.replace("FILE", good.toString()).split(" "))).isEqualTo(2);
    assertThat(cli.err()).isNotBlank();
  }

  @Test
  void aFileThatIsNotThereIsNamedWithoutTheNameOfAnException() {
    assertThat(cli.run("policy", "check", "no-such-file.yaml")).isEqualTo(2);

    assertThat(cli.message()).isEqualTo("castile: no file no-such-file.yaml");
  }

  @Test
  void aFolderInPlaceOfAFileIsNamed() {
    assertThat(cli.run("policy", "check", folder.toString())).isEqualTo(2);

    assertThat(cli.message()).isEqualTo("castile: " + folder + " is a folder; expected a file");
  }

  @Test
  void explainNamesTheRulesThatDecideAndThoseOverruled() {
    assertThat(
            cli.run(
                "policy",
                "explain",
                good.toString(),
                "--operation",
                "getPrice",
                "--service",
                "{urn:shop}Shop"))
        .isZero();

    assertThat(cli.out())
        .startsWith("operation getPrice of service {urn:shop}Shop: cached for 10s")
        .containsPattern(
            "ttl +10s +rule 3 \\(.*good.yaml:8:5\\) +rule 1 \\(.*:3:5\\), rule 2 \\(.*:5:5\\)")
        .containsPattern("cache +true +rule 1 \\(.*good.yaml:2:5\\)\n")
        .containsPattern("vary +\\[\\{httpHeader: accept-language\\}\\] +rule 3")
        .containsPattern("http +false +default\n");
  }

  @Test
  void explainByEndpoint() {
    assertThat(
            cli.run(
                "policy",
                "explain",
                good.toString(),
                "--operation",
                "getPrice",
                "--endpoint",
                "http://test.example/shop"))
        .isZero();

    assertThat(cli.out())
        .startsWith("operation getPrice at http://test.example/shop: not cached: no rule");
  }

  @Test
  void explainForMachines() throws Exception {
    assertThat(cli.run("policy", "explain", good.toString(), "--operation", "find", "--json"))
        .isZero();

    JsonNode result = cli.json();
    assertThat(result.get("operation").asText()).isEqualTo("find");
    assertThat(result.get("cached").asBoolean()).isTrue();
    assertThat(result.get("reason").asText()).isEqualTo("cached for 1h");
    assertThat(result.get("rules")).hasSize(1);
    JsonNode ttl = result.get("settings").get(1);
    assertThat(ttl.get("word").asText()).isEqualTo("ttl");
    assertThat(ttl.get("value").asText()).isEqualTo("1h");
    assertThat(ttl.get("decidedBy").asText()).startsWith("rule 1 (");
    assertThat(ttl.get("overruled")).isEmpty();
  }

  @Test
  void explainOfAPolicyWithErrorsIsExitCode1AndPrintsThem() {
    assertThat(cli.run("policy", "explain", bad.toString(), "--operation", "a")).isEqualTo(1);

    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).contains(bad + ":2:5: ", bad + ":3:10: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "explain"})
  void eachHasHelp(String command) {
    assertThat(cli.run("policy", command, "--help")).isZero();

    assertThat(cli.out()).contains("Usage: castile policy " + command, "--json");
  }

  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:quotes"
          xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          targetNamespace="urn:quotes">
        <types>
          <x:schema targetNamespace="urn:messages" elementFormDefault="qualified">
            <x:element name="QuoteRequest" type="x:string"/>
            <x:element name="QuoteResponse" type="x:string"/>
          </x:schema>
        </types>
        <message name="ask"><part name="in" xmlns:m="urn:messages" element="m:QuoteRequest"/></message>
        <message name="answer"><part name="out" xmlns:m="urn:messages" element="m:QuoteResponse"/></message>
        <portType name="Quotes">
          <operation name="getQuote">
            <input message="t:ask"/>
            <output message="t:answer"/>
          </operation>
        </portType>
        <binding name="QuotesBinding" type="t:Quotes">
          <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="getQuote">
            <soap:operation soapAction=""/>
            <input><soap:body use="literal"/></input>
            <output><soap:body use="literal"/></output>
          </operation>
        </binding>
        <service name="StockQuotes">
          <port name="QuotesPort" binding="t:QuotesBinding">
            <soap:address location="http://localhost:9/"/>
          </port>
        </service>
      </definitions>
      """;

  @Test
  void namesAreComparedWithThoseOfAWsdl() throws IOException {
    Path wsdl = Files.writeString(folder.resolve("quotes.wsdl"), WSDL);
    Path fits =
        Files.writeString(
            folder.resolve("fits.yaml"),
            """
            rules:
              - {service: StockQuotes, cache: true, ttl: 1h}
              - {service: '{urn:quotes}StockQuotes', operation: getQuote, ttl: 2h}
              - {operation: ['{urn:quotes}getQuote', '{urn:messages}QuoteRequest'], ttl: 3h}
            """);
    Path unfit =
        Files.writeString(
            folder.resolve("unfit.yaml"),
            """
            rules:
              - {service: StockQuots, cache: true, ttl: 1h}
              - {operation: getQuot, ttl: 2h}
              - {operation: '{urn:quote}getQuote', ttl: 3h}
              - {operation: listNews, ttl: 3h}
            """);

    assertThat(new Cli().run("policy", "check", "--wsdl", wsdl.toString(), fits.toString()))
        .isZero();
    assertThat(cli.run("policy", "check", "--wsdl", wsdl.toUri().toString(), unfit.toString()))
        .isEqualTo(1);

    assertThat(cli.out().lines())
        .containsExactly(
            unfit
                + ":2:6: service 'StockQuots' fits nothing, did you mean 'StockQuotes'?; there are:"
                + " StockQuotes",
            unfit
                + ":3:6: operation 'getQuot' fits nothing, did you mean 'getQuote'?; there are:"
                + " QuoteRequest, getQuote",
            unfit
                + ":4:6: operation '{urn:quote}getQuote' fits nothing, did you mean"
                + " '{urn:quotes}getQuote'?; there are: {urn:messages}QuoteRequest,"
                + " {urn:quotes}getQuote",
            unfit + ":5:6: operation 'listNews' fits nothing; there are: QuoteRequest, getQuote");
  }

  private static final String SHOP =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:shop"
          xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          targetNamespace="urn:shop">
        <types>
          <x:schema targetNamespace="urn:shop" xmlns:s="urn:shop">
            <x:complexType name="Meta">
              <x:sequence>
                <x:element name="stamp" type="x:dateTime"/>
                <x:element name="inner" type="s:Meta" minOccurs="0"/>
              </x:sequence>
              <x:attribute name="kind"/>
            </x:complexType>
            <x:element name="getPrice"><x:complexType><x:sequence>
              <x:element name="item" type="x:string"/>
              <x:element name="meta" type="s:Meta"/>
            </x:sequence></x:complexType></x:element>
            <x:element name="setPrice"><x:complexType><x:sequence>
              <x:element name="item" type="x:string"/>
              <x:element name="price" type="x:decimal"/>
            </x:sequence></x:complexType></x:element>
            <x:element name="any"><x:complexType><x:sequence><x:any/></x:sequence></x:complexType></x:element>
          </x:schema>
        </types>
        <message name="getPrice"><part name="parameters" element="t:getPrice"/></message>
        <message name="setPrice"><part name="parameters" element="t:setPrice"/></message>
        <message name="any"><part name="parameters" element="t:any"/></message>
        <portType name="Shop">
          <operation name="getPrice"><input message="t:getPrice"/></operation>
          <operation name="setPrice"><input message="t:setPrice"/></operation>
          <operation name="any"><input message="t:any"/></operation>
        </portType>
        <binding name="Shop" type="t:Shop">
          <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="getPrice"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
          <operation name="setPrice"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
          <operation name="any"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation>
        </binding>
        <service name="Shop">
          <port name="Shop" binding="t:Shop"><soap:address location="http://localhost:9/"/></port>
        </service>
      </definitions>
      """;

  @Test
  void namesOfPartsOfRequestsAreComparedWithThoseOfAWsdl() throws Exception {
    Path wsdl = Files.writeString(folder.resolve("shop.wsdl"), SHOP);
    Path fits =
        Files.writeString(
            folder.resolve("fits.yaml"),
            """
            rules:
              - operation: getPrice
                cache: true
                ttl: 1h
                vary: [{argument: item}, {soapHeader: Region}]
                ignore:
                  - argument: meta
                  - element: /getPrice/meta/**/stamp
                  - element: "/{urn:shop}getPrice/meta/inner/inner/@kind"
                  - element: /getPrice/meta/@type
                  - soapHeader: MessageID
              - {operation: any, ignore: [{element: /any/thing/@at-all}]}
              - {ignore: [{element: /*/price}]}
              - operation: setPrice
                invalidates: [{operation: getPrice, matching: {price: stamp, item: item}}]
            """);
    Path unfit =
        Files.writeString(
            folder.resolve("unfit.yaml"),
            """
            rules:
              - operation: getPrice
                cache: true
                ttl: 1h
                vary: [{argument: itm}]
                ignore:
                  - argument: price
                  - element: /getPrice/mta/stamp
                  - element: /getPrice/meta/@knd
                  - element: /getPrise/meta
                  - element: "/{urn:shops}getPrice"
                  - element: /getPrice/meta/**/stmp
              - operation: setPrice
                invalidates: [{operation: getPrice, matching: {item: itm}}]
            """);

    assertThat(new Cli().run("policy", "check", "--wsdl", wsdl.toString(), fits.toString()))
        .isZero();
    assertThat(cli.run("policy", "check", "--wsdl", wsdl.toString(), unfit.toString()))
        .isEqualTo(1);

    String ignore = unfit + ":6:5: ignore ";
    assertThat(cli.out().lines())
        .containsExactly(
            ignore + "argument 'price' fits nothing; there are: getPrice, item, meta, parameters",
            ignore
                + "element '/getPrice/mta/stamp' fits nothing at step 'mta', did you mean 'meta'?;"
                + " there are: item, meta",
            ignore
                + "element '/getPrice/meta/@knd' fits nothing at step '@knd', did you mean 'kind'?;"
                + " there are: kind",
            ignore
                + "element '/getPrise/meta' fits nothing at step 'getPrise', did you mean"
                + " 'getPrice'?; there are: getPrice",
            ignore
                + "element '/{urn:shops}getPrice' fits nothing, did you mean '{urn:shop}getPrice'?;"
                + " there are: {urn:shop}getPrice",
            ignore
                + "element '/getPrice/meta/**/stmp' fits nothing at step 'stmp', did you mean"
                + " 'stamp'?; there are: inner, stamp",
            unfit
                + ":5:5: vary argument 'itm' fits nothing, did you mean 'item'?; there are:"
                + " getPrice, item, meta, parameters",
            unfit
                + ":14:5: invalidates matching argument 'itm' fits nothing, did you mean 'item'?;"
                + " there are: getPrice, item, meta, parameters");
    assertThat(
            new Cli().run("policy", "check", "--json", "--wsdl", wsdl.toString(), unfit.toString()))
        .isEqualTo(1);
  }

  @Test
  void aWsdlThatIsNoneIsSaidWithItsPlace() throws IOException {
    Path wsdl = Files.writeString(folder.resolve("none.wsdl"), "<a/>");

    assertThat(cli.run("policy", "check", "--wsdl", wsdl.toString(), good.toString())).isEqualTo(2);
    assertThat(cli.err()).contains("--wsdl", "none.wsdl");
    assertThat(
            cli.run(
                "policy", "check", "--wsdl", folder.resolve("absent").toString(), good.toString()))
        .isEqualTo(2);
    assertThat(cli.err()).contains("absent");
  }
}
