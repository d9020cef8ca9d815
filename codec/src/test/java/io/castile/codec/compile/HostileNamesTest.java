package io.castile.codec.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.BindingException;
import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import io.castile.codec.value.WrapperPart;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names of annotations, which may be those of a stranger's description, are no code of codecs. */
@SuppressWarnings("UnicodeInCode") // names of another script are what a test is about
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

  /** Names that have no letter of ASCII, and names with the endings that generated ones have. */
  @XmlRootElement(name = "foreign")
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Foreign {
    @XmlAttribute public String ключ;
    @XmlAttribute public Integer знак;

    @XmlElement(name = "Имя")
    public String имя;

    @XmlElement(name = "Код")
    public String код;

    public List<String> ряд;
    public List<String> имена;
    public int[] числа;
    public long[] знаки;
    public String 名前;
    public String 番号;
    public Foreign тот;
    public List<Foreign> все;
    public List<Foreign> них;
    public String ___;
    public String ____2;
    public String item;
    public String item_;
  }

  private static <T> String text(Class<T> type, T bean, CodecMode mode) {
    Codec<T> codec = BeanCodecs.builder().types(type).mode(mode).build().of(type);
    return new String(codec.toBytes(bean), StandardCharsets.UTF_8);
  }

  private static <T> void assertSame(Class<T> type, T bean) {
    String compiled = text(type, bean, CodecMode.COMPILED);

    assertThat(System.getProperty(MARKER)).isNull();
    assertThat(compiled).isEqualTo(text(type, bean, CodecMode.INTERPRETED));
  }

  private static CodeGenerator generated(Class<?> type) {
    CodeGenerator generator = new CodeGenerator(BeanCodecs.forTypes(type));
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
  void namesOfOneLengthInAnotherScriptAreToldApart() {
    Foreign inner = new Foreign();
    inner.имя = "inner";
    Foreign bean = new Foreign();
    bean.ключ = "k";
    bean.знак = 1;
    bean.имя = "a";
    bean.код = "b";
    bean.ряд = List.of("c", "d");
    bean.имена = List.of("e");
    bean.числа = new int[] {1, 2};
    bean.знаки = new long[] {3};
    bean.名前 = "f";
    bean.番号 = "g";
    bean.тот = inner;
    bean.все = List.of(inner);
    bean.них = List.of(inner, inner);
    bean.___ = "h";
    bean.____2 = "i";
    bean.item = "j";
    bean.item_ = "k";

    assertThat(generated(Foreign.class).skipped()).isEmpty();
    assertSame(Foreign.class, bean);
    Codec<Foreign> codec =
        BeanCodecs.builder()
            .types(Foreign.class)
            .mode(CodecMode.COMPILED)
            .build()
            .of(Foreign.class);
    Foreign copy = codec.copy(codec.fromBytes(codec.toBytes(bean)));
    assertThat(codec.equal(copy, bean)).isTrue();
    assertThat(codec.hash(copy)).isEqualTo(codec.hash(bean));
    copy.код = "a";
    assertThat(codec.equal(copy, bean)).isFalse();
  }

  @Test
  void namesOfPartsThatAreNoIdentifiersAreCompiled() {
    List<WrapperPart> parts = new ArrayList<>();
    for (String each : List.of("my-part", "my.part", "_", "Имя", "Код", "a·b", "class", "out")) {
      parts.add(new WrapperPart(new QName(each), String.class));
      parts.add(new WrapperPart(new QName(each + "-s"), String[].class));
    }
    Object[] values = new Object[parts.size()];
    for (int i = 0; i < values.length; i += 2) {
      values[i] = "v" + i;
      values[i + 1] = new String[] {"w" + i, "x"};
    }
    BeanCodecs codecs = BeanCodecs.builder().mode(CodecMode.COMPILED).build();
    Codec<Object[]> codec = codecs.wrapper(new QName("urn:a", "все"), parts);
    CodeGenerator generator = new CodeGenerator(codecs);
    generator.add(codec);

    assertThat(generator.skipped()).isEmpty();
    assertThat(Arrays.deepEquals(codec.fromBytes(codec.toBytes(values)), values)).isTrue();
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
