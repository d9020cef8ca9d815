package io.castile.generate;

import static io.castile.generate.Shop.bound;
import static io.castile.generate.Shop.element;
import static io.castile.generate.Shop.message;
import static io.castile.generate.Shop.operation;
import static io.castile.generate.Shop.sequence;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.Codec;
import io.castile.codec.CodecMode;
import io.castile.codec.jaxb.Codecs;
import io.castile.wsdl.model.Problem;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Serializers that merge templates write what codecs write; the parser of the JDK says so. */
final class TemplateSerializersTest {
  private static final String CART =
      sequence(
              "cart",
              "<x:element name='owner' type='t:Person' minOccurs='0'/>"
                  + "<x:element name='item' type='t:Item' minOccurs='0' maxOccurs='unbounded'/>"
                  + "<x:element name='note' type='x:string' nillable='true' minOccurs='0' maxOccurs='9'/>"
                  + "<x:element name='return' type='x:double' maxOccurs='3'/>"
                  + "<x:element name='data' type='x:base64Binary' minOccurs='0'/>"
                  + "<x:element name='URL' type='x:string' nillable='true'/>"
                  + "<x:element name='isOpen' type='x:boolean'/>"
                  + "<x:element name='may' type='x:boolean' minOccurs='0'/>")
          + sequence("cartResponse", "<x:element name='total' type='x:decimal'/>")
          + """
            <x:complexType name="Person"><x:sequence><x:element name="name" type="x:string"/></x:sequence>
              <x:attribute name="born" type="x:date"/></x:complexType>
            <x:complexType name="Item"><x:simpleContent><x:extension base="x:string">
              <x:attribute name="size" type="t:Size"/><x:attribute name="count" type="x:int" use="required"/>
              <x:attribute name="label" type="x:string"/></x:extension></x:simpleContent></x:complexType>
            <x:simpleType name="Size"><x:restriction base="x:string">
              <x:enumeration value="S"/><x:enumeration value="very large"/></x:restriction></x:simpleType>
            """;

  @TempDir Path folder;

  private static String wsdl(String schema) {
    return Shop.document(
        schema,
        message("cartIn", element("p", "cart")) + message("cartOut", element("p", "cartResponse")),
        operation("cart", ""),
        bound("cart", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<URL>u</URL><isOpen>false</isOpen>",
        "<URL i:nil='true'/><isOpen>true</isOpen><may>false</may>",
        "<owner born='2024-02-29'><name/></owner><item count='1'/><URL/><isOpen>0</isOpen>",
        "<owner><name>$value #end ${x} #set($a=1) &lt;&amp;&gt; \"'</name></owner>"
            + "<item count='-7' size='very large' label='&lt;&#9;&#10;&#13;&quot;&apos;$value#if'>a &#13; b]]&gt;</item>"
            + "<item count='0' size='S'>\uD83D\uDE00 é</item><note>n</note><note i:nil='true'/><note/>"
            + "<return>1.5</return><return>-INF</return><return>NaN</return><data>AQID</data><URL>u</URL>"
            + "<isOpen>1</isOpen>",
      })
  void theyWriteWhatTheCodecWrites(String content) throws Exception {
    String document =
        "<cart xmlns='urn:shop' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>"
            + content
            + "</cart>";

    try (Compiled compiled =
        Compiled.of(folder, wsdl(CART), Generator.create().withTemplates(true))) {
      Class<?> type = compiled.type("shop.Cart");
      Codec<?> codec = Codecs.builder().types(type).mode(CodecMode.INTERPRETED).build().of(type);
      Object cart = codec.fromBytes(document.getBytes(UTF_8));

      String written = written(compiled, "Cart", cart);

      assertThat(compiled.generated().problems()).isEmpty();
      assertThat(infoset(written)).isEqualTo(infoset(new String(bytes(codec, cart), UTF_8)));
    }
  }

  @SuppressWarnings("unchecked") // a codec writes what it has read
  private static byte[] bytes(Codec<?> codec, Object value) {
    return ((Codec<Object>) codec).toBytes(value);
  }

  private static String written(Compiled compiled, String name, Object value) throws Exception {
    StringWriter out = new StringWriter();
    Class<?> serializer = compiled.type("shop." + name + "TemplateSerializer");
    try {
      serializer.getMethod("write", value.getClass(), Writer.class).invoke(null, value, out);
    } catch (InvocationTargetException e) {
      throw (Exception) e.getCause();
    }
    return out.toString();
  }

  /** Names, attributes and texts, whatever the prefixes. */
  private static String infoset(String document) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    StringBuilder text = new StringBuilder();
    add(
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(document)))
            .getDocumentElement(),
        text);
    return text.toString();
  }

  private static void add(Element element, StringBuilder text) {
    text.append('{').append(element.getNamespaceURI()).append('}').append(element.getLocalName());
    TreeSet<String> attributes = new TreeSet<>();
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Attr each = (Attr) element.getAttributes().item(i);
      if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(each.getNamespaceURI())) {
        attributes.add(
            "{" + each.getNamespaceURI() + "}" + each.getLocalName() + "=" + each.getValue());
      }
    }
    text.append(attributes).append('(');
    for (Node each = element.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element child) {
        add(child, text);
      } else {
        text.append(each.getNodeValue());
      }
    }
    text.append(')');
  }

  @Test
  void templatesWhoseNamesCollideGetNumbers() throws Exception {
    String schema =
        "<x:element name='ask-it' type='t:Ask'/><x:element name='askIt' type='t:Ask'/>"
            + "<x:complexType name='Ask'><x:sequence/></x:complexType>";
    String wsdl =
        Shop.document(
            schema,
            message("askIn", element("p", "ask-it")) + message("askOut", element("p", "askIt")),
            operation("ask", ""),
            bound("ask", ""));

    try (Compiled compiled = Compiled.of(folder, wsdl, Generator.create().withTemplates(true))) {
      Object ask = compiled.type("shop.Ask").getConstructor().newInstance();

      assertThat(infoset(written(compiled, "AskIt", ask))).isEqualTo("{urn:shop}ask-it[]()");
      assertThat(infoset(written(compiled, "AskIt2", ask))).isEqualTo("{urn:shop}askIt[]()");
    }
  }

  @Test
  void charactersThatXmlHasNotAreAnError() throws Exception {
    try (Compiled compiled =
        Compiled.of(folder, wsdl(CART), Generator.create().withTemplates(true))) {
      Object cart = compiled.type("shop.Cart").getConstructor().newInstance();
      cart.getClass().getMethod("setURL", String.class).invoke(cart, "ab\u0001");

      assertThatThrownBy(() -> written(compiled, "Cart", cart))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected characters of XML, found U+0001 at 2");
    }
  }

  @Test
  void aTemplateIsTextThatPeopleRead() throws Exception {
    Generated generated =
        Compiled.generate(folder, wsdl(CART), Generator.create().withTemplates(true));

    assertThat(Compiled.text(generated, "shop/CartResponse.vm"))
        .isEqualTo(
            """
            ## The element {urn:shop}cartResponse, of a shop.CartResponse.
            ## Lines are joined without the space around them.
            <n1:cartResponse xmlns:n1="urn:shop">
              #if($xml.has($value.getTotal()))<n1:total>$xml.text($value.getTotal())</n1:total>#end
            </n1:cartResponse>
            """);
  }

  @Test
  void whatTemplatesDoNotWriteHasNone() throws Exception {
    String base =
        """
        <x:complexType name="Tree"><x:sequence><x:element name="tree" type="t:Tree" minOccurs="0"/></x:sequence></x:complexType>
        <x:complexType name="Base"><x:sequence><x:element name="a" type="x:int"/></x:sequence></x:complexType>
        <x:complexType name="Sub"><x:complexContent><x:extension base="t:Base"/></x:complexContent></x:complexType>
        <x:complexType name="Defaulted"><x:attribute name="a" type="x:int" default="3"/></x:complexType>
        <x:complexType name="Any"><x:sequence><x:any/></x:sequence></x:complexType>
        """;

    assertThat(reason(base, "Tree")).endsWith("shop.Tree may have another one in it");
    assertThat(reason(base, "Base")).endsWith("shop.Sub may be in the place of shop.Base");
    assertThat(reason(base, "Defaulted"))
        .endsWith("the getter of shop.Defaulted.a returns a default");
    assertThat(reason(base, "Any")).contains("templates do not write any:", "of shop.Any");
  }

  private String reason(String types, String type) throws Exception {
    String schema =
        sequence("cart", "<x:element name='part' type='t:" + type + "' minOccurs='0'/>")
            + sequence("cartResponse", "")
            + types;
    Generated generated =
        Compiled.generate(folder, wsdl(schema), Generator.create().withTemplates(true));

    assertThat(generated.files())
        .extracting(Generated.File::path)
        .contains("shop/CartResponse.vm")
        .doesNotContain("shop/Cart.vm", "shop/CartTemplateSerializer.java");
    assertThat(generated.problems()).hasSize(1);
    Problem problem = generated.problems().get(0);
    assertThat(problem.message()).startsWith("{urn:shop}cart has no template: ");
    return problem.message();
  }
}
