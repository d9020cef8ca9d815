package io.castile.codec.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.Codecs;
import io.castile.codec.binding.BindingException;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names of annotations, which may be those of a stranger's description, are no code of codecs. */
class HostileNamesTest {
  private static final String MARKER = "castile.test.hostile";
  private static final String CODE = "static { System.setProperty(\"" + MARKER + "\", \"\"); } //";

  /** A namespace that ends the line of a comment once a compiler has read its Unicode escape. */
  @XmlRootElement
  public static class Escaped {
    @XmlElement(namespace = "urn:c\\u000a" + CODE)
    public List<String> lines;
  }

  /** Namespaces that end a line, or look like the end of a comment or a string. */
  @XmlRootElement(name = "broken", namespace = "urn:a\n" + CODE)
  public static class Broken {
    @XmlElement(namespace = "urn:b\n" + CODE)
    public List<String> lines;

    @XmlElement(namespace = "urn:d\r" + CODE)
    public List<String> carriages;

    @XmlElement(namespace = "urn:e\"; \\u0022; " + CODE)
    public List<String> quotes;

    @XmlAttribute(namespace = "urn:f = \\u002a/ = " + CODE)
    public String spaced;
  }

  /** A default that no value of its type is. */
  @XmlRootElement
  public static class Defaulted {
    @XmlElement(defaultValue = "x y")
    public Integer count;
  }

  private static <T> String text(Class<T> type, T bean, CodecMode mode) {
    Codec<T> codec = Codecs.builder().types(type).mode(mode).build().of(type);
    return new String(codec.toBytes(bean), StandardCharsets.UTF_8);
  }

  private static <T> void assertSame(Class<T> type, T bean) {
    String compiled = text(type, bean, CodecMode.COMPILED);

    assertThat(System.getProperty(MARKER)).isNull();
    assertThat(compiled).isEqualTo(text(type, bean, CodecMode.INTERPRETED));
  }

  private static CodeGenerator generated(Class<?> type) {
    CodeGenerator generator = new CodeGenerator(Codecs.forTypes(type));
    generator.addAll(List.of(type));
    return generator;
  }

  @AfterEach
  void clear() {
    System.clearProperty(MARKER);
  }

  @Test
  void anEscapeInANamespaceIsNoEndOfAComment() {
    Escaped bean = new Escaped();
    bean.lines = List.of("one", "two");

    assertSame(Escaped.class, bean);
    assertThat(generated(Escaped.class).generated())
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(each.source()).doesNotContain("---- lines: element {urn:c\\"));
  }

  @Test
  void aDefaultThatIsNoValueIsAnErrorOfTheBinding() {
    assertThatThrownBy(() -> generated(Defaulted.class))
        .isInstanceOf(BindingException.class)
        .hasMessageContaining("expected a default value of Integer, found 'x y'");
  }

  @Test
  void aLineEndInANamespaceIsNoEndOfACommentOrAString() {
    Broken bean = new Broken();
    bean.lines = List.of("one");
    bean.carriages = List.of("two");
    bean.quotes = List.of("three");
    bean.spaced = "four";

    assertSame(Broken.class, bean);
    CodeGenerator generator = generated(Broken.class);
    assertThat(generator.skipped()).isEmpty();
    assertThat(generator.generated())
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.source().lines().map(String::strip))
                    .noneMatch(line -> line.startsWith("static {")));
  }
}
