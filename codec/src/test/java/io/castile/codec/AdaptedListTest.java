package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists in one text whose items go through an adapter. */
class AdaptedListTest {
  static class Mark {
    final String letter;

    Mark(String letter) {
      this.letter = letter;
    }

    @Override
    public String toString() {
      return letter;
    }
  }

  /** Has no text for a mark without a letter. */
  static class Marks extends XmlAdapter<String, Mark> {
    @Override
    public Mark unmarshal(String text) {
      return new Mark(text);
    }

    @Override
    public String marshal(Mark mark) {
      return mark.letter.isEmpty() ? null : mark.letter;
    }
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "sheet")
  static class Sheet {
    @XmlAttribute
    @XmlList
    @XmlJavaTypeAdapter(Marks.class)
    List<Mark> edge = new ArrayList<>();

    @XmlElement(defaultValue = "x y")
    @XmlList
    @XmlJavaTypeAdapter(Marks.class)
    List<Mark> marks = new ArrayList<>();
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anItemWithoutATextIsLeftOut(CodecMode mode) throws Exception {
    Sheet sheet = new Sheet();
    sheet.edge.addAll(List.of(new Mark("a"), new Mark(""), new Mark("b")));
    sheet.marks.addAll(List.of(new Mark(""), new Mark("c")));

    byte[] xml = codec(mode).toBytes(sheet);

    Sheet read = codec(mode).fromBytes(xml);
    assertThat(read.edge).hasToString("[a, b]");
    assertThat(read.marks).hasToString("[c]");
    assertThat(byReference(xml).edge).hasToString("[a, b]");
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void anEmptyElementHasTheItemsOfItsDefault(CodecMode mode) throws Exception {
    byte[] xml = "<sheet><marks/></sheet>".getBytes(StandardCharsets.UTF_8);

    Sheet read = codec(mode).fromBytes(xml);

    assertThat(read.marks).hasToString("[x, y]");
  }

  private static Codec<Sheet> codec(CodecMode mode) {
    return Codecs.builder().types(Sheet.class).mode(mode).build().of(Sheet.class);
  }

  private static Sheet byReference(byte[] xml) throws Exception {
    return JAXBContext.newInstance(Sheet.class)
        .createUnmarshaller()
        .unmarshal(
            new StreamSource(new StringReader(new String(xml, StandardCharsets.UTF_8))),
            Sheet.class)
        .getValue();
  }
}
