package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec.Explanation;
import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lists in one text whose element has a type: it is that of an item, as XJC writes it for numbers.
 */
class ListItemTypeTest {
  /** A point of time as the hours since midnight. */
  static class Hours extends XmlAdapter<String, Integer> {
    @Override
    public Integer unmarshal(String text) {
      return Integer.valueOf(text.replace("h", ""));
    }

    @Override
    public String marshal(Integer hours) {
      return hours + "h";
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "sheet")
  static class Sheet {
    @XmlList
    @XmlElement(type = Double.class)
    List<Double> doubles;

    @XmlList
    @XmlElement(type = Integer.class)
    List<Number> numbers;

    @XmlList
    @XmlElement(type = Float.class)
    Float[] floats;

    @XmlList
    @XmlElement(type = String.class)
    @XmlJavaTypeAdapter(Hours.class)
    List<Integer> hours;

    @XmlList
    @XmlElement(type = String.class)
    @XmlJavaTypeAdapter(HexBinaryAdapter.class)
    List<byte[]> digests;
  }

  private static final String XML =
      "<sheet><doubles>1.5 -2.0</doubles><numbers>1 2 3</numbers><floats>0.5 7.0</floats>"
          + "<hours>3h 4h</hours><digests>0A FF</digests></sheet>";

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void theTypeOfTheElementIsThatOfAnItem(CodecMode mode) throws Exception {
    Codecs codecs = Codecs.builder().types(Sheet.class).mode(mode).build();
    Codec<Sheet> codec = codecs.of(Sheet.class);
    JAXBContext reference = JAXBContext.newInstance(Sheet.class);
    Sheet expected =
        (Sheet) reference.createUnmarshaller().unmarshal(new ByteArrayInputStream(bytes(XML)));
    ByteArrayOutputStream written = new ByteArrayOutputStream();

    Sheet read = codec.fromBytes(bytes(XML));
    reference.createMarshaller().marshal(read, written);

    assertThat(codecs.explain(Sheet.class)).allMatch(Explanation::planned);
    assertThat(read.numbers).containsExactly(1, 2, 3);
    assertThat(read).usingRecursiveComparison().isEqualTo(expected);
    assertThat(codec.fromBytes(written.toByteArray()))
        .usingRecursiveComparison()
        .isEqualTo(expected);
    assertThat(new String(codec.toBytes(expected), StandardCharsets.UTF_8)).endsWith(XML);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
