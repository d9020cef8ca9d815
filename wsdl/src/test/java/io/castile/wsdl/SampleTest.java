package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples of messages are valid, as the schema validator of the JDK says. */
final class SampleTest {
  @TempDir private Path folder;

  private String valid(String content) throws Exception {
    String schema =
        Wsdl.schema(
                "<x:import namespace='http://www.w3.org/XML/1998/namespace'/>"
                    + content
                    + (content.contains("'getResponse'") ? "" : "<x:element name='getResponse'/>"))
            .replace("<x:schema", "<x:schema xmlns:o='urn:o'");
    Description description = Wsdl.read(folder, Wsdl.withTypes(schema));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));
    String template = values.template();
    SchemaFactory factory = SchemaFactory.newDefaultInstance();
    factory.setResourceResolver(null);
    String whole =
        schema
            .replace(
                "<x:schema",
                "<x:schema xmlns:x='" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "' xmlns:t='urn:t'")
            .replace(
                "<x:import namespace='http://www.w3.org/XML/1998/namespace'/>",
                content.contains("xml:lang")
                    ? "<x:import namespace='http://www.w3.org/XML/1998/namespace' schemaLocation='"
                        + OperationValues.class.getResource("/io/castile/wsdl/catalog/xml.xsd")
                        + "'/>"
                    : "");
    Schema known = factory.newSchema(new StreamSource(new StringReader(whole)));
    try {
      known
          .newValidator()
          .validate(new StreamSource(new ByteArrayInputStream(template.getBytes(UTF_8))));
    } catch (org.xml.sax.SAXException e) {
      throw new AssertionError(e.getMessage() + "\n" + template, e);
    }
    byte[] bytes = template.getBytes(UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);
    Map<String, Object> read = values.readRequest(in);
    boolean isLost = // names in wildcards, and leading zeros that a pattern asks for
        content.matches("(?s).*<x:any .*")
            || content.matches(
                "(?s).*base='x:(int|decimal|date|boolean)'><x:pattern value='[0\\\\].*");
    if (!isLost) {
      assertThat(names(new String(values.request(read), UTF_8))).isEqualTo(names(template));
    }
    return template;
  }

  /** The local names of elements in their order. */
  private static List<String> names(String message) {
    return Pattern.compile("<(?:\\w+:)?(\\w+)[ />]")
        .matcher(message.replaceAll("(?s)<!--.*?-->", ""))
        .results()
        .map(each -> each.group(1))
        .toList();
  }

  private static String element(String content) {
    return "<x:element name='get'><x:complexType>" + content + "</x:complexType></x:element>";
  }

  private static String simple(String content) {
    return element(
        "<x:sequence><x:element name='v'><x:simpleType>"
            + content
            + "</x:simpleType></x:element></x:sequence>");
  }

  @Test
  void emptyContentHasNoLineFeed() throws Exception {
    assertThat(valid(element("<x:sequence/>"))).isEqualTo("<get xmlns=\"urn:t\"/>\n");
    assertThat(valid(element(""))).isEqualTo("<get xmlns=\"urn:t\"/>\n");
    valid(element("<x:sequence><x:element name='e'><x:complexType/></x:element></x:sequence>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x:restriction base='x:negativeInteger'/>",
        "<x:restriction base='x:nonPositiveInteger'/>",
        "<x:restriction base='x:unsignedByte'><x:minInclusive value='200'/></x:restriction>",
        "<x:restriction base='x:int'><x:minInclusive value='100'/></x:restriction>",
        "<x:restriction base='x:int'><x:maxExclusive value='-100'/></x:restriction>",
        "<x:restriction base='x:decimal'><x:minExclusive value='5'/><x:maxExclusive value='5.01'/>"
            + "<x:fractionDigits value='3'/></x:restriction>",
        "<x:restriction base='x:double'><x:minExclusive value='1e3'/></x:restriction>",
        "<x:restriction base='x:float'><x:maxInclusive value='-INF'/></x:restriction>",
        "<x:restriction base='x:date'><x:minExclusive value='2020-02-28'/></x:restriction>",
        "<x:restriction base='x:dateTime'><x:maxExclusive value='1990-01-01T00:00:00'/>"
            + "</x:restriction>",
        "<x:restriction base='x:duration'><x:minInclusive value='P2Y'/></x:restriction>",
        "<x:restriction base='x:gYear'><x:minInclusive value='2020'/></x:restriction>",
        "<x:restriction base='x:string'><x:length value='3'/></x:restriction>",
        "<x:restriction base='x:string'><x:minLength value='30'/></x:restriction>",
        "<x:restriction base='x:string'><x:maxLength value='0'/></x:restriction>",
        "<x:restriction base='x:token'><x:maxLength value='2'/></x:restriction>",
        "<x:restriction base='x:hexBinary'><x:length value='4'/></x:restriction>",
        "<x:restriction base='x:base64Binary'><x:minLength value='7'/></x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='[0-9]{5}'/></x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='([A-Z]{2}|\\d{3})-[^a-z]+\\p{Lu}?'/>"
            + "</x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='[a-z-[aeiou]]{2,}\\i\\c*'/>"
            + "</x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='.+@.+\\..+'/><x:maxLength value='6'/>"
            + "</x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='[a-z]+'/><x:length value='9'/>"
            + "</x:restriction>",
        "<x:restriction base='x:string'><x:pattern value='\\[(a|b)\\]\\{[&lt;&amp;]\\}'/>"
            + "</x:restriction>",
        "<x:restriction base='x:string'><x:length value='25'/><x:pattern value='[0-9]+'/>"
            + "</x:restriction>",
        "<x:restriction base='x:int'><x:pattern value='0[0-9]{4}'/></x:restriction>",
        "<x:restriction base='x:decimal'><x:pattern value='\\d+\\.\\d{2}'/></x:restriction>",
        "<x:restriction base='x:date'><x:pattern value='\\d{4}-\\d\\d-01'/></x:restriction>",
        "<x:restriction base='x:boolean'><x:pattern value='0|1'/></x:restriction>",
        "<x:restriction base='x:string'><x:enumeration value='a &lt; b'/></x:restriction>",
        "<x:restriction base='x:double'><x:enumeration value='1E0'/></x:restriction>",
        "<x:union memberTypes='x:int x:boolean'/>",
        "<x:union memberTypes='x:date x:language'/>",
        "<x:list itemType='x:date'/>",
        "<x:list><x:simpleType><x:restriction base='x:string'><x:enumeration value='Read'/>"
            + "</x:restriction></x:simpleType></x:list>",
        "<x:restriction><x:simpleType><x:list itemType='x:int'/></x:simpleType><x:length value='3'/>"
            + "</x:restriction>",
        "<x:restriction><x:simpleType><x:list itemType='x:double'/></x:simpleType>"
            + "<x:enumeration value='1E0 2E0'/></x:restriction>",
        "<x:restriction><x:simpleType><x:union memberTypes='x:int x:string'/></x:simpleType>"
            + "<x:enumeration value='all'/></x:restriction>",
        "<x:restriction base='x:NMTOKENS'><x:minLength value='2'/></x:restriction>",
        "<x:restriction base='x:language'/>",
        "<x:restriction base='x:anyURI'/>",
        "<x:restriction base='x:NCName'/>",
        "<x:restriction base='x:ID'/>",
        "<x:restriction base='x:QName'/>",
        "<x:restriction base='x:time'/>",
        "<x:restriction base='x:gMonthDay'/>"
      })
  void textsAreOfTheirTypes(String type) throws Exception {
    valid(simple(type));
    valid(
        element(
            "<x:attribute name='v' use='required'><x:simpleType>"
                + type
                + "</x:simpleType></x:attribute>"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x:sequence><x:element name='twice' minOccurs='2' maxOccurs='2' type='x:int'/>"
            + "<x:element name='more' minOccurs='3' maxOccurs='unbounded' type='x:int'/></x:sequence>",
        "<x:choice><x:element name='a' type='x:int'/><x:element name='b' type='x:int'/></x:choice>",
        "<x:choice minOccurs='2' maxOccurs='2'><x:element name='a' type='x:int'/><x:element name='b'"
            + " type='x:int'/></x:choice>",
        "<x:choice maxOccurs='unbounded'><x:element name='a' type='x:int'/><x:element name='b'"
            + " type='x:int'/></x:choice>",
        "<x:sequence minOccurs='2' maxOccurs='10'><x:element name='e' type='x:int' maxOccurs='2'/>"
            + "</x:sequence>",
        "<x:all><x:element name='a' type='x:int'/><x:element name='b' type='x:int' minOccurs='0'/>"
            + "</x:all>",
        "<x:sequence><x:element name='f' type='x:int' fixed='7'/><x:element name='d' type='x:date'"
            + " default='2001-01-01'/></x:sequence><x:attribute name='f' fixed='x'/>",
        "<x:sequence><x:any namespace='##any' processContents='lax'/></x:sequence>",
        "<x:sequence><x:any namespace='##other' processContents='skip' minOccurs='2'"
            + " maxOccurs='2'/></x:sequence>",
        "<x:sequence><x:any namespace='##targetNamespace'/></x:sequence>",
        "<x:sequence><x:any namespace='##local' processContents='lax'/></x:sequence>",
        "<x:sequence><x:element name='a' type='x:anyType'/><x:element name='b'"
            + " type='x:anySimpleType'/></x:sequence>",
        "<x:simpleContent><x:extension base='x:string'><x:attribute ref='xml:lang' use='required'/>"
            + "</x:extension></x:simpleContent>",
        "<x:sequence/><x:attribute name='i' type='x:ID' use='required'/><x:attribute name='r'"
            + " type='x:IDREF'/><x:attribute name='e' type='x:ENTITY'/>"
      })
  void contentIsAsTheSchemaSays(String content) throws Exception {
    valid(element(content) + "<x:element name='other' type='x:int'/>");
  }

  @Test
  void anEncodedArrayHasAnItem() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:types><x:schema targetNamespace="urn:t" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
                  <x:complexType name="Rows"><x:complexContent><x:restriction base="e:Array">
                    <x:attribute ref="e:arrayType" w:arrayType="t:Row[]"/></x:restriction></x:complexContent></x:complexType>
                  <x:complexType name="Row" abstract="true"><x:sequence><x:element name="n" type="x:int"/></x:sequence></x:complexType>
                  <x:complexType name="Line"><x:complexContent><x:extension base="t:Row"><x:sequence>
                    <x:element name="next" type="t:Rows"/></x:sequence></x:extension></x:complexContent></x:complexType>
                </x:schema></w:types>
                <w:message name="in"><w:part name="rows" type="t:Rows"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/><w:operation name="o">
                  <w:input><s:body use="encoded" namespace="urn:n" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:input>
                </w:operation></w:binding>
                """));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));
    String template = values.template();
    byte[] bytes = template.getBytes(UTF_8);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);

    assertThat(template).contains(":Row[1]\"", ":Line\"").contains("<n xsi:type=\"xsd:int\">1</n>");
    assertThat(values.readRequest(in).get("rows")).asString().contains("n=1");
  }

  @Test
  void anEncodedNumberWithAPatternIsWrittenAsItIsGiven() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:types><x:schema targetNamespace="urn:t">
                  <x:simpleType name="Code"><x:restriction base="x:int"><x:pattern value="0[0-9]{3}"/></x:restriction></x:simpleType>
                  <x:complexType name="Row"><x:sequence><x:element name="code" type="t:Code"/>
                    <x:element name="day"><x:simpleType><x:restriction base="x:date"><x:pattern value=".{10}"/></x:restriction></x:simpleType></x:element>
                  </x:sequence></x:complexType>
                </x:schema></w:types>
                <w:message name="in"><w:part name="row" type="t:Row"/><w:part name="code" type="t:Code"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/><w:operation name="o">
                  <w:input><s:body use="encoded" namespace="urn:n" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:input>
                </w:operation></w:binding>
                """));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));
    Map<String, Object> given = Map.of("row", Map.of("code", "0042"), "code", "0007");

    assertThat(values.template())
        .containsPattern("<code xsi:type=\"\\w+:Code\">0[0-9]{3}</code>")
        .contains("<day xsi:type=\"xsd:date\">2000-01-31</day>");
    assertThat(new String(values.request(given), UTF_8)).contains(">0042</code>", ">0007</code>");
  }

  @Test
  void anEncodedAccessorThatRepeatsIsAnArray() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:types><x:schema targetNamespace="urn:t">
                  <x:complexType name="Row"><x:sequence><x:element name="n" type="x:int" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType>
                </x:schema></w:types>
                <w:message name="in"><w:part name="row" type="t:Row"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/><w:operation name="o">
                  <w:input><s:body use="encoded" namespace="urn:n" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:input>
                </w:operation></w:binding>
                """));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));
    Map<String, Object> given = Map.of("row", Map.of("n", List.of(1, 2)));
    byte[] bytes = values.request(given);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);

    assertThat(new String(bytes, UTF_8)).contains("arrayType=\"xsd:int[2]\"");
    assertThat(values.readRequest(in)).isEqualTo(given);
    assertThat(values.template()).contains("arrayType=\"xsd:int[1]\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x:int[,]", "x:int[][]", "x:int[2,3]"})
  void anEncodedArrayOfTwoDimensionsIsAListOfLists(String type) throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:types><x:schema targetNamespace="urn:t" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/">
                  <x:complexType name="Grid"><x:complexContent><x:restriction base="e:Array">
                    <x:attribute ref="e:arrayType" w:arrayType="TYPE"/></x:restriction></x:complexContent></x:complexType>
                </x:schema></w:types>
                <w:message name="in"><w:part name="grid" type="t:Grid"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/><w:operation name="o">
                  <w:input><s:body use="encoded" namespace="urn:n" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></w:input>
                </w:operation></w:binding>
                """
                    .replace("TYPE", type)));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));
    Map<String, Object> given = Map.of("grid", List.of(List.of(1, 2), List.of(3)));
    byte[] bytes = values.request(given);
    XmlReader in = new XmlReader().reset(bytes, 0, bytes.length);
    in.nextChild(null);

    assertThat(values.readRequest(in)).isEqualTo(given);
    assertThat(new String(bytes, UTF_8)).contains("arrayType=\"xsd:int[][2]\"", "xsd:int[1]");
  }

  @Test
  void anAbstractTypeIsAConcreteOne() throws Exception {
    String template =
        valid(
            element("<x:sequence><x:element name='b' type='t:B'/></x:sequence>")
                + "<x:complexType name='B' abstract='true'><x:sequence><x:element name='x'"
                + " type='x:int'/></x:sequence></x:complexType><x:complexType name='M'"
                + " abstract='true'><x:complexContent><x:extension base='t:B'/></x:complexContent>"
                + "</x:complexType><x:complexType name='C'><x:complexContent><x:extension"
                + " base='t:M'><x:attribute name='a' type='x:int' use='required'/></x:extension>"
                + "</x:complexContent></x:complexType>");

    assertThat(template).contains("B is abstract, one of C", "xsi:type=\"t:C\"");
  }

  @Test
  void anAbstractElementIsASubstitute() throws Exception {
    valid(
        element("<x:sequence><x:element ref='t:h' maxOccurs='3'/></x:sequence>")
            + "<x:element name='h' abstract='true' type='x:int'/><x:element name='m'"
            + " substitutionGroup='t:h' abstract='true'/><x:element name='s'"
            + " substitutionGroup='t:m'/>");
  }

  @Test
  void aTypeInItselfComesToAnEnd() throws Exception {
    valid(
        element("<x:sequence><x:element name='a' type='t:E'/></x:sequence>")
            + "<x:complexType name='E'><x:choice><x:element name='not' type='t:E'/><x:sequence>"
            + "<x:element name='l' type='t:E'/><x:element name='r' type='t:E'/></x:sequence>"
            + "<x:element name='n' type='t:N'/></x:choice></x:complexType><x:complexType name='N'>"
            + "<x:sequence><x:element name='v' type='x:int'/><x:element name='next' type='t:N'"
            + " minOccurs='0'/><x:element name='same' type='t:N' nillable='true'/></x:sequence>"
            + "</x:complexType>");
  }

  @Test
  void aTypeThatComesAgainHasWhatItNeeds() throws Exception {
    valid(
        element(
                "<x:sequence><x:element name='a' type='t:P'/><x:element name='b' type='t:P'/>"
                    + "<x:element name='c' type='t:P' minOccurs='0' maxOccurs='9'/></x:sequence>")
            + "<x:complexType name='P'><x:sequence><x:element name='x' type='x:int' minOccurs='2'"
            + " maxOccurs='2'/><x:element name='o' type='x:int' minOccurs='0'/></x:sequence>"
            + "<x:attribute name='k' type='x:int' use='required'/></x:complexType>");
  }

  @Test
  void aMixedTypeAndAnAttributeOfANamespaceAreValid() throws Exception {
    valid(
        "<x:attribute name='g' type='x:int'/><x:element name='get'><x:complexType mixed='true'>"
            + "<x:sequence><x:element name='b' type='x:string' minOccurs='0'/></x:sequence>"
            + "<x:attribute ref='t:g' use='required'/></x:complexType></x:element>");
  }

  @Test
  void examplesOfSchemasDrawnAtRandomAreValid() throws Exception {
    int sent = 0;
    for (int seed = 0; seed < 200; seed++) {
      String content = new RandomSchema(new Random(seed)).content();
      try {
        valid(content);
      } catch (org.xml.sax.SAXException e) {
        throw new AssertionError("seed " + seed + " makes no schema: " + e.getMessage(), e);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + content, e);
      }
      sent++;
    }
    assertThat(sent).isEqualTo(200);
  }
}
