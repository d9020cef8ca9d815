package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.OperationValues;
import io.castile.xml.XmlReader;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values of messages that other toolkits lose, or take for others. */
final class DynamicValuesTest {
  private static final String XSD = "{http://www.w3.org/2001/XMLSchema}";

  @TempDir private Path folder;

  private OperationValues values(String request, String... more) throws Exception {
    return schema(Wsdl.elements(request, "") + String.join("", more), "");
  }

  private OperationValues schema(String content, String others) throws Exception {
    String schema = Wsdl.schema(content).replace("<x:schema", "<x:schema xmlns:o='urn:o'");
    if (!others.isEmpty()) {
      schema =
          schema
              .replace("'urn:o' ", "'urn:o' ")
              .replaceFirst(">", "><x:import namespace='urn:o'/>");
      schema =
          "<x:schema targetNamespace='urn:o' elementFormDefault='qualified'>"
              + others
              + "</x:schema>"
              + schema;
    }
    Description description = Wsdl.read(folder, Wsdl.withTypes(schema));
    return description.values(description.bindings().get(0).operations().get(0));
  }

  private static String body(byte[] message) {
    return new String(message, UTF_8)
        .replaceAll(" xmlns:?[^=]*=\"[^\"]*\"|(?<=[</ \"])[a-z0-9]+:", "")
        .replaceAll("^<get>|</get>$", "");
  }

  private static Map<String, Object> read(OperationValues values, byte[] message) {
    XmlReader in = new XmlReader().reset(message, 0, message.length);
    in.nextChild(null);
    return values.readRequest(in);
  }

  private static Map<String, Object> read(OperationValues values, String content) {
    return read(
        values,
        ("<t:get xmlns:t='urn:t' xmlns:o='urn:o' xmlns:x='http://www.w3.org/2001/XMLSchema'"
                + " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>"
                + content
                + "</t:get>")
            .getBytes(UTF_8));
  }

  private static Map<String, Object> fields(Object... pairs) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], pairs[i + 1]);
    }
    return fields;
  }

  // ---- names of two namespaces ----

  @Test
  void elementsOfOneLocalNameAreToldApart() throws Exception {
    OperationValues values =
        schema(
            Wsdl.elements("<x:element name='id' type='x:string'/><x:element ref='o:id'/>", ""),
            "<x:element name='id' type='x:int'/>");

    assertThat(read(values, "<t:id>own</t:id><o:id>5</o:id>"))
        .isEqualTo(fields("id", "own", "{urn:o}id", 5));
    assertThat(body(values.request(fields("id", "own", "{urn:o}id", 5))))
        .isEqualTo("<id>own</id><id>5</id>");
    assertThat(values.request(fields("{urn:o}id", "5", "{urn:t}id", "own")))
        .isEqualTo(values.request(fields("id", "own", "{urn:o}id", 5)));
    assertThatThrownBy(() -> values.request(fields("id", "own")))
        .isInstanceOf(ValueException.class)
        .hasMessageContaining("id, found none");
  }

  @Test
  void elementsOfOneLocalNameInAChoiceThatRepeatsAreToldApart() throws Exception {
    OperationValues values =
        schema(
            Wsdl.elements(
                "<x:element name='e'><x:complexType><x:choice maxOccurs='unbounded'><x:element"
                    + " name='id' type='x:string'/><x:element ref='o:id'/></x:choice>"
                    + "</x:complexType></x:element>",
                ""),
            "<x:element name='id' type='x:int'/>");
    Map<String, Object> read =
        read(values, "<t:e><o:id>1</o:id><t:id>a</t:id><o:id>2</o:id></t:e>");

    assertThat(read)
        .isEqualTo(
            fields(
                "e",
                fields(
                    "$sequence",
                    List.of(fields("{urn:o}id", 1), fields("id", "a"), fields("{urn:o}id", 2)))));
    assertThat(body(values.request(read))).isEqualTo("<e><id>1</id><id>a</id><id>2</id></e>");
  }

  @Test
  void attributesOfOneLocalNameAreToldApart() throws Exception {
    OperationValues values =
        schema(
            Wsdl.elements(
                "<x:element name='e'><x:complexType><x:attribute ref='o:k'/><x:attribute"
                    + " name='k' type='x:string'/></x:complexType></x:element>",
                ""),
            "<x:attribute name='k' type='x:int'/>");
    Map<String, Object> both = fields("e", fields("@k", "own", "@{urn:o}k", 4));

    assertThat(read(values, "<t:e k='own' o:k='4'/>")).isEqualTo(both);
    assertThat(read(values, values.request(both))).isEqualTo(both);
    assertThatThrownBy(() -> values.request(fields("e", fields("@{urn:o}k", "own"))))
        .hasMessage("e.@{urn:o}k: expected int, found 'own'");
  }

  @Test
  void anElementOfAnotherNamespaceIsNotTakenForOneOfTheSchema() throws Exception {
    OperationValues values = values("<x:element name='id' type='x:int' minOccurs='0'/>");

    assertThat(read(values, "<o:id>5</o:id>")).isEqualTo(fields("{urn:o}id", "5"));
    assertThat(read(values, "<id>5</id>")).isEqualTo(fields("{}id", "5"));
    assertThat(read(values, "<t:id>5</t:id>")).isEqualTo(fields("id", 5));
  }

  @Test
  void elementsOfAnyContentWithOneLocalNameAreToldApart() throws Exception {
    OperationValues values = values("<x:element name='a' type='x:anyType'/>");

    assertThat(read(values, "<t:a><o:v>1</o:v><v>2</v></t:a>"))
        .isEqualTo(fields("a", fields("v", "1", "{}v", "2")));
  }

  // ---- order ----

  private static final String PAIRS =
      "<x:element name='e'><x:complexType><x:sequence maxOccurs='unbounded'><x:element name='k'"
          + " type='x:int'/><x:element name='v' type='x:string' minOccurs='0'/></x:sequence>"
          + "</x:complexType></x:element>";

  @Test
  void pairsThatMayBeIncompleteKeepTheirOrder() throws Exception {
    OperationValues values = values(PAIRS);
    Map<String, Object> ordered =
        fields(
            "e",
            fields(
                "$sequence",
                List.of(fields("k", 1), fields("k", 2), fields("v", "of 2"), fields("k", 3))));

    assertThat(read(values, "<t:e><t:k>1</t:k><t:k>2</t:k><t:v>of 2</t:v><t:k>3</t:k></t:e>"))
        .isEqualTo(ordered);
    assertThat(body(values.request(ordered)))
        .isEqualTo("<e><k>1</k><k>2</k><v>of 2</v><k>3</k></e>");
    assertThatThrownBy(
            () -> values.request(fields("e", fields("k", List.of(1, 2), "v", List.of("of 2")))))
        .isInstanceOf(ValueException.class)
        .hasMessage(
            "e: expected $sequence, a list of elements in their order such as [{k: …}, {v: …}], as"
                + " the schema allows several orders of k, v");
    assertThatThrownBy(
            () -> values.request(fields("e", fields("$sequence", List.of(fields("v", "x"))))))
        .hasMessage("e.$sequence[0]: expected k, found v");
  }

  @Test
  void pairsThatAreCompleteAreLists() throws Exception {
    OperationValues values = values(PAIRS);
    Map<String, Object> lists = fields("e", fields("k", List.of(1, 2), "v", List.of("a", "b")));

    assertThat(body(values.request(lists))).isEqualTo("<e><k>1</k><v>a</v><k>2</k><v>b</v></e>");
    assertThat(read(values, values.request(lists))).isEqualTo(lists);
  }

  @Test
  void longListsOfPairsAreArrangedInTime() throws Exception {
    OperationValues values = values(PAIRS.replace(" minOccurs='0'", ""));
    List<Object> keys = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      keys.add(i);
    }
    Map<String, Object> lists = fields("e", fields("k", keys, "v", keys));

    assertThat(body(values.request(lists))).startsWith("<e><k>0</k><v>0</v><k>1</k>");
  }

  @Test
  void repeatedChoicesKeepTheirOrder() throws Exception {
    OperationValues values =
        values(
            "<x:element name='e'><x:complexType><x:sequence><x:choice minOccurs='0'"
                + " maxOccurs='unbounded'><x:element name='a' type='x:int'/><x:element name='b'"
                + " type='x:int'/></x:choice><x:choice minOccurs='0' maxOccurs='unbounded'>"
                + "<x:element name='c' type='x:int'/><x:element name='d' type='x:int'/></x:choice>"
                + "</x:sequence></x:complexType></x:element>");
    String content = "<a>1</a><b>2</b><a>3</a><d>4</d><c>5</c>";
    Map<String, Object> read =
        read(values, "<t:e>" + content.replaceAll("<(/?)", "<$1t:") + "</t:e>");

    assertThat(read).extractingByKey("e").asString().contains("$sequence");
    assertThat(body(values.request(read))).isEqualTo("<e>" + content + "</e>");
    assertThat(body(values.request(fields("e", fields("d", 1, "b", List.of(2, 3))))))
        .isEqualTo("<e><b>2</b><b>3</b><d>1</d></e>");
  }

  @Test
  void substitutesThatRepeatKeepTheirOrder() throws Exception {
    OperationValues values =
        values(
            "<x:element name='e'><x:complexType><x:sequence><x:element ref='t:head'"
                + " maxOccurs='9'/></x:sequence></x:complexType></x:element>",
            "<x:element name='head' type='x:int' abstract='true'/><x:element name='m'"
                + " substitutionGroup='t:head'/><x:element name='n' substitutionGroup='t:head'/>");
    Map<String, Object> read = read(values, "<t:e><t:n>1</t:n><t:m>2</t:m><t:n>3</t:n></t:e>");

    assertThat(body(values.request(read))).isEqualTo("<e><n>1</n><m>2</m><n>3</n></e>");
    assertThatThrownBy(() -> values.request(fields("e", fields("m", 1, "n", 2))))
        .hasMessageContaining("several orders of m, n");
    assertThatThrownBy(() -> values.request(fields("e", fields())))
        .hasMessageMatching(
            "e: expected one of [mn], [mn] in place of head, which is abstract, found none");
  }

  @Test
  void textAmongElementsKeepsItsPlace() throws Exception {
    OperationValues values =
        values(
            "<x:element name='p'><x:complexType mixed='true'><x:sequence><x:element name='a'"
                + " type='x:string' minOccurs='0' maxOccurs='9'/></x:sequence></x:complexType>"
                + "</x:element>");
    Map<String, Object> read = read(values, "<t:p>see <t:a>x</t:a> <t:a>y</t:a> end</t:p>");

    assertThat(body(values.request(read))).isEqualTo("<p>see <a>x</a> <a>y</a> end</p>");
  }

  @Test
  void contentOfAnyTypeKeepsItsOrder() throws Exception {
    OperationValues values = values("<x:element name='a' type='x:anyType'/>");
    Map<String, Object> read = read(values, "<t:a><b>1</b><c>2</c><b>3</b></t:a>");

    assertThat(body(values.request(read)).replaceAll(" type=\"string\"", ""))
        .isEqualTo("<a><b>1</b><c>2</c><b>3</b></a>");
  }

  @Test
  void aSequenceThatComesTwiceTakesWhatItsElementsHold() throws Exception {
    OperationValues values =
        values(
            "<x:element name='e'><x:complexType><x:sequence minOccurs='2' maxOccurs='10'>"
                + "<x:element name='s' type='x:string' maxOccurs='2'/></x:sequence>"
                + "</x:complexType></x:element>");

    for (List<String> given : List.of(List.of("a", "b"), List.of("a", "b", "c"))) {
      Map<String, Object> value = fields("e", fields("s", given));
      assertThat(read(values, values.request(value))).isEqualTo(value);
    }
    assertThatThrownBy(() -> values.request(fields("e", fields("s", List.of("a")))))
        .isInstanceOf(ValueException.class);
  }

  @Test
  void anAttributeThatARestrictionProhibitsIsNoneOfTheType() throws Exception {
    OperationValues values =
        values(
            "<x:element name='b' type='t:B' minOccurs='0'/><x:element name='r' type='t:R' minOccurs='0'/>",
            "<x:attribute name='g' type='x:int'/><x:complexType name='B'><x:sequence/>"
                + "<x:attribute ref='t:g'/></x:complexType><x:complexType name='R'><x:complexContent>"
                + "<x:restriction base='t:B'><x:sequence/><x:attribute ref='t:g' use='prohibited'/>"
                + "</x:restriction></x:complexContent></x:complexType>");
    Map<String, Object> attribute = fields("@g", 1);

    assertThat(read(values, values.request(fields("b", attribute))))
        .isEqualTo(fields("b", attribute));
    assertThatThrownBy(() -> values.request(fields("r", attribute)))
        .hasMessageContaining("found @g");
  }

  // ---- any type ----

  @Test
  void theTypeOfAnyTypeIsSentAndGivenBack() throws Exception {
    OperationValues values =
        values(
            "<x:element name='d' type='x:anyType'/>",
            "<x:complexType name='T'><x:sequence><x:element name='x' type='x:int'/></x:sequence>"
                + "</x:complexType><x:simpleType name='Code'><x:restriction base='x:string'>"
                + "<x:maxLength value='2'/></x:restriction></x:simpleType>");
    Map<String, Object> typed = fields("d", fields("@xsi:type", "{urn:t}T", "x", 1));

    assertThat(body(values.request(typed))).isEqualTo("<d type=\"T\"><x>1</x></d>");
    assertThat(read(values, values.request(typed))).isEqualTo(typed);
    assertThat(body(values.request(fields("d", fields("@xsi:type", "T", "x", "1")))))
        .isEqualTo("<d type=\"T\"><x>1</x></d>");
    assertThat(body(values.request(fields("d", fields("@xsi:type", XSD + "int", "$", "5")))))
        .isEqualTo("<d type=\"int\">5</d>");
    Map<String, Object> token = fields("d", fields("@xsi:type", XSD + "token", "$", "a b"));
    assertThat(read(values, values.request(token))).isEqualTo(token);
    Map<String, Object> code = fields("d", fields("@xsi:type", "{urn:t}Code", "$", "ab"));
    assertThat(read(values, values.request(code))).isEqualTo(code);
    Map<String, Object> date = fields("d", fields("@xsi:type", XSD + "date", "$", "2020-01-31"));
    assertThat(body(values.request(date))).isEqualTo("<d type=\"date\">2020-01-31</d>");
    assertThat(body(values.request(read(values, values.request(date)))))
        .isEqualTo("<d type=\"date\">2020-01-31</d>");
    assertThatThrownBy(() -> values.request(fields("d", fields("@xsi:type", "{urn:t}U", "x", 1))))
        .hasMessageContaining("d: expected the name of a type")
        .hasMessageContaining("found '{urn:t}U'");
    assertThatThrownBy(() -> values.request(fields("d", fields("@xsi:type", "{urn:t}T", "y", 1))))
        .hasMessage("d: expected x, found none");
    assertThatThrownBy(
            () -> values.request(fields("d", fields("@xsi:type", XSD + "int", "$", "five"))))
        .hasMessageContaining("found 'five'");
  }

  @Test
  void theTypeOfAnySimpleTypeIsSentAndGivenBack() throws Exception {
    OperationValues values = values("<x:element name='d' type='x:anySimpleType'/>");
    Map<String, Object> typed =
        fields("d", fields("@xsi:type", XSD + "unsignedByte", "$", (short) 5));

    assertThat(body(values.request(typed))).isEqualTo("<d type=\"unsignedByte\">5</d>");
    assertThat(read(values, values.request(typed))).isEqualTo(typed);
    assertThat(read(values, values.request(fields("d", 1.5)))).isEqualTo(fields("d", 1.5));
    assertThatThrownBy(() -> values.request(fields("d", fields("x", 1))))
        .hasMessageStartingWith("d: expected a text");
  }

  @Test
  void theTypeOfElementsThatAWildcardAllowsIsSent() throws Exception {
    OperationValues values =
        values(
            "<x:any processContents='lax'/>",
            "<x:complexType name='T'><x:sequence><x:element name='x' type='x:int'/></x:sequence>"
                + "</x:complexType>");

    byte[] request =
        values.request(fields("*", fields("{u}any", fields("@xsi:type", "{urn:t}T", "x", "1"))));

    assertThat(body(request)).isEqualTo("<any type=\"T\"><x>1</x></any>");
    assertThat(read(values, request))
        .isEqualTo(fields("get", fields("any", fields("@xsi:type", "{urn:t}T", "x", 1))));
  }

  @Test
  void aNilOfAnyTypeIsNull() throws Exception {
    OperationValues values = values("<x:element name='d' type='x:anyType' nillable='true'/>");

    assertThat(read(values, "<t:d i:type='x:anyType' i:nil='true'/>")).isEqualTo(fields("d", null));
  }

  // ---- nil ----

  @Test
  void attributesBesideNilStay() throws Exception {
    OperationValues values =
        values(
            "<x:element name='price' nillable='true'><x:complexType><x:simpleContent><x:extension"
                + " base='x:decimal'><x:attribute name='cur' type='x:string' use='required'/>"
                + "</x:extension></x:simpleContent></x:complexType></x:element>");
    Map<String, Object> nil = fields("price", fields("@cur", "EUR", "@xsi:nil", true));

    assertThat(read(values, "<t:price cur='EUR' i:nil='true'/>")).isEqualTo(nil);
    assertThat(read(values, values.request(nil))).isEqualTo(nil);
    assertThat(read(values, values.request(fields("price", fields("@cur", "EUR", "$", null)))))
        .isEqualTo(nil);
    assertThat(read(values, "<t:price i:nil='true'/>")).isEqualTo(fields("price", null));
    assertThatThrownBy(
            () -> values.request(fields("price", fields("@cur", "E", "@xsi:nil", true, "$", 1))))
        .hasMessage("price: expected no $ beside @xsi:nil");
  }

  @Test
  void attributesBesideNilNeedAnElementThatMayBeNil() throws Exception {
    OperationValues values =
        values(
            "<x:element name='e'><x:complexType><x:attribute name='a'/></x:complexType>"
                + "</x:element>");

    assertThatThrownBy(() -> values.request(fields("e", fields("@a", "1", "@xsi:nil", true))))
        .hasMessage("e: expected a value, found null");
  }

  // ---- dates ----

  @Test
  void aDateOfAnotherKindIsRefused() throws Exception {
    Map<String, Object> texts =
        fields(
            "dateTime", "2020-01-31T03:04:05+02:00",
            "date", "2020-01-31",
            "time", "03:04:05",
            "gYear", "2020",
            "gYearMonth", "2020-01",
            "gMonth", "--01",
            "gMonthDay", "--01-31",
            "gDay", "---31");
    List<Object> temporals =
        List.of(
            OffsetDateTime.parse("2020-01-31T03:04:05+02:00"),
            LocalDate.of(2020, 1, 31),
            LocalTime.of(3, 4, 5),
            Year.of(2020),
            YearMonth.of(2020, 1),
            "--01",
            MonthDay.of(1, 31),
            "---31");
    for (String type : texts.keySet()) {
      OperationValues values =
          values(
              "<x:element name='d' type='x:" + type + "'/>",
              "<x:simpleType name='L'><x:list itemType='x:" + type + "'/></x:simpleType>");
      int index = 0;
      for (Map.Entry<String, Object> each : texts.entrySet()) {
        for (Object given : List.of(each.getValue(), temporals.get(index))) {
          if (each.getKey().equals(type)) {
            assertThat(body(values.request(fields("d", given))))
                .isEqualTo("<d>" + each.getValue() + "</d>");
          } else {
            assertThatThrownBy(() -> values.request(fields("d", given)))
                .as(type + " of " + given)
                .hasMessage("d: expected " + type + ", found '" + each.getValue() + "'");
          }
        }
        index++;
      }
    }
  }

  @Test
  void aDateOfAnotherKindInAnAttributeListOrUnionIsRefused() throws Exception {
    OperationValues values =
        values(
            "<x:element name='e'><x:complexType><x:sequence><x:element name='l' type='t:L'/>"
                + "<x:element name='u' type='t:U'/></x:sequence><x:attribute name='a' type='t:D'/>"
                + "</x:complexType></x:element>",
            "<x:simpleType name='D'><x:restriction base='x:date'/></x:simpleType><x:simpleType"
                + " name='L'><x:list itemType='x:gYear'/></x:simpleType><x:simpleType name='U'>"
                + "<x:union memberTypes='x:date x:int'/></x:simpleType>");

    assertThatThrownBy(
            () -> values.request(fields("e", fields("@a", "2020", "l", "2020", "u", "1"))))
        .hasMessage("e.@a: expected D, which is a date, found '2020'");
    assertThatThrownBy(() -> values.request(fields("e", fields("l", "2020-01", "u", "1"))))
        .hasMessage("e.l: expected gYear, found '2020-01'");
    assertThatThrownBy(() -> values.request(fields("e", fields("l", "2020", "u", "03:04:05"))))
        .hasMessageContaining("found '03:04:05'");
  }

  // ---- fixed and default values, white space ----

  @Test
  void fixedValuesAreChecked() throws Exception {
    OperationValues values =
        values(
            "<x:element name='n' type='x:decimal' fixed='1.50'/><x:element name='e'>"
                + "<x:complexType><x:attribute name='f' type='x:string' fixed='x'/>"
                + "</x:complexType></x:element>");

    assertThat(body(values.request(fields("n", "1.5", "e", fields("@f", "x")))))
        .isEqualTo("<n>1.5</n><e f=\"x\"></e>");
    assertThatThrownBy(() -> values.request(fields("n", "2", "e", fields())))
        .hasMessage("n: expected the fixed value '1.50', found '2'");
    assertThatThrownBy(() -> values.request(fields("n", "1.5", "e", fields("@f", "y"))))
        .hasMessage("e.@f: expected the fixed value 'x', found 'y'");
  }

  @Test
  void emptyElementsAndAbsentAttributesHaveTheirDefaults() throws Exception {
    OperationValues values =
        values(
            "<x:element name='n' type='x:int' default='7' minOccurs='0'/><x:element name='m'"
                + " type='x:int' default='7' minOccurs='0'/><x:element name='e'><x:complexType>"
                + "<x:attribute name='d' type='x:int' default='3'/><x:attribute name='f'"
                + " fixed='x'/></x:complexType></x:element><x:element name='s' default='2.5'>"
                + "<x:complexType><x:simpleContent><x:extension base='x:decimal'><x:attribute"
                + " name='a'/></x:extension></x:simpleContent></x:complexType></x:element>");

    assertThat(read(values, "<t:n/><t:e/><t:s/>"))
        .isEqualTo(
            fields(
                "n", 7, "e", fields("@d", 3, "@f", "x"), "s", fields("$", new BigDecimal("2.5"))));
  }

  @Test
  void whiteSpaceOfTokensIsCollapsed() throws Exception {
    OperationValues values =
        values(
            "<x:element name='tok' type='x:token'/><x:element name='s' type='x:string'/>"
                + "<x:element name='c' type='t:C'/><x:element name='e'><x:complexType>"
                + "<x:attribute name='n' type='x:NCName'/></x:complexType></x:element>",
            "<x:simpleType name='C'><x:restriction base='x:string'><x:whiteSpace"
                + " value='collapse'/></x:restriction></x:simpleType>");

    assertThat(
            read(
                values,
                "<t:tok> large\n one </t:tok><t:s> large\n one </t:s><t:c> a  b </t:c><t:e n=' x '/>"))
        .isEqualTo(
            fields("tok", "large one", "s", " large\n one ", "c", "a b", "e", fields("@n", "x")));
  }

  // ---- patterns and enumerations ----

  private static String simple(String content) {
    return "<x:element name='v'><x:simpleType>" + content + "</x:simpleType></x:element>";
  }

  @Test
  void aPatternHoldsTheTextThatIsGiven() throws Exception {
    OperationValues values =
        values(simple("<x:restriction base='x:int'><x:pattern value='[0-9]{5}'/></x:restriction>"));

    assertThat(body(values.request(fields("v", "01234")))).isEqualTo("<v>01234</v>");
    assertThat(body(values.request(fields("v", 12345)))).isEqualTo("<v>12345</v>");
    assertThatThrownBy(() -> values.request(fields("v", 1234)))
        .hasMessage("v: expected a text like [0-9]{5}, found '1234'");
    assertThatThrownBy(() -> values.request(fields("v", "+01234")))
        .hasMessage("v: expected a text like [0-9]{5}, found '+01234'");
  }

  @Test
  void aPatternHoldsTheTextsOfItemsAndAttributes() throws Exception {
    OperationValues values =
        values(
            "<x:element name='v'><x:complexType><x:simpleContent><x:extension base='t:L'>"
                + "<x:attribute name='a' type='t:Z'/></x:extension></x:simpleContent>"
                + "</x:complexType></x:element>",
            "<x:simpleType name='Z'><x:restriction base='x:decimal'><x:pattern"
                + " value='[0-9]+\\.[0-9]{2}'/></x:restriction></x:simpleType><x:simpleType"
                + " name='L'><x:list itemType='t:Z'/></x:simpleType>");

    assertThat(
            body(values.request(fields("v", fields("@a", "1.50", "$", List.of("2.00", "3.10"))))))
        .isEqualTo("<v a=\"1.50\">2.00 3.10</v>");
    assertThat(body(values.request(fields("v", fields("$", "2.00 3.10")))))
        .isEqualTo("<v>2.00 3.10</v>");
  }

  @Test
  void enumerationsListValuesAndNotTexts() throws Exception {
    OperationValues doubles =
        values(
            simple(
                "<x:restriction base='x:double'><x:enumeration value='1E0'/><x:enumeration"
                    + " value='2.50'/></x:restriction>"));
    for (Object given : List.of("1E0", 1.0, 1, "1", 2.5, "2.50")) {
      assertThat(body(doubles.request(fields("v", given)))).matches("<v>(1.0|1|2.5|1.0E0)</v>");
    }
    assertThatThrownBy(() -> doubles.request(fields("v", 3)))
        .hasMessage("v: expected one of 1E0, 2.50, found '3.0'");

    OperationValues lists =
        values(
            simple(
                "<x:restriction><x:simpleType><x:list itemType='x:double'/></x:simpleType>"
                    + "<x:enumeration value='1E0 2E0'/></x:restriction>"));
    for (Object given : List.of("1E0 2E0", List.of(1, 2), "1 2.0", List.of("1E0", 2.0))) {
      assertThat(body(lists.request(fields("v", given)))).startsWith("<v>1");
    }
    assertThatThrownBy(() -> lists.request(fields("v", "1 3")))
        .hasMessageStartingWith("v: expected one of 1E0 2E0, found '1.0 3.0'");
  }

  @Test
  void theArgumentOfABareOperationHasTheNameOfItsPart() throws Exception {
    OperationValues values =
        schema("<x:element name='get' type='x:string'/><x:element name='getResponse'/>", "");

    assertThat(body(values.request(fields("p", "x")))).isEqualTo("x");
    assertThat(body(values.request(fields("get", "x")))).isEqualTo("x");
  }
}
