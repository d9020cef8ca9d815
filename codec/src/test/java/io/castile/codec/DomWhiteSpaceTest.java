package io.castile.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;

/** White space within what is read as DOM comes back as it was. */
class DomWhiteSpaceTest {
  private static final String CONTENT =
      "see <i>b</i> <i>c</i>\n.\n  <deep>\n    <a/> <b>\n</b>\t<c> </c>\n  </deep>\n<e/>";

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "bag")
  static class Bag {
    Object object;
    List<Object> objects;

    @XmlAnyElement List<Element> any;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "lax")
  static class Lax {
    @XmlAnyElement(lax = true)
    Object any;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  @XmlRootElement(name = "mixed")
  static class Mixed {
    @XmlMixed
    @XmlAnyElement(lax = true)
    List<Object> content;
  }

  @ParameterizedTest
  @EnumSource(CodecMode.class)
  void whiteSpaceBetweenElementsStays(CodecMode mode) {
    String bag =
        "<bag><object>"
            + CONTENT
            + "</object><objects>"
            + CONTENT
            + "</objects><objects>\n <x/>\n</objects><w>"
            + CONTENT
            + "</w><w>\n <x/>\n</w></bag>";

    assertThat(again(Bag.class, bag, mode)).isEqualTo(plain(bag));
    String lax = "<lax><w>" + CONTENT + "</w></lax>";
    assertThat(again(Lax.class, lax, mode)).isEqualTo(plain(lax));
    String mixed = "<mixed> <w>" + CONTENT + "</w> <v/>\n</mixed>";
    assertThat(again(Mixed.class, mixed, mode)).isEqualTo(plain(mixed));
  }

  private static String plain(String document) {
    return document
        .replace(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"", "")
        .replaceAll("<(\\w+)/>", "<$1></$1>");
  }

  private static <T> String again(Class<T> type, String document, CodecMode mode) {
    Codec<T> codec = Codecs.builder().types(type).mode(mode).build().of(type);
    T read = codec.fromBytes(document.getBytes(StandardCharsets.UTF_8));
    assertThat(codec.equal(read, codec.copy(read))).isTrue();
    return plain(new String(codec.toBytes(read), StandardCharsets.UTF_8));
  }
}
