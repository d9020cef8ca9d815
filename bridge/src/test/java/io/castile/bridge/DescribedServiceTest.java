package io.castile.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.bridge.DescribedService.Operation;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.outline.ElementTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names in a description. */
final class DescribedServiceTest {
  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:shop"
          xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:shop">
        <types>
          <x:schema targetNamespace="urn:shop" xmlns:s="urn:shop">
            <x:complexType name="Meta">
              <x:sequence>
                <x:element name="stamp" type="x:dateTime"/>
                <x:element name="inner" type="s:Meta" minOccurs="0"/>
              </x:sequence>
              <x:attribute name="kind"/>
            </x:complexType>
            <x:complexType name="WideMeta">
              <x:complexContent><x:extension base="s:Meta"><x:sequence>
                <x:element name="extra" type="x:string"/>
              </x:sequence></x:extension></x:complexContent>
            </x:complexType>
            <x:element name="note" type="x:string"/>
            <x:element name="longNote" type="x:string" substitutionGroup="s:note"/>
            <x:element name="GetPriceRequest"><x:complexType><x:sequence>
              <x:element name="item" type="x:string"/>
              <x:element name="meta" type="s:Meta"/>
              <x:element ref="s:note"/>
            </x:sequence></x:complexType></x:element>
            <x:element name="Anything"><x:complexType><x:sequence>
              <x:any/>
            </x:sequence></x:complexType></x:element>
          </x:schema>
        </types>
        <message name="getPrice"><part name="parameters" element="t:GetPriceRequest"/></message>
        <message name="any"><part name="parameters" element="t:Anything"/></message>
        <message name="buy"><part name="item" type="x:string"/><part name="meta" type="t:Meta"/></message>
        <message name="get"><part name="item" type="x:string"/></message>
        <message name="none"/>
        <portType name="Prices">
          <operation name="getPrice"><documentation> Returns a price. In euros. </documentation>
            <input message="t:getPrice"/><output message="t:none"/></operation>
          <operation name="any"><input message="t:any"/></operation>
        </portType>
        <portType name="Orders">
          <operation name="buy"><input message="t:buy"/></operation>
        </portType>
        <portType name="Gets">
          <operation name="look"><input message="t:get"/><output message="t:none"/></operation>
        </portType>
        <binding name="Prices" type="t:Prices">
          <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="getPrice"><soap:operation soapAction=""/>
            <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
          <operation name="any"><soap:operation soapAction=""/>
            <input><soap:body use="literal"/></input></operation>
        </binding>
        <binding name="Orders" type="t:Orders">
          <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="buy"><soap:operation soapAction=""/>
            <input><soap:body use="literal" namespace="urn:orders"/></input></operation>
        </binding>
        <binding name="Gets" type="t:Gets">
          <http:binding verb="GET"/>
          <operation name="look"><http:operation location="/look"/>
            <input><http:urlEncoded/></input><output/></operation>
        </binding>
        <service name="Shop">
          <port name="Prices" binding="t:Prices"><soap:address location="http://localhost/"/></port>
          <port name="Orders" binding="t:Orders"><soap:address location="http://localhost/"/></port>
          <port name="Gets" binding="t:Gets"><http:address location="http://localhost/"/></port>
        </service>
      </definitions>
      """;

  @TempDir private Path folder;

  private DescribedService service() throws IOException {
    Path file = Files.writeString(folder.resolve("shop.wsdl"), WSDL);
    List<DescribedService> services = DescribedService.of(WsdlReader.create().read(file.toUri()));
    assertThat(services).hasSize(1);
    return services.get(0);
  }

  private static QName shop(String local) {
    return new QName("urn:shop", local);
  }

  private static ElementTree.Node child(List<ElementTree.Node> nodes, QName name) {
    return nodes.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void operationsHaveTheirOwnNamesAndThoseOfTheirElements() throws Exception {
    DescribedService service = service();

    assertThat(service.name()).isEqualTo(shop("Shop"));
    assertThat(service.names())
        .containsExactlyInAnyOrder(
            shop("getPrice"),
            shop("GetPriceRequest"),
            shop("any"),
            shop("Anything"),
            shop("buy"),
            new QName("urn:orders", "buy"),
            shop("look"),
            new QName("look"));
    assertThat(service.byElement())
        .containsOnlyKeys(shop("GetPriceRequest"), shop("Anything"), new QName("urn:orders", "buy"))
        .containsEntry(
            shop("GetPriceRequest"), new Operation("getPrice", "Returns a price. In euros."));
    assertThat(service.byGet()).containsExactly(new QName("look"));
  }

  @Test
  void theElementsOfARequestAreThoseOfItsSchema() throws Exception {
    DescribedService.Request request = service().request(shop("GetPriceRequest"));

    assertThat(request.arguments())
        .containsExactlyInAnyOrder(
            "parameters", "GetPriceRequest", "item", "meta", "note", "longNote");
    ElementTree.Node body = child(request.body(), shop("GetPriceRequest"));
    assertThat(body.children())
        .extracting(ElementTree.Node::name)
        .containsExactlyInAnyOrder(
            new QName("item"), new QName("meta"), shop("note"), shop("longNote"));
    ElementTree.Node meta = child(body.children(), new QName("meta"));
    assertThat(meta.attributes()).containsExactly("kind");
    assertThat(meta.isOpen()).isFalse();
    assertThat(meta.children())
        .as("those of a type that may take its place, too")
        .extracting(each -> each.name().getLocalPart())
        .containsExactlyInAnyOrder("stamp", "inner", "extra");
    ElementTree.Node inner = child(meta.children(), new QName("inner"));
    assertThat(child(inner.children(), new QName("inner"))).isEqualTo(inner);
  }

  @Test
  void anElementWithAWildcardMayHaveAnything() throws Exception {
    DescribedService.Request request = service().request(shop("any"));

    assertThat(child(request.body(), shop("Anything")).isOpen()).isTrue();
  }

  @Test
  void theElementsOfARequestOfRpcAreItsParts() throws Exception {
    DescribedService.Request request = service().request(new QName("urn:orders", "buy"));

    assertThat(request.arguments()).containsExactlyInAnyOrder("item", "meta");
    ElementTree.Node body = child(request.body(), new QName("urn:orders", "buy"));
    assertThat(body.children())
        .extracting(ElementTree.Node::name)
        .containsExactly(new QName("item"), new QName("meta"));
    assertThat(child(body.children(), new QName("meta")).attributes()).containsExactly("kind");
  }

  @Test
  void aRequestByGetHasArgumentsAlone() throws Exception {
    DescribedService.Request request = service().request(new QName("look"));

    assertThat(request.arguments()).containsExactly("item");
    assertThat(request.body()).isEmpty();
  }
}
