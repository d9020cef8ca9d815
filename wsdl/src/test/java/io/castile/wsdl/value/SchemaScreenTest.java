package io.castile.wsdl.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.castile.wsdl.Description;
import io.castile.wsdl.WsdlReader;
import io.castile.wsdl.internal.Descriptions;
import io.castile.wsdl.tree.Content;
import io.castile.wsdl.tree.Element;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.SAXException;

/** What the screen lets pass is valid; the validator of the JDK says whether it is. */
final class SchemaScreenTest {
  private static final Path CORPUS = Path.of("../../shared/corpus");

  /** The bytes of descriptions of which the short test tries some. */
  private static final int SMALL = 8_000;

  private static final String CHARACTERS = "0123456789+-.:TZeE =/abAQg_\u00e9";

  private static final String TYPES =
      """
      <x:element name="%s" type="t:%1$s"/>
      <x:simpleType name="%1$s"><x:restriction base="x:%s">%s</x:restriction></x:simpleType>
      """;

  /** Types with facets: name, base, facets. */
  private static final List<List<String>> RESTRICTED =
      List.of(
          List.of("code", "string", "<x:maxLength value='3'/>"),
          List.of("exact", "token", "<x:length value='2'/>"),
          List.of("word", "normalizedString", "<x:minLength value='2'/><x:maxLength value='4'/>"),
          List.of("short", "token", "<x:minLength value='1'/><x:maxLength value='5'/>"),
          List.of("color", "string", "<x:enumeration value='a b'/><x:enumeration value='e'/>"),
          List.of("level", "int", "<x:enumeration value='1'/><x:enumeration value='20'/>"),
          List.of("percent", "int", "<x:minInclusive value='0'/><x:maxInclusive value='100'/>"),
          List.of(
              "open", "decimal", "<x:minExclusive value='-1.5'/><x:maxExclusive value='9.25'/>"),
          List.of("money", "decimal", "<x:totalDigits value='5'/><x:fractionDigits value='2'/>"),
          List.of("count", "nonNegativeInteger", "<x:totalDigits value='2'/>"),
          List.of("like", "string", "<x:pattern value='[a-z]+'/>"),
          List.of("blob", "base64Binary", "<x:maxLength value='3'/>"),
          List.of("late", "date", "<x:minInclusive value='2020-01-01'/>"));

  private static final List<String> BUILT_IN =
      List.of(
          "string",
          "normalizedString",
          "token",
          "boolean",
          "decimal",
          "integer",
          "long",
          "int",
          "short",
          "byte",
          "nonNegativeInteger",
          "positiveInteger",
          "nonPositiveInteger",
          "negativeInteger",
          "unsignedLong",
          "unsignedInt",
          "unsignedShort",
          "unsignedByte",
          "float",
          "double",
          "date",
          "dateTime",
          "time",
          "duration",
          "base64Binary",
          "hexBinary",
          "anyURI",
          "QName",
          "ID",
          "IDREF",
          "NMTOKEN",
          "NMTOKENS",
          "language",
          "gYear",
          "anySimpleType");

  /** Texts that are values of some type, or nearly. */
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a",
          "ab",
          "a b",
          " a b ",
          "a  b",
          "abcdef",
          "e",
          "\ud83d\ude00",
          "\u00e9\u00e9",
          "true",
          "false",
          "TRUE",
          "1",
          "0",
          "-0",
          "01",
          "+1",
          "20",
          "100",
          "101",
          "-1",
          "255",
          "256",
          "127",
          "128",
          "-128",
          "-129",
          "32767",
          "32768",
          "65535",
          "65536",
          "2147483647",
          "2147483648",
          "-2147483648",
          "-2147483649",
          "4294967295",
          "4294967296",
          "9223372036854775807",
          "9223372036854775808",
          "999999999999999999",
          "18446744073709551615",
          "1.0",
          "-1.5",
          "-1.49",
          "9.25",
          "9.24",
          ".5",
          "5.",
          "123.45",
          "1234.56",
          "123.456",
          "00012.3",
          "1e5",
          "1E-5",
          "-2.5e10",
          "1e400",
          "1e-999",
          "INF",
          "-INF",
          "NaN",
          "2024-02-29",
          "2023-02-29",
          "2023-02-28",
          "2020-04-31",
          "2020-04-30",
          "2020-12-31",
          "0000-01-01",
          "0001-01-01",
          "-0001-01-01",
          "12024-01-01",
          "2020-01-01Z",
          "2020-01-01+14:00",
          "2020-01-01-13:59",
          "2020-01-01+13:60",
          "2020-13-01",
          "2020-01-00",
          "2020-01-01T00:00:00",
          "2020-01-01T24:00:00",
          "2020-01-01T23:59:59.999Z",
          "2020-01-01T23:59:60",
          "2020-01-01T12:00:00.",
          "2020-01-01T12:00:00.123+05:30",
          "12:00:00",
          "2019-12-31",
          "AAAA",
          "AAA=",
          "AAB=",
          "AA==",
          "AB==",
          "AAA",
          "AAAAA",
          "AAAA AAAA",
          "A===",
          "0F",
          "0f1",
          "urn:a",
          "http://[",
          "t:a",
          "u:a",
          "P1D",
          "en",
          "en-US",
          "2020");

  private static final AtomicInteger VALID = new AtomicInteger();
  private static final AtomicInteger PASSED = new AtomicInteger();

  @TempDir private static Path folder;

  /** The screen of a description, and the validator of the JDK. */
  private static final class Judge {
    private final XmlReader in;
    private final SchemaScreen screen;
    private final Validator validator;

    Judge(Description description) throws SAXException {
      screen = Descriptions.screen(description);
      in = new XmlReader(Descriptions.names(description), XmlLimits.DEFAULT);
      validator = CompiledSchemas.of(Descriptions.schemas(description), Map.of()).newValidator();
    }

    /** Whether the screen lets a document pass, which is valid then. */
    boolean passes(String document) throws IOException {
      byte[] bytes = document.getBytes(UTF_8);
      boolean passes;
      try {
        in.reset(bytes, 0, bytes.length);
        in.nextChild(null);
        passes = screen.passes(in) && in.next() == XmlReader.END_DOCUMENT;
      } catch (XmlException e) {
        passes = false;
      }
      boolean isValid = false;
      try {
        validator.validate(new StreamSource(new ByteArrayInputStream(bytes)));
        isValid = true;
        VALID.incrementAndGet();
      } catch (SAXException | IndexOutOfBoundsException e) { // as of base64 beyond ASCII
        assertThat(passes).as(() -> document + ": " + e.getMessage()).isFalse();
      }
      PASSED.addAndGet(passes && isValid ? 1 : 0);
      return passes;
    }
  }

  private final Judge judge;

  SchemaScreenTest() throws Exception {
    judge = new Judge(typed());
  }

  private boolean passes(String document) throws IOException {
    return judge.passes(document);
  }

  private static Description typed() throws IOException {
    StringBuilder schema = new StringBuilder();
    BUILT_IN.forEach(
        each -> schema.append("<x:element name='%s' type='x:%s'/>".formatted("of-" + each, each)));
    RESTRICTED.forEach(
        each -> schema.append(TYPES.formatted(each.get(0), each.get(1), each.get(2))));
    schema.append(
        """
        <x:element name="row"><x:complexType><x:sequence>
          <x:element name="a" type="x:int"/>
          <x:element name="b" type="x:string" minOccurs="0" maxOccurs="2" nillable="true"/>
          <x:element name="c" type="x:date" minOccurs="0"/>
        </x:sequence><x:attribute name="id" type="x:int" use="required"/><x:attribute name="n" type="x:token"/>
        </x:complexType></x:element>
        <x:element name="all"><x:complexType><x:all>
          <x:element name="a" type="x:int"/><x:element name="b" type="x:string" minOccurs="0"/>
        </x:all></x:complexType></x:element>
        <x:element name="choice"><x:complexType><x:sequence maxOccurs="2">
          <x:choice><x:element name="a" type="x:int"/><x:element name="b" type="x:string"/></x:choice>
          <x:element name="c" type="x:string" minOccurs="0"/>
        </x:sequence></x:complexType></x:element>
        <x:element name="empty"><x:complexType/></x:element>
        <x:element name="none"><x:complexType><x:sequence/></x:complexType></x:element>
        <x:element name="mixed"><x:complexType mixed="true"><x:sequence>
          <x:element name="a" type="x:int"/></x:sequence></x:complexType></x:element>
        <x:element name="any"><x:complexType><x:sequence>
          <x:element name="a" type="x:int"/><x:any processContents="lax"/></x:sequence></x:complexType></x:element>
        <x:element name="fixed" type="x:int" fixed="3"/>
        <x:element name="abstract" type="x:int" abstract="true"/>
        <x:element name="base" type="t:Base"/>
        <x:complexType name="Base" abstract="true"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType>
        <x:element name="more"><x:complexType><x:complexContent><x:extension base="t:Base"><x:sequence>
          <x:element name="b" type="x:string" minOccurs="0"/></x:sequence></x:extension></x:complexContent></x:complexType></x:element>
        <x:element name="head" type="x:int"/><x:element name="member" type="x:int" substitutionGroup="t:head"/>
        <x:element name="heads"><x:complexType><x:sequence><x:element ref="t:head" maxOccurs="2"/></x:sequence></x:complexType></x:element>
        """);
    Path file = folder.resolve("typed.wsdl");
    Files.writeString(
        file,
        "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'><types><x:schema"
            + " xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:t='urn:t' targetNamespace='urn:t'>"
            + schema
            + "</x:schema></types></definitions>");
    return WsdlReader.create().read(file.toUri());
  }

  private static String element(String name, String content) {
    return "<t:" + name + " xmlns:t='urn:t'>" + content + "</t:" + name + ">";
  }

  @Test
  void textsThatPassAreValuesOfTheirTypes() throws Exception {
    Random random = new Random(20);
    List<String> names = new ArrayList<>();
    BUILT_IN.forEach(each -> names.add("of-" + each));
    RESTRICTED.forEach(each -> names.add(each.get(0)));
    for (String name : names) {
      for (String text : TEXTS) {
        passes(element(name, text));
        for (int i = 0; i < 5; i++) {
          passes(element(name, changed(text, random)));
        }
      }
    }
  }

  /** Puts a character in the place of another one, or between two. */
  private static String changed(String text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int behind = Math.min(text.length(), at + random.nextInt(2));
    char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
    return text.substring(0, at) + c + text.substring(behind);
  }

  @Test
  void usualTextsPass() throws Exception {
    assertThat(passes(element("of-string", " a "))).isTrue();
    assertThat(passes(element("of-int", "-17"))).isTrue();
    assertThat(passes(element("of-decimal", "12.50"))).isTrue();
    assertThat(passes(element("of-double", "-2.5e10"))).isTrue();
    assertThat(passes(element("of-date", "2020-12-31"))).isTrue();
    assertThat(passes(element("of-dateTime", "2020-01-01T12:00:00.123+05:30"))).isTrue();
    assertThat(passes(element("of-base64Binary", "AAA="))).isTrue();
    assertThat(passes(element("code", "\u00e9 b"))).isTrue();
    assertThat(passes(element("color", "a b"))).isTrue();
    assertThat(passes(element("percent", "100"))).isTrue();
    assertThat(passes(element("money", "123.45"))).isTrue();
  }

  @Test
  void elementsInTheirOrderPass() throws Exception {
    assertThat(passes("<t:row xmlns:t='urn:t' id='1' n='x'> <a>1</a>\n<b>x</b><b/></t:row>"))
        .isTrue();
    assertThat(passes("<t:row xmlns:t='urn:t' id='1'><a>1</a><c>2020-01-01</c></t:row>")).isTrue();
    assertThat(passes(element("all", "<a>1</a><b/>"))).isTrue();
    assertThat(passes(element("choice", "<b/><c/><a>1</a>"))).isTrue();
    assertThat(passes(element("empty", ""))).isTrue();
    assertThat(passes(element("more", "<a>1</a><b/>"))).isTrue();
    assertThat(passes(element("heads", "<t:head>1</t:head><t:head>2</t:head>"))).isTrue();
  }

  @Test
  void nothingElsePasses() throws Exception {
    List<String> attributes =
        List.of(
            "",
            " id='1'",
            " id='x'",
            " id='1' n=' a '",
            " id='1' more=''",
            " n='1'",
            " id='1' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'");
    List<String> contents =
        List.of(
            "",
            " ",
            "x",
            "1",
            "<a/>",
            "<a>1</a>",
            "<a>x</a>",
            "<a>1</a><a>1</a>",
            "<b/><a>1</a>",
            "<a>1</a>x",
            "<a>1</a><b/><b/>",
            "<a>1</a><b/><b/><b/>",
            "<a>1</a><c>2020-01-01</c><b/>",
            "<a>1</a><b/><c/>",
            "<b/><c/>",
            "<c/>",
            "<b/><b/>",
            "<b/><b/><b/>",
            "<a><a>1</a></a>",
            "<a i='1'>1</a>",
            "<a>1<!-- c --></a>",
            "<a><![CDATA[1]]></a>",
            "<a>1</a><?p?>",
            "<a>1</a><!-- c --><b/>",
            "<a>1<?p?>2</a>",
            "<a>&#49;</a>",
            "<a> 1\n</a>",
            "<a> </a>",
            "<a>+1</a>",
            "<a>\u00a01</a>",
            "<a>\u0661</a>",
            "<a>1</a>\u3000",
            "<a>1</a>&#32;<b/>",
            "<a>1</a>&#x85;",
            "<a>1</a><![CDATA[ ]]>",
            "<a>1</a><![CDATA[x]]>",
            "<![CDATA[ ]]><a>1</a>",
            "<!-- c -->",
            "<?p?>",
            "<b>x<i/>y</b>",
            "<b>x<a>1</a></b>",
            "<b><i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' href='cid:a'/></b>",
            "<a>1</a><b><i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' href='cid:a'/></b>",
            "<a>1</a><b><!-- c --></b><b>&amp;<![CDATA[<]]></b>",
            "<a xmlns='urn:t'>1</a>",
            "<t:member>1</t:member>",
            "<t:head>1</t:head>",
            "<t:head>1</t:head><t:member>1</t:member><t:head>1</t:head>",
            "3",
            "<b><a>1</a></b>",
            "<a>1</a><d/>",
            "<b xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='t:code'>abcd</b>",
            "<a>1</a><b xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'>x</b>");
    for (String name :
        List.of(
            "row",
            "all",
            "choice",
            "empty",
            "none",
            "mixed",
            "any",
            "fixed",
            "abstract",
            "base",
            "more",
            "head",
            "member",
            "heads",
            "absent")) {
      for (String attribute : attributes) {
        for (String content : contents) {
          passes(
              "<t:" + name + " xmlns:t='urn:t'" + attribute + ">" + content + "</t:" + name + ">");
        }
      }
    }
  }

  // ---- real descriptions ----

  @TestFactory
  Stream<DynamicTest> someMessagesThatPassAreValid() throws IOException {
    return descriptions()
        .filter(file -> file.toFile().length() < SMALL)
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> check(file, 3)));
  }

  @TestFactory
  @Tag("long")
  Stream<DynamicTest> messagesThatPassAreValid() throws IOException {
    return descriptions()
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> check(file, 20)));
  }

  private static Stream<Path> descriptions() throws IOException {
    assumeTrue(Files.isDirectory(CORPUS), "no ../shared/corpus beside the repository");
    try (Stream<Path> files = Files.walk(CORPUS, 3)) {
      return files.filter(file -> file.toString().endsWith(".wsdl")).sorted().toList().stream();
    }
  }

  @AfterAll
  static void manyPass() {
    assertThat(VALID.get()).isGreaterThan(500);
    assertThat(PASSED.get()).as("of %s", VALID).isGreaterThan(VALID.get() / 4);
  }

  private static void check(Path file, int tries) throws Exception {
    Description description = WsdlReader.create().read(file.toUri());
    Judge judge;
    try {
      judge = new Judge(description);
    } catch (SAXException e) {
      return; // of schemas that the JDK refuses
    }
    for (QName element : elements(description)) {
      for (int i = 0; i < tries; i++) {
        Random random = new Random(31L * element.hashCode() + i);
        String message = random(description, random, element);
        if (message == null) {
          break;
        }
        judge.passes(message);
        for (int k = 0; k < 5; k++) {
          judge.passes(damaged(message, random));
        }
      }
    }
  }

  private static @Nullable String random(Description description, Random random, QName element) {
    try {
      return new RandomMessages(Descriptions.components(description), random.nextLong())
          .element(element);
    } catch (RandomMessages.TooLarge e) {
      return null;
    }
  }

  /** Returns the elements that are declared for all, at most a hundred. */
  private static List<QName> elements(Description description) {
    List<QName> elements = new ArrayList<>();
    for (Element schema : Descriptions.schemas(description)) {
      String namespace = schema.attribute("targetNamespace");
      for (Content each : schema.content()) {
        if (each instanceof Element element
            && element.name().getLocalPart().equals("element")
            && elements.size() < 100) {
          elements.add(new QName(namespace == null ? "" : namespace, element.attribute("name")));
        }
      }
    }
    return elements;
  }

  /** Changes a character of a text or an attribute, or takes an element away, or has it twice. */
  private static String damaged(String message, Random random) {
    int at = message.indexOf('>', random.nextInt(message.length()));
    int end = message.indexOf('<', Math.max(at, 0));
    if (at < 0 || end < 0) {
      return message;
    }
    String text = message.substring(at + 1, end);
    switch (random.nextInt(3)) {
      case 0 -> {
        return message.substring(0, at + 1) + changed(text, random) + message.substring(end);
      }
      case 1 -> { // of a text that is alone in its element
        int start = message.lastIndexOf('<', at);
        int close = message.indexOf('>', end);
        boolean isLeaf = message.startsWith("</", end) && message.charAt(start + 1) != '/';
        String element = message.substring(start, close + 1);
        String other = random.nextBoolean() ? "" : element + element;
        return isLeaf
            ? message.substring(0, start) + other + message.substring(close + 1)
            : message;
      }
      default -> {
        int quote = message.indexOf('"', at);
        int close = quote < 0 ? -1 : message.indexOf('"', quote + 1);
        return close < 0
            ? message
            : message.substring(0, quote + 1)
                + changed(message.substring(quote + 1, close), random)
                + message.substring(close);
      }
    }
  }
}
