package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.codec.bean.BeanCodecs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms that public descriptions have, and that once gave beans without codecs. */
class PublicDescriptionsTest {
  @TempDir Path folder;

  private static String wsdl(String schema) {
    return Shop.document(
        schema,
        message("cartIn", element("p", "cart")) + message("cartOut", element("p", "cart")),
        operation("cart", ""),
        bound("cart", ""));
  }

  private static String cart(String content) {
    return "<x:element name='cart'><x:complexType>" + content + "</x:complexType></x:element>";
  }

  /** What is read and written again by a codec that was generated, and by the interpreter. */
  private void assertGenerated(String schema, String document, String type) throws Exception {
    try (Compiled compiled =
        Compiled.of(folder, wsdl(schema), Generator.create().withCodecs(true))) {
      Class<?> bean = compiled.type(type);
      BeanCodecs codecs = BeanCodecs.builder().types(bean).mode(CodecMode.COMPILED).build();
      BeanCodecs interpreted = BeanCodecs.builder().types(bean).mode(CodecMode.INTERPRETED).build();

      byte[] written = UsedCodec.rewritten(codecs, bean, document);

      assertThat(compiled.generated().problems()).isEmpty();
      assertThat(UsedCodec.of(codecs, bean)).isEqualTo("generated");
      assertThat(new String(written, StandardCharsets.UTF_8))
          .isEqualTo(
              new String(UsedCodec.rewritten(interpreted, bean, document), StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x:sequence><x:element name='a' type='x:int'/></x:sequence><x:anyAttribute/>",
        "<x:sequence><x:element name='a' type='x:int'/></x:sequence>"
            + "<x:attribute name='own' type='x:int'/>"
            + "<x:anyAttribute namespace='##other' processContents='lax'/>"
      })
  void aBeanWithAnyAttributeHasACodec(String content) throws Exception {
    String document = "<cart xmlns='urn:shop' xmlns:o='urn:o' own='1' o:k='2'><a>3</a></cart>";

    assertGenerated(cart(content), document, "shop.Cart");
  }

  @Test
  void aBeanWithATextAndAnyAttributeHasACodec() throws Exception {
    String content =
        "<x:simpleContent><x:extension base='x:string'><x:anyAttribute/></x:extension>"
            + "</x:simpleContent>";

    assertGenerated(cart(content), "<cart xmlns='urn:shop' k='1'>t</cart>", "shop.Cart");
  }

  @Test
  void namesOfOneLengthInAnotherScriptHaveACodec() throws Exception {
    String content =
        "<x:sequence><x:element name='Имя' type='x:string'/><x:element name='Код' type='x:string'/>"
            + "<x:element name='Ряд' type='x:int' maxOccurs='9'/></x:sequence>"
            + "<x:attribute name='Вид' type='x:int'/>";

    assertGenerated(
        cart(content),
        "<cart xmlns='urn:shop' Вид='7'><Имя>a</Имя><Код>b</Код><Ряд>1</Ряд><Ряд>2</Ряд></cart>",
        "shop.Cart");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://lang.java/", "urn:java:util", "http://java/"})
  void noClassIsInAPackageOfJava(String namespace) throws Exception {
    String wsdl =
        wsdl(cart("<x:sequence/>"))
            .replaceFirst(
                "<x:schema",
                "<x:schema xmlns:x='http://www.w3.org/2001/XMLSchema' targetNamespace='"
                    + namespace
                    + "'><x:complexType name='Throwable'><x:sequence><x:element name='a'"
                    + " type='x:int'/></x:sequence></x:complexType></x:schema><x:schema");

    try (Compiled compiled = Compiled.of(folder, wsdl, Generator.create().withCodecs(true))) {
      List<String> paths = compiled.generated().files().stream().map(Generated.File::path).toList();
      assertThat(paths).noneMatch(path -> path.startsWith("java/"));
      assertThat(paths).anyMatch(path -> path.endsWith("/Throwable.java"));
      assertThat(compiled.generated().problems()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "java.shop"})
  void aPackageOfJavaIsRefused(String name) {
    assertThatThrownBy(() -> Generator.create().withPackage(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot generate classes into package '"
                + name
                + "', because the JVM loads none there. Use another package.");
    assertThat(Generator.create().withPackage("javax.shop")).isNotNull();
  }
}
