package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.internal.AttachmentSink;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.BytesAttachment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in a document for bytes that are beside it. */
class AttachmentTest {
  private static final String INCLUDE =
      "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/>";

  private static final byte[] ABC = {'A', 'B', 'C'};

  private static XmlReader at(String content, AttachmentSource source) {
    byte[] document = ("<a b='cid:1'>" + content + "</a>").getBytes(StandardCharsets.UTF_8);
    XmlReader in = new XmlReader().reset(document, 0, document.length).withAttachments(source);
    in.next();
    return in;
  }

  /** Has one part. */
  private static Attachment part(String reference, XmlReader in) {
    if (!reference.equals("cid:1")) {
      throw in.unexpected("cid:1", reference);
    }
    return new BytesAttachment(ABC, "x/y");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "<!-- c -->", "<?p i?>"})
  void anIncludeIsItsPart(String beside) {
    String content = beside + INCLUDE + beside;

    assertThat(at(content, AttachmentTest::part).readText().toBase64()).isEqualTo(ABC);
    assertThat(at(content, AttachmentTest::part).readText().toString()).isEqualTo("QUJD");
    assertThat(at(content, AttachmentTest::part).readText().toToken()).isEqualTo("QUJD");
    assertThat(at(content, AttachmentTest::part).readText().included().contentType())
        .isEqualTo("x/y");
    assertThat(at(content, AttachmentTest::part).readText().isBlank()).isFalse();
    assertThat(at(content, AttachmentTest::part).readText().isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        INCLUDE + INCLUDE,
        "QQ==" + INCLUDE,
        INCLUDE + "a",
        "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:2'/>",
        "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include'/>"
      })
  void whatIsNoneDoesNotAdvance(String content) {
    XmlReader in = at(content, AttachmentTest::part);

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> in.readText().toBase64())
          .isInstanceOf(XmlDataException.class)
          .hasMessageContaining(" at /a, byte ");
      assertThat(in.event()).isEqualTo(XmlReader.START_ELEMENT);
      assertThat(in.name().local()).isEqualTo("a");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<Include href='cid:1'/>",
        "<x:include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:1'/>",
        "<c>" + INCLUDE + "</c>"
      })
  void otherElementsArePassedOver(String content) {
    assertThat(at("QQ==" + content, AttachmentTest::part).readText().toBase64())
        .containsExactly('A');
  }

  @Test
  void withoutPartsAnIncludeIsAnErrorForBytesOnly() {
    assertThat(at("t" + INCLUDE, null).readText().toString()).isEqualTo("t");
    assertThatThrownBy(() -> at(INCLUDE, null).readText().toBase64())
        .isInstanceOf(XmlDataException.class)
        .hasMessageContaining("in a message without attachments, found 'cid:1' at /a, byte ");
  }

  @Test
  void theNextTextIsAnother() {
    byte[] document = ("<r><a>" + INCLUDE + "</a><a>QQ==</a></r>").getBytes(StandardCharsets.UTF_8);
    XmlReader in =
        new XmlReader().reset(document, 0, document.length).withAttachments(AttachmentTest::part);
    in.nextChild(null);
    in.nextChild(null);
    assertThat(in.readText().toBase64()).isEqualTo(ABC);
    in.nextChild(null);
    assertThat(in.readText().included()).isNull();
    assertThat(in.reset(document, 0, document.length).attachments()).isNull();
  }

  @Test
  void textsAndAttributesReferToParts() throws Exception {
    assertThat(at(" cid:1 ", AttachmentTest::part).readText().toAttachment().toByteArray())
        .isEqualTo(ABC);
    assertThat(at("", AttachmentTest::part).attribute(0).toAttachment().toByteArray())
        .isEqualTo(ABC);
    assertThatThrownBy(() -> at("cid:2", AttachmentTest::part).readText().toAttachment())
        .isInstanceOf(XmlDataException.class);
  }

  // ---- writing ----

  /** Takes what is long enough. */
  private static final class Parts implements AttachmentSink {
    final List<Attachment> taken = new ArrayList<>();

    @Override
    public String offer(Attachment part) {
      return part.size() < 2 ? null : refer(part);
    }

    @Override
    public String refer(Attachment part) {
      taken.add(part);
      return "cid:\"" + taken.size();
    }
  }

  @Test
  void bytesGoToWhoTakesThem() throws Exception {
    Parts parts = new Parts();
    XmlWriter out = new XmlWriter().withAttachments(parts);
    out.raw("<a>".getBytes(StandardCharsets.UTF_8));
    out.binary(ABC);
    out.raw("</a><b>".getBytes(StandardCharsets.UTF_8));
    out.binary(new byte[] {'A'});
    out.raw("</b>".getBytes(StandardCharsets.UTF_8));

    assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8))
        .isEqualTo(
            "<a><xop:Include xmlns:xop=\"http://www.w3.org/2004/08/xop/include\""
                + " href=\"cid:&quot;1\"/></a><b>QQ==</b>");
    assertThat(parts.taken).hasSize(1);
    assertThat(parts.taken.get(0).toByteArray()).isEqualTo(ABC);
    assertThat(out.reset().attachments()).isNull();
  }

  @Test
  void withoutAnybodyBytesStandInTheDocument() {
    XmlWriter out = new XmlWriter();
    out.binary(ABC);

    assertThat(out.include(new BytesAttachment(ABC, "x/y"))).isFalse();
    assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("QUJD");
  }
}
