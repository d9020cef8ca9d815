package io.castile.delta;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The header block goes in and comes out again, and nothing else changes. */
class LinkHeaderBlockTest {
  private static final String FIELD = "1;b=\"ddpnFAYq\"";
  private static final String BODY = "<e:Body><r>ä &lt;</r></e:Body></e:Envelope>";

  private static byte[] envelope(String header) {
    return ("<e:Envelope xmlns:e=\"" + SoapVersion.SOAP_1_1.namespace() + "\">" + header + BODY)
        .getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<e:Header><u:U xmlns:u=\"urn:u\">x</u:U></e:Header>",
        "<e:Header a=\"&gt;>\" b='\"'><u:U xmlns:u=\"urn:u\"/><u:V xmlns:u=\"urn:u\"/></e:Header>",
        "\n <e:Header>\n <u:U xmlns:u=\"urn:u\"/></e:Header>\n",
        "<e:Header> </e:Header>",
        "<!-- a > b --><e:Header><!-- c --></e:Header>",
      })
  void whatIsPutInComesOut(String header) {
    byte[] message = envelope(header);
    byte[] inserted = LinkHeaderBlock.insert(message, FIELD);
    assertThat(new String(inserted, UTF_8)).contains(" e:mustUnderstand=\"0\">1;b=");
    LinkHeaderBlock.Found found = LinkHeaderBlock.find(inserted, null);
    assertThat(found.message()).isEqualTo(message);
    assertThat(found.isExact()).isTrue();
    assertThat(found.delta()).isNull();
    assertThat(found.others()).isEqualTo(header.contains("u:U"));
    assertThat(LinkField.of(found.text())).isEqualTo(LinkField.of(FIELD));
    assertThat(LinkHeaderBlock.find(inserted, "UTF-8").message()).isEqualTo(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<e:Header/>", "<e:Header></e:Header>", "<e:Header a='b' />", "<e:Other/>"})
  void whereThereIsNoPlaceNothingIsPutIn(String header) {
    assertThat(LinkHeaderBlock.insert(envelope(header), FIELD)).isNull();
  }

  @Test
  void prefixesMakeNoDifference() {
    String plain =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Envelope xmlns=\""
            + SoapVersion.SOAP_1_2.namespace()
            + "\"><Body/></Envelope>";
    byte[] inserted = LinkHeaderBlock.insert(plain.getBytes(UTF_8), FIELD);
    assertThat(new String(inserted, UTF_8)).doesNotContain("mustUnderstand");
    assertThat(LinkHeaderBlock.find(inserted, null).message()).isEqualTo(plain.getBytes(UTF_8));
  }

  @Test
  void whatIsAlteredIsNotExact() {
    byte[] inserted = LinkHeaderBlock.insert(envelope(""), FIELD);
    String altered = new String(inserted, UTF_8).replace("<r>", "<r >");
    LinkHeaderBlock.Found found = LinkHeaderBlock.find(altered.getBytes(UTF_8), null);
    assertThat(found.isExact()).isFalse();
    assertThat(new String(found.message(), UTF_8)).contains("<r >");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void deltasAreInTheBody(SoapVersion version) {
    byte[] delta = {1, 2, 3, -1};
    byte[] envelope = LinkHeaderBlock.delta(version, "1;r", delta);
    assertThat(new String(envelope, UTF_8)).contains(" e:mustUnderstand=\"1\">1;r<");
    LinkHeaderBlock.Found found = LinkHeaderBlock.find(envelope, null);
    assertThat(found.delta()).isEqualTo(delta);
    assertThat(found.message()).isNull();
    assertThat(found.others()).isFalse();
    byte[] empty = LinkHeaderBlock.empty(version, "1;u");
    assertThat(LinkField.of(LinkHeaderBlock.find(empty, null).text()).unknown()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "<e:Envelope",
        "<d:Link xmlns:d=\"urn:castile:differential-link\">1</d:Link>",
        "<e><Header><d:Link xmlns:d=\"urn:castile:differential-link\"/></Header><Body/></e>",
        "<e><Header><d:Link xmlns:d=\"urn:castile:differential-link\">1<x/></d:Link></Header></e>",
        "<e><Body><d:Link xmlns:d=\"urn:castile:differential-link\">1</d:Link></Body></e>",
        "<e><Header><Link>urn:castile:differential-link</Link></Header><Body/></e>",
        "<e><Header><d:Link xmlns:d=\"urn:castile:differential-link\">1</d:Link></Header>"
            + "<Body><d:Delta xmlns:d=\"urn:castile:differential-link\">*</d:Delta></Body></e>",
        "<e><Header><d:Link xmlns:d=\"urn:castile:differential-link\">1</d:Link></Header><Body",
      })
  void whatIsNoBlockIsLeftToTheNextReader(String message) {
    LinkHeaderBlock.Found found = LinkHeaderBlock.find(message.getBytes(UTF_8), null);
    assertThat(found == null || LinkField.of(found.text()) != null).isTrue();
    boolean readable = message.contains("1<x/>") || message.endsWith("<Body");
    assertThat(found == null || readable).isTrue();
  }

  @Test
  void aLongBlockIsNone() {
    byte[] message = LinkHeaderBlock.insert(envelope(""), "1;x=" + "y".repeat(500));
    assertThat(LinkHeaderBlock.find(message, null)).isNull();
  }

  @Test
  void otherEncodingsHaveNoBlocks() {
    String plain = new String(envelope(""), UTF_8);
    String message = new String(LinkHeaderBlock.insert(plain.getBytes(UTF_8), FIELD), UTF_8);
    assertThat(LinkHeaderBlock.find(message.getBytes(UTF_16), null)).isNull();
    assertThat(LinkHeaderBlock.find(message.getBytes(ISO_8859_1), "iso-8859-1")).isNull();
    String declared = "<?xml version='1.0' encoding='ISO-8859-1'?>" + message;
    assertThat(LinkHeaderBlock.find(declared.getBytes(ISO_8859_1), null)).isNull();
    assertThat(LinkHeaderBlock.find(message.getBytes(UTF_16LE), null)).isNull();
    byte[] inOther = ("<?xml version='1.0' encoding='ISO-8859-1'?>" + plain).getBytes(ISO_8859_1);
    assertThat(LinkHeaderBlock.insert(inOther, FIELD)).isNull();
  }

  @Test
  void aMalformedMessageGetsNoBlock() {
    assertThat(LinkHeaderBlock.insert("<e:Envelope xmlns:e='urn:e'><e:Body".getBytes(UTF_8), "1"))
        .isNull();
    assertThat(LinkHeaderBlock.insert("<e:Envelope/>".getBytes(UTF_8), "1")).isNull();
  }
}
