package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * What is nil, and what has values under {@code Object}: as the reference implementation has it.
 */
class NilTest {
  private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";
  private static final Class<?>[] TYPES = {Bag.class, ObjectFactory.class, Sub.class, Unit.class};

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "item")
  static class Item {
    @XmlAttribute String a;
    String t;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "sub")
  static class Sub extends Item {
    String u;
  }

  enum Unit {
    KILO
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "bag")
  static class Bag {
    @XmlElement(nillable = true)
    Item one;

    Item plain;

    @XmlElement(nillable = true)
    List<Item> many;

    @XmlElementRef(name = "ref")
    JAXBElement<Item> ref;

    @XmlAnyElement(lax = true)
    List<Object> any;

    @XmlElement(nillable = true)
    Object object;

    Object loose;
  }

  @XmlRegistry
  static class ObjectFactory {
    public Bag createBag() {
      return new Bag();
    }

    @XmlElementDecl(name = "ref")
    public JAXBElement<Item> ref(Item value) {
      return new JAXBElement<>(new QName("ref"), Item.class, value);
    }

    @XmlElementDecl(name = "text")
    public JAXBElement<String> text(String value) {
      return new JAXBElement<>(new QName("text"), String.class, value);
    }

    @XmlElementDecl(name = "number")
    public JAXBElement<Integer> number(Integer value) {
      return new JAXBElement<>(new QName("number"), Integer.class, value);
    }

    @XmlElementDecl(name = "unit")
    public JAXBElement<Unit> unit(Unit value) {
      return new JAXBElement<>(new QName("unit"), Unit.class, value);
    }

    @XmlElementDecl(name = "words")
    public JAXBElement<List<String>> words(List<String> value) {
      @SuppressWarnings({"unchecked", "rawtypes"}) // as generated classes have it
      Class<List<String>> list = (Class) List.class;
      return new JAXBElement<>(new QName("words"), list, value);
    }

    @XmlElementDecl(name = "all")
    public JAXBElement<Object> all(Object value) {
      return new JAXBElement<>(new QName("all"), Object.class, value);
    }
  }

  private static Codec<Bag> codec(CodecMode mode) {
    return Codecs.builder().types(TYPES).mode(mode).build().of(Bag.class);
  }

  private static JAXBContext reference() throws Exception {
    return JAXBContext.newInstance(TYPES);
  }

  private static Item item(Item made) {
    made.a = "A";
    made.t = "T";
    return made;
  }

  // ---- reading ----

  static Stream<String> documents() {
    String nil = " xmlns:xsi='" + XSI + "' xsi:nil='true'";
    return Stream.of(
            "one", "plain", "many", "ref", "object", "loose", "text", "words", "all", "other")
        .flatMap(
            name ->
                Stream.of(
                    "<" + name + nil + "/>",
                    "<" + name + nil + " a='1'/>",
                    "<" + name + nil + " a='1' b='2'><t>x</t></" + name + ">",
                    "<" + name + nil + " xsi:type='item'/>",
                    "<" + name + nil + "><t>x</t></" + name + ">"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void nilIsReadAsByTheReferenceImplementation(String element) throws Exception {
    String document = "<bag>" + element + "</bag>";
    String expected =
        shown((Bag) reference().createUnmarshaller().unmarshal(new StringReader(document)));
    for (CodecMode mode : CodecMode.values()) {
      Bag read = codec(mode).fromBytes(document.getBytes(StandardCharsets.UTF_8));
      assertThat(shown(read)).as(mode.name()).isEqualTo(expected);
    }
  }

  private static String shown(Bag bag) {
    return Stream.of(bag.one, bag.plain, bag.many, bag.ref, bag.any, bag.object, bag.loose)
        .map(NilTest::shown)
        .toList()
        .toString();
  }

  private static String shown(Object value) {
    if (value instanceof JAXBElement<?> element) {
      return element.getName() + (element.isNil() ? " nil " : " ") + shown(element.getValue());
    }
    if (value instanceof List<?> list) {
      return list.stream().map(NilTest::shown).toList().toString();
    }
    if (value instanceof Item item) {
      return item.getClass().getSimpleName() + " " + item.a + " " + item.t;
    }
    return value instanceof Element element
        ? "<" + element.getTagName() + " a=" + element.getAttribute("a") + element.getTextContent()
        : String.valueOf(value);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void attributesBesideNilOfAMessageAreRead(CodecMode mode) throws Exception {
    Codec<Item> codec =
        Codecs.builder().types(TYPES).mode(mode).build().element(Item.class, new QName("message"));
    String nil = "<message xmlns:xsi='" + XSI + "' xsi:nil='true'";

    Item read = codec.fromBytes((nil + " a='1'/>").getBytes(StandardCharsets.UTF_8));
    assertThat(read.a).isEqualTo("1");
    assertThat(codec.fromBytes((nil + "/>").getBytes(StandardCharsets.UTF_8))).isNull();

    Item expected =
        reference()
            .createUnmarshaller()
            .unmarshal(new StreamSource(new StringReader(nil + " a='1'/>")), Item.class)
            .getValue();
    assertThat(expected.a).isEqualTo(read.a);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anEmptyNilNumberIsNullWhateverIsBesideIt(CodecMode mode) {
    String nil = " xmlns:xsi='" + XSI + "' xmlns:xs='http://www.w3.org/2001/XMLSchema'";
    for (String name : List.of("number xsi:nil='1' a='1'", "all xsi:nil='1' xsi:type='xs:int'")) {
      String document = "<bag><" + name + nil + "/></bag>";
      Bag bag = codec(mode).fromBytes(document.getBytes(StandardCharsets.UTF_8));

      JAXBElement<?> element = (JAXBElement<?>) bag.any.get(0);
      assertThat(element.isNil()).isTrue();
      assertThat(element.getValue()).isNull();
    }
  }

  // ---- writing ----

  static Stream<Object> values() throws Exception {
    ObjectFactory factory = new ObjectFactory();
    DatatypeFactory dates = DatatypeFactory.newInstance();
    Stream<JAXBElement<?>> elements =
        Stream.of(
            factory.ref(item(new Item())),
            factory.ref(item(new Sub())),
            factory.ref(null),
            factory.text("t"),
            factory.text(null),
            factory.number(5),
            factory.unit(Unit.KILO),
            factory.words(List.of("a", "b")),
            factory.words(List.of()),
            factory.all("s"),
            factory.all(item(new Sub())),
            factory.all(dates.newDuration("P1DT2S")),
            new JAXBElement<>(new QName("other"), Item.class, item(new Item())),
            new JAXBElement<>(new QName("other"), String.class, "s"),
            new JAXBElement<>(new QName("other"), Object.class, 5));
    return Stream.concat(
        elements.peek(element -> element.setNil(true)),
        Stream.of(
            dates.newDuration("P1Y2M3DT4H5M6.7S"),
            dates.newDurationYearMonth("P1Y2M"),
            dates.newXMLGregorianCalendar("2020-02-29"),
            dates.newXMLGregorianCalendar("12:00:00Z"),
            URI.create("urn:a"),
            URI.create("http://localhost/a?b=c").toURL(),
            UUID.fromString("6d3c1b1e-5f5c-4ac5-9d6b-0e8f6b1d2c3a"),
            new BigDecimal("1.50"),
            BigInteger.TEN,
            (byte) 1,
            (short) 2,
            3L,
            1.5f,
            2.5,
            true,
            'c',
            new byte[] {1, 2},
            Unit.KILO,
            new java.sql.Timestamp(1_000),
            new java.sql.Date(86_400_000),
            new Date(0)));
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesAreWrittenAsByTheReferenceImplementation(Object value) throws Exception {
    Bag bag = new Bag();
    if (value instanceof JAXBElement<?>) {
      bag.any = new ArrayList<>(List.of(value));
    } else {
      bag.object = value;
      bag.loose = value;
    }
    Marshaller marshaller = reference().createMarshaller();
    StringWriter expected = new StringWriter();
    marshaller.marshal(bag, expected);
    Codec<Bag> again = codec(CodecMode.INTERPRETED);
    for (CodecMode mode : CodecMode.values()) {
      Codec<Bag> codec = codec(mode);
      byte[] written = codec.toBytes(bag);

      assertThat(Infosets.of(new String(written, StandardCharsets.UTF_8)))
          .as(mode.name())
          .isEqualTo(Infosets.of(expected.toString()));
      Bag copy = codec.copy(bag);
      assertThat(codec.equal(bag, copy)).isTrue();
      assertThat(codec.hash(bag)).isEqualTo(codec.hash(copy));
      Bag read = again.fromBytes(written);
      assertThat(again.toBytes(read)).isNotEmpty();
    }
  }

  /** The reference implementation leaves it out; see docs/reference/codecs.md. */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anElementOfAListWithoutAValueIsWritten(CodecMode mode) throws Exception {
    Bag bag = new Bag();
    bag.any = new ArrayList<>(List.of(new ObjectFactory().words(null)));
    StringWriter leftOut = new StringWriter();
    reference().createMarshaller().marshal(bag, leftOut);
    assertThat(leftOut.toString()).doesNotContain("words");

    Codec<Bag> codec = codec(mode);
    byte[] written = codec.toBytes(bag);

    assertThat(new String(written, StandardCharsets.UTF_8))
        .containsOnlyOnce("<words xsi:nil=\"true\">");
    JAXBElement<?> read = (JAXBElement<?>) codec.fromBytes(written).any.get(0);
    assertThat(read.getName()).isEqualTo(new QName("words"));
    assertThat(read.getValue()).isEqualTo(List.of());
  }

  @Test
  void aValueUnderObjectComesBackAsItsType() throws Exception {
    Bag bag = new Bag();
    bag.object = DatatypeFactory.newInstance().newDuration("P1D");
    Codec<Bag> codec = codec(CodecMode.COMPILED);

    assertThat(codec.fromBytes(codec.toBytes(bag)).object).isEqualTo(bag.object);
  }
}
