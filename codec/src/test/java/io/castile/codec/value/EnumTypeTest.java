package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.xml.XmlDataException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Constants whose texts differ by white space. */
class EnumTypeTest {
  enum Grade {
    @XmlEnumValue("A")
    A,
    @XmlEnumValue("A ")
    A_BLANK,
    @XmlEnumValue(" A")
    BLANK_A,
    @XmlEnumValue("b c")
    WORDS,
    @XmlEnumValue("b  c")
    WIDE_WORDS,
    @XmlEnumValue("d ")
    D
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "g")
  static class Grades {
    @XmlAttribute Grade attribute;
    Grade element;

    @XmlElement(name = "item")
    List<Grade> items;
  }

  private static Codec<Grades> codec(CodecMode mode) {
    return Codecs.builder().types(Grades.class).mode(mode).build().of(Grades.class);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whiteSpaceTellsConstantsApart(CodecMode mode) {
    Codec<Grades> codec = codec(mode);
    for (Grade each : Grade.values()) {
      Grades grades = new Grades();
      grades.attribute = each;
      grades.element = each;
      grades.items = List.of(each, Grade.A, each);

      Grades read = codec.fromBytes(codec.toBytes(grades));

      assertThat(read.attribute).isEqualTo(each);
      assertThat(read.element).isEqualTo(each);
      assertThat(read.items).isEqualTo(grades.items);
    }
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whiteSpaceAroundTheOnlyConstantOfATokenIsNoError(CodecMode mode) {
    assertThat(read("\n d\t", mode)).isEqualTo(Grade.D);
    assertThat(read("d", mode)).isEqualTo(Grade.D);
    assertThat(read("A ", mode)).isEqualTo(Grade.A_BLANK);
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whiteSpaceThatMayMeanSeveralConstantsIsAnError(CodecMode mode) {
    for (String text : List.of("A  ", "\nA", "b   c", " b c")) {
      assertThatThrownBy(() -> read(text, mode))
          .isInstanceOf(XmlDataException.class)
          .hasMessageContaining("expected one of A, A ,  A, b c");
    }
  }

  private static Grade read(String text, CodecMode mode) {
    String document = "<g><element>" + text + "</element></g>";
    return codec(mode).fromBytes(document.getBytes(StandardCharsets.UTF_8)).element;
  }
}
