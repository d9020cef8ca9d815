package io.castile.generate.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.lang.model.SourceVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of a description become names of Java, whatever they are. */
final class JavaNamesTest {
  @ParameterizedTest
  @CsvSource({
    "http://www.example.com/shop, com.example.shop",
    "urn:shop, shop",
    "http://../../.., generated",
    "http://./, generated",
    "urn:.., generated",
    "'', generated",
    "' ', generated",
    "http://lang.java/, _java.lang",
    "http://example.com/aux/con, com.example.aux_.con_",
    "urn:class, _class"
  })
  void aNamespaceHasAPackage(String namespace, String expected) {
    assertThat(JavaNames.packageName(namespace)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "order-line, OrderLine, orderLine",
    "CON, CON_, con_",
    "Nul, Nul_, nul_",
    "'', Item, Item",
    "_, Item, Item"
  })
  void aNameIsOneOfAClassAndOfAVariable(String name, String ofClass, String ofVariable) {
    assertThat(JavaNames.className(name)).isEqualTo(ofClass);
    assertThat(JavaNames.variable(name)).isEqualTo(ofVariable);
  }

  @Test
  void anyTextHasNames() {
    Random random = new Random(44);
    String some = ".:/\\u{}()*;\"'$#%_- \n\u200d\u202e\u3001aZ9éß\u0130\ud840\udc00\u0000class";
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(
            random.nextInt(4) == 0
                ? (char) random.nextInt(0x10000)
                : some.charAt(random.nextInt(some.length())));
      }
      String name = text.toString();

      for (String each :
          new String[] {
            JavaNames.className(name),
            JavaNames.variable(name),
            JavaNames.constant(name),
            JavaNames.method(name, false),
            JavaNames.identifier(name)
          }) {
        assertThat(SourceVersion.isName(each, SourceVersion.RELEASE_17)).as(each).isTrue();
        assertThat(each).doesNotContain(".");
        assertThat(each.chars()).noneMatch(Character::isIdentifierIgnorable);
      }
      assertThat(SourceVersion.isName(JavaNames.packageName(name), SourceVersion.RELEASE_17))
          .as(name)
          .isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"con, _con", "Nul.v1, _Nul.v1", "console, console", "a.con, a.con"})
  void aFileHasNotTheNameOfADevice(String stem, String expected) {
    assertThat(JavaNames.fileStem(stem)).isEqualTo(expected);
    assertThat(JavaNames.fileStem("a".repeat(1000))).hasSize(180);
  }

  @Test
  void aLongNameIsCutToThatOfAFile() {
    String name = JavaNames.className("\u3042".repeat(300));

    assertThat(name).isEqualTo("\u3042".repeat(60));
    assertThat((name + "TemplateSerializer.class").getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(256);
  }
}
