package io.castile.wsdl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes descriptions for tests. */
final class Wsdl {
  private static final String HEAD =
      """
      <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/"
          xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:x="http://www.w3.org/2001/XMLSchema"
          xmlns:t="urn:t" targetNamespace="urn:t" name="T">
      """;

  private Wsdl() {}

  /** Returns a description with the given content, whose prefix {@code t} is its own namespace. */
  static String of(String content) {
    return HEAD + content + "</w:definitions>";
  }

  /** Returns a description of one operation, {@code get}, with these types. */
  static String withTypes(String types) {
    return of(
        "<w:types>"
            + types
            + """
            </w:types>
            <w:message name="in"><w:part name="p" element="t:get"/></w:message>
            <w:message name="out"><w:part name="p" element="t:getResponse"/></w:message>
            <w:portType name="P"><w:operation name="get">
              <w:input message="t:in"/><w:output message="t:out"/>
            </w:operation></w:portType>
            <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
              <w:operation name="get"><s:operation soapAction="urn:get"/>
                <w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output>
              </w:operation></w:binding>
            <w:service name="S"><w:port name="O" binding="t:B"><s:address location="http://localhost/s"/></w:port></w:service>
            """);
  }

  /** Returns a schema of the description's namespace. */
  static String schema(String content) {
    return "<x:schema targetNamespace=\"urn:t\" elementFormDefault=\"qualified\">"
        + content
        + "</x:schema>";
  }

  /** Returns the two elements of the operation, of given types. */
  static String elements(String request, String response) {
    return "<x:element name=\"get\"><x:complexType><x:sequence>"
        + request
        + "</x:sequence></x:complexType></x:element><x:element name=\"getResponse\">"
        + "<x:complexType><x:sequence>"
        + response
        + "</x:sequence></x:complexType></x:element>";
  }

  /** Writes a description and reads it. */
  static Description read(Path folder, String text) throws IOException {
    return WsdlReader.create().offline().read(write(folder, "t.wsdl", text).toUri());
  }

  static Path write(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }
}
