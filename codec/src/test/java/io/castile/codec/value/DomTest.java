package io.castile.codec.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.codec.Codec;
import io.castile.codec.jaxb.Codecs;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Qualified names inside wildcard content keep their meaning. */
final class DomTest {

  @XmlRootElement
  @XmlAccessorType(XmlAccessType.FIELD)
  static class Envelope {
    @XmlAnyElement Element any;
  }

  private static final Codec<Envelope> CODEC = Codecs.forTypes(Envelope.class).of(Envelope.class);

  private static Element read(String xml) {
    return CODEC.fromBytes(xml.getBytes(StandardCharsets.UTF_8)).any;
  }

  @Test
  void aPrefixInTextThatIsDeclaredFurtherOutIsDeclaredInThePart() {
    Element any = read("<envelope xmlns:f='urn:f'><x><y>a f:name</y></x></envelope>");

    assertThat(any.getFirstChild().lookupNamespaceURI("f")).isEqualTo("urn:f");
  }

  @Test
  void aPrefixInAnAttributeThatIsDeclaredFurtherOutIsDeclaredInThePart() {
    Element any = read("<envelope xmlns:f='urn:f'><x path='/f:a/f:b'/></envelope>");

    assertThat(any.lookupNamespaceURI("f")).isEqualTo("urn:f");
  }

  @Test
  void whatOnlyLooksLikeAPrefixIsLeftAlone() {
    Element any = read("<envelope xmlns:f='urn:f'><x>http://host :a f</x></envelope>");

    assertThat(any.getAttributes().getLength()).isZero();
  }

  @Test
  void aPartIsWrittenWithItsOwnPrefixes() {
    String part = "<f:x xmlns:f=\"urn:f\" xmlns:g=\"urn:g\" name=\"f:a\">g:b</f:x>";
    Envelope envelope = new Envelope();
    envelope.any = read("<envelope>" + part + "</envelope>");

    String xml = new String(CODEC.toBytes(envelope), StandardCharsets.UTF_8);

    assertThat(xml).isEqualTo("<envelope>" + part + "</envelope>");
  }

  @Test
  void aPartWithoutItsDeclarationsIsWrittenWithThem() {
    Envelope envelope = new Envelope();
    envelope.any = read("<envelope xmlns:f='urn:f'><f:x name='f:a'/></envelope>");

    String xml = new String(CODEC.toBytes(envelope), StandardCharsets.UTF_8);

    assertThat(xml).isEqualTo("<envelope><f:x xmlns:f=\"urn:f\" name=\"f:a\"></f:x></envelope>");
  }
}
