package io.castile.wsdl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.wsdl.document.DocumentException;
import io.castile.wsdl.model.internal.Binding;
import io.castile.wsdl.outline.Outline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Whatever a file says, it is read or refused with its place, and all that is read can be shown.
 */
final class WsdlFuzzTest {
  private static final String[] PIECES = {
    "<",
    ">",
    "/",
    "\"",
    "x:",
    "t:",
    "q:",
    "urn:t",
    "w:import",
    "x:complexType",
    "x:sequence",
    "base",
    "ref=\"t:T\"",
    "type=\"t:get\"",
    "<x:choice>",
    "</x:choice>",
    "&amp;",
    "x:string",
    "#",
    "minOccurs=\"-1\"",
    "maxOccurs=\"99999999999\"",
    "name=\"get\"",
    "x:extension",
    "x:restriction"
  };

  private static final String VALID =
      Wsdl.withTypes(
          Wsdl.schema(
              Wsdl.elements("<x:element name='a' type='t:T'/>", "<x:element ref='t:T'/>")
                  + """
                  <x:element name="T" type="t:T" substitutionGroup="t:U"/><x:element name="U" type="t:T"/>
                  <x:group name="G"><x:choice><x:element name="g" type="x:int"/><x:group ref="t:H"/></x:choice></x:group>
                  <x:group name="H"><x:sequence><x:element name="h" type="t:L"/></x:sequence></x:group>
                  <x:attributeGroup name="A"><x:attribute name="a" type="x:int" default="1"/></x:attributeGroup>
                  <x:complexType name="T"><x:sequence><x:group ref="t:G"/><x:element name="t" type="t:T" minOccurs="0"/></x:sequence>
                    <x:attributeGroup ref="t:A"/></x:complexType>
                  <x:complexType name="V"><x:complexContent><x:extension base="t:T"><x:all/></x:extension></x:complexContent></x:complexType>
                  <x:simpleType name="L"><x:list itemType="t:N"/></x:simpleType>
                  <x:simpleType name="N"><x:union memberTypes="x:int x:string"/></x:simpleType>
                  """));

  private static Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("wsdl");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    Files.deleteIfExists(folder.resolve("t.wsdl"));
    Files.delete(folder);
  }

  @Tag("long")
  @Property(tries = 1500)
  void itIsReadOrRefused(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(VALID);
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      int at = random.nextInt(text.length());
      int end = Math.min(text.length(), at + random.nextInt(12));
      String piece = PIECES[random.nextInt(PIECES.length)];
      switch (random.nextInt(3)) {
        case 0 -> text.replace(at, end, piece);
        case 1 -> swapNames(text, random);
        default -> text.delete(at, end);
      }
    }
    Path file = Files.write(folder.resolve("t.wsdl"), text.toString().getBytes(UTF_8));
    try {
      show(WsdlReader.create().offline().read(file.toUri()));
    } catch (DocumentException e) {
      assertThat(e.getMessage()).startsWith(e.place().toString() + ": ");
      assertThat(e.place().document()).isEqualTo(file.toUri());
    }
  }

  /** Puts one attribute's value in the place of another's, so that the text is well-formed. */
  private static void swapNames(StringBuilder text, Random random) {
    int from = text.indexOf("\"", random.nextInt(text.length()));
    int to = text.indexOf("\"", random.nextInt(text.length()));
    int fromEnd = text.indexOf("\"", from + 1);
    int toEnd = text.indexOf("\"", to + 1);
    if (from >= 0 && to >= 0 && fromEnd >= 0 && toEnd >= 0) {
      text.replace(to + 1, toEnd, text.substring(from + 1, fromEnd));
    }
  }

  private static void show(Description description) {
    Outline outline = description.outline();
    for (Binding binding : description.bindings()) {
      binding.operations().forEach(each -> assertThat(outline.signature(each)).isNotNull());
    }
    assertThat(outline.types()).isNotNull();
  }
}
