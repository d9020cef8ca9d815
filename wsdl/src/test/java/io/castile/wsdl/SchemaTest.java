package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.BindingOperation;
import io.castile.wsdl.outline.Field;
import io.castile.wsdl.outline.Signature;
import io.castile.wsdl.outline.TypeOutline;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas of descriptions, and what an outline says of them. */
final class SchemaTest {
  @TempDir private Path folder;

  private Description read(String types) throws Exception {
    return Wsdl.read(folder, Wsdl.withTypes(types));
  }

  private static Signature signature(Description description) {
    BindingOperation only = description.bindings().get(0).operations().get(0);
    return description.outline().signature(only);
  }

  private static TypeOutline type(Description description, String name) {
    return description.outline().types().stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aWrappedOperationHasTheFieldsOfItsElements() throws Exception {
    Description description =
        read(
            Wsdl.schema(
                Wsdl.elements(
                        "<x:element name='id' type='x:int'/><x:element name='tags' type='x:string'"
                            + " minOccurs='0' maxOccurs='unbounded'/>",
                        "<x:element name='order' type='t:Order' maxOccurs='9'/>")
                    + "<x:complexType name='Order'><x:sequence/></x:complexType>"));

    assertThat(signature(description)).hasToString("get(id: int, tags[]?: string): Order[]");
    assertThat(signature(description).isWrapped()).isTrue();
    assertThat(description.problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:sequence/><x:attribute name='a'/>",
        "<x:choice><x:element name='a'/></x:choice>",
        "<x:sequence><x:any/></x:sequence>",
        "<x:all><x:element name='a'/></x:all>",
        "<x:complexContent><x:extension base='t:Base'><x:sequence/></x:extension></x:complexContent>"
      })
  void anyOtherIsBare(String content) throws Exception {
    Description description =
        read(
            Wsdl.schema(
                "<x:complexType name='Base'><x:sequence/></x:complexType><x:element"
                    + " name='get'><x:complexType>"
                    + content
                    + "</x:complexType></x:element><x:element name='getResponse'"
                    + " type='x:string'/>"));

    assertThat(signature(description).isWrapped()).isFalse();
    assertThat(signature(description)).hasToString("get(get: {…}): string");
  }

  @Test
  void typesHaveWhatIsInThem() throws Exception {
    Description description =
        read(
            Wsdl.schema(
                Wsdl.elements("", "")
                    + """
                    <x:simpleType name="Color"><x:restriction base="x:string">
                      <x:enumeration value="red"/><x:enumeration value="green"/></x:restriction></x:simpleType>
                    <x:complexType name="Base" abstract="true">
                      <x:annotation><x:documentation>What all   have.</x:documentation></x:annotation>
                      <x:sequence><x:element name="id" type="x:ID"/></x:sequence>
                      <x:attribute name="color" type="t:Color" use="required"/></x:complexType>
                    <x:complexType name="Node"><x:complexContent><x:extension base="t:Base"><x:sequence>
                      <x:choice><x:element name="leaf" type="x:string" nillable="true"/>
                        <x:element name="nodes" type="t:Node" maxOccurs="unbounded"/></x:choice>
                      <x:element name="size"><x:simpleType><x:restriction base="x:string"><x:enumeration value="S"/></x:restriction></x:simpleType></x:element>
                      <x:element name="place"><x:complexType><x:sequence><x:element name="x" type="x:int"/></x:sequence></x:complexType></x:element>
                      <x:any minOccurs="0"/>
                    </x:sequence></x:extension></x:complexContent></x:complexType>
                    """));

    TypeOutline base = type(description, "Base");
    assertThat(base.isAbstract()).isTrue();
    assertThat(base.documentation()).isEqualTo("What all have.");
    TypeOutline node = type(description, "Node");
    assertThat(node.base()).isEqualTo("Base");
    assertThat(node.fields())
        .extracting(Field::toString)
        .containsExactly(
            "@color: Color",
            "id: ID",
            "leaf?: string",
            "nodes[]?: Node",
            "size: one of 1",
            "place: {…}",
            "*?: any");
    assertThat(node.fields().get(2).isNillable()).isTrue();
    assertThat(node.fields().get(5).fields()).extracting(Field::name).containsExactly("x");
    assertThat(type(description, "Color").values()).containsExactly("red", "green");
  }

  @Test
  void schemasIncludeEachOther() throws Exception {
    Wsdl.write(
        folder,
        "a.xsd",
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema'><x:include"
            + " schemaLocation='b.xsd'/><x:complexType name='A'><x:sequence><x:element name='b'"
            + " type='B'/></x:sequence></x:complexType></x:schema>");
    Wsdl.write(
        folder,
        "b.xsd",
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema'><x:include"
            + " schemaLocation='a.xsd'/><x:simpleType name='B'><x:restriction"
            + " base='x:int'/></x:simpleType></x:schema>");
    String other =
        "<x:schema targetNamespace='urn:u'><x:include schemaLocation='a.xsd'/></x:schema>";

    Description description =
        read(
            other
                + Wsdl.schema(
                    "<x:include schemaLocation='a.xsd'/><x:include schemaLocation='b.xsd'/>"
                        + Wsdl.elements("<x:element name='a' type='t:A'/>", "")));

    assertThat(description.problems()).isEmpty();
    assertThat(description.outline().types())
        .extracting(type -> "{" + type.namespace() + "}" + type.name())
        .containsExactly("{urn:t}A", "{urn:t}B", "{urn:u}A", "{urn:u}B");
    assertThat(type(description, "A").fields().get(0).typeNamespace()).isEqualTo("urn:t");
  }

  @Test
  void theFirstDefinitionCounts() throws Exception {
    String same = "<x:complexType name='T'><x:sequence/></x:complexType>";

    Description description =
        read(
            Wsdl.schema(
                    Wsdl.elements("<x:element name='t' type='t:T'/>", "")
                        + "<x:complexType name='T'><x:annotation><x:documentation>It."
                        + "</x:documentation></x:annotation><x:sequence/></x:complexType>")
                + Wsdl.schema(same + "<x:element name='getResponse' type='x:int'/>"));

    assertThat(description.problems())
        .extracting(Problem::message)
        .containsExactly("element getResponse is defined again, and differently");
    assertThat(type(description, "T").documentation()).isEqualTo("It.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:element name='a' type='t:No'/>|a: anyType|no type {urn:t}No is defined",
        "<x:element name='a' type='q:No'/>|a: anyType|type 'q:No' has a prefix that is not declared",
        "<x:group ref='t:no'/>|''|no group {urn:t}no is defined",
        "<x:element name='a'><x:simpleType><x:list itemType='t:no'/></x:simpleType></x:element>|a: list"
            + " of string|no type {urn:t}no is defined",
        "<x:element name='a'><x:simpleType><x:union memberTypes='x:int"
            + " t:no'/></x:simpleType></x:element>|a: union|no type {urn:t}no is defined",
        "<x:element name='a'><x:simpleType><x:restriction base='t:no'/></x:simpleType></x:element>|a:"
            + " string|no type {urn:t}no is defined"
      })
  void whatAReferenceDoesNotFindIsAnything(String content, String shown, String problem)
      throws Exception {
    Description description = read(Wsdl.schema(Wsdl.elements(content, "")));

    assertThat(signature(description)).hasToString("get(" + shown + ")");
    assertThat(description.problems()).extracting(Problem::message).containsExactly(problem);
    assertThat(description.problems().get(0).place().line()).isEqualTo(5);
  }

  @Test
  void anElementThatIsNotDefinedIsAnyElement() throws Exception {
    Description description =
        read(Wsdl.schema(Wsdl.elements("<x:element ref='t:no' minOccurs='0'/>", "")));

    Field request = signature(description).parameters().get(0);
    assertThat(request.fields()).extracting(Field::toString).containsExactly("*?: any");
    assertThat(description.problems())
        .extracting(Problem::message)
        .containsExactly("no element {urn:t}no is defined");
  }

  @Test
  void derivedTypesAndAttributesAreThereWithoutTheirBase() throws Exception {
    Description description =
        read(
            Wsdl.schema(
                Wsdl.elements("", "")
                    + "<x:complexType name='T'><x:complexContent><x:extension"
                    + " base='t:No'><x:sequence><x:element name='a' type='x:int'/></x:sequence>"
                    + "<x:attribute ref='t:no'/><x:attributeGroup ref='t:no'/>"
                    + "<x:attribute name='b' type='t:No'/></x:extension></x:complexContent></x:complexType>"
                    + "<x:complexType name='U'><x:simpleContent><x:extension"
                    + " base='t:No'/></x:simpleContent></x:complexType>"
                    + "<x:complexType name='V'><x:complexContent><x:sequence><x:element name='c'"
                    + " type='x:int'/></x:sequence></x:complexContent></x:complexType>"));

    assertThat(type(description, "T").fields())
        .extracting(Field::toString)
        .contains("@b?: anySimpleType", "a: int");
    assertThat(type(description, "U").fields())
        .extracting(Field::toString)
        .containsExactly("string");
    assertThat(type(description, "V").fields())
        .extracting(Field::toString)
        .containsExactly("c: int");
    assertThat(description.problems()).hasSize(6);
  }

  @Test
  void wellKnownNamespacesNeedNoLocation() throws Exception {
    Description description =
        read(
            "<x:schema xmlns:c='http://schemas.xmlsoap.org/soap/encoding/' targetNamespace='urn:t'>"
                + "<x:import namespace='http://schemas.xmlsoap.org/soap/encoding/'/>"
                + "<x:import namespace='http://www.w3.org/XML/1998/namespace'"
                + " schemaLocation='http://www.w3.org/2001/xml.xsd'/>"
                + Wsdl.elements("<x:element name='a' type='t:Ints'/>", "")
                + "<x:complexType name='Ints'><x:complexContent><x:restriction base='c:Array'>"
                + "<x:attribute ref='c:arrayType' w:arrayType='x:int[]'/>"
                + "</x:restriction></x:complexContent></x:complexType>"
                + "<x:complexType name='L'><x:sequence/><x:attribute ref='xml:lang'/></x:complexType>"
                + "</x:schema>");

    assertThat(description.problems()).isEmpty();
    assertThat(signature(description)).hasToString("get(a[]: int)");
    assertThat(type(description, "L").fields()).extracting(Field::name).containsExactly("@lang");
  }

  @Test
  void anImportMayStandOutsideOfASchema() throws Exception {
    Wsdl.write(
        folder,
        "t.xsd",
        "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:t'>"
            + Wsdl.elements("<x:element name='a' type='x:int'/>", "")
            + "</x:schema>");

    Description description = read("<x:import namespace='urn:t' schemaLocation='t.xsd'/>");

    assertThat(signature(description)).hasToString("get(a: int)");
    assertThat(description.problems())
        .extracting(Problem::message)
        .containsExactly("an import of a schema stands outside of any schema");
  }

  @Test
  void aSchemaOfMicrosoftsDataSetsIsAnyElement() throws Exception {
    Description description =
        read(
            Wsdl.schema(
                Wsdl.elements("", "<x:element ref='x:schema'/><x:any processContents='skip'/>")));

    assertThat(description.problems()).isEmpty();
    assertThat(signature(description).results()).extracting(Field::name).contains("getResponse");
  }

  @Test
  void whatNoSchemaMaySayIsAnErrorWithItsPlace() {
    String types =
        Wsdl.schema(
            Wsdl.elements("", "") + "\n<x:complexType name='T'><x:nonsense/></x:complexType>");

    assertThatThrownBy(() -> read(types))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("t.wsdl:6:");
  }

  @Test
  void whatHasNoNameIsLeftOut() throws Exception {
    Description description =
        read(Wsdl.schema(Wsdl.elements("", "") + "<x:complexType><x:sequence/></x:complexType>"));

    assertThat(description.problems())
        .extracting(Problem::message)
        .containsExactly("type of a schema has no name");
    assertThat(description.outline().types()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:element name='a' substitutionGroup='t:b'/><x:element name='b'"
            + " substitutionGroup='t:a'/>|element {urn:t}a is defined by itself",
        "<x:complexType name='a'><x:complexContent><x:extension"
            + " base='t:a'/></x:complexContent></x:complexType>|type {urn:t}a is defined by itself",
        "<x:simpleType name='a'><x:list itemType='t:b'/></x:simpleType><x:simpleType"
            + " name='b'><x:union memberTypes='x:int t:a'/></x:simpleType>|type {urn:t}a is"
            + " defined by itself",
        "<x:simpleType name='a'><x:union memberTypes='x:int x:string'/></x:simpleType><x:complexType"
            + " name='b'><x:complexContent><x:extension base='t:a'/></x:complexContent>"
            + "</x:complexType>|expected a complex type as the base of complexContent, found the"
            + " simple type t:a",
        "<x:element name='a'><x:complexType><x:complexContent><x:restriction base='x:string'/>"
            + "</x:complexContent></x:complexType></x:element>|expected a complex type as the base of"
            + " complexContent, found the simple type x:string",
        "<x:group name='a'><x:sequence><x:group ref='t:a'/></x:sequence></x:group>|group {urn:t}a"
            + " is defined by itself",
        "<x:attributeGroup name='a'><x:attributeGroup ref='t:a'/></x:attributeGroup>|attributeGroup"
            + " {urn:t}a is defined by itself"
      })
  void whatIsDefinedByItselfIsAnError(String content, String message) {
    assertThatThrownBy(() -> read(Wsdl.schema(Wsdl.elements("", "") + content)))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("t.wsdl:5:")
        .hasMessageEndingWith(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, -1})
  void aChainOfDefinitionsHasABound(int step) {
    StringBuilder chain = new StringBuilder("<x:element name='e0'/>");
    for (int i = 1; i < 300; i++) {
      chain.append("<x:element name='e" + i + "' substitutionGroup='t:e" + (i + step) + "'/>");
    }

    assertThatThrownBy(() -> read(Wsdl.schema(Wsdl.elements("", "") + chain)))
        .hasMessageEndingWith("expected definitions at most 200 deep, found more");
  }

  @Test
  void groupsThatGrowAreRefused() {
    StringBuilder bomb = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String ref = "<x:attributeGroup ref='t:g" + (i + 1) + "'/>";
      bomb.append("<x:attributeGroup name='g" + i + "'>" + ref + ref + "</x:attributeGroup>");
    }

    assertThatThrownBy(
            () ->
                read(Wsdl.schema(Wsdl.elements("", "") + bomb + "<x:attributeGroup name='g40'/>")))
        .hasMessageEndingWith("expected at most 100000 groups in a group, found more");
  }
}
