package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static void agree(String schema, String message, boolean passes) throws Exception {
    assertThat(passes(schema, message)).isEqualTo(passes);
  }

  private static boolean passes(String schema, String message) throws Exception {
    Path file = Files.createTempFile(folder, "some", ".wsdl");
    Files.writeString(
        file,
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><types>"
            + "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:t'"
            + " targetNamespace='urn:t' elementFormDefault='qualified'>"
            + schema
            + "</x:schema></types></definitions>");
    Description description = WsdlReader.create().read(file.toUri());
    byte[] bytes = message.getBytes(UTF_8);
    XmlReader in = new XmlReader(Descriptions.names(description), XmlLimits.DEFAULT);
    in.reset(bytes, 0, bytes.length);
    in.nextChild(null);
    boolean passes = Descriptions.screen(description).passes(in);
    Validator validator =
        CompiledSchemas.of(Descriptions.schemas(description), Map.of()).newValidator();
    try {
      validator.validate(new StreamSource(new ByteArrayInputStream(bytes)));
    } catch (SAXException e) {
      assertThat(passes).as(e.getMessage()).isFalse();
    }
    return passes;
  }

  private static String element(String restriction) {
    return "<x:element name='r'><x:simpleType><x:restriction base="
        + restriction
        + "</x:restriction></x:simpleType></x:element>";
  }

  @Test
  void prohibitedReferencesToGlobalAttributes() throws Exception {
    agree(
        """
        <x:attribute name='g' type='x:int'/>
        <x:complexType name='B'><x:sequence/><x:attribute ref='t:g'/></x:complexType>
        <x:element name='r'><x:complexType><x:complexContent><x:restriction base='t:B'>
          <x:sequence/><x:attribute ref='t:g' use='prohibited'/>
        </x:restriction></x:complexContent></x:complexType></x:element>
        """,
        "<t:r xmlns:t='urn:t' t:g='1'/>");
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

  /** To follow them takes states by the square of the number. */
  @Test
  void numbersWithinNumbersAreNotFollowed() throws Exception {
    agree(
        """
        <x:element name='r'><x:complexType><x:sequence minOccurs='0' maxOccurs='25'>
          <x:sequence minOccurs='0' maxOccurs='25'><x:element name='a' minOccurs='0'/>
          <x:element name='b' minOccurs='0'/></x:sequence>
        </x:sequence></x:complexType></x:element>
        """,
        "<t:r xmlns:t='urn:t'/>",
        false);
    agree(
        """
        <x:element name='r'><x:complexType><x:sequence minOccurs='0' maxOccurs='100'>
          <x:element name='a' type='x:int' minOccurs='0'/><x:element name='b' type='x:int' minOccurs='0'/>
        </x:sequence></x:complexType></x:element>
        """,
        "<t:r xmlns:t='urn:t'>" + "<t:a>1</t:a><t:b>1</t:b><t:b>1</t:b>".repeat(40) + "</t:r>",
        true);
  }
}
