package io.castile.dynamic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.cache.policy.CachePolicy;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of one name are told by the names of their inputs (WSDL 1.1 §2.4.5, §2.5). */
final class OverloadedOperationsTest {
  private static final String WSDL =
      """
      <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
          xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:find" targetNamespace="urn:find">
        <types><x:schema targetNamespace="urn:find">
          <x:complexType name="Answer"><x:sequence><x:element name="return" type="x:string"/></x:sequence></x:complexType>
          <x:element name="Find"><x:complexType><x:sequence><x:element name="key" type="x:int"/></x:sequence></x:complexType></x:element>
          <x:element name="FindByName"><x:complexType><x:sequence><x:element name="key" type="x:string"/></x:sequence></x:complexType></x:element>
          <x:element name="FindResponse" type="t:Answer"/><x:element name="FindByNameResponse" type="t:Answer"/>
        </x:schema></types>
        <message name="a"><part name="parameters" element="t:Find"/></message>
        <message name="ar"><part name="parameters" element="t:FindResponse"/></message>
        <message name="b"><part name="parameters" element="t:FindByName"/></message>
        <message name="br"><part name="parameters" element="t:FindByNameResponse"/></message>
        <portType name="P">
          <operation name="Find"><input message="t:a"/><output message="t:ar"/></operation>
          <operation name="Find"><input name="FindByName" message="t:b"/><output name="FindByName" message="t:br"/></operation>
        </portType>
        <binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
          <operation name="Find"><s:operation soapAction="urn:find/1"/>
            <input name="FindByName"><s:body use="literal"/></input><output name="FindByName"><s:body use="literal"/></output></operation>
          <operation name="Find"><s:operation soapAction="urn:find/2"/>
            <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>
        </binding>
        <service name="S"><port name="O" binding="t:B"><s:address location="http://localhost/"/></port></service>
      </definitions>
      """;

  @TempDir private Path folder;

  /** The service behind the description. */
  @WebService(targetNamespace = "urn:find")
  public static final class Finder {
    @WebMethod(operationName = "Find")
    public String find(@WebParam(name = "key") int key) {
      return "number " + key;
    }

    @WebMethod(operationName = "FindByName")
    public String findByName(@WebParam(name = "key") String key) {
      return "name " + key;
    }
  }

  private Description description() throws Exception {
    return WsdlReader.create().read(Files.writeString(folder.resolve("find.wsdl"), WSDL).toUri());
  }

  @Test
  void eachIsCalledByTheNameOfItsInput() throws Exception {
    try (SoapServer server =
            Castile.server().host("localhost").publish("/find", new Finder()).start();
        DynamicClient client =
            DynamicClient.of(description())
                .endpoint(server.url("/find"))
                .cache(
                    CachePolicy.parse(
                        "policy", "rules:\n- {operation: '*', cache: true, ttl: 1h}\n"))
                .build()) {
      for (int i = 0; i < 2; i++) { // sent, then from the cache
        assertThat(client.call("Find", Map.of("key", 7))).containsEntry("return", "number 7");
        assertThat(client.call("FindByName", Map.of("FindByName", Map.of("key", "7"))))
            .containsEntry("FindByNameResponse", Map.of("return", "name 7"));
      }
      assertThatThrownBy(() -> client.call("Search", Map.of()))
          .hasMessage("expected an operation, one of Find, FindByName, FindRequest, found Search");
    }
  }

  @Test
  void bothAreDescribed() throws Exception {
    assertThat(description().problems()).isEmpty();
    assertThat(Descriptions.bindings(description()).get(0).named()).hasSize(3);
  }
}
