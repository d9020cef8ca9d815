package io.castile.generate;

/** A description for tests, made of what a test is about. */
final class Shop {
  private Shop() {}

  /** Of style document: schema, messages, operations of the port type, those of the binding. */
  static String document(String schema, String messages, String operations, String bound) {
    return wsdl("document", schema, messages, operations, bound);
  }

  static String rpc(String schema, String messages, String operations, String bound) {
    return wsdl("rpc", schema, messages, operations, bound);
  }

  private static String wsdl(
      String style, String schema, String messages, String operations, String bound) {
    return """
        <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/"
            xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
            xmlns:a="http://www.w3.org/2007/05/addressing/metadata"
            xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shop" targetNamespace="urn:shop">
          <w:types><x:schema targetNamespace="urn:shop" elementFormDefault="qualified">
            %s
          </x:schema></w:types>
          %s
          <w:portType name="Shop"><w:documentation>Sells &lt;things&gt;.</w:documentation>%s</w:portType>
          <w:binding name="B" type="t:Shop">
            <s:binding style="%s" transport="http://schemas.xmlsoap.org/soap/http"/>%s</w:binding>
          <w:service name="ShopService"><w:port name="ShopPort" binding="t:B">
            <s:address location="http://localhost/shop"/></w:port></w:service>
        </w:definitions>
        """
        .formatted(schema, messages, operations, style, bound);
  }

  /** A message of one part. */
  static String message(String name, String part) {
    return "<w:message name='%s'>%s</w:message>".formatted(name, part);
  }

  static String element(String part, String element) {
    return "<w:part name='%s' element='t:%s'/>".formatted(part, element);
  }

  static String type(String part, String type) {
    return "<w:part name='%s' type='%s'/>".formatted(part, type);
  }

  /** An operation with the messages {@code NAMEIn} and {@code NAMEOut}. */
  static String operation(String name, String more) {
    return "<w:operation name='%1$s'><w:input message='t:%1$sIn'/><w:output message='t:%1$sOut'/>%2$s</w:operation>"
        .formatted(name, more);
  }

  /** An operation of the binding, literal. */
  static String bound(String name, String headers) {
    return """
        <w:operation name='%1$s'><s:operation soapAction='urn:%1$s'/>
          <w:input><s:body use='literal' namespace='urn:shop'/>%2$s</w:input>
          <w:output><s:body use='literal' namespace='urn:shop'/></w:output></w:operation>
        """
        .formatted(name, headers);
  }

  /** An element of a sequence of others. */
  static String sequence(String name, String content) {
    return "<x:element name='%s'><x:complexType><x:sequence>%s</x:sequence></x:complexType></x:element>"
        .formatted(name, content);
  }
}
