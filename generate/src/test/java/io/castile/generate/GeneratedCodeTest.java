package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.xml.bind.JAXBContext;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is generated compiles without warnings, and does what it should; JAXB says so. */
final class GeneratedCodeTest {
  @TempDir Path folder;

  private static String wsdl(String schema) {
    return Shop.document(
        sequence("askIt", "<x:element name='q' type='x:string'/>")
            + sequence("askItResponse", "")
            + schema,
        message("askItIn", element("p", "askIt"))
            + message("askItOut", element("p", "askItResponse")),
        operation("askIt", ""),
        bound("askIt", ""));
  }

  private Compiled compiled(String schema, Generator generator) throws Exception {
    return Compiled.of(folder, wsdl(schema), generator);
  }

  @Test
  void namesThatCollideGetNumbers() throws Exception {
    String clashes =
        """
        <x:complexType name="Price"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType>
        <x:complexType name="price"><x:sequence><x:element name="b" type="x:int"/></x:sequence></x:complexType>
        <x:complexType name="PRICE"><x:sequence><x:element name="c" type="x:int"/></x:sequence></x:complexType>
        <x:complexType name="ObjectFactory"><x:sequence/></x:complexType>
        <x:element name="my-name" type="x:string"/>
        <x:element name="myName" type="x:string"/>
        <x:element name="my_name" type="x:string"/>
        <x:complexType name="Odd"><x:sequence>
            <x:element name="Odd"><x:complexType><x:sequence><x:element name="z" type="x:int"/></x:sequence></x:complexType></x:element>
            <x:element name="class" type="x:int"/>
          </x:sequence>
          <x:attribute name="class" type="x:int"/><x:attribute name="Odd" type="x:int"/></x:complexType>
        <x:complexType name="Shop"><x:sequence/></x:complexType>
        <x:complexType name="String"><x:sequence><x:element name="s" type="x:string"/></x:sequence></x:complexType>
        <x:complexType name="_"><x:sequence/></x:complexType>
        <x:simpleType name="Sign"><x:restriction base="x:string">
          <x:enumeration value="+"/><x:enumeration value="-"/><x:enumeration value=""/></x:restriction></x:simpleType>
        """;

    try (Compiled compiled = compiled(clashes, Generator.create())) {
      assertThat(compiled.generated().files())
          .extracting(file -> file.path().toLowerCase(java.util.Locale.ROOT))
          .doesNotHaveDuplicates()
          .contains("shop/price.java", "shop/price2.java", "shop/price3.java");
      assertThat(compiled.generated().interfaces()).containsExactly("shop.Shop_PortType");
      assertThat(
              JAXBContext.newInstance("shop", compiled.type("shop.ObjectFactory").getClassLoader()))
          .isNotNull();
    }
  }

  @Test
  void datesAreThoseOfJavaTime() throws Exception {
    String schema =
        sequence(
            "visit",
            "<x:element name='day' type='x:date'/><x:element name='at' type='x:dateTime'/>"
                + "<x:element name='from' type='x:time' minOccurs='0'/>");

    try (Compiled compiled = compiled(schema, Generator.create().withJavaTime(true))) {
      Class<?> type = compiled.type("shop.Visit");
      String xml =
          "<visit xmlns='urn:shop'><day>2024-02-29+02:00</day><at>2024-12-31T24:00:00Z</at><from>09:30:00</from></visit>";
      Object visit = read(type, xml);

      assertThat(type.getMethod("getDay").invoke(visit)).isEqualTo(LocalDate.of(2024, 2, 29));
      assertThat(type.getMethod("getAt").invoke(visit))
          .isEqualTo(OffsetDateTime.parse("2025-01-01T00:00:00Z"));
      assertThat(written(visit))
          .contains("<day>2024-02-29</day><at>2025-01-01T00:00:00Z</at><from>09:30:00</from>");
    }
  }

  @Test
  void beansAreComparedAndCopiedWithAllThatIsInThem() throws Exception {
    String schema =
        sequence(
                "cart",
                "<x:element name='item' type='t:Item' maxOccurs='unbounded'/><x:element name='data'"
                    + " type='x:base64Binary'/><x:element name='note' type='x:string' nillable='true' minOccurs='0'/>")
            + """
              <x:complexType name="Item" abstract="true"><x:sequence><x:element name="sku" type="x:string"/></x:sequence></x:complexType>
              <x:complexType name="Pen"><x:complexContent><x:extension base="t:Item"><x:sequence>
                <x:element name="colour" type="x:string"/></x:sequence></x:extension></x:complexContent></x:complexType>
              """;
    String xml =
        "<cart xmlns='urn:shop' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><item i:type='Pen'>"
            + "<sku>1</sku><colour>red</colour></item><data>AQID</data><note>n</note></cart>";

    Generator generator = Generator.create().withEquals(true).withCopy(true).withSerializable(true);
    try (Compiled compiled = compiled(schema, generator)) {
      Class<?> type = compiled.type("shop.Cart");
      Object one = read(type, xml);
      Object other = read(type, xml);
      Object copy = type.getMethod("copy").invoke(one);

      assertThat(one)
          .isEqualTo(other)
          .hasSameHashCodeAs(other)
          .isInstanceOf(java.io.Serializable.class);
      assertThat(copy).isEqualTo(one).isNotSameAs(one);
      assertThat(written(copy)).isEqualTo(written(one));
      assertThat(one).hasToString("Cart(item=[Item(sku=1)(colour=red)], data=byte[3], note=n)");

      Object item = ((List<?>) type.getMethod("getItem").invoke(copy)).get(0);
      Method setter = item.getClass().getMethod("setColour", String.class);
      setter.invoke(item, "blue");
      assertThat(copy).isNotEqualTo(one);
      assertThat(one).isEqualTo(other);
    }
  }

  private static Object read(Class<?> type, String xml) throws Exception {
    return JAXBContext.newInstance(type)
        .createUnmarshaller()
        .unmarshal(new StreamSource(new StringReader(xml)), type)
        .getValue();
  }

  private static String written(Object bean) throws Exception {
    StringWriter out = new StringWriter();
    JAXBContext.newInstance(bean.getClass()).createMarshaller().marshal(bean, out);
    return out.toString();
  }
}
