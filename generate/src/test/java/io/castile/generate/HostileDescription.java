package io.castile.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A description in which any text can be that of an attacker: {@code [[PLACE=usual]]} in the
 * template is a place and its text in a plain description. A place that occurs twice has one text.
 */
final class HostileDescription {
  private static final Pattern PLACE = Pattern.compile("\\[\\[([a-z]+\\.[A-Za-z0-9]+)=([^\\]]*)]]");

  private static final String TEMPLATE =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" name="[[name.definitions=All]]"
          xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"
          xmlns:a="http://www.w3.org/2007/05/addressing/metadata"
          xmlns:mt="http://www.w3.org/2005/05/xmlmime"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:f="urn:foreign"
          xmlns:c="urn:castile:encoded"
          xmlns:t="[[namespace.wsdl=urn:all]]" targetNamespace="[[namespace.wsdl=urn:all]]">
        <w:documentation>[[text.definitions=All.]]</w:documentation>
        <w:types><x:schema elementFormDefault="qualified" version="[[text.version=1]]"
            xmlns:t="[[namespace.wsdl=urn:all]]" targetNamespace="[[namespace.wsdl=urn:all]]"
            xmlns:o="[[namespace.other=urn:other]]">
          <x:import namespace="[[namespace.other=urn:other]]"/>
          <x:annotation><x:documentation source="[[text.source=a]]" xml:lang="en"
              >[[text.schema=Types.]]</x:documentation>
            <x:appinfo source="[[text.infosource=a]]">[[text.appinfo=info]]<f:any f:a="[[text.foreign=x]]"
              >[[text.foreigninfo=more]]</f:any></x:appinfo></x:annotation>
          <x:element name="[[name.wrapper=order]]"><x:annotation><x:documentation
              >[[text.element=An order.]]</x:documentation></x:annotation>
            <x:complexType><x:annotation><x:documentation>[[text.anonymous=It.]]</x:documentation>
            </x:annotation><x:sequence>
              <x:element name="[[name.local=sku]]" type="x:string" default="[[value.default=d]]">
                <x:annotation><x:documentation>[[text.local=The one.]]<f:b>[[text.nested=bold]]</f:b
                >[[text.behind=end]]</x:documentation></x:annotation></x:element>
              <x:element name="bill" type="t:[[name.type=Bill]]" f:a="[[text.foreignattribute=x]]"
                  minOccurs="0"/>
              <x:element ref="o:[[name.otherElement=part]]" minOccurs="0"/>
            </x:sequence></x:complexType></x:element>
          <x:element name="[[name.wrapper=order]]Response"><x:complexType><x:sequence>
            <x:element name="total" type="x:decimal"/></x:sequence></x:complexType></x:element>
          <x:element name="[[name.faultElement=gone]]"><x:complexType><x:sequence>
            <x:element name="why" type="x:string"/></x:sequence></x:complexType></x:element>
          <x:element name="[[name.head=session]]" type="t:[[name.type=Bill]]"/>
          <x:element name="text" type="x:string" nillable="true" default="[[value.globalDefault=d]]"/>
          <x:complexType name="[[name.type=Bill]]" id="[[name.id=i1]]"><x:annotation><x:documentation
              >[[text.type=A bill.]]</x:documentation><x:appinfo>[[text.typeinfo=info]]</x:appinfo>
              </x:annotation><x:sequence>
            <x:element name="kind" type="t:[[name.enum=Kind]]" default="new"/>
            <x:element name="code" type="t:[[name.simple=Code]]" fixed="[[value.fixed=abc]]" minOccurs="0"/>
            <x:element name="data" type="x:base64Binary" minOccurs="0"
                mt:expectedContentTypes="[[value.media=image/png]]"/>
            <x:element name="day" type="x:date" minOccurs="0" default="[[value.day=2020-01-01]]"/>
            <x:element name="number" minOccurs="0" default="[[value.int=7]]" type="x:int"/>
            <x:group ref="t:[[name.group=more]]"/>
            <x:any namespace="[[value.any=##other]]" processContents="lax" minOccurs="0"/>
          </x:sequence>
          <x:attribute name="[[name.attribute=tone]]" type="x:string" default="[[value.attribute=loud]]">
            <x:annotation><x:documentation>[[text.attribute=How.]]</x:documentation></x:annotation>
          </x:attribute>
          <x:attribute name="sure" type="x:string" fixed="[[value.fixedAttribute=yes]]"/>
          <x:attributeGroup ref="t:[[name.attributeGroup=rest]]"/>
          </x:complexType>
          <x:group name="[[name.group=more]]"><x:annotation><x:documentation>[[text.group=More.]]</x:documentation>
            </x:annotation><x:choice><x:element name="left" type="x:string" minOccurs="0"/>
            <x:element name="right" type="t:[[name.list=Codes]]" minOccurs="0"/></x:choice></x:group>
          <x:attributeGroup name="[[name.attributeGroup=rest]]"><x:annotation><x:documentation
            >[[text.attributeGroup=Rest.]]</x:documentation></x:annotation>
            <x:attribute name="size" type="x:int"/></x:attributeGroup>
          <x:simpleType name="[[name.enum=Kind]]"><x:annotation><x:documentation
            >[[text.enum=Kinds.]]</x:documentation></x:annotation><x:restriction base="x:string">
            <x:enumeration value="new"/><x:enumeration value="[[value.enum=old]]"><x:annotation>
              <x:documentation>[[text.constant=Not new.]]</x:documentation></x:annotation></x:enumeration>
            </x:restriction></x:simpleType>
          <x:simpleType name="[[name.simple=Code]]"><x:annotation><x:documentation
            >[[text.simple=Codes.]]</x:documentation></x:annotation><x:restriction base="x:string">
            <x:pattern value="[[value.pattern=.*]]"/></x:restriction></x:simpleType>
          <x:simpleType name="[[name.list=Codes]]"><x:list itemType="x:string"/></x:simpleType>
        </x:schema>
        <x:schema targetNamespace="[[namespace.other=urn:other]]" elementFormDefault="qualified">
          <x:element name="[[name.otherElement=part]]"><x:complexType><x:sequence>
            <x:element name="n" type="x:string"/></x:sequence></x:complexType></x:element>
        </x:schema></w:types>
        <w:message name="[[name.message=orderIn]]"><w:documentation>[[text.message=In.]]</w:documentation>
          <w:part name="[[name.part=p]]" element="t:[[name.wrapper=order]]"/>
          <w:part name="[[name.headPart=h]]" element="t:[[name.head=session]]"/></w:message>
        <w:message name="orderOut"><w:part name="p" element="t:[[name.wrapper=order]]Response"/>
          <w:part name="[[name.mimePart=photo]]" type="x:base64Binary"/></w:message>
        <w:message name="[[name.faultMessage=Gone]]"><w:documentation>[[text.fault=Sold.]]</w:documentation>
          <w:part name="f" element="t:[[name.faultElement=gone]]"/></w:message>
        <w:portType name="[[name.portType=Shop]]"><w:documentation>[[text.portType=Sells.]]</w:documentation>
          <w:operation name="[[name.operation=order]]"><w:documentation>[[text.operation=Orders.]]</w:documentation>
            <w:input name="[[name.input=in]]" message="t:[[name.message=orderIn]]" a:Action="[[text.action=urn:a]]"/>
            <w:output message="t:orderOut" a:Action="[[text.outAction=urn:b]]"/>
            <w:fault name="[[name.fault=gone]]" message="t:[[name.faultMessage=Gone]]" a:Action="[[text.faultAction=urn:c]]"/>
          </w:operation></w:portType>
        <w:binding name="[[name.binding=B]]" type="t:[[name.portType=Shop]]">
          <w:documentation>[[text.binding=How.]]</w:documentation>
          <s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="[[name.operation=order]]"><s:operation soapAction="[[text.soapAction=urn:d]]"/>
            <w:input name="[[name.input=in]]"><s:body use="literal" parts="[[name.part=p]]"/>
              <s:header message="t:[[name.message=orderIn]]" part="[[name.headPart=h]]" use="literal"/></w:input>
            <w:output><m:multipartRelated><m:part><s:body use="literal" parts="p"/></m:part>
              <m:part><m:content part="[[name.mimePart=photo]]" type="[[text.mime=image/png]]"/></m:part>
              </m:multipartRelated></w:output>
            <w:fault name="[[name.fault=gone]]"><s:fault name="[[name.fault=gone]]" use="literal"/></w:fault>
          </w:operation></w:binding>
        <w:service name="[[name.service=ShopService]]"><w:documentation>[[text.service=Where.]]</w:documentation>
          <w:port name="[[name.port=ShopPort]]" binding="t:[[name.binding=B]]">
            <w:documentation>[[text.port=Here.]]</w:documentation>
            <s:address location="[[text.address=http://localhost/shop]]"/></w:port></w:service>
      </w:definitions>
      """;

  /** The other style: an rpc service whose messages are encoded. */
  private static final String ENCODED =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"
          xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:c="urn:castile:encoded"
          xmlns:o="[[namespace.other=urn:other]]"
          xmlns:t="[[namespace.wsdl=urn:all]]" targetNamespace="[[namespace.wsdl=urn:all]]">
        <w:types><x:schema targetNamespace="[[namespace.other=urn:other]]">
          <x:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/>
          <x:simpleType name="[[name.simple=Code]]"><x:restriction base="x:string"><x:maxLength value="4"/>
            <x:pattern value="[[value.pattern=.*]]"/></x:restriction></x:simpleType>
          <x:complexType name="[[name.type=Bill]]"><x:annotation><x:documentation>[[text.type=A bill.]]</x:documentation>
            </x:annotation><x:all>
            <x:element name="[[name.local=code]]" type="o:[[name.simple=Code]]" c:name="[[value.formName=x]]"/>
            <x:element name="lines" type="o:[[name.array=Lines]]" c:item="[[value.form=x]]" c:dimensions="[[value.dimensions=1]]"/></x:all>
          </x:complexType>
          <x:complexType name="[[name.array=Lines]]"><x:complexContent><x:restriction base="e:Array">
            <x:attribute ref="e:arrayType" w:arrayType="x:string[]"/>
          </x:restriction></x:complexContent></x:complexType>
        </x:schema></w:types>
        <w:message name="orderIn"><w:part name="[[name.part=p]]" type="o:[[name.simple=Code]]"/>
          <w:part name="q" type="o:[[name.array=Lines]]"/></w:message>
        <w:message name="orderOut"><w:part name="r" type="o:[[name.type=Bill]]"/></w:message>
        <w:portType name="[[name.portType=Shop]]"><w:operation name="[[name.operation=order]]" parameterOrder="[[name.part=p]] q">
            <w:documentation>[[text.operation=Orders.]]</w:documentation>
            <w:input message="t:orderIn"/><w:output message="t:orderOut"/></w:operation></w:portType>
        <w:binding name="B" type="t:[[name.portType=Shop]]">
          <s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
          <w:operation name="[[name.operation=order]]"><s:operation soapAction="[[text.soapAction=urn:d]]"/>
            <w:input><s:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"
              namespace="[[namespace.body=urn:body]]"/></w:input>
            <w:output><s:body use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"
              namespace="[[namespace.body=urn:body]]"/></w:output></w:operation></w:binding>
        <w:service name="[[name.service=ShopService]]">
          <w:port name="P" binding="t:B"><s:address location="[[text.address=http://localhost/shop]]"/></w:port></w:service>
      </w:definitions>
      """;

  private HostileDescription() {}

  /** Returns all places of a style. */
  static List<String> places(boolean isEncoded) {
    Map<String, String> places = new LinkedHashMap<>();
    Matcher matcher = PLACE.matcher(isEncoded ? ENCODED : TEMPLATE);
    while (matcher.find()) {
      places.put(matcher.group(1), matcher.group(2));
    }
    return new ArrayList<>(places.keySet());
  }

  /** Returns a description with these texts at their places. */
  static String with(boolean isEncoded, Map<String, String> texts) {
    return PLACE
        .matcher(isEncoded ? ENCODED : TEMPLATE)
        .replaceAll(
            found -> {
              String text = texts.get(found.group(1));
              return Matcher.quoteReplacement(text == null ? found.group(2) : escaped(text));
            });
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c < ' ' || c > '~' || "&<>\"'".indexOf(c) >= 0) {
                escaped.append("&#").append(c).append(';');
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }
}
