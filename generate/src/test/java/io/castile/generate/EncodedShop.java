package io.castile.generate;

/** A description of an rpc/encoded service, with what descriptions of its time have. */
final class EncodedShop {
  private EncodedShop() {}

  private static final String TYPES =
      """
      <x:complexType name="Bill"><x:all>
        <x:element name="sku" type="x:string"/>
        <x:element name="lines" type="t:Lines"/>
        <x:element name="days" type="t:Days" minOccurs="0" nillable="true"/>
        <x:element name="grid" type="t:Grid"/>
        <x:element name="count" type="e:int"/>
        <x:element name="code" type="t:Code"/>
        <x:element name="kind" type="t:Kind"/>
        <x:element name="more" type="m:Map"/>
        <x:element name="note" type="x:string" minOccurs="0" nillable="true"/>
        <x:element ref="t:remark"/>
        <x:element name="own"><x:complexType><x:complexContent><x:restriction base="e:Array">
          <x:attribute ref="e:arrayType" w:arrayType="x:unsignedShort[]"/>
        </x:restriction></x:complexContent></x:complexType></x:element>
      </x:all></x:complexType>
      <x:complexType name="Line"><x:sequence>
        <x:choice><x:element name="text" type="x:string"/><x:element name="price" type="x:decimal"/>
        </x:choice><x:any minOccurs="0"/></x:sequence><x:attributeGroup ref="e:commonAttributes"/>
      </x:complexType>
      <x:complexType name="Late"><x:complexContent><x:extension base="t:Bill"><x:all>
        <x:element name="fee" type="x:int"/></x:all></x:extension></x:complexContent></x:complexType>
      <x:complexType name="Lines"><x:complexContent><x:restriction base="e:Array">
        <x:attribute ref="e:arrayType" w:arrayType="t:Line[]"/>
      </x:restriction></x:complexContent></x:complexType>
      <x:complexType name="Days"><x:complexContent><x:restriction base="e:Array">
        <x:sequence><x:element name="item" type="x:date" maxOccurs="unbounded"/></x:sequence>
      </x:restriction></x:complexContent></x:complexType>
      <x:complexType name="Row"><x:complexContent><x:restriction base="e:Array">
        <x:attribute ref="e:arrayType" w:arrayType="x:double[]"/>
      </x:restriction></x:complexContent></x:complexType>
      <x:complexType name="Grid"><x:complexContent><x:restriction base="e:Array">
        <x:attribute ref="e:arrayType" w:arrayType="t:Row[]"/>
      </x:restriction></x:complexContent></x:complexType>
      <x:complexType name="Cube"><x:complexContent><x:restriction base="e:Array">
        <x:attribute ref="e:arrayType" w:arrayType="x:int[,,]"/>
      </x:restriction></x:complexContent></x:complexType>
      <x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="4"/></x:restriction></x:simpleType>
      <x:simpleType name="Kind"><x:restriction base="x:string"><x:enumeration value="new"/></x:restriction></x:simpleType>
      <x:element name="remark" type="x:token" nillable="true"/>
      <x:element name="plain"><x:complexType><x:sequence>
        <x:element name="note" type="x:string" minOccurs="0" nillable="true"/></x:sequence></x:complexType></x:element>
      """;

  /** An operation with the messages {@code NAMEIn} and {@code NAMEOut}, encoded. */
  static String bound(String name) {
    return Shop.bound(name, "").replace("literal", "encoded");
  }

  /** Operations, with their messages, of these types. */
  static String wsdl(String messages, String operations, String bound) {
    return Shop.rpc(TYPES, messages, operations, bound)
        .replaceFirst(
            "xmlns:x=",
            "xmlns:e='http://schemas.xmlsoap.org/soap/encoding/'"
                + " xmlns:m='http://xml.apache.org/xml-soap' xmlns:x=")
        .replaceFirst(
            "(elementFormDefault=\"qualified\">)",
            "$1<x:import namespace='http://schemas.xmlsoap.org/soap/encoding/'/>");
  }

  /** With one operation {@code order}. */
  static String wsdl() {
    return wsdl(
        Shop.message(
                "orderIn",
                Shop.type("skus", "t:Cube")
                    + Shop.type("day", "x:date")
                    + Shop.type("code", "t:Code")
                    + Shop.type("hex", "x:hexBinary")
                    + Shop.type("size", "e:unsignedByte"))
            + Shop.message("orderOut", Shop.type("return", "t:Bill")),
        Shop.operation("order", ""),
        bound("order"));
  }
}
