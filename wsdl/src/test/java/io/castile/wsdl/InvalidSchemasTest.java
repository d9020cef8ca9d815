package io.castile.wsdl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.Problem;
import io.castile.wsdl.model.internal.BindingOperation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What no schema may say is put right with a problem, or refused, both at its place. */
final class InvalidSchemasTest {
  private static final String PLACE = "(?s).*t\\.wsdl:[0-9]+:[0-9]+: .*";

  @TempDir private Path folder;

  private Description read(String types) throws Exception {
    Description description = Wsdl.read(folder, Wsdl.withTypes(Wsdl.schema(types)));
    description.outline().types();
    BindingOperation operation = description.bindings().get(0).operations().get(0);
    description.outline().signature(operation);
    assertThat(description.values(operation).template()).isNotEmpty();
    return description;
  }

  private static String element(String type) {
    return "<x:element name='get'>" + type + "</x:element><x:element name='getResponse'/>";
  }

  private static String simple(String content) {
    return element("<x:simpleType>" + content + "</x:simpleType>");
  }

  private static Problem only(Description description) {
    assertThat(description.problems()).hasSize(1);
    Problem problem = description.problems().get(0);
    assertThat(problem.toString()).matches(PLACE);
    return problem;
  }

  @Test
  void aRestrictionOfASimpleTypeInSimpleContentIsAnExtension() throws Exception {
    Description description =
        read(
            element(
                "<x:complexType><x:simpleContent><x:restriction base='x:hexBinary'><x:annotation/>"
                    + "<x:length value='2'/><x:attribute name='kind' type='x:token'/>"
                    + "</x:restriction></x:simpleContent></x:complexType>"));

    assertThat(only(description).toString())
        .contains("expected a complex type as the base of a restriction of simpleContent")
        .contains("taken as an extension, without what it says of values");
    BindingOperation operation = description.bindings().get(0).operations().get(0);
    assertThat(description.values(operation).template()).contains("kind=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:complexContent><x:extension base='t:Text'><x:sequence><x:element name='e'/></x:sequence></x:extension></x:complexContent>"
            + "| expected a type of elements as the base of complexContent, found t:Text",
        "<x:complexContent><x:extension base='t:More'><x:choice><x:element name='e'/></x:choice></x:extension></x:complexContent>"
            + "| expected a type of elements as the base of complexContent, found t:More",
        "<x:complexContent><x:restriction base='x:int'/></x:complexContent>"
            + "| expected a complex type as the base of complexContent, found the simple type x:int",
        "<x:simpleContent><x:restriction base='t:Elements'><x:length value='1'/></x:restriction></x:simpleContent>"
            + "| expected a type whose content is a text as the base of simpleContent, found t:Elements",
        "<x:simpleContent><x:extension base='t:Elements'/></x:simpleContent>"
            + "| expected a type whose content is a text as the base of simpleContent, found t:Elements",
        "<x:simpleContent><x:restriction base='x:anyType'/></x:simpleContent>"
            + "| expected a type whose content is a text as the base of simpleContent, found x:anyType",
        "<x:sequence><x:element name='e' minOccurs='some'/></x:sequence>"
            + "| expected a number that is not negative as minOccurs, found 'some'",
        "<x:sequence maxOccurs='-1'><x:element name='e'/></x:sequence>"
            + "| expected a number that is not negative, or 'unbounded' as maxOccurs, found '-1'",
        "<x:sequence><x:any maxOccurs='1.5'/></x:sequence>"
            + "| expected a number that is not negative, or 'unbounded' as maxOccurs, found '1.5'"
      })
  void contentOfTheWrongKindIsAnError(String content, String message) {
    String types =
        "<x:complexType name='Text'><x:simpleContent><x:extension base='x:string'/></x:simpleContent></x:complexType>"
            + "<x:complexType name='More'><x:complexContent><x:extension base='t:Text'>"
            + "<x:attribute name='a'/></x:extension></x:complexContent></x:complexType>"
            + "<x:complexType name='Elements'><x:sequence><x:any/></x:sequence></x:complexType>";

    assertThatThrownBy(
            () -> read(types + element("<x:complexType>" + content + "</x:complexType>")))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining(message)
        .hasMessageMatching(PLACE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x:union memberTypes='t:A x:int'/>|<x:union memberTypes='t:B'/>",
        "<x:union memberTypes='x:int'><x:simpleType><x:list itemType='t:A'/></x:simpleType></x:union>"
            + "|<x:restriction base='t:B'/>",
        "<x:list itemType='t:A'/>|<x:list itemType='t:B'/>"
      })
  void typesThatAreMadeOfThemselvesAreAnError(String types) {
    String[] each = types.split("\\|");

    assertThatThrownBy(
            () ->
                read(
                    "<x:simpleType name='B'>"
                        + each[0]
                        + "</x:simpleType><x:simpleType name='A'>"
                        + each[1]
                        + "</x:simpleType><x:element name='get' type='t:A'/>"))
        .isInstanceOf(DocumentException.class)
        .hasMessageContaining("is defined by itself")
        .hasMessageMatching(PLACE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:complexType><x:anyAttribute processContents='skip lax'/></x:complexType>|processContents",
        "<x:complexType><x:sequence><x:any processContents=''/></x:sequence></x:complexType>|processContents",
        "<x:complexType mixed='yes'/>|mixed",
        "<x:complexType abstract='TRUE'/>|abstract",
        "<x:complexType block='#none'/>|block",
        "<x:complexType><x:attribute name='a' use='always'/></x:complexType>|use",
        "<x:complexType><x:attribute name='a' form='local'/></x:complexType>|form",
        "<x:complexType><x:sequence><x:element name='e' nillable='maybe'/></x:sequence></x:complexType>|nillable"
      })
  void aWordThatAnAttributeCannotHaveIsLeftOut(String type, String attribute) throws Exception {
    assertThat(only(read(element(type))).toString())
        .contains(" as " + attribute + ", found '")
        .contains("the default is taken");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x:string|maxLength|a|a number that is not negative",
        "x:string|length|-3|a number that is not negative",
        "x:string|minLength|''|a number that is not negative",
        "x:hexBinary|length|1e2|a number that is not negative",
        "x:decimal|totalDigits|0|a positive number",
        "x:decimal|fractionDigits|two|a number that is not negative",
        "x:string|whiteSpace|trim|preserve, replace or collapse",
        "x:int|minInclusive|a|a value of int",
        "x:int|maxInclusive|2147483648|a value of int",
        "x:unsignedByte|maxExclusive|-1|a value of unsignedByte",
        "x:double|minExclusive|1,5|a value of double",
        "x:boolean|enumeration|yes|a value of boolean",
        "x:positiveInteger|enumeration|0|a value of positiveInteger"
      })
  void aFacetWhoseValueIsNoneIsLeftOut(String base, String facet, String value, String expected)
      throws Exception {
    String restriction =
        "<x:restriction base='%s'><x:%s value='%s'/></x:restriction>".formatted(base, facet, value);

    assertThat(only(read(simple(restriction))).toString())
        .contains("expected " + expected + " as the value of " + facet + ", found '" + value + "'")
        .endsWith("it is left out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<x:element name='e' type='x:int' default='one'/>|a value of int as default, found 'one'",
        "<x:element name='e' type='t:Few' fixed='1000'/>|a value of byte as fixed, found '1000'",
        "<x:element name='e' default='x'><x:simpleType><x:restriction base='t:Few'/></x:simpleType></x:element>"
            + "|a value of byte as default, found 'x'"
      })
  void aDefaultThatIsNoValueIsLeftOut(String declaration, String expected) throws Exception {
    String few = "<x:simpleType name='Few'><x:restriction base='x:byte'/></x:simpleType>";

    assertThat(
            only(read(
                    few
                        + element(
                            "<x:complexType><x:sequence>"
                                + declaration
                                + "</x:sequence></x:complexType>")))
                .toString())
        .contains(expected);
  }

  @Test
  void anElementWhoseNameNoDocumentCanHaveIsLeftOut() throws Exception {
    Description description =
        read(
            "<x:element name='p:q' type='x:int'/>"
                + element(
                    "<x:complexType><x:sequence><x:element name='1st'/><x:element name='e'/>"
                        + "</x:sequence><x:attribute name='a b'/></x:complexType>"));

    assertThat(description.problems())
        .hasSize(3)
        .allSatisfy(
            each -> {
              assertThat(each.severity()).isEqualTo(Problem.Severity.ERROR);
              assertThat(each.toString()).matches(PLACE);
            });
    BindingOperation operation = description.bindings().get(0).operations().get(0);
    assertThat(description.values(operation).template())
        .contains("<e")
        .doesNotContain("1st", "a b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x:restriction base='e:string'><x:enumeration value='x'/></x:restriction>",
        "<x:list itemType='e:string'/>",
        "<x:union memberTypes='x:int e:string'/>"
      })
  void aSimpleTypeOfAnEncodedOneIsOfTheBuiltInOne(String type) throws Exception {
    Description description =
        read(
            "<x:import namespace='http://schemas.xmlsoap.org/soap/encoding/'/>"
                + simple(type)
                    .replace(
                        "<x:simpleType>",
                        "<x:simpleType xmlns:e='http://schemas.xmlsoap.org/soap/encoding/'>"));

    assertThat(only(description).advice()).isEqualTo("the type string of XML Schema is taken");
  }
}
