package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Customizations that the user gives are obeyed. */
final class BindingFileTest {
  private static final String WSDL =
      Shop.document(
          "<x:import namespace='urn:other' schemaLocation='other.xsd'/>"
              + sequence("order", "<x:element name='sku' type='t:Code'/>")
              + sequence("orderResponse", "<x:element name='bill' type='t:Bill'/>")
              + "<x:complexType name='Bill'><x:sequence><x:element xmlns:o='urn:other' ref='o:part'/>"
              + "</x:sequence></x:complexType>"
              + "<x:simpleType name='Code'><x:restriction base='x:string'/></x:simpleType>",
          message("orderIn", element("p", "order"))
              + message("orderOut", element("p", "orderResponse")),
          operation("order", ""),
          bound("order", ""));

  private static final String OTHER =
      """
      <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other">
        <x:element name="part"><x:complexType><x:sequence>
          <x:element name="n" type="x:string"/></x:sequence></x:complexType></x:element>
      </x:schema>
      """;

  @TempDir Path folder;

  private Generated generated(String wsdl, String bindings) throws Exception {
    Files.writeString(folder.resolve("other.xsd"), OTHER);
    Path file =
        Files.writeString(
            folder.resolve("own.xjb"),
            """
            <j:bindings xmlns:j="https://jakarta.ee/xml/ns/jaxb" version="3.0"
                xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
                xmlns:t="urn:shop" xmlns:xjc="http://java.sun.com/xml/ns/jaxb/xjc"
                j:extensionBindingPrefixes="xjc">
              %s
            </j:bindings>
            """
                .formatted(bindings));
    return Compiled.generate(folder, wsdl, Generator.create().withBindings(file.toUri()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<j:bindings scd='x-schema::t'><j:bindings scd='~t:Code'>%s</j:bindings></j:bindings>",
        "<j:bindings schemaLocation='shop.wsdl' node=\"//x:simpleType[@name='Code']\">%s</j:bindings>",
        "<j:bindings schemaLocation='./shop.wsdl#types1' node='/x:schema'>"
            + "<j:bindings node=\"x:simpleType[@name='Code']\">%s</j:bindings></j:bindings>",
        "<j:bindings schemaLocation='shop.wsdl'"
            + " node=\"//w:definitions/w:types/x:schema[@targetNamespace='urn:shop']\">"
            + "<j:bindings node=\"x:simpleType[@name='Code']\">%s</j:bindings></j:bindings>"
      })
  void aTypeOfTheUsersChoiceStandsForOneOfTheWsdl(String place) throws Exception {
    String type =
        "<j:javaType name='java.util.UUID' parseMethod='java.util.UUID.fromString'"
            + " printMethod='String.valueOf'/>";

    Generated generated = generated(WSDL, place.formatted(type));

    assertThat(generated.problems()).isEmpty();
    assertThat(Compiled.text(generated, "shop/Shop.java")).contains("UUID sku");
    assertThat(Compiled.text(generated, "shop/Adapter1.java"))
        .contains("return (java.util.UUID.fromString(value));");
  }

  @Test
  void aSchemaDocumentIsNamedByItsLocation() throws Exception {
    String bindings =
        "<j:bindings schemaLocation='other.xsd' node='/x:schema'><j:schemaBindings>"
            + "<j:package name='com.example.parts'/></j:schemaBindings>"
            + "<j:bindings node=\"x:element[@name='part']\"><j:class name='Piece'/></j:bindings>"
            + "</j:bindings>";

    Generated generated = generated(WSDL, bindings);

    assertThat(generated.files())
        .extracting(Generated.File::path)
        .contains("com/example/parts/Piece.java");
  }

  @Test
  void oneOfSeveralSchemasIsNamedByItsNumberOrItsNamespace() throws Exception {
    String wsdl =
        WSDL.replace("schemaLocation='other.xsd'", "")
            .replace("</x:schema></w:types>", "</x:schema>" + OTHER + "</w:types>");
    String rename =
        "<j:bindings node=\"//x:element[@name='part']\"><j:class name='Piece'/></j:bindings>";
    String target = "<j:bindings schemaLocation='shop.wsdl' node='%s'>" + rename + "</j:bindings>";

    assertThat(
            generated(
                    wsdl,
                    "<j:bindings schemaLocation='shop.wsdl#types2'>" + rename + "</j:bindings>")
                .files())
        .extracting(Generated.File::path)
        .contains("other/Piece.java");
    assertThat(
            generated(wsdl, target.formatted("//x:schema[@targetNamespace=\"urn:other\"]")).files())
        .extracting(Generated.File::path)
        .contains("other/Piece.java");
    assertThatThrownBy(() -> generated(wsdl, target.formatted("//x:schema")))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("own.xjb:5:")
        .hasMessageContaining("shop.wsdl has 2 schemas: expected #types1 to #types2");
  }

  @Test
  void customizationsOfTheUserAreObeyedBesideThoseOfTheWsdl() throws Exception {
    String wsdl =
        WSDL.replace(
            "<x:complexType name='Bill'>",
            "<x:complexType name='Bill'><x:annotation><x:appinfo><j:class name='Evil'"
                + " xmlns:j='https://jakarta.ee/xml/ns/jaxb'/></x:appinfo></x:annotation>");

    Generated generated =
        generated(
            wsdl,
            "<j:bindings scd='x-schema::t'><j:bindings scd='~t:Bill'><j:class name='Own'/></j:bindings></j:bindings>");

    assertThat(generated.files()).extracting(Generated.File::path).contains("shop/Own.java");
    assertThat(generated.problems()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/somewhere", "../up", "a b", "com.class"})
  void aPackageThatIsNoneIsAnError(String name) {
    String bindings =
        "<j:bindings schemaLocation='shop.wsdl' node='/x:schema'><j:schemaBindings>"
            + "<j:package name='%s'/></j:schemaBindings></j:bindings>".formatted(name);

    for (int i = 0; i < 2; i++) { // XJC says it once in a JVM
      assertThatThrownBy(() -> generated(WSDL, bindings))
          .isInstanceOf(GenerateException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Test
  void whatCannotBeUsedIsNamed() throws Exception {
    assertThatThrownBy(() -> generated(WSDL, "<j:bindings schemaLocation='no.xsd'/>"))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("own.xjb:5:")
        .hasMessageContaining("expected the location of a schema or WSDL that was read, found")
        .hasMessageContaining("no.xsd");
    assertThatThrownBy(
            () -> generated(WSDL, "<j:bindings schemaLocation='shop.wsdl' node='//x:no'/>"))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("own.xjb:5:")
        .hasMessageContaining("//x:no");
    assertThatThrownBy(() -> generated(WSDL, "<j:bindings"))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("own.xjb:6:");
    Path other = Files.writeString(folder.resolve("wrong.xjb"), "<a xmlns='urn:b'/>");
    assertThatThrownBy(
            () -> Compiled.generate(folder, WSDL, Generator.create().withBindings(other.toUri())))
        .hasMessageContaining("expected {https://jakarta.ee/xml/ns/jaxb}bindings, found {urn:b}a");
    assertThatThrownBy(
            () ->
                Compiled.generate(
                    folder,
                    WSDL,
                    Generator.create().withBindings(folder.resolve("absent").toUri())))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("absent cannot be read");
  }
}
