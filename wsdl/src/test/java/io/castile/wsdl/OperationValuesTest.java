package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OperationValuesTest {
  private static final String ORDER =
      Wsdl.elements(
              "<x:element name='item' type='t:Item' maxOccurs='unbounded'/><x:element name='note'"
                  + " type='x:string' minOccurs='0' nillable='true'/>",
              "<x:element name='number' type='x:long'/><x:element name='total' type='t:Money'/>")
          + """
          <x:complexType name="Item"><x:sequence>
            <x:element name="sku" type="t:Sku"/>
            <x:choice><x:element name="count" type="x:int"/><x:element name="weight" type="x:double"/></x:choice>
          </x:sequence><x:attribute name="gift" type="x:boolean"/></x:complexType>
          <x:complexType name="Parcel"><x:complexContent><x:extension base="t:Item"><x:sequence>
            <x:element name="size" type="t:Sizes"/></x:sequence></x:extension></x:complexContent></x:complexType>
          <x:simpleType name="Sizes"><x:list itemType="x:int"/></x:simpleType>
          <x:simpleType name="Sku"><x:restriction base="x:string"><x:enumeration value="pen"/>
            <x:enumeration value="ink"/></x:restriction></x:simpleType>
          <x:complexType name="Money"><x:simpleContent><x:extension base="x:decimal">
            <x:attribute name="currency" type="x:string" use="required"/></x:extension></x:simpleContent></x:complexType>
          """;

  @TempDir private Path folder;

  private OperationValues values(String schema) throws Exception {
    Description description = Wsdl.read(folder, Wsdl.withTypes(Wsdl.schema(schema)));
    return description.values(description.bindings().get(0).operations().get(0));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  /** A message without prefixes and what declares them. */
  private static String plain(String message) {
    return message.replaceAll(" xmlns:?[^=]*=\"[^\"]*\"|[a-z0-9]+:", "");
  }

  private static XmlReader reader(byte[] bytes) {
    XmlReader in = new XmlReader();
    in.reset(bytes, 0, bytes.length);
    in.nextChild(null);
    return in;
  }

  private static Map<String, Object> fields(Object... pairs) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], pairs[i + 1]);
    }
    return fields;
  }

  @Test
  void elementsAreWrittenInTheirOrderWhateverTheOrderOfTheFields() throws Exception {
    byte[] request =
        values(ORDER)
            .request(
                fields(
                    "note",
                    "a < b",
                    "item",
                    List.of(
                        fields("count", 2, "sku", "pen", "@gift", true),
                        fields("weight", "1.50", "sku", "ink"))));

    assertThat(plain(text(request)))
        .isEqualTo(
            "<get><item gift=\"true\"><sku>pen</sku><count>2</count></item><item><sku>ink</sku>"
                + "<weight>1.5</weight></item><note>a &lt; b</note></get>");
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    OperationValues values = values(ORDER);
    Map<String, Object> request =
        fields(
            "item",
            List.of(
                fields("@gift", false, "sku", "ink", "weight", 0.5),
                fields(
                    "@xsi:type", "{urn:t}Parcel", "sku", "pen", "count", 7, "size", List.of(1, 2))),
            "note",
            null);
    Map<String, Object> response =
        fields(
            "number",
            Long.MAX_VALUE,
            "total",
            fields("@currency", "EUR", "$", new BigDecimal("12.30")));

    assertThat(values.readRequest(reader(values.request(request)))).isEqualTo(request);
    assertThat(values.readResponse(reader(values.response(response)))).isEqualTo(response);
  }

  @Test
  void aTypeIsNamedByItsLocalName() throws Exception {
    OperationValues values = values(ORDER);

    byte[] request =
        values.request(
            Map.of("item", Map.of("@xsi:type", "Parcel", "sku", "pen", "count", 1, "size", "3 4")));

    assertThat(values.readRequest(reader(request)).get("item"))
        .isEqualTo(
            List.of(
                Map.of(
                    "@xsi:type",
                    "{urn:t}Parcel",
                    "sku",
                    "pen",
                    "count",
                    1,
                    "size",
                    List.of(3, 4))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|expected item, found none",
        "item.sku=pen|item: expected one of count, weight, found none",
        "item.sku=cup,item.count=1|item.sku: expected one of pen, ink, found 'cup'",
        "item.sku=pen,item.count=many|item.count: expected int, found 'many'",
        "item.sku=pen,item.count=1,item.weight=2|item: expected no weight beside count, sku, found"
            + " 1",
        "item.sku=pen,item.count=1,item.color=red|item: expected fields of @gift, count, sku,"
            + " weight, found color",
        "item.sku=pen,item.count=1,item.@gift=perhaps|item.@gift: expected boolean, found"
            + " 'perhaps'",
        "item=pen|item: expected fields of @gift, count, sku, weight, found 'pen'",
        "item.sku=pen,item.count=1,name=me|expected fields of item, note, found name",
        "item.@xsi:type=Money|item: expected the name of a type derived from Item, found 'Money'"
      })
  void whatDoesNotFitIsSaidWithItsPath(String fields, String message) throws Exception {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (String each : fields.isEmpty() ? new String[0] : fields.split(",")) {
      String path = each.substring(0, each.indexOf('='));
      Map<String, Object> at = arguments;
      if (path.startsWith("item.")) {
        Object item = arguments.computeIfAbsent("item", key -> new LinkedHashMap<>());
        @SuppressWarnings("unchecked") // made in the line before
        Map<String, Object> known = (Map<String, Object>) item;
        at = known;
        path = path.substring("item.".length());
      }
      at.put(path, each.substring(each.indexOf('=') + 1));
    }

    assertThatThrownBy(() -> values(ORDER).request(arguments))
        .isInstanceOf(ValueException.class)
        .hasMessage(message);
  }

  @Test
  void aNullIsForElementsThatMayBeNil() throws Exception {
    assertThatThrownBy(
            () ->
                values(ORDER)
                    .request(fields("item", Arrays.asList(fields("sku", "pen", "count", 1), null))))
        .hasMessage("item[1]: expected a value, found null");
  }

  @Test
  void groupsThatComeAgainTakeOneOfEachList() throws Exception {
    OperationValues values =
        values(
            "<x:element name='get'><x:complexType><x:sequence maxOccurs='unbounded'><x:element"
                + " name='k' type='x:int'/><x:element name='v' type='x:int'"
                + " minOccurs='0'/></x:sequence></x:complexType></x:element>"
                + "<x:element name='getResponse' type='x:int'/>");

    String request = text(values.request(Map.of("k", List.of(1, 2), "v", List.of(3, 4))));

    assertThat(plain(request)).contains("<k>1</k><v>3</v><k>2</k><v>4</v>");
    assertThat(
            values.readResponse(
                reader("<getResponse xmlns='urn:t'>5</getResponse>".getBytes(UTF_8))))
        .isEqualTo(Map.of("getResponse", 5));
  }

  @Test
  void elementsStandInForOthers() throws Exception {
    OperationValues values =
        values(
            Wsdl.elements("<x:element ref='t:shape'/>", "")
                + "<x:element name='shape' type='t:Shape' abstract='true'/><x:complexType"
                + " name='Shape'><x:sequence/></x:complexType><x:element name='circle'"
                + " substitutionGroup='t:shape'><x:complexType><x:complexContent><x:extension"
                + " base='t:Shape'><x:sequence><x:element name='r' type='x:int'/></x:sequence>"
                + "</x:extension></x:complexContent></x:complexType></x:element>");

    byte[] request = values.request(Map.of("circle", Map.of("r", 3)));

    assertThat(values.readRequest(reader(request)))
        .isEqualTo(Map.of("circle", List.of(Map.of("r", 3))));
    assertThatThrownBy(() -> values.request(Map.of()))
        .hasMessage("expected circle in place of shape, which is abstract, found none");
  }

  @Test
  void anythingIsReadAsItStands() throws Exception {
    OperationValues values =
        values(
            Wsdl.elements(
                "<x:element name='a' type='x:anyType'/>",
                "<x:element name='b' type='x:anyType' maxOccurs='unbounded'/>"));
    String response =
        "<t:getResponse xmlns:t='urn:t' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
            + " xmlns:x='http://www.w3.org/2001/XMLSchema'><t:b i:type='x:int'>4</t:b><t:b>text"
            + "</t:b><t:b u='1'><c>2</c><c>3</c><d/></t:b></t:getResponse>";

    assertThat(values.readResponse(reader(response.getBytes(UTF_8))))
        .isEqualTo(
            Map.of("b", List.of(4, "text", fields("@u", "1", "c", List.of("2", "3"), "d", ""))));
    assertThat(values.readRequest(reader(values.request(Map.of("a", 1.5)))))
        .isEqualTo(Map.of("a", 1.5));
    assertThat(values.readRequest(reader(values.request(Map.of("a", Map.of("{u}b", "c"))))))
        .isEqualTo(Map.of("a", Map.of("b", "c")));
  }

  @Test
  void aWildcardTakesElementsByTheirNamesOnce() throws Exception {
    OperationValues values =
        values(
            "<x:element name='get'><x:complexType><x:sequence><x:any minOccurs='0'/><x:any"
                + " minOccurs='0'/></x:sequence></x:complexType></x:element><x:element"
                + " name='getResponse' type='x:int'/>");

    assertThat(plain(text(values.request(Map.of("*", Map.of("{u}a", "b"))))))
        .containsOnlyOnce("<a type=\"xs:string\">b</a>".replace("xs:", ""));
    assertThatThrownBy(() -> values.request(Map.of("*", "<a/>")))
        .hasMessage("expected elements by their names, as {namespace}name, in *, found '<a/>'");
  }

  @Test
  void severalListsAreAListOfLists() throws Exception {
    OperationValues values =
        values(
            Wsdl.elements("<x:element name='a' type='t:L' maxOccurs='9'/>", "")
                + "<x:simpleType name='L'><x:list itemType='x:int'/></x:simpleType>");
    Map<String, Object> two = Map.of("a", List.of(List.of(1, 2), List.of(3)));

    assertThat(values.readRequest(reader(values.request(two)))).isEqualTo(two);
    assertThat(plain(text(values.request(Map.of("a", List.of(1, 2)))))).contains("<a>1 2</a>");
    assertThat(plain(text(values.request(Map.of("a", ""))))).contains("<a></a>");
    assertThatThrownBy(() -> values.request(Map.of("a", Arrays.asList(1, null))))
        .hasMessage("a: expected L, found null");
  }

  @Test
  void rpcPartsHaveNoNamespace() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:message name="in"><w:part name="a" type="x:int"/><w:part name="b" type="x:string"/></w:message>
                <w:message name="out"><w:part name="c" type="x:boolean"/></w:message>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/><w:output message="t:out"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="rpc"/><w:operation name="o">
                  <w:input><s:body use="literal" namespace="urn:n"/></w:input><w:output><s:body use="literal" namespace="urn:n"/></w:output>
                </w:operation></w:binding>
                """));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));

    byte[] request = values.request(Map.of("b", "x", "a", 1));

    assertThat(text(request)).matches("<(\\w+):o xmlns:\\w+=\"urn:n\"><a>1</a><b>x</b></\\1:o>");
    assertThat(values.readRequest(reader(request))).isEqualTo(fields("a", 1, "b", "x"));
    assertThat(text(values.response(Map.of("c", true)))).contains("oResponse", "<c>true</c>");
    assertThatThrownBy(() -> values.request(Map.of("a", 1))).hasMessage("expected b, found none");
    assertThatThrownBy(() -> values.request(fields("a", 1, "b", "", "z", 1)))
        .hasMessage("expected fields of a, b, found z");
  }

  @Test
  void aTemplateIsAMessageThatCanBeRead() throws Exception {
    OperationValues values =
        values(
            ORDER
                + "<x:complexType name='Loop'><x:sequence><x:element name='loop' type='t:Loop'"
                + " minOccurs='0'/></x:sequence></x:complexType>");

    String template = values.template();

    assertThat(template)
        .isEqualTo(
            """
            <get xmlns="urn:t">
              <!-- one or more --> <item gift="true">
                <!-- one of pen, ink --> <sku>pen</sku>
                <!-- one of these 2: count, weight -->
                <count>1</count>
              </item>
              <!-- optional --> <note>string</note>
            </get>
            """);
    assertThat(values.readRequest(reader(template.getBytes(UTF_8)))).containsKeys("item", "note");
  }

  @Test
  void encodedDocumentsAreRefused() throws Exception {
    Description description =
        Wsdl.read(
            folder,
            Wsdl.of(
                """
                <w:message name="in"/>
                <w:portType name="P"><w:operation name="o"><w:input message="t:in"/></w:operation></w:portType>
                <w:binding name="B" type="t:P"><s:binding style="document"/><w:operation name="o">
                  <w:input><s:body use="encoded"/></w:input></w:operation></w:binding>
                """));
    OperationValues values = description.values(description.bindings().get(0).operations().get(0));

    assertThatThrownBy(() -> values.request(Collections.emptyMap()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "Cannot call operation o, because it is document/encoded. Castile has rpc/encoded only.");
  }
}
