package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.wsdl.model.ValueException;
import io.castile.wsdl.value.OperationValues;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.xml.sax.SAXException;

/** What a value may be, as the schema validator of the JDK says. */
final class FacetsTest {
  private static final String[] TYPES = {
    restriction("string", "pattern", "[A-Z]{2}-\\d{1,3}"),
    restriction("string", "pattern", "a.c|\\s*x+|[^a-c]"),
    restriction("string", "pattern", "\\i\\c*"),
    restriction("string", "pattern", "[a-z-[aeiou]]+"),
    restriction("string", "pattern", "^a$"),
    restriction("token", "pattern", "a ?[bc]?"),
    restriction("string", "minLength", "2", "maxLength", "4"),
    restriction("string", "length", "3"),
    restriction("token", "maxLength", "2"),
    restriction("hexBinary", "length", "2"),
    restriction("base64Binary", "maxLength", "2"),
    restriction("int", "minInclusive", "-3", "maxExclusive", "12"),
    restriction("decimal", "totalDigits", "3", "fractionDigits", "1"),
    restriction("decimal", "minExclusive", "0.5"),
    restriction("double", "minInclusive", "-1.5", "maxInclusive", "1e2"),
    restriction("date", "minInclusive", "2000-01-31", "maxInclusive", "2001-01-01"),
    restriction("duration", "maxExclusive", "P1M"),
    restriction("string", "enumeration", "a", "enumeration", "b c"),
    restriction("decimal", "enumeration", "1.0", "enumeration", "12"),
    restriction("t:list", "maxLength", "2"),
    restriction("t:list", "enumeration", "1 2", "enumeration", "12"),
    restriction("t:union", "pattern", "[a1].*"),
    "<x:simpleType><x:union memberTypes='x:int t:word'/></x:simpleType>",
    "<x:simpleType><x:list itemType='t:union'/></x:simpleType>",
    named("positiveInteger"),
    named("nonPositiveInteger"),
    named("unsignedByte"),
    named("unsignedLong"),
    named("language"),
    named("NCName"),
    named("NMTOKEN"),
    named("NMTOKENS"),
    named("boolean"),
    named("t:word")
  };

  private static final String NAMED =
      "<x:simpleType name='list'><x:list itemType='x:int'/></x:simpleType>"
          + "<x:simpleType name='word'><x:restriction base='x:string'><x:enumeration value='a'/>"
          + "<x:enumeration value='all'/></x:restriction></x:simpleType>"
          + "<x:simpleType name='union'><x:union memberTypes='x:int t:word'/></x:simpleType>";

  private static final String[] PARTS = {
    "a",
    "b",
    "c",
    "x",
    "A",
    "Z",
    "-",
    "0",
    "1",
    "2",
    "12",
    "3",
    ".",
    "5",
    " ",
    "e",
    "+",
    ":",
    "00",
    "all",
    "é",
    "P1D",
    "P1M",
    "T1S",
    "2000-",
    "2000-07-01",
    "01-",
    "31",
    "true",
    "AB-",
    "AB-1",
    "$",
    "^a$",
    "\t"
  };

  private static String named(String type) {
    return restriction(type);
  }

  private static String restriction(String base, String... facets) {
    StringBuilder text = new StringBuilder("<x:simpleType><x:restriction base='");
    text.append(base.startsWith("t:") ? base : "x:" + base).append("'>");
    for (int i = 0; i < facets.length; i += 2) {
      text.append("<x:" + facets[i] + " value='" + facets[i + 1] + "'/>");
    }
    return text.append("</x:restriction></x:simpleType>").toString();
  }

  /** A type, as both read it. */
  private record Type(OperationValues values, Schema schema) {
    static Type of(String definition) throws IOException, SAXException {
      String content =
          "<x:element name='get'><x:complexType><x:sequence><x:element name='v'>"
              + definition
              + "</x:element></x:sequence></x:complexType></x:element>"
              + "<x:element name='getResponse' type='x:int'/>"
              + NAMED;
      Path folder = Files.createTempDirectory("facets");
      Description description = Wsdl.read(folder, Wsdl.withTypes(Wsdl.schema(content)));
      Files.delete(folder.resolve("t.wsdl"));
      Files.delete(folder);
      String schema =
          Wsdl.schema(content)
              .replace(
                  "<x:schema",
                  "<x:schema xmlns:x='" + XMLConstants.W3C_XML_SCHEMA_NS_URI + "' xmlns:t='urn:t'");
      return new Type(
          description.values(description.bindings().get(0).operations().get(0)),
          SchemaFactory.newDefaultInstance().newSchema(new StreamSource(new StringReader(schema))));
    }

    boolean isValid(byte[] message) throws IOException {
      try {
        schema.newValidator().validate(new StreamSource(new ByteArrayInputStream(message)));
        return true;
      } catch (SAXException e) {
        return false;
      }
    }
  }

  @Example
  @Tag("long")
  void whatIsAcceptedIsValidAndWhatIsRefusedIsNot() throws Exception {
    Random random = new Random(20260101);
    for (String definition : TYPES) {
      Type type = Type.of(definition);
      int accepted = 0;
      int refused = 0;
      for (int i = 0; i < 300 || (i < 20_000 && (accepted == 0 || refused == 0)); i++) {
        if (check(definition, type, text(random))) {
          accepted++;
        } else {
          refused++;
        }
      }
      assertThat(accepted).as(definition).isPositive();
      assertThat(refused).as(definition).isPositive();
    }
  }

  @Property(tries = 8, shrinking = ShrinkingMode.OFF)
  void otherSeedsToo(@ForAll Random random) throws Exception {
    String definition = TYPES[random.nextInt(TYPES.length)];
    Type type = Type.of(definition);
    for (int i = 0; i < 100; i++) {
      check(definition, type, text(random));
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int count = random.nextInt(4); count >= 0; count--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    return text.toString();
  }

  private static boolean check(String definition, Type type, String text) throws IOException {
    String shown = definition + " of '" + text + "'";
    byte[] written;
    try {
      written = type.values().request(Map.of("v", text));
    } catch (ValueException e) {
      byte[] given = ("<get xmlns='urn:t'><v>" + text + "</v></get>").getBytes(UTF_8);
      assertThat(type.isValid(given)).as(shown + ": " + e.getMessage()).isFalse();
      return false;
    }
    assertThat(type.isValid(written)).as(shown + " as " + new String(written, UTF_8)).isTrue();
    return true;
  }

  @Example
  void errorsSayWhatIsExpected() throws Exception {
    assertThatThrownBy(() -> request(TYPES[0], "x"))
        .hasMessage("v: expected a text like [A-Z]{2}-\\d{1,3}, found 'x'");
    assertThatThrownBy(() -> request(TYPES[6], "abcde"))
        .hasMessage("v: expected at most 4 characters, found 'abcde'");
    assertThatThrownBy(() -> request(TYPES[11], 12))
        .hasMessage("v: expected a value that is less than 12, found '12'");
    assertThatThrownBy(() -> request(TYPES[12], "1.25"))
        .hasMessage("v: expected at most 1 digits behind the point, found '1.25'");
    assertThatThrownBy(() -> request(TYPES[19], List.of(1, 2, 3)))
        .hasMessage("v: expected at most 2 items, found '1 2 3'");
    assertThatThrownBy(() -> request(TYPES[22], "b")).hasMessage("v: expected text, found 'b'");
  }

  private static void request(String definition, Object value) throws Exception {
    Type.of(definition).values().request(Map.of("v", value));
  }
}
