package io.castile.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.template.TemplateOptions.Padding;
import io.castile.template.TemplateOptions.Stuffing;
import io.castile.template.internal.Content;
import io.castile.template.internal.Overlay;
import io.castile.template.internal.Template;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing is padded where white space has a meaning, whatever else the type has. */
class MixedContentTest {
  /** Its attribute is a qualified name, for which the start tag declares a prefix. */
  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Topic {
    @XmlAttribute QName dialect;

    @XmlMixed
    @XmlElementRef(name = "n", type = JAXBElement.class)
    List<Object> content = new ArrayList<>();
  }

  @ParameterizedTest
  @CsvSource({
    "COMPILED, OUTSIDE",
    "COMPILED, INSIDE",
    "INTERPRETED, OUTSIDE",
    "INTERPRETED, INSIDE"
  })
  void numbersInMixedContentAreNotPadded(CodecMode mode, Padding padding) {
    Codec<Topic> codec =
        Codecs.builder()
            .types(Topic.class, Shop.ObjectFactory.class)
            .mode(mode)
            .build()
            .of(Topic.class);
    Topic topic = new Topic();
    topic.dialect = new QName("urn:dialect", "simple");
    topic.content.add("before ");
    topic.content.add(new Shop.ObjectFactory().createN(7));
    topic.content.add("behind");
    Template template =
        new Template(TemplateOptions.builder().stuffing(Stuffing.MAXIMUM).padding(padding).build());

    template.update(out -> codec.write(topic, out));

    assertThat(text(template.toByteArray())).isEqualTo(text(codec.toBytes(topic)));
    assertThat(text(template.toByteArray())).contains("before <n>7</n>behind");
  }

  /** What stands between texts of an overlaid message is as in a plain one. */
  @ParameterizedTest
  @EnumSource(Padding.class)
  void numbersInMixedContentAreNotOverlaid(Padding padding) throws IOException {
    int[] numbers = new int[300];
    TemplateOptions options =
        TemplateOptions.builder().stuffing(Stuffing.ADAPTIVE).padding(padding).build();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Content<RuntimeException> content =
        writer -> {
          writer.raw(bytes("<t>before"));
          writer.enterMixed();
          writer.items(numbers, bytes("<n>"), bytes("</n><n>"), bytes("</n>"));
          writer.leaveMixed();
          writer.raw(bytes("behind</t>"));
        };

    new Overlay(options, content).writeTo(out);

    String all = "<n>0</n>".repeat(numbers.length);
    assertThat(text(out.toByteArray())).isEqualTo("<t>before" + all + "behind</t>");
  }

  private static byte[] bytes(String markup) {
    return markup.getBytes(StandardCharsets.US_ASCII);
  }

  private static String text(byte[] message) {
    return new String(message, StandardCharsets.UTF_8);
  }
}
