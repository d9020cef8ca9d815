package io.castile.codec.encoded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.annotation.XsiType;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import io.castile.xml.XmlWriter;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** The names of schema types that annotations of parts and properties give. */
class PartTypesTest {
  static final class Identifiers extends XmlAdapter<String, UUID> {
    @Override
    public UUID unmarshal(String text) {
      return text == null ? null : UUID.fromString(text);
    }

    @Override
    public String marshal(UUID value) {
      return value == null ? null : value.toString();
    }
  }

  static final class Nodes extends XmlAdapter<Bean, UUID> {
    @Override
    public UUID unmarshal(Bean bean) {
      return null;
    }

    @Override
    public Bean marshal(UUID value) {
      return new Bean();
    }
  }

  @XmlEnum
  @XmlType(name = "Color", namespace = "urn:t")
  enum Color {
    RED
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlType(name = "Bean", namespace = "urn:t")
  static class Bean {
    @XmlSchemaType(name = "unsignedByte")
    short small;

    @XmlSchemaType(name = "date")
    XMLGregorianCalendar[] days;

    @XmlSchemaType(name = "string")
    Color color;

    @XmlJavaTypeAdapter(Identifiers.class)
    List<UUID> ids;

    @XmlSchemaType(name = "Code", namespace = "urn:t")
    String code;
  }

  @XmlRegistry
  public static final class ObjectFactory {
    public Bean createBean() {
      return new Bean();
    }
  }

  @SuppressWarnings("unused") // read by reflection
  interface Operations {
    void many(
        @XsiType("unsignedInt") long number,
        @XsiType("token") @XmlJavaTypeAdapter(CollapsedStringAdapter.class) String[] tokens,
        @XmlJavaTypeAdapter(HexBinaryAdapter.class) byte[] hex,
        @XmlJavaTypeAdapter(Identifiers.class) UUID id,
        @XsiType(value = "Short", namespace = "urn:t") String text,
        @XsiType("positiveInteger") BigInteger[] integers,
        Bean bean,
        Object any);

    void wrong(@XmlJavaTypeAdapter(Nodes.class) UUID id);
  }

  private static List<WrapperPart> parts(String name) {
    for (Method method : Operations.class.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        List<WrapperPart> parts = new ArrayList<>();
        for (Parameter each : method.getParameters()) {
          parts.add(
              new WrapperPart(
                  new QName("p" + parts.size()),
                  each.getParameterizedType(),
                  Arrays.asList(each.getAnnotations()),
                  false));
        }
        return parts;
      }
    }
    throw new AssertionError(name);
  }

  private static EncodedCodecs codecs() {
    return new EncodedCodecs(BeanCodecs.forTypes(), () -> List.of(ObjectFactory.class), "urn:t");
  }

  private static XMLGregorianCalendar day() throws Exception {
    return DatatypeFactory.newInstance().newXMLGregorianCalendar("2004-06-14");
  }

  private static Object[] values() throws Exception {
    Bean bean = new Bean();
    bean.small = 200;
    bean.days = new XMLGregorianCalendar[] {day()};
    bean.color = Color.RED;
    bean.ids = new ArrayList<>(List.of(new UUID(0, 1)));
    bean.code = "c";
    return new Object[] {
      3_000_000_000L,
      new String[] {"a b"},
      new byte[] {-1},
      new UUID(0, 2),
      "t",
      new BigInteger[] {BigInteger.ONE},
      bean,
      new Bean()
    };
  }

  @Test
  void textsHaveTheTypesThatAnnotationsName() throws Exception {
    XmlWriter out = new XmlWriter();
    codecs().message(new QName("urn:t", "m"), parts("many"), false).write(values(), out);
    String message = new String(out.toByteArray(), StandardCharsets.UTF_8);

    assertThat(message)
        .contains("<p0 xsi:type=\"xsd:unsignedInt\">3000000000</p0>")
        .contains("soapenc:arrayType=\"xsd:token[1]\"><item xsi:type=\"xsd:token\">a b</item>")
        .contains("<p2 xsi:type=\"xsd:hexBinary\">FF</p2>")
        .contains("<p3 xsi:type=\"xsd:string\">00000000-0000-0000-0000-000000000002</p3>")
        .contains("<p4 xsi:type=\"n1:Short\">t</p4>")
        .contains("soapenc:arrayType=\"xsd:positiveInteger[1]\"")
        .contains("<small xsi:type=\"xsd:unsignedByte\">200</small>")
        .contains("<item xsi:type=\"xsd:date\">2004-06-14</item>")
        .contains("<color xsi:type=\"n1:Color\">RED</color>")
        .contains("<item xsi:type=\"xsd:string\">00000000-0000-0000-0000-000000000001</item>")
        .contains("<code xsi:type=\"n1:Code\">c</code>");
  }

  @Test
  void whatIsWrittenIsReadAndFactoriesSayWhichClassesThereAre() throws Exception {
    EncodedMessage message = codecs().message(new QName("urn:t", "m"), parts("many"), false);
    Object[] values = values();

    Object[] read =
        codecs()
            .message(new QName("urn:t", "m"), parts("many"), false)
            .fromBytes(message.toBytes(values));

    assertThat(read[7]).isInstanceOf(Bean.class);
    assertThat(message.equal(values, read)).isTrue();
    assertThat(message.equal(values, message.copy(values))).isTrue();
  }

  @Test
  void theSchemaHasTheSameNames() {
    EncodedSchema schema = codecs().schema("urn:t");
    List<WrapperPart> parts = parts("many");

    assertThat(schema.typeName(parts.get(0)).getLocalPart()).isEqualTo("unsignedInt");
    assertThat(schema.typeName(parts.get(1)).getLocalPart()).isEqualTo("ArrayOf_token");
    assertThat(schema.typeName(parts.get(2)).getLocalPart()).isEqualTo("hexBinary");
    assertThat(schema.typeName(parts.get(4))).isEqualTo(new QName("urn:t", "Short"));
    assertThat(schema.documents().get("urn:t"))
        .contains("<xs:simpleType name=\"Short\">", "wsdl:arrayType=\"xs:token[]\"");
  }

  @Test
  void anAdapterMakesTexts() {
    assertThatThrownBy(() -> codecs().message(new QName("m"), parts("wrong"), false))
        .isInstanceOf(BindingException.class)
        .hasMessage(
            "Cannot bind part p0, because its adapter "
                + Nodes.class.getName()
                + " makes no texts, which SOAP encoding requires of adapters.");
  }
}
