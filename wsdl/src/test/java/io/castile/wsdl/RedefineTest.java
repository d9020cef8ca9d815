package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.internal.BindingOperation;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Redefined components stand in the place of those that they redefine. */
final class RedefineTest {
  /** What is redefined: a person whose name has two parts, in no namespace of its own. */
  private static final String BASE =
      """
      <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"%s>
        <x:complexType name="Name"><x:sequence>
          <x:element name="first" type="x:string"/><x:element name="last" type="x:string"/>
        </x:sequence></x:complexType>
        <x:complexType name="Priced"><x:simpleContent><x:extension base="x:decimal">
          <x:attribute name="currency" type="x:string"/></x:extension></x:simpleContent></x:complexType>
        <x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="9"/></x:restriction></x:simpleType>
        <x:group name="Street"><x:sequence><x:element name="street" type="x:string"/></x:sequence></x:group>
        <x:attributeGroup name="Marks"><x:attribute name="mark" type="x:int"/></x:attributeGroup>
        <x:complexType name="Person"><x:sequence>
          <x:element name="name" type="%2$sName"/><x:element name="code" type="%2$sCode" minOccurs="0"/>
          <x:element name="price" type="%2$sPriced" minOccurs="0"/><x:group ref="%2$sStreet"/>
        </x:sequence><x:attributeGroup ref="%2$sMarks"/></x:complexType>
      </x:schema>
      """;

  @TempDir private Path folder;

  private Description read(String redefined) throws Exception {
    return read("base.xsd", redefined);
  }

  private Description read(String location, String redefined) throws Exception {
    Wsdl.write(folder, "base.xsd", BASE.formatted("", ""));
    Wsdl.write(
        folder, "own.xsd", BASE.formatted(" targetNamespace='urn:t' xmlns:own='urn:t'", "own:"));
    return Wsdl.read(
        folder,
        Wsdl.withTypes(
            Wsdl.schema(
                "<x:redefine schemaLocation='"
                    + location
                    + "'>"
                    + redefined
                    + "</x:redefine><x:element name='get' type='t:Person'/>"
                    + "<x:element name='getResponse' type='t:Person'/>")));
  }

  private static String written(Description description, Map<String, ?> person) {
    BindingOperation operation = description.bindings().get(0).operations().get(0);
    String key = description.values(operation).isWrapped() ? null : "get";
    byte[] body = description.values(operation).request(key == null ? person : Map.of(key, person));
    return new String(body, UTF_8).replace("n1:", ""); // all is in one namespace
  }

  @ParameterizedTest
  @CsvSource({"base.xsd", "own.xsd"})
  void anExtendedTypeHasWhatWasThereAndWhatIsNew(String location) throws Exception {
    Description description =
        read(
            location,
            """
            <x:annotation/>
            <x:complexType name="Name"><x:complexContent><x:extension base="t:Name"><x:sequence>
              <x:element name="country" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
            """);

    assertThat(description.problems()).isEmpty();
    assertThat(
            written(
                description,
                Map.of("street", "s", "name", Map.of("first", "a", "last", "b", "country", "c"))))
        .contains("<first>a</first><last>b</last><country>c</country>");
  }

  @Test
  void aRestrictedTypeHasWhatTheRestrictionHas() throws Exception {
    Description description =
        read(
            """
            <x:complexType name="Name"><x:complexContent><x:restriction base="t:Name"><x:sequence>
              <x:element name="first" type="x:string"/><x:element name="last" type="x:string" fixed="-"/>
              </x:sequence></x:restriction></x:complexContent></x:complexType>
            <x:simpleType name="Code"><x:restriction base="t:Code"><x:minLength value="3"/></x:restriction></x:simpleType>
            """);
    Map<String, String> name = Map.of("first", "a", "last", "-");

    assertThat(written(description, Map.of("street", "s", "name", name, "code", "abc")))
        .contains("<code>abc</code>");
    assertThatThrownBy(
            () -> written(description, Map.of("street", "s", "name", name, "code", "ab")))
        .hasMessageContaining("at least 3 characters");
    assertThatThrownBy(
            () -> written(description, Map.of("street", "s", "name", name, "code", "0123456789")))
        .hasMessageContaining("at most 9 characters");
  }

  @Test
  void simpleContentIsExtendedByAttributes() throws Exception {
    Description description =
        read(
            """
            <x:complexType name="Priced"><x:simpleContent><x:extension base="t:Priced">
              <x:attribute name="tax" type="x:int"/></x:extension></x:simpleContent></x:complexType>
            """);

    assertThat(
            written(
                description,
                Map.of(
                    "street",
                    "s",
                    "name",
                    Map.of("first", "a", "last", "b"),
                    "price",
                    Map.of("$", 1, "@currency", "EUR", "@tax", 7))))
        .contains("currency=\"EUR\"")
        .contains("tax=\"7\"");
  }

  @Test
  void groupsThatHaveThemselvesAreExtended() throws Exception {
    Description description =
        read(
            """
            <x:group name="Street"><x:sequence><x:group ref="t:Street"/>
              <x:element name="city" type="x:string"/></x:sequence></x:group>
            <x:attributeGroup name="Marks"><x:attributeGroup ref="t:Marks"/>
              <x:attribute name="colour" type="x:string"/></x:attributeGroup>
            """);

    assertThat(
            written(
                description,
                Map.of(
                    "name",
                    Map.of("first", "a", "last", "b"),
                    "street",
                    "s",
                    "city",
                    "c",
                    "@mark",
                    1,
                    "@colour",
                    "red")))
        .contains("mark=\"1\"", "colour=\"red\"", "<street>s</street><city>c</city>");
  }

  @Test
  void groupsThatDoNotHaveThemselvesAreReplaced() throws Exception {
    Description description =
        read(
            """
            <x:group name="Street"><x:sequence><x:element name="street" type="x:int"/></x:sequence></x:group>
            <x:attributeGroup name="Marks"/>
            """);

    assertThat(written(description, Map.of("street", 5, "name", Map.of("first", "a", "last", "b"))))
        .contains("<street>5</street>");
    assertThatThrownBy(
            () ->
                written(
                    description,
                    Map.of("@mark", 1, "street", 5, "name", Map.of("first", "a", "last", "b"))))
        .hasMessageContaining("@mark");
  }

  @Test
  void whatIsRedefinedTwiceHasAll() throws Exception {
    Wsdl.write(
        folder,
        "middle.xsd",
        """
        <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
          <x:redefine schemaLocation="base.xsd"><x:complexType name="Name"><x:complexContent>
            <x:extension base="Name"><x:sequence><x:element name="title" type="x:string"/></x:sequence>
            </x:extension></x:complexContent></x:complexType></x:redefine></x:schema>
        """);
    Wsdl.write(
        folder,
        "outer.xsd",
        """
        <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema"><x:include schemaLocation="middle.xsd"/></x:schema>
        """);
    Description description =
        read(
            "outer.xsd",
            """
            <x:complexType name="Name"><x:complexContent><x:extension base="t:Name"><x:sequence>
              <x:element name="country" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
            """);

    assertThat(
            written(
                description,
                Map.of(
                    "street",
                    "s",
                    "name",
                    Map.of("first", "a", "last", "b", "title", "t", "country", "c"))))
        .contains("<last>b</last><title>t</title><country>c</country>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:complexType name='Nothing'><x:complexContent><x:extension base='t:Nothing'/></x:complexContent></x:complexType>"
            + " | no type {urn:t}Nothing is defined in the schema that is redefined",
        "<x:complexType name='Name'><x:sequence/></x:complexType> | expected an extension or"
            + " restriction of the type itself as what redefines {urn:t}Name",
        "<x:simpleType name='Code'><x:restriction base='x:string'/></x:simpleType> | expected an"
            + " extension or restriction of the type itself",
        "<x:element name='e'/> | expected a type, group or attributeGroup with a name to redefine,"
            + " found element e",
        "<x:complexType/> | expected a type, group or attributeGroup with a name to redefine, found complexType"
      })
  void whatCannotBeFollowedIsAnErrorAtItsPlace(String redefined, String message) {
    assertThatThrownBy(() -> read(redefined))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(message)
        .hasMessageMatching("(?s).*t\\.wsdl:[0-9]+:[0-9]+: .*");
  }

  @Test
  void aSchemaThatCannotBeReadIsNotRedefined() {
    assertThatThrownBy(
            () ->
                read(
                    "absent.xsd",
                    "<x:simpleType name='C'><x:restriction base='t:C'/></x:simpleType>"))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("the schema that defines type {urn:t}C cannot be read");
  }
}
