package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WsdlCommandTest {
  static final String SHOP =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop">
        <w:types><x:schema targetNamespace="urn:shop" elementFormDefault="qualified">
          <x:element name="order"><x:complexType><x:sequence>
            <x:element name="items" type="t:Item" maxOccurs="unbounded"/><x:element name="note" type="x:string" minOccurs="0"/>
          </x:sequence></x:complexType></x:element>
          <x:element name="orderResponse"><x:complexType><x:sequence>
            <x:element name="number" type="x:long"/></x:sequence></x:complexType></x:element>
          <x:element name="soldOut" type="t:Item"/>
          <x:complexType name="Item"><x:sequence><x:element name="sku" type="t:Sku"/>
            <x:element name="parts" type="t:Item" minOccurs="0" maxOccurs="unbounded"/>
            <x:element name="lost" type="t:Lost"/></x:sequence></x:complexType>
          <x:simpleType name="Sku"><x:restriction base="x:string">
            <x:enumeration value="pen"/><x:enumeration value="ink"/></x:restriction></x:simpleType>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:order"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:orderResponse"/></w:message>
        <w:message name="fail"><w:part name="p" element="t:soldOut"/></w:message>
        <w:portType name="Shop"><w:operation name="order"><w:documentation>Buys.</w:documentation>
          <w:input message="t:ask"/><w:output message="t:tell"/><w:fault name="f" message="t:fail"/></w:operation></w:portType>
        <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s:operation soapAction="urn:order"/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/></w:output></w:operation></w:binding>
        <w:service name="ShopService"><w:port name="ShopPort" binding="t:B"><s:address location="http://localhost/shop"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("shop.wsdl"), SHOP).toString();
  }

  @Test
  void namesOfOperationsArePrintedAlone() {
    assertThat(cli.run("wsdl", "--operations", file)).isZero();

    assertThat(cli.out().lines()).containsExactly("order");
  }

  @Test
  void namesOfOperationsAreAListInJson() {
    assertThat(cli.run("wsdl", "--operations", "--json", file)).isZero();

    assertThat(cli.out().strip()).isEqualToIgnoringWhitespace("[\"order\"]");
  }

  @Test
  void servicesPortsAndOperationsAreListed() {
    assertThat(cli.run("wsdl", file)).isZero();

    assertThat(cli.out())
        .isEqualTo(
            """
            service ShopService  urn:shop
              port      protocol  address
              ShopPort  SOAP 1.1  http://localhost/shop

            operations of Shop (document/literal wrapped)
              order(items[]: Item, note?: string): long
                  Buys.
                  faults: soldOut: Item

            warning  %s:12:45: no type {urn:shop}Lost is defined; anyType is taken
            """
                .formatted(file));
  }

  @Test
  void anOperationIsATree() {
    assertThat(cli.run("wsdl", file, "--operation", "order")).isZero();

    assertThat(cli.out())
        .isEqualTo(
            """
            order  (document/literal wrapped)
              Buys.
              action urn:order
              request
                items[]: Item
                  sku: Sku  = pen | ink
                  parts[]?: Item (in itself)
                  lost: anyType
                note?: string
              response
                number: long
              faults
                soldOut: Item (above)

            """);
  }

  @Test
  void typesAreListed() {
    assertThat(cli.run("wsdl", file, "--types")).isZero();

    assertThat(cli.out())
        .contains(
            """
            types of urn:shop
              Item
                sku: Sku
                parts[]?: Item
                lost: anyType
              Sku : string  = pen | ink
            """);
  }

  /** A description with one of its errors. */
  private Path broken(String what) throws IOException {
    String text =
        switch (what) {
          case "message" -> SHOP.replace("message=\"t:fail\"", "message=\"t:none\"");
          case "port" -> SHOP.replace("binding=\"t:B\"", "binding=\"t:None\"");
          case "operation" ->
              SHOP.replace(
                  "</w:binding>",
                  "<w:operation name='buy'><s:operation/><w:input/></w:operation></w:binding>");
          case "group" ->
              SHOP.replace(
                  "<x:element name=\"lost\" type=\"t:Lost\"/>", "<x:group ref=\"t:none\"/>");
          case "attribute" ->
              SHOP.replace(
                  "type=\"t:Lost\"/></x:sequence>",
                  "type=\"t:Sku\"/></x:sequence><x:attribute ref=\"t:none\"/>");
          default -> throw new IllegalArgumentException(what);
        };
    return Files.writeString(folder.resolve(what + ".wsdl"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"message", "port", "operation", "group", "attribute"})
  void whatIsLeftOutIsAnErrorAndAFailure(String what) throws Exception {
    String wsdl = broken(what).toString();

    assertThat(cli.run("wsdl", wsdl)).isEqualTo(1);
    assertThat(cli.out())
        .containsPattern("(?m)^error    .*" + what + "\\.wsdl:\\d+:\\d+: .* left out$");
    assertThat(cli.message())
        .isEqualTo("castile: one error in the description, because of which something is left out");

    Cli json = new Cli();
    assertThat(json.run("wsdl", "--json", wsdl)).isEqualTo(1);
    assertThat(json.json().get("problems").toString()).contains("\"error\"");
  }

  @Test
  void whatWasAskedForIsThereWhateverElseIsLeftOut() throws Exception {
    String wsdl = broken("operation").toString();

    assertThat(cli.run("wsdl", wsdl, "--operation", "order")).isZero();
    assertThat(cli.err()).isEmpty();

    Cli names = new Cli();
    assertThat(names.run("wsdl", wsdl, "--operations")).isEqualTo(1);
    assertThat(names.out().lines()).containsExactly("order");
    assertThat(names.err()).contains("error    ", "has no operation buy; it is left out");
  }

  @Test
  void anOperationThatIsLeftOutIsMissedWithTheReason() throws Exception {
    Files.writeString(
        folder.resolve("lost.wsdl"), SHOP.replace("message=\"t:tell\"", "message=\"t:none\""));
    String wsdl = folder.resolve("lost.wsdl").toString();

    for (String[] line :
        new String[][] {{"wsdl", wsdl, "--operation", "order"}, {"call", wsdl, "order"}}) {
      Cli missing = new Cli();
      assertThat(missing.run(line)).isEqualTo(2);
      assertThat(missing.err())
          .containsPattern(
              "error    .*lost\\.wsdl:\\d+:\\d+: expected a message that is defined, found")
          .contains(", found order; there are ");
    }
  }

  @Test
  void machinesGetAnObject() throws Exception {
    assertThat(cli.run("wsdl", "--json", "--types", file)).isZero();

    JsonNode all = cli.json();
    JsonNode operation = all.get("bindings").get(0).get("operations").get(0);
    assertThat(operation.get("signature").asText())
        .isEqualTo("order(items[]: Item, note?: string): long");
    assertThat(operation.get("parameters").get(0).get("repeated").asBoolean()).isTrue();
    assertThat(operation.get("action").asText()).isEqualTo("urn:order");
    assertThat(all.get("services").get(0).get("ports").get(0).get("address").asText())
        .isEqualTo("http://localhost/shop");
    assertThat(all.get("types").get(0).get("fields")).hasSize(3);
    assertThat(all.get("problems").get(0).get("line").asInt()).isEqualTo(12);
  }

  @Test
  void whatIsNotThereIsAMatterOfUsage() {
    assertThat(cli.run("wsdl", folder.resolve("none.wsdl").toString())).isEqualTo(2);
    assertThat(cli.err()).contains("none.wsdl: no such file");
    assertThat(cli.run("wsdl", file, "--operation", "buy")).isEqualTo(2);
    assertThat(cli.err())
        .contains("castile: expected an operation of a binding, found buy; there are order");
    assertThat(cli.run("wsdl", file, "--catalog", folder.resolve("none.xml").toString()))
        .isEqualTo(2);
    assertThat(cli.err()).contains("none.xml");
  }

  @Test
  void whatIsNoDescriptionHasFailed() throws IOException {
    Files.writeString(folder.resolve("page.html"), "<html/>");

    assertThat(cli.run("wsdl", folder.resolve("page.html").toString())).isEqualTo(1);

    assertThat(cli.message())
        .startsWith("castile: " + folder.resolve("page.html") + ":1:8: expected definitions");
  }

  @Test
  void anAbstractTypeNamesThoseDerivedFromIt() throws Exception {
    String text =
        SHOP.replace(
            "<x:complexType name=\"Item\">",
            """
            <x:complexType name="Book"><x:complexContent><x:extension base="t:Item"/></x:complexContent></x:complexType>
            <x:complexType name="Atlas"><x:complexContent><x:extension base="t:Book"/></x:complexContent></x:complexType>
            <x:complexType name="Item" abstract="true">\
            """);
    String wsdl = Files.writeString(folder.resolve("abstract.wsdl"), text).toString();

    assertThat(cli.run("wsdl", wsdl, "--operation", "order")).isZero();
    assertThat(cli.out()).contains("items[]: Item  (abstract: Atlas | Book)");

    Cli types = new Cli();
    assertThat(types.run("wsdl", wsdl, "--types")).isZero();
    assertThat(types.out()).contains("  Item  (abstract: Atlas | Book)");
  }
}
