package io.castile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerateCommandTest {
  private static final String SHOP =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop">
        <w:types><x:schema targetNamespace="urn:shop" elementFormDefault="qualified">
          <x:element name="order"><x:complexType><x:sequence><x:element name="sku" type="x:string"/></x:sequence></x:complexType></x:element>
          <x:element name="orderResponse"><x:complexType><x:sequence><x:element name="at" type="x:dateTime"/></x:sequence></x:complexType></x:element>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:order"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:orderResponse"/></w:message>
        <w:portType name="Shop"><w:operation name="order"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="order"><s:operation/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/></w:output></w:operation></w:binding>
        <w:service name="ShopService"><w:port name="ShopPort" binding="t:B"><s:address location="http://localhost/shop"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private Path folder;

  private final Cli cli = new Cli();
  private Path file;
  private Path output;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(folder.resolve("shop.wsdl"), SHOP);
    output = folder.resolve("out");
  }

  private int generate(String... more) {
    String[] arguments = new String[more.length + 4];
    arguments[0] = "generate";
    arguments[1] = file.toString();
    arguments[2] = "-d";
    arguments[3] = output.toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return cli.run(arguments);
  }

  @Test
  void filesAreWrittenOnce() {
    assertThat(generate()).isZero();
    assertThat(cli.out())
        .isEqualTo(
            """
            interface  shop.Shop
            service    shop.ShopService
            7 files written to %s, 0 unchanged
            """
                .formatted(output));
    assertThat(cli.err()).isEmpty();
    assertThat(output.resolve("shop/Shop.java")).content().contains("XMLGregorianCalendar order(");

    assertThat(generate()).isZero();
    assertThat(cli.out()).endsWith("0 files written to " + output + ", 7 unchanged\n");
  }

  @Test
  void optionsChangeWhatIsWritten() throws Exception {
    assertThat(generate("--json", "-p", "com.example", "--java-time", "--equals", "--copy"))
        .isZero();

    JsonNode all = cli.json();
    assertThat(all.get("interfaces").get(0).asText()).isEqualTo("com.example.Shop");
    assertThat(all.get("written").toString())
        .contains("com/example/JavaTime.java", "com/example/BeanValues.java");
    assertThat(output.resolve("com/example/Shop.java")).content().contains("OffsetDateTime order(");
    assertThat(output.resolve("com/example/Order.java"))
        .content()
        .contains("public boolean equals(", "public Order copy()");
  }

  @Test
  void customizationsOfTheUserAreObeyedAndThoseOfTheWsdlAreNot() throws Exception {
    String inline =
        "<x:annotation><x:appinfo><j:schemaBindings xmlns:j='https://jakarta.ee/xml/ns/jaxb'>"
            + "<j:package name='/evil'/></j:schemaBindings></x:appinfo></x:annotation>";
    Files.writeString(file, SHOP.replace("\"qualified\">", "\"qualified\">" + inline));
    Path bindings =
        Files.writeString(
            folder.resolve("own.xjb"),
            """
            <j:bindings xmlns:j="https://jakarta.ee/xml/ns/jaxb" version="3.0" xmlns:t="urn:shop">
              <j:bindings scd="x-schema::t"><j:schemaBindings><j:package name="com.example"/></j:schemaBindings></j:bindings>
            </j:bindings>
            """);

    assertThat(generate("--bindings", bindings.toString())).isZero();

    assertThat(output.resolve("com/example/Order.java")).exists();
    assertThat(cli.err())
        .startsWith("warning  " + file + ":3:")
        .contains("customization {https://jakarta.ee/xml/ns/jaxb}schemaBindings")
        .hasLineCount(1);
    Files.writeString(bindings, Files.readString(bindings).replace("com.example", "/evil"));
    assertThat(generate("-b", bindings.toString())).isEqualTo(1);
    assertThat(cli.err()).contains("The package name '/evil'");
  }

  @Test
  void codecsAndTrackedBeansAreWritten() {
    assertThat(generate("--codecs", "--tracked", "--java-time")).isZero();

    assertThat(cli.err()).isEmpty();
    assertThat(output.resolve("shop/OrderCastileCodec.java"))
        .content()
        .contains("final class OrderCastileCodec extends TypeCodec", "out.text(");
    assertThat(output.resolve("shop/Order.java"))
        .content()
        .contains("extends TrackedBean", "changed();");
  }

  @Test
  void theStyleOfCodecsMayBeTemplates() {
    assertThat(generate("--codecs", "--style", "template")).isZero();

    assertThat(output.resolve("shop/Order.vm")).content().contains("$xml.text($value.getSku())");
    assertThat(output.resolve("shop/OrderTemplateSerializer.java"))
        .content()
        .contains("public static void write(Order value, Writer out)");
    assertThat(output.resolve("shop/OrderCastileCodec.java")).doesNotExist();
    assertThat(generate("--style", "java")).isEqualTo(2);
    assertThat(cli.err()).contains("Cannot use --style without --codecs. Add it.");
    assertThat(generate("--codecs", "--style", "c")).isEqualTo(2);
    assertThat(cli.err()).contains("expected --style java or template, found 'c'");
  }

  @Test
  void aProjectHasAProgramThatCalls() {
    Path project = folder.resolve("project");

    assertThat(cli.run("generate", file.toString(), "--project", project.toString())).isZero();

    assertThat(project.resolve("pom.xml"))
        .content()
        .contains("<artifactId>castile-engine</artifactId>", "<mainClass>shop.Main</mainClass>");
    assertThat(project.resolve("src/main/resources/shop/ShopService.wsdl")).exists();
    assertThat(project.resolve("src/main/java/shop/Main.java"))
        .content()
        .contains("Castile.client(Shop.class).endpoint(endpoint)", "port.order(sku)");
    assertThat(
            cli.run(
                "generate", file.toString(), "--project", project.toString(), "--operation", "buy"))
        .isEqualTo(1);
    assertThat(cli.err()).contains("expected an operation, one of order, found 'buy'");
  }

  @Test
  void filesOfOthersStayUnlessForced() throws IOException {
    Path mine = output.resolve("shop/Shop.java");
    Files.createDirectories(mine.getParent());
    Files.writeString(mine, "mine");

    assertThat(generate()).isEqualTo(1);
    assertThat(cli.err())
        .contains("castile: Cannot write " + mine + ", because it was not generated here");
    assertThat(mine).hasContent("mine");
    assertThat(generate("--force")).isZero();
    assertThat(mine).content().contains("public interface Shop");
  }

  @Test
  void whatCannotBeGeneratedHasFailed() throws IOException {
    Files.writeString(file, SHOP.replace("literal", "encoded"));

    assertThat(generate()).isEqualTo(1);
    assertThat(cli.err()).contains("operation order is of style document and encoded");
    assertThat(output).doesNotExist();
  }

  @Test
  void whatIsLeftOutIsAFailureAndTheRestIsWritten() throws Exception {
    Files.writeString(
        file,
        SHOP.replace(
                "<w:message name=\"tell\">",
                "<w:message name=\"lost\"><w:part name=\"p\""
                    + " element=\"t:none\"/></w:message><w:message name=\"tell\">")
            .replace(
                "</w:portType>",
                "<w:operation name=\"lose\"><w:input"
                    + " message=\"t:lost\"/></w:operation></w:portType>")
            .replace(
                "</w:binding>",
                "<w:operation name=\"lose\"><s:operation/><w:input><s:body"
                    + " use=\"literal\"/></w:input></w:operation></w:binding>"));

    assertThat(generate()).isEqualTo(1);

    assertThat(output.resolve("shop/Shop.java"))
        .content()
        .contains(" order(")
        .doesNotContain(" lose(");
    assertThat(cli.err())
        .containsPattern(
            "(?m)^error    .*shop\\.wsdl:\\d+:\\d+: operation lose .*; it is left out$");
    assertThat(cli.message())
        .isEqualTo("castile: one error in the description, because of which something is left out");
    assertThat(generate("--json", "--force")).isEqualTo(1);
  }

  @Test
  void wrongArgumentsAreAMatterOfUsage() {
    assertThat(generate("-p", "no package")).isEqualTo(2);
    assertThat(cli.err()).contains("expected the name of a package, found 'no package'");
    assertThat(generate("--project", "x")).isEqualTo(2);
    assertThat(cli.err()).contains("expected --output or --project, not both");
    assertThat(generate("--operation", "order")).isEqualTo(2);
    file = folder.resolve("none.wsdl");
    assertThat(generate()).isEqualTo(2);
    assertThat(cli.err()).contains("none.wsdl: no such file");
  }
}
