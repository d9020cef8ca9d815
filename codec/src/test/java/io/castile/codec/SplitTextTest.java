package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Text around a child element, where a simple type has none. */
class SplitTextTest {
  enum Code {
    @XmlEnumValue("ab")
    AB
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  static class Amount {
    @XmlValue int value;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "bag")
  static class Bag {
    int i;
    Long l;
    double d;
    BigDecimal decimal;
    BigInteger integer;
    boolean b;
    byte[] bytes;
    Code code;
    XMLGregorianCalendar date;
    Amount amount;
    List<Integer> items;
    int[] array;
    String text;
    QName name;
  }

  private static Bag read(String content, CodecMode mode) {
    return Codecs.builder()
        .types(Bag.class)
        .mode(mode)
        .build()
        .of(Bag.class)
        .fromBytes(("<bag>" + content + "</bag>").getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource({
    "i,1,2",
    "l,1,2",
    "d,1,.5",
    "decimal,1,.5",
    "integer,1,2",
    "b,tr,ue",
    "bytes,AQ,ID",
    "code,a,b",
    "date,2020-01-,02",
    "amount,1,2",
    "items,1,2",
    "array,1,2"
  })
  void piecesOfAValueAreNotPutTogether(String name, String first, String second) {
    for (String child :
        List.of("<a/>", "<a>x</a>", "<a b='&gt;/>'><c/>7</a>", "<a/><!-- --><b/>")) {
      String element = "<" + name + ">" + first + child + second + "</" + name + ">";
      for (CodecMode mode : CodecMode.values()) {
        assertThatThrownBy(() -> read(element, mode))
            .as(element)
            .isInstanceOf(XmlDataException.class)
            .hasMessageContaining(
                "found \"" + first + "…" + second + "\" around an element at /bag/" + name);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void oneValueBesideAnElementIsRead(CodecMode mode) {
    assertThat(read("<i>12<a/></i>", mode).i).isEqualTo(12);
    assertThat(read("<i><a>x</a>12</i>", mode).i).isEqualTo(12);
    assertThat(read("<i>\n <a/>\n 12 <b/>\n</i>", mode).i).isEqualTo(12);
    assertThat(read("<code> <a/> ab <b/> </code>", mode).code).isEqualTo(Code.AB);
    assertThat(read("<i>1<!-- -->2<?p ?></i>", mode).i).isEqualTo(12);
    assertThat(read("<i>1<![CDATA[2]]></i>", mode).i).isEqualTo(12);
  }

  /** As documented: elements within a text are passed over. */
  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void aStringHasTheTextAroundElements(CodecMode mode) {
    assertThat(read("<text>a <b>x</b>c &amp; <![CDATA[<d>]]><e/> é</text>", mode).text)
        .isEqualTo("a c & <d> é");
  }
}
