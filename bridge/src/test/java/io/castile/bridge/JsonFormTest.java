package io.castile.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.OperationValues;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.diff.Diff;

/** Values of each kind in XML and in JSON. */
final class JsonFormTest {
  private static final String WSDL =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:kinds" targetNamespace="urn:kinds">
        <w:types><x:schema targetNamespace="urn:kinds" elementFormDefault="qualified">
          <x:element name="put"><x:complexType><x:sequence>
            <x:element name="int" type="x:int" minOccurs="0"/>
            <x:element name="long" type="x:long" minOccurs="0"/>
            <x:element name="integer" type="x:integer" minOccurs="0"/>
            <x:element name="decimal" type="x:decimal" minOccurs="0"/>
            <x:element name="double" type="x:double" minOccurs="0"/>
            <x:element name="float" type="x:float" minOccurs="0"/>
            <x:element name="boolean" type="x:boolean" minOccurs="0"/>
            <x:element name="string" type="x:string" minOccurs="0" nillable="true"/>
            <x:element name="dateTime" type="x:dateTime" minOccurs="0"/>
            <x:element name="duration" type="x:duration" minOccurs="0"/>
            <x:element name="base64" type="x:base64Binary" minOccurs="0"/>
            <x:element name="hex" type="x:hexBinary" minOccurs="0"/>
            <x:element name="name" type="x:QName" minOccurs="0"/>
            <x:element name="digits" type="t:Digits" minOccurs="0"/>
            <x:element name="numbers" type="t:Numbers" minOccurs="0"/>
            <x:element name="several" type="x:int" minOccurs="0" maxOccurs="unbounded"/>
            <x:element name="item" type="t:Item" minOccurs="0"/>
            <x:element name="shape" type="t:Shape" minOccurs="0" nillable="true"/>
            <x:element name="pairs" type="t:Pairs" minOccurs="0"/>
            <x:element name="any" minOccurs="0" nillable="true"/>
            <x:element name="mixed" type="t:Mixed" minOccurs="0"/>
            <x:element name="lists" type="t:Numbers" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
            <x:element name="codes" type="t:Codes" minOccurs="0"/>
            <x:element name="none" type="t:Item" minOccurs="0" nillable="true"/>
            <x:element name="between" type="t:Between" minOccurs="0"/>
            <x:element name="open" type="t:Open" minOccurs="0"/>
          </x:sequence></x:complexType></x:element>
          <x:element name="putResponse"><x:complexType><x:sequence/></x:complexType></x:element>
          <x:element name="known" type="x:hexBinary"/>
          <x:element name="nums" type="t:Numbers"/>
          <x:complexType name="Mixed" mixed="true"><x:sequence><x:element name="b" type="x:string" minOccurs="0"
            maxOccurs="unbounded"/></x:sequence><x:attribute name="lang" type="x:string"/></x:complexType>
          <x:simpleType name="Codes"><x:list itemType="t:Digits"/></x:simpleType>
          <x:complexType name="Between"><x:sequence><x:any namespace="##other" processContents="lax" minOccurs="0"/>
            <x:element name="a" type="x:int"/><x:any namespace="##other" processContents="lax" minOccurs="0"/>
            </x:sequence></x:complexType>
          <x:simpleType name="Digits"><x:restriction base="x:int"><x:pattern value="[0-9]{5}"/></x:restriction></x:simpleType>
          <x:simpleType name="Numbers"><x:list itemType="x:long"/></x:simpleType>
          <x:complexType name="Item"><x:simpleContent><x:extension base="x:decimal">
            <x:attribute name="unit" type="x:string" use="required"/>
            <x:attribute name="level" type="x:int" default="1"/></x:extension></x:simpleContent></x:complexType>
          <x:complexType name="Shape"><x:sequence><x:element name="area" type="x:int"/></x:sequence></x:complexType>
          <x:complexType name="Circle"><x:complexContent><x:extension base="t:Shape"><x:sequence>
            <x:element name="radius" type="x:int"/></x:sequence></x:extension></x:complexContent></x:complexType>
          <x:complexType name="Pairs"><x:sequence maxOccurs="unbounded"><x:element name="k" type="x:int"/>
            <x:element name="v" type="x:string" minOccurs="0"/></x:sequence></x:complexType>
          <x:complexType name="Open"><x:sequence><x:element name="first" type="x:int"/>
            <x:any processContents="lax" minOccurs="0" maxOccurs="unbounded"/></x:sequence>
            <x:anyAttribute processContents="lax"/></x:complexType>
        </x:schema></w:types>
        <w:message name="ask"><w:part name="p" element="t:put"/></w:message>
        <w:message name="tell"><w:part name="p" element="t:putResponse"/></w:message>
        <w:portType name="Kinds"><w:operation name="put"><w:input message="t:ask"/><w:output message="t:tell"/></w:operation></w:portType>
        <w:binding name="B" type="t:Kinds"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="put"><s:operation soapAction=""/><w:input><s:body use="literal"/></w:input>
            <w:output><s:body use="literal"/></w:output></w:operation></w:binding>
        <w:service name="KindsService"><w:port name="P" binding="t:B"><s:address location="http://localhost/kinds"/></w:port></w:service>
      </w:definitions>
      """;

  @TempDir private static Path folder;

  private static Description description;
  private static OperationValues put;

  @BeforeAll
  static void read() throws Exception {
    Path file = Files.writeString(folder.resolve("kinds.wsdl"), WSDL);
    description = WsdlReader.create().read(file.toUri());
    put = JsonMessages.operation(description, "put");
  }

  private static String element(String content) {
    return "<put xmlns='urn:kinds' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
        + " xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
        + content
        + "</put>";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "<int>7</int> | {'int':7}",
        "<long>9007199254740991</long> | {'long':9007199254740991}",
        "<long>9007199254740992</long> | {'long':'9007199254740992'}",
        "<long>-9223372036854775808</long> | {'long':'-9223372036854775808'}",
        "<integer>-5</integer> | {'integer':-5}",
        "<integer>123456789012345678901234567890</integer> | {'integer':'123456789012345678901234567890'}",
        "<decimal>1.50</decimal> | {'decimal':1.50}",
        "<decimal>123456789012345</decimal> | {'decimal':123456789012345}",
        "<decimal>1234567890.123456</decimal> | {'decimal':'1234567890.123456'}",
        "<double>0.1</double> | {'double':0.1}",
        "<double>-0.0</double> | {'double':'-0.0'}",
        "<double>NaN</double> | {'double':'NaN'}",
        "<double>-INF</double> | {'double':'-INF'}",
        "<float>0.1</float> | {'float':0.1}",
        "<boolean>true</boolean> | {'boolean':true}",
        "<string> a &amp; b </string> | {'string':' a & b '}",
        "<string></string> | {'string':''}",
        "<string xsi:nil='true'/> | {'string':null}",
        "<dateTime>2026-11-29T12:00:00.120Z</dateTime> | {'dateTime':'2026-11-29T12:00:00.120Z'}",
        "<duration>P1DT2H</duration> | {'duration':'P1DT2H'}",
        "<base64>AQID</base64> | {'base64':'AQID'}",
        "<hex>0AFF</hex> | {'hex':'0AFF'}",
        "<name xmlns:o='urn:other'>o:local</name> | {'name':'{urn:other}local'}",
        "<digits>00042</digits> | {'digits':'00042'}",
        "<numbers>1 9007199254740993</numbers> | {'numbers':[1,'9007199254740993']}",
        "<several>1</several> | {'several':[1]}",
        "<several>1</several><several>2</several> | {'several':[1,2]}",
        "<item unit='kg'>2.0</item> | {'item':{'@unit':'kg','$':2.0}}",
        "<item unit='kg' level='1'>2.0</item> | {'item':{'@unit':'kg','@level':1,'$':2.0}}",
        "<shape><area>1</area></shape> | {'shape':{'area':1}}",
        "<shape xsi:type='Circle'><area>1</area><radius>2</radius></shape>"
            + " | {'shape':{'@xsi:type':'{urn:kinds}Circle','area':1,'radius':2}}",
        "<shape xsi:type='Circle' xsi:nil='true'/>"
            + " | {'shape':{'@xsi:type':'{urn:kinds}Circle','@xsi:nil':true}}",
        "<any xsi:type='xs:int' xsi:nil='true'/>"
            + " | {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}int','@xsi:nil':true}}",
        "<pairs><k>1</k><k>2</k><v>two</v></pairs>"
            + " | {'pairs':{'$sequence':[{'k':1},{'k':2},{'v':'two'}]}}",
        "<any>text</any> | {'any':'text'}",
        "<any></any> | {'any':''}",
        "<any xsi:type='xs:int'>5</any>"
            + " | {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}int','$':5}}",
        "<any xsi:type='xs:hexBinary'>0AFF</any>"
            + " | {'any':{'@xsi:type':'{http://www.w3.org/2001/XMLSchema}hexBinary','$':'0AFF'}}",
        "<any><o:a xmlns:o='urn:other'>1</o:a><b xmlns=''>2</b></any>"
            + " | {'any':{'{urn:other}a':'1','b':'2'}}",
        "<open><first>1</first></open> | {'open':{'first':1}}",
        "<open><first>1</first><nums>1 2</nums></open> | {'open':{'first':1,'*':{'{urn:kinds}nums':[1,2]}}}",
        "<open><first>1</first><o:a xmlns:o='urn:other'>1</o:a><o:b xmlns:o='urn:other'>2</o:b>"
            + "<o:a xmlns:o='urn:other'>3</o:a></open> | {'open':{'$sequence':[{'first':1},{'{urn:other}a':'1'},"
            + "{'{urn:other}b':'2'},{'{urn:other}a':'3'}]}}",
        "<between><o:x xmlns:o='urn:other'>1</o:x><a>2</a><o:y xmlns:o='urn:other'>3</o:y></between>"
            + " | {'between':{'$sequence':[{'{urn:other}x':'1'},{'a':2},{'{urn:other}y':'3'}]}}",
        "<mixed>text</mixed> | {'mixed':{'$':'text'}}",
        "<mixed lang='en'>text</mixed> | {'mixed':{'@lang':'en','$':'text'}}",
        "<mixed>Hello <b>you</b></mixed> | {'mixed':{'$':'Hello ','b':['you']}}",
        "<mixed><b>1</b> <b>2</b></mixed> | {'mixed':{'$sequence':[{'b':'1'},' ',{'b':'2'}]}}",
        "<mixed>a<b>1</b>c</mixed> | {'mixed':{'$sequence':['a',{'b':'1'},'c']}}",
        "<any>a<b xmlns=''/>c</any> | {'any':{'$sequence':['a',{'{}b':''},'c']}}",
        "<any>text<a xmlns=''/></any> | {'any':{'$':'text','a':''}}",
        "<lists>1 2</lists><lists xsi:nil='true'/> | {'lists':[[1,2],null]}",
        "<codes>00042 00043</codes> | {'codes':['00042','00043']}",
        "<none unit='kg' xsi:nil='true'/> | {'none':{'@unit':'kg','@xsi:nil':true}}",
        "<open o:x='y' xmlns:o='urn:other'><first>1</first><known>0AFF</known><o:a>1</o:a><o:a>2</o:a></open>"
            + " | {'open':{'@{urn:other}x':'y','first':1,'*':{'{urn:kinds}known':'0AFF','{urn:other}a':['1','2']}}}",
      })
  void aValueIsTheSameAfterJson(String xml, String json) {
    String expected = json.replace('\'', '"');
    String message = element(xml);

    assertThat(JsonMessages.json(put, message)).isEqualTo(expected);
    Diff difference = JsonMessages.difference(message, JsonMessages.xml(put, expected));
    assertThat(difference.hasDifferences()).as(difference.toString()).isFalse();
    OpenApiDocument document = new OpenApiDocument(description);
    assertThat(document.invalid("/api/KindsService/put", expected)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"int\":\"x\"}",
        "{\"int\":2147483648}",
        "{\"int\":1.5}",
        "{\"boolean\":\"maybe\"}",
        "{\"several\":[1,\"x\"]}",
        "{\"unknown\":1}",
        "{\"item\":{\"$\":2.0}}",
        "{\"shape\":{}}",
        "{\"digits\":\"42\"}",
        "{\"codes\":[\"42\"]}",
        "{\"item\":{\"@unit\":\"kg\"}}"
      })
  void whatTheSchemaRefusesIsRefusedByBoth(String json) {
    assertThatThrownBy(() -> JsonMessages.xml(put, json)).isInstanceOf(ValueException.class);
    assertThat(new OpenApiDocument(description).invalid("/api/KindsService/put", json))
        .isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'long':'7'} | <long>7</long>",
        "{'decimal':'1.5'} | <decimal>1.5</decimal>",
        "{'decimal':1e3} | <decimal>1000</decimal>",
        "{'several':3} | <several>3</several>",
        "{'int':7.0} | <int>7</int>",
        "{'int':7e2} | <int>700</int>",
        "{'long':7.0} | <long>7</long>",
        "{'any':5} | <any>5</any>",
        "{'any':true} | <any>true</any>",
      })
  void otherSpellingsOfAValueAreTaken(String json, String xml) {
    String written = JsonMessages.xml(put, json.replace('\'', '"'));

    assertThat(JsonMessages.difference(element(xml), written).hasDifferences()).isFalse();
  }

  /** Keys and values of an attacker: refused, and nothing is written that is no XML. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'decimal':1e999999999}",
        "{'string':1e999999999}",
        "{'any':1e999999999}",
        "{'any':{'@{http://www.w3.org/2001/XMLSchema-instance}nil':'true','@xsi:nil':true}}",
        "{'any':{'@xmlns':'urn:evil','b':'2'}}",
        "{'any':{'@{http://www.w3.org/2000/xmlns/}a':'urn:evil'}}",
        "{'any':[[1,2]]}",
        "{'open':{'first':1,'@x':{'a':1}}}",
        "{'mixed':{'$':{'a':1}}}",
        "{'any':{'@':1}}",
        "{'any':{'@a b':1}}",
        "{'any':{'@{a':1}}",
        "{'any':{'':1}}",
        "{'any':{'*':1}}",
        "{'any':{'a:b':1}}",
        "{'any':{'<b/>':1}}",
        "{'open':{'first':1,'*':{'$':1}}}",
        "{'string':'\\u0000'}",
        "{'string':'\\ud800'}",
        "{'$sequence':[]}",
      })
  void hostileKeysAndValuesAreRefused(String json) {
    assertThatThrownBy(() -> JsonMessages.xml(put, json.replace('\'', '"')))
        .isInstanceOf(ValueException.class);
  }
}
