package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions that read their schemas when something of them is needed. */
final class LazyReaderTest {
  private static final String IMPORTS =
      "<x:import namespace='urn:near' schemaLocation='near.xsd'/>"
          + "<x:import namespace='urn:far' schemaLocation='far.xsd'/>";
  private static final String NEAR =
      "<x:element name='item' type='n:Item'/>"
          + "<x:complexType name='Item'><x:sequence><x:element name='sku' type='x:string'/>"
          + "</x:sequence></x:complexType>";

  @TempDir private Path folder;

  private static String schema(String namespace, String content) {
    return "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:n='urn:near' xmlns:f='urn:far'"
        + " targetNamespace='"
        + namespace
        + "' elementFormDefault='qualified'>"
        + content
        + "</x:schema>";
  }

  /** The operation of a description with one document that it needs, and one that it does not. */
  private Description read(String near, String far, String request) throws IOException {
    Files.writeString(folder.resolve("near.xsd"), near);
    Files.writeString(folder.resolve("far.xsd"), far);
    String types =
        "<x:schema targetNamespace='urn:t' elementFormDefault='qualified' xmlns:n='urn:near'>"
            + IMPORTS
            + Wsdl.elements(request, "<x:element ref='n:item'/>")
            + "</x:schema>";
    Path file = Files.writeString(folder.resolve("service.wsdl"), Wsdl.withTypes(types));
    return WsdlReader.create().lazy().read(file.toUri());
  }

  private static OperationValues values(Description description) {
    return description.values(description.bindings().get(0).operations().get(0));
  }

  private static Map<String, Object> read(OperationValues values, byte[] bytes) {
    XmlReader in = new XmlReader();
    in.reset(bytes, 0, bytes.length);
    in.nextChild(null);
    return values.readRequest(in);
  }

  @Test
  void aDocumentThatAnOperationDoesNotNeedIsNotReadBeyondItsHead() throws Exception {
    Description description =
        read(
            schema("urn:near", NEAR),
            schema("urn:far", "<x:element name='a' type='x:int'/><x:broken"),
            "<x:element ref='n:item'/>");
    OperationValues values = values(description);

    byte[] request = values.request(Map.of("item", Map.of("sku", "pen")));

    assertThat(read(values, request)).isEqualTo(Map.of("item", Map.of("sku", "pen")));
    assertThat(description.problems())
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains("far.xsd"));
  }

  @Test
  void aSchemaThatCannotBeUsedIsAnErrorWhenItIsNeeded() throws Exception {
    String circular =
        "<x:complexType name='A'><x:complexContent><x:extension base='f:A'/></x:complexContent>"
            + "</x:complexType>";
    Description description =
        read(
            schema("urn:near", NEAR),
            schema("urn:far", circular),
            "<x:element name='a' type='f:A' xmlns:f='urn:far'/>");
    OperationValues values = values(description);

    assertThatThrownBy(() -> values.request(Map.of()))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(DocumentException.class)
        .hasMessageContaining("is defined by itself");
    assertThatThrownBy(description::problems).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aDerivedTypeOfAnotherDocumentIsFoundWhenItIsNamed() throws Exception {
    String far =
        "<x:complexType name='Gift'><x:complexContent><x:extension base='n:Item'><x:sequence>"
            + "<x:element name='card' type='x:string'/></x:sequence></x:extension>"
            + "</x:complexContent></x:complexType>";
    Description description =
        read(
            schema("urn:near", NEAR),
            schema("urn:far", "<x:import namespace='urn:near' schemaLocation='near.xsd'/>" + far),
            "<x:element ref='n:item'/>");
    OperationValues values = values(description);
    Map<String, Object> gift =
        Map.of("@xsi:type", "{urn:far}Gift", "sku", "pen", "card", "Much joy");

    byte[] request = values.request(Map.of("item", gift));

    assertThat(read(values, request)).isEqualTo(Map.of("item", gift));
  }

  @Test
  void anElementOfAnotherDocumentStandsInThePlaceOfOneThatItSubstitutes() throws Exception {
    String far =
        "<x:element name='gift' substitutionGroup='n:item' type='f:Gift'/>"
            + "<x:complexType name='Gift'><x:complexContent><x:extension base='n:Item'><x:sequence>"
            + "<x:element name='count' type='x:int'/></x:sequence></x:extension>"
            + "</x:complexContent></x:complexType>";
    Description description =
        read(schema("urn:near", NEAR), schema("urn:far", far), "<x:element ref='n:item'/>");
    OperationValues values = values(description);

    byte[] request = values.request(Map.of("gift", Map.of("sku", "pen", "count", 2)));

    assertThat(read(values, request))
        .isEqualTo(Map.of("gift", List.of(Map.of("sku", "pen", "count", 2))));
  }

  @Test
  void anElementOfAnotherDocumentHasItsTypeWhereAnyMayStand() throws Exception {
    Description description =
        read(
            schema("urn:near", NEAR),
            schema("urn:far", "<x:element name='count' type='x:int'/>"),
            "<x:element ref='n:item' minOccurs='0'/><x:any processContents='lax'/>");
    byte[] request = "<get xmlns='urn:t'><count xmlns='urn:far'>12</count></get>".getBytes(UTF_8);

    assertThat(read(values(description), request)).isEqualTo(Map.of("get", Map.of("count", 12)));
  }

  /** What is not as most schemas are is read whole: by its definitions, that is right as well. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE x [<!ENTITY e 'sku'>]>%s",
        "<x:element name='before' type='x:int'/><x:import namespace='urn:last'"
            + " schemaLocation='last.xsd'/>",
        "<x:annotation><x:documentation>&lt;x:import&gt; <![CDATA[<import]]></x:documentation>"
            + "</x:annotation>",
        "<!-- <x:include --> "
      })
  void whatIsUnusualIsReadWhole(String unusual) throws Exception {
    String last =
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:last'>"
            + "<x:element name='mark' type='x:int'/></x:schema>";
    Files.writeString(folder.resolve("last.xsd"), last);
    String near =
        unusual.contains("%s")
            ? unusual.formatted(schema("urn:near", NEAR.replace("'sku'", "'&e;'")))
            : schema("urn:near", unusual + NEAR);
    Description description =
        read(
            near,
            schema("urn:far", "<x:element name='a' type='x:int'/>"),
            "<x:element ref='n:item'/>");
    OperationValues values = values(description);

    byte[] request = values.request(Map.of("item", Map.of("sku", "pen")));

    assertThat(read(values, request)).isEqualTo(Map.of("item", Map.of("sku", "pen")));
    assertThat(description.problems()).isEmpty();
  }

  @Test
  void documentsAreListedInTheOrderOfTheirMentions() throws Exception {
    String far = schema("urn:far", "<x:element name='a' type='x:int'/>");
    Description lazy = read(schema("urn:near", NEAR), far, "<x:element ref='n:item'/>");
    Description whole = WsdlReader.create().read(lazy.location());

    values(lazy).request(Map.of("item", Map.of("sku", "pen")));

    assertThat(lazy.documents()).hasToString(whole.documents().toString());
    assertThat(lazy.schemas()).hasToString(whole.schemas().toString());
  }
}
