package io.castile.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.Castile;
import io.castile.SoapServer;
import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Descriptions that few toolkits take, or that no schema may say: what is generated of each
 * compiles, is published, and reads from a client what it has read from the wire.
 */
final class UnusualDescriptionsTest {
  private static final String OPERATION =
      "<w:operation name='put'><w:input message='t:putIn'/></w:operation>";

  private static final String ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";

  @TempDir private Path folder;

  private static String bound(String body) {
    return "<w:operation name='put'><s:operation soapAction='urn:put'/><w:input>"
        + body
        + "</w:input></w:operation>";
  }

  private static String document(String schema) {
    return Shop.document(
        schema,
        Shop.message("putIn", Shop.element("p", "put")),
        OPERATION,
        bound("<s:body use='literal'/>"));
  }

  private static String rpc(String use, String schema) {
    return Shop.rpc(
        "<x:import namespace='" + ENCODING + "'/>" + schema,
        Shop.message("putIn", Shop.type("p", "t:Put")),
        OPERATION,
        bound(
            "<s:body use='%s' namespace='urn:shop' encodingStyle='%s'/>".formatted(use, ENCODING)));
  }

  /**
   * Generates, compiles and publishes; posts a body, and calls the service with what it has read.
   *
   * @return what the service has read of the body
   */
  private Object[] check(String wsdl, String body) throws Exception {
    return check(wsdl, body, Generator.create());
  }

  private Object[] check(String wsdl, String body, Generator generator) throws Exception {
    Path file = Files.writeString(folder.resolve("unusual.wsdl"), wsdl);
    Description description = WsdlReader.create().offline().read(file.toUri());
    Generated generated = generator.generate(description);
    assertThat(generated.problems()).isEmpty();
    Map<String, String> files = new TreeMap<>();
    generated.files().forEach(each -> files.put(each.path(), each.text()));
    try (Compiled compiled = Compiled.of(folder, generated, files)) {
      Class<?> sei = compiled.type(generated.interfaces().get(0));
      BlockingQueue<Object[]> received = new LinkedBlockingQueue<>();
      Object service =
          Proxy.newProxyInstance(
              sei.getClassLoader(),
              new Class<?>[] {sei},
              (proxy, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return method.invoke(this, arguments);
                }
                received.add(arguments == null ? new Object[0] : arguments);
                return null;
              });
      try (SoapServer server =
          Castile.server().host("localhost").publish("/put", service).start()) {
        post(server.url("/put"), body);
        Object[] first = received.poll(10, TimeUnit.SECONDS);
        assertThat(first).isNotNull();
        Object client = Castile.client(sei).endpoint(server.url("/put")).build();
        try (AutoCloseable closed = (AutoCloseable) client) {
          assertThat(closed).isNotNull();
          Method method = sei.getMethods()[0];
          method.invoke(client, first);
        }
        Object[] second = received.poll(10, TimeUnit.SECONDS);
        assertThat(second).usingRecursiveComparison().isEqualTo(first);
        return first;
      }
    }
  }

  private static void post(String url, String body) throws Exception {
    String envelope =
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:t='urn:shop'"
            + " xmlns:x='http://www.w3.org/2001/XMLSchema'"
            + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><s:Body>"
            + body
            + "</s:Body></s:Envelope>";
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "text/xml; charset=utf-8")
                    .header("SOAPAction", "\"urn:put\"")
                    .POST(HttpRequest.BodyPublishers.ofString(envelope))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // simpleContent that restricts a simple type
        "<x:complexType><x:simpleContent><x:restriction base='x:hexBinary'><x:attribute name='kind' type='x:token'/></x:restriction></x:simpleContent></x:complexType>"
            + "|<t:put kind='a'>0aff</t:put>",
        // processContents with two words
        "<x:complexType><x:sequence><x:element name='n' type='x:int'/><x:any processContents='skip lax' minOccurs='0'/></x:sequence></x:complexType>"
            + "|<t:put><t:n>4</t:n></t:put>",
        // a facet that is no number
        "<x:complexType><x:sequence><x:element name='n'><x:simpleType><x:restriction base='x:string'><x:length value='few'/></x:restriction></x:simpleType></x:element></x:sequence></x:complexType>"
            + "|<t:put><t:n>abc</t:n></t:put>",
        // a default of another type
        "<x:complexType><x:sequence><x:element name='n' type='x:int' default='many'/></x:sequence><x:attribute name='a' type='x:short' default='99999'/></x:complexType>"
            + "|<t:put a='3'><t:n>5</t:n></t:put>",
        // enumerations of numbers, one of which is none
        "<x:complexType><x:sequence><x:element name='n'><x:simpleType><x:restriction base='x:int'><x:enumeration value='1'/><x:enumeration value='one'/></x:restriction></x:simpleType></x:element></x:sequence></x:complexType>"
            + "|<t:put><t:n>1</t:n></t:put>",
        // a wildcard of no namespace at all
        "<x:complexType><x:sequence><x:element name='n' type='x:int'/><x:any namespace='' minOccurs='0'/></x:sequence></x:complexType>"
            + "|<t:put><t:n>4</t:n></t:put>",
        // an element whose name no document can have beside one that is well named
        "<x:complexType><x:sequence><x:element name='n' type='x:int'/><x:element name='a:b' minOccurs='0'/></x:sequence></x:complexType>"
            + "|<t:put><t:n>4</t:n></t:put>",
        // a sequence that comes twice
        "<x:complexType><x:sequence minOccurs='2' maxOccurs='4'><x:element name='n' type='x:int' maxOccurs='2'/></x:sequence></x:complexType>"
            + "|<t:put><t:n>1</t:n><t:n>2</t:n><t:n>3</t:n></t:put>",
        // empty content
        "<x:complexType><x:sequence/></x:complexType>|<t:put/>",
        // groups of nothing that repeat
        "<x:complexType><x:sequence><x:element name='n' type='x:int'/><x:sequence minOccurs='0' maxOccurs='unbounded'/><x:choice minOccurs='0' maxOccurs='3'><x:sequence/></x:choice></x:sequence></x:complexType>"
            + "|<t:put><t:n>4</t:n></t:put>",
        // a repeated group of which each element is prohibited
        "<x:complexType><x:sequence maxOccurs='unbounded'><x:annotation/><x:element name='n' type='x:int' minOccurs='0' maxOccurs='0'/></x:sequence><x:attribute name='a' type='x:int'/></x:complexType>"
            + "|<t:put a='4'/>",
        // a number with a pattern
        "<x:complexType><x:sequence><x:element name='n'><x:simpleType><x:restriction base='x:int'><x:pattern value='[0-9]{4}'/></x:restriction></x:simpleType></x:element></x:sequence></x:complexType>"
            + "|<t:put><t:n>0042</t:n></t:put>"
      })
  void aDocumentIsReadAndWritten(String type, String body) throws Exception {
    check(document("<x:element name='put'>" + type + "</x:element>"), body);
  }

  private static final String LISTS =
      "<x:simpleType name='L'><x:list itemType='x:float'/></x:simpleType>"
          + "<x:simpleType name='LE'><x:restriction base='t:L'><x:enumeration value='1.0 2.0'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='LP'><x:restriction base='t:L'><x:maxLength value='3'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='LPE'><x:restriction base='t:LP'><x:enumeration value='1.0 2.0'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='E'><x:restriction base='x:string'><x:enumeration value='a'/><x:enumeration value='b'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='EL'><x:list itemType='t:E'/></x:simpleType>"
          + "<x:simpleType name='ELE'><x:restriction base='t:EL'><x:enumeration value='a b'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='SL'><x:list itemType='x:string'/></x:simpleType>"
          + "<x:simpleType name='SLP'><x:restriction base='t:SL'><x:pattern value='[a-z ]*'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='SLPE'><x:restriction base='t:SLP'><x:enumeration value='a b'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='NE'><x:restriction base='x:NMTOKENS'><x:enumeration value='a b'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='U'><x:union memberTypes='x:int x:string'/></x:simpleType>"
          + "<x:simpleType name='UE'><x:restriction base='t:U'><x:enumeration value='1'/><x:enumeration value='a b'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='UL'><x:union memberTypes='t:L x:string'/></x:simpleType>"
          + "<x:simpleType name='ULE'><x:restriction base='t:UL'><x:enumeration value='1 2'/></x:restriction></x:simpleType>";

  private static final String INNER =
      "<x:simpleType><x:restriction><x:simpleType><x:list itemType='x:double'/></x:simpleType>"
          + "<x:enumeration value='1E0 2E0'/></x:restriction></x:simpleType>";

  @ParameterizedTest
  @Tag("long")
  @CsvSource({
    "LE,1.0 2.0,2",
    "LP,1.0 2.0 3.0,3",
    "LPE,1.0 2.0,2",
    "EL,a b,2",
    "ELE,a b,2",
    "SLP,a b c,3",
    "SLPE,a b,2",
    "NE,a b,2",
    "UE,a b,1",
    "UE,1,1",
    "ULE,1 2,2",
    "'',1E0 2E0,2"
  })
  void restrictedListsHaveAllTheirItems(String type, String value, int items) throws Exception {
    String typed = type.isEmpty() ? ">" + INNER : " type='t:" + type + "'>";
    String once = "<x:element name='n'" + typed + "</x:element>";
    String many = "<x:element name='n' maxOccurs='3'" + typed + "</x:element>";
    String attribute = "<x:attribute name='a'" + typed + "</x:attribute>";
    String n = "<t:n>" + value + "</t:n>";

    assertThat(leaves(check(lists(complex(once, "")), "<t:put>" + n + "</t:put>"))).hasSize(items);
    assertThat(
            leaves(
                check(
                    lists(complex(once, attribute)), "<t:put a='" + value + "'>" + n + "</t:put>")))
        .hasSize(2 * items);
    assertThat(leaves(check(lists(complex(many, "")), "<t:put>" + n + n + "</t:put>")))
        .hasSize(2 * items);
    assertThat(
            leaves(
                check(
                    lists("<x:element name='put'" + typed + "</x:element>"),
                    "<t:put>" + value + "</t:put>")))
        .hasSize(items);
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"LE,1.0 2.0,2", "LPE,1.0 2.0,2", "ELE,a b,2", "UE,a b,1", "ULE,1 2,2"})
  void restrictedListsAreContentAndPartsOfTypes(String type, String value, int items)
      throws Exception {
    String content =
        "<x:element name='put'><x:complexType><x:simpleContent><x:extension base='t:%s'>"
            + "<x:attribute name='a' type='x:int'/></x:extension></x:simpleContent></x:complexType></x:element>";
    assertThat(leaves(check(lists(content.formatted(type)), "<t:put a='1'>" + value + "</t:put>")))
        .hasSize(items + 1);
    String part = rpc("literal", LISTS).replace("type='t:Put'", "type='t:" + type + "'");
    assertThat(leaves(check(part, "<t:put><p>" + value + "</p></t:put>"))).hasSize(items);
    String n = "<x:element name='n' type='t:" + type + "'/>";
    String body = "<t:put><t:n>" + value + "</t:n></t:put>";
    assertThat(leaves(check(lists(complex(n, "")), body, Generator.create().withCodecs(true))))
        .hasSize(items);
  }

  /** The values that are no beans, in all that there is. */
  private static List<Object> leaves(@Nullable Object value) throws IllegalAccessException {
    List<Object> found = new ArrayList<>();
    if (value instanceof JAXBElement<?> element) {
      found.addAll(leaves(element.getValue()));
    } else if (value instanceof Iterable<?> all) {
      for (Object each : all) {
        found.addAll(leaves(each));
      }
    } else if (value != null && value.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(value); i++) {
        found.addAll(leaves(Array.get(value, i)));
      }
    } else if (value != null
        && value.getClass().isAnnotationPresent(XmlType.class)
        && !(value instanceof Enum)) {
      for (Field each : value.getClass().getDeclaredFields()) {
        each.setAccessible(true);
        found.addAll(leaves(each.get(value)));
      }
    } else if (value != null) {
      found.add(value);
    }
    return found;
  }

  private static String lists(String element) {
    return document(LISTS + element);
  }

  private static String complex(String element, String attribute) {
    return "<x:element name='put'><x:complexType><x:sequence>"
        + element
        + "</x:sequence>"
        + attribute
        + "</x:complexType></x:element>";
  }

  @Test
  void anEnumerationOfASimpleTypeOfAnEncodedOneIsGenerated() throws Exception {
    check(
        document(
            "<x:import namespace='"
                + ENCODING
                + "'/><x:simpleType name='Small' xmlns:e='"
                + ENCODING
                + "'><x:restriction base='e:string'><x:enumeration value='x'/><x:enumeration value='y'/>"
                + "</x:restriction></x:simpleType><x:element name='put' type='t:Small'/>"),
        "<t:put>y</t:put>");
  }

  @ParameterizedTest
  @CsvSource({"literal", "encoded"})
  void structsHaveBinaryDataOfTheEncoding(String use) throws Exception {
    String members =
        use.equals("literal")
            ? "<t:b>AQI=</t:b><t:s>text</t:s>"
            : "<b i:type='e:base64' xmlns:e='"
                + ENCODING
                + "'>AQI=</b><s i:type='x:string'>text</s>";
    check(
        rpc(
            use,
            "<x:complexType name='Put'><x:sequence><x:element name='b' type='e:base64' xmlns:e='"
                + ENCODING
                + "'/><x:element name='s' type='e:string' xmlns:e='"
                + ENCODING
                + "'/></x:sequence></x:complexType>"),
        "<t:put"
            + (use.equals("encoded") ? " s:encodingStyle='" + ENCODING + "'" : "")
            + "><p>"
            + members
            + "</p></t:put>");
  }

  @Test
  void aHeaderBlockMayBeTheElementOfTheBody() throws Exception {
    check(
        Shop.document(
            Shop.sequence("put", "<x:element name='n' type='x:int'/>"),
            "<w:message name='putIn'><w:part name='p' element='t:put'/><w:part name='h' element='t:put'/></w:message>",
            OPERATION,
            bound(
                "<s:body use='literal' parts='p'/><s:header message='t:putIn' part='h' use='literal'/>")),
        "<t:put><t:n>4</t:n></t:put>");
  }

  @Test
  void redefinedTypesHaveAllThatIsInThem() throws Exception {
    Files.writeString(
        folder.resolve("base.xsd"),
        """
        <x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
          <x:complexType name="Put"><x:sequence><x:element name="first" type="x:string"/></x:sequence></x:complexType>
          <x:simpleType name="Code"><x:restriction base="x:string"><x:maxLength value="9"/></x:restriction></x:simpleType>
          <x:group name="More"><x:sequence><x:element name="code" type="Code"/></x:sequence></x:group>
        </x:schema>
        """);
    check(
        document(
            """
            <x:redefine schemaLocation="base.xsd">
              <x:complexType name="Put"><x:complexContent><x:extension base="t:Put"><x:sequence>
                <x:element name="country" type="x:string"/><x:group ref="t:More"/></x:sequence></x:extension></x:complexContent></x:complexType>
              <x:simpleType name="Code"><x:restriction base="t:Code"><x:enumeration value="A"/></x:restriction></x:simpleType>
              <x:group name="More"><x:sequence><x:group ref="t:More"/><x:element name="last" type="x:int"/></x:sequence></x:group>
            </x:redefine><x:element name="put" type="t:Put"/>
            """),
        "<t:put><t:first>a</t:first><t:country>b</t:country><t:code>A</t:code><t:last>3</t:last></t:put>");
  }

  @Test
  void partsThatAreNotDefinedAreToldAtTheirPlace() throws Exception {
    Path file = folder.resolve("absent.wsdl");
    Files.writeString(
        file,
        Shop.document(
            "",
            Shop.message("putIn", Shop.element("p", "absent")),
            OPERATION,
            bound("<s:body use='literal'/>")));
    Description description = WsdlReader.create().offline().read(file.toUri());

    assertThat(description.problems()).hasSize(1);
    assertThat(description.problems().get(0).toString())
        .matches("(?s).*absent\\.wsdl:[0-9]+:[0-9]+: part p is of element \\{urn:shop}absent, .*");
    assertThatThrownBy(() -> Generator.create().generate(description))
        .isInstanceOf(GenerateException.class)
        .hasMessageContaining("operation put has part p of element {urn:shop}absent");
  }
}
