package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** What the screen lets pass is valid where a schema says something unusual, too. */
final class UnusualSchemasTest {
  private static final String MANY_DIGITS = "9".repeat(3_000);

  @TempDir private static Path folder;

  private static void agree(String schema, String message) throws Exception {
    passes(schema, message);
  }

  /** Whether a message is valid, as the screen and the JDK say. */
  private static boolean decides(String schema, String message) throws Exception {
    boolean passes = passes(schema, message);
    assertThat(passes).as(message).isEqualTo(isValid(description(schema), message));
    return passes;
  }

  private static void agree(String schema, String message, boolean passes) throws Exception {
    assertThat(passes(schema, message)).isEqualTo(passes);
  }

  private static Description description(String schema) throws Exception {
    Path file = Files.createTempFile(folder, "some", ".wsdl");
    Files.writeString(
        file,
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><types>"
            + "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:t'"
            + " targetNamespace='urn:t' elementFormDefault='qualified'>"
            + schema
            + "</x:schema></types></definitions>");
    return WsdlReader.create().read(file.toUri());
  }

  private static boolean screened(String schema, String message) throws Exception {
    return screened(description(schema), message);
  }

  private static boolean screened(Description description, String message) {
    byte[] bytes = message.getBytes(UTF_8);
    XmlReader in = new XmlReader(Descriptions.names(description), XmlLimits.DEFAULT);
    in.reset(bytes, 0, bytes.length);
    in.nextChild(null);
    return Descriptions.screen(description).passes(in);
  }

  private static boolean isValid(Description description, String message) throws Exception {
    Validator validator =
        CompiledSchemas.of(Descriptions.schemas(description), Map.of()).newValidator();
    try {
      validator.validate(new StreamSource(new StringReader(message)));
      return true;
    } catch (SAXException e) {
      return false;
    }
  }

  private static boolean passes(String schema, String message) throws Exception {
    Description description = description(schema);
    boolean passes = screened(description, message);
    assertThat(!passes || isValid(description, message)).as(message).isTrue();
    return passes;
  }

  private static String element(String restriction) {
    return "<x:element name='r'><x:simpleType><x:restriction base="
        + restriction
        + "</x:restriction></x:simpleType></x:element>";
  }

  @Test
  void prohibitedReferencesToGlobalAttributes() throws Exception {
    String schema =
        """
        <x:attribute name='g' type='x:int'/><x:attribute name='h' type='x:int'/>
        <x:attributeGroup name='G'><x:attribute ref='t:g'/><x:attribute ref='t:h'/></x:attributeGroup>
        <x:complexType name='B'><x:sequence/><x:attributeGroup ref='t:G'/><x:attribute ref='xml:lang'/>
          <x:attribute name='l' form='qualified' type='x:int'/></x:complexType>
        <x:complexType name='R'><x:complexContent><x:restriction base='t:B'>
          <x:sequence/><x:attribute ref='t:g' use='prohibited'/><x:attribute ref='xml:lang' use='prohibited'/>
        </x:restriction></x:complexContent></x:complexType>
        <x:complexType name='RR'><x:complexContent><x:restriction base='t:R'>
          <x:sequence/><x:attribute ref='t:h' use='prohibited'/>
          <x:attribute name='l' form='qualified' use='prohibited'/>
        </x:restriction></x:complexContent></x:complexType>
        <x:complexType name='E'><x:complexContent><x:extension base='t:R'>
          <x:attribute ref='t:g'/>
        </x:extension></x:complexContent></x:complexType>
        <x:complexType name='N'><x:complexContent><x:extension base='t:B'>
          <x:attribute ref='t:h' use='prohibited'/>
        </x:extension></x:complexContent></x:complexType>
        <x:element name='r' type='t:TYPE'/>
        """;
    int passed = 0;
    for (String type : List.of("B", "R", "RR", "E", "N")) {
      for (String attribute : List.of("t:g='1'", "t:h='1'", "t:l='1'", "xml:lang='en'", "")) {
        String message = "<t:r xmlns:t='urn:t' " + attribute + "/>";
        passed += decides(schema.replace("TYPE", type), message) ? 1 : 0;
      }
    }
    assertThat(passed).isEqualTo(18);
  }

  @Test
  void listedValuesThatAreCollapsed() throws Exception {
    agree(
        element("'x:string'><x:whiteSpace value='collapse'/><x:enumeration value='a  b'/>"),
        "<t:r xmlns:t='urn:t'>a  b</t:r>");
  }

  @Test
  void listedValuesWithTabs() throws Exception {
    agree(element("'x:string'><x:enumeration value='a&#9;b'/>"), "<t:r xmlns:t='urn:t'>a\tb</t:r>");
  }

  @Test
  void boundsOfManyDigits() throws Exception {
    agree(
        element("'x:decimal'><x:minInclusive value='" + MANY_DIGITS + "'/>"),
        "<t:r xmlns:t='urn:t'>3</t:r>");
  }

  @Test
  void boundsOfTimesOfManyDigits() throws Exception {
    agree(
        element("'x:dateTime'><x:minInclusive value='2999-01-01T00:00:00." + MANY_DIGITS + "'/>"),
        "<t:r xmlns:t='urn:t'>2020-01-01T00:00:00</t:r>");
  }

  @Test
  void anElementOfItsOwnThatIsNamedAsASubstitute() throws Exception {
    agree(
        """
        <x:element name='h' type='x:int'/>
        <x:element name='m' type='x:int' substitutionGroup='t:h' fixed='3'/>
        <x:element name='r'><x:complexType><x:sequence>
          <x:element ref='t:h'/><x:element name='m' type='x:int'/>
        </x:sequence></x:complexType></x:element>
        """,
        "<t:r xmlns:t='urn:t'><t:m>4</t:m><t:m>4</t:m></t:r>");
  }

  /** How often two numbers within one another let elements come, as the JDK says it. */
  @Test
  void numbersWithinNumbersAreFollowed() throws Exception {
    String schema =
        """
        <x:element name='r'><x:complexType><x:sequence minOccurs='MIN' maxOccurs='5'>
          <x:element name='a' type='x:int' minOccurs='MIN' maxOccurs='5'/>
          <x:element name='b' type='x:int' minOccurs='0'/>
        </x:sequence></x:complexType></x:element>
        """;
    int passed = 0;
    for (int min = 0; min < 5; min++) {
      for (String content :
          List.of(
              "",
              "a".repeat(4),
              "a".repeat(16),
              "a".repeat(25),
              "a".repeat(26),
              "aaab".repeat(4),
              "aab".repeat(6),
              "aaaabaaaaaaaabaaab",
              "bbbbb",
              "bbbbbb")) {
        passed +=
            decides(
                    schema.replace("MIN", String.valueOf(min)),
                    "<t:r xmlns:t='urn:t'>" + content.replaceAll(".", "<t:$0>1</t:$0>") + "</t:r>")
                ? 1
                : 0;
      }
    }
    assertThat(passed).isBetween(10, 40);
  }

  /** The validator of the JDK would take minutes. */
  @Test
  void largeNumbersWithinNumbersAreFollowed() throws Exception {
    String schema =
        """
        <x:element name='r'><x:complexType><x:sequence minOccurs='0' maxOccurs='100'>
          <x:sequence minOccurs='0' maxOccurs='100000'>
            <x:element name='a' type='x:int' maxOccurs='100'/>
            <x:element name='b' type='x:int' minOccurs='0'/>
          </x:sequence><x:element name='c' type='x:int' minOccurs='0'/>
        </x:sequence></x:complexType></x:element>
        """;
    String one = "<t:a>1</t:a><t:a>1</t:a><t:c>1</t:c>";

    assertThat(screened(schema, "<t:r xmlns:t='urn:t'>" + one.repeat(100) + "</t:r>")).isTrue();
    assertThat(screened(schema, "<t:r xmlns:t='urn:t'>" + one.repeat(101) + "</t:r>")).isFalse();
  }

  // ---- unions ----

  @Test
  void unionsOfKnownTypesAreDecided() throws Exception {
    String schema =
        """
        <x:element name='r'><x:simpleType><x:union memberTypes='x:int'>
          <x:simpleType><x:union memberTypes='x:date t:code'/></x:simpleType>
        </x:union></x:simpleType></x:element>
        <x:simpleType name='code'><x:restriction base='x:string'><x:maxLength value='3'/></x:restriction></x:simpleType>
        """;
    for (String text : List.of("", "1", "12345", "abc", "abcd", "2020-01-01", " a ", "1.25")) {
      decides(schema, "<t:r xmlns:t='urn:t'>" + text + "</t:r>");
    }
  }

  @Test
  void unionsWithRestrictionsAreLeftToTheValidator() throws Exception {
    String schema =
        """
        <x:element name='r'><x:simpleType><x:restriction base='t:u'>FACET</x:restriction></x:simpleType></x:element>
        <x:simpleType name='u'><x:union memberTypes='x:int x:string'/></x:simpleType>
        """;
    for (String facet : List.of("<x:enumeration value='1'/>", "<x:pattern value='[0-9]'/>")) {
      agree(schema.replace("FACET", facet), "<t:r xmlns:t='urn:t'>x</t:r>", false);
    }
  }

  /** The decoder of the JDK for base64 fails for a character beyond ASCII. */
  @Test
  void aTextBeyondAsciiIsAStringInAUnionWithBinaryData() throws Exception {
    String schema =
        """
        <x:element name='r'><x:simpleType><x:union memberTypes='x:base64Binary x:string'/></x:simpleType></x:element>
        """;

    assertThat(screened(schema, "<t:r xmlns:t='urn:t'>\u00e9\u00e9</t:r>")).isTrue();
    decides(schema, "<t:r xmlns:t='urn:t'>AAAA</t:r>");
  }
}
