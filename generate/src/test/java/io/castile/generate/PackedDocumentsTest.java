package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that are packed beside a service lead to each other, and say what they said. */
final class PackedDocumentsTest {
  private static final String XS = "xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:shop'";

  @TempDir Path folder;

  private void write(String file, String text) throws Exception {
    Path path = folder.resolve("in").resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void writeAll() throws Exception {
    write(
        "shop.wsdl",
        """
        <!DOCTYPE w:definitions [<!ENTITY name "Shop &#38;amp; &#60;i&#62;Co&#60;/i&#62;">]>
        <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
            xmlns:t="urn:shop" targetNamespace="urn:shop">
          <w:documentation>&name; &amp; more, "quoted"</w:documentation>
          <w:import namespace="urn:shop" location="a/part.wsdl"/>
          <w:binding name="B" type="t:Shop"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
            <w:operation name="order"><s:operation soapAction="urn:a&amp;b"/><w:input><s:body use="literal"/></w:input>
              <w:output><s:body use="literal"/></w:output></w:operation></w:binding>
          <w:service name="ShopService"><w:port name="P" binding="t:B"><s:address location="http://localhost/?a=1&amp;b=2"/></w:port></w:service>
        </w:definitions>
        """);
    write(
        "a/part.wsdl",
        """
        <w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:shop"
            xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
          <w:types><schema targetNamespace="urn:shop" elementFormDefault="qualified">
            <include schemaLocation="../x/types.xsd"/>
            <import namespace="urn:other" schemaLocation="../y/types.xsd"/>
            <import namespace="http://www.w3.org/XML/1998/namespace"/>
            <include schemaLocation="../none.xsd"/>
            <element name="order"><complexType><sequence><element name="item" type="t:Item"/></sequence></complexType></element>
            <element name="orderResponse"><complexType><sequence/></complexType></element>
          </schema></w:types>
          <w:message name="in"><w:part name="p" element="t:order"/></w:message>
          <w:message name="out"><w:part name="p" element="t:orderResponse"/></w:message>
          <w:portType name="Shop"><w:operation name="order"><w:input message="t:in"/><w:output message="t:out"/></w:operation></w:portType>
        </w:definitions>
        """);
    write(
        "x/types.xsd",
        "<x:schema %s><x:complexType name='Item'><x:sequence><x:element name='sku' type='Sku'/></x:sequence></x:complexType>"
                .formatted(XS)
            + "<x:simpleType name='Sku'><x:restriction base='x:string'><x:pattern value='[a-z]&lt;\"&#10;'/></x:restriction></x:simpleType></x:schema>");
    write(
        "y/types.xsd",
        "<x:schema %s targetNamespace='urn:other'><x:complexType name='More'><x:sequence/></x:complexType></x:schema>"
            .formatted(XS));
  }

  @Test
  void theySayTheSameInOneFolder() throws Exception {
    writeAll();
    Description before = WsdlReader.create().offline().read(folder.resolve("in/shop.wsdl").toUri());
    Generated generated = Generator.create().generate(before);
    Map<String, String> resources = new TreeMap<>();
    for (Generated.File file : generated.files()) {
      if (file.kind() == Generated.File.Kind.RESOURCE) {
        resources.put(file.path(), file.text());
      }
    }
    Path out = folder.resolve("out");
    new OutputFolder(out).write(resources, false);
    Description after =
        WsdlReader.create().offline().read(out.resolve("shop/ShopService.wsdl").toUri());

    assertThat(resources)
        .containsOnlyKeys(
            "shop/ShopService.wsdl",
            "shop/part.wsdl",
            "shop/types.xsd",
            "shop/types-2.xsd",
            "shop/xml.xsd"); // which the import leads to now
    assertThat(after.documentation())
        .isEqualTo(before.documentation())
        .isEqualTo("Shop & Co & more, \"quoted\"");
    assertThat(signatures(after)).isEqualTo(signatures(before)).isNotEmpty();
    assertThat(Descriptions.outline(after).types())
        .isEqualTo(Descriptions.outline(before).types())
        .hasSize(3);
    assertThat(Descriptions.services(after).get(0).ports().get(0).address())
        .isEqualTo("http://localhost/?a=1&b=2");
    assertThat(before.problems()).hasSize(1); // what is not there, and is not named any more
    assertThat(after.problems()).isEmpty();
  }

  private static List<String> signatures(Description description) {
    return Descriptions.bindings(description).stream()
        .flatMap(binding -> binding.operations().stream())
        .map(each -> each.action() + " " + Descriptions.outline(description).signature(each))
        .toList();
  }
}
