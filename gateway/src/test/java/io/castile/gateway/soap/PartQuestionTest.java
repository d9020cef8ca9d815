package io.castile.gateway.soap;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.gateway.Multipart;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.multipart.MultipartContent;
import io.castile.soap.multipart.MultipartType;
import io.castile.soap.multipart.ReceivedMultipart;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packages ask the same where every reader of MIME finds the same in them, and only there. */
final class PartQuestionTest {
  private static final String INCLUDE =
      "<i:Include xmlns:i='http://www.w3.org/2004/08/xop/include' href=\"%s\"/>";

  private static String document(String... references) {
    StringBuilder all = new StringBuilder("<q:ask xmlns:q='urn:q'>");
    for (String each : references) {
      all.append("<data>").append(INCLUDE.formatted(each)).append("</data>");
    }
    return all + "</q:ask>";
  }

  private static @Nullable String asked(Multipart message) {
    return asked(message.bytes(), message.type());
  }

  private static @Nullable String asked(byte[] bytes, String type) {
    PartPackage found = PartPackage.read(bytes, type);
    if (found == null) {
      return null;
    }
    PartQuestion question = PartQuestion.of(found);
    return question.text() + "\n" + new String(question.document(), StandardCharsets.UTF_8);
  }

  private static Multipart photo(String boundary, String id, String content) {
    return Multipart.xop(boundary, document("cid:" + id))
        .part(content, "Content-Type: image/png", "Content-ID: <" + id + ">");
  }

  @Test
  void boundariesAndIdsDoNotCount() {
    assertThat(asked(photo("b1", "a@x", "data")))
        .isNotNull()
        .isEqualTo(asked(photo("----=_b2", "b@y", "data")))
        .isNotEqualTo(asked(photo("b1", "a@x", "Data")));
  }

  @Test
  void spellingsOfFieldsDoNotCount() {
    Multipart one =
        Multipart.xop("b", document("cid:a%40x"))
            .part("data", "content-id:<a@x>", "CONTENT-TYPE:   image/png  ");
    Multipart folded =
        Multipart.xop("b", document("cid:a@x"))
            .part("data", "Content-Type:\r\n image/png", "Content-ID: <a@x>");

    assertThat(asked(one)).isNotNull().isEqualTo(asked(photo("b", "a@x", "data")));
    assertThat(asked(folded)).isEqualTo(asked(one));
  }

  @Test
  void whichPartIsWhereCounts() {
    Multipart one = two(document("cid:p1@a", "cid:p2@a"), "p1@a", "p2@a");
    Multipart swapped = two(document("cid:p2@a", "cid:p1@a"), "p1@a", "p2@a");
    Multipart twice = two(document("cid:p1@a", "cid:p1@a"), "p1@a", "p2@a");
    Multipart renamed = two(document("cid:p1@b", "cid:p2@b"), "p1@b", "p2@b");

    assertThat(asked(one)).isNotNull().isEqualTo(asked(renamed));
    assertThat(asked(swapped)).isNotEqualTo(asked(one));
    assertThat(asked(twice)).isNotEqualTo(asked(one)).isNotEqualTo(asked(swapped));
  }

  private static Multipart two(String document, String first, String second) {
    return Multipart.xop("b", document)
        .part("one", "Content-ID: <" + first + ">")
        .part("two", "Content-ID: <" + second + ">");
  }

  /** What else refers to a part may be said by its name only. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<ref>cid:%s</ref>",
        "<ref>%s</ref>",
        "<ref a='cid:%s'/>",
        "<ref>&#99;id:%s</ref>",
        "<!-- %s -->"
      })
  void namesThatStandElsewhereCount(String more) {
    String one = document("cid:a1", "cid:b1") + more.formatted("a1");
    String swapped = document("cid:b1", "cid:a1") + more.formatted("a1");
    String root = "<r>%s</r>";

    Multipart first = two(root.formatted(one), "a1", "b1");
    Multipart second = two(root.formatted(swapped), "b1", "a1");
    assertThat(asked(first)).isNotNull().isNotEqualTo(asked(second));
  }

  @Test
  void aPartThatNothingIncludesIsKnownByItsName() {
    Multipart one = Multipart.xop("b", "<a/>").part("data", "Content-ID: <photo>");
    Multipart other = Multipart.xop("b", "<a/>").part("data", "Content-ID: <seal>");
    Multipart nameless = Multipart.xop("b", "<a/>").part("data");
    Multipart more = Multipart.xop("b", "<a/>").part("data").part("data");

    assertThat(asked(one)).isNotNull().isNotEqualTo(asked(other)).isNotEqualTo(asked(nameless));
    assertThat(asked(nameless)).isNotNull().isNotEqualTo(asked(more));
  }

  @Test
  void aNumberOfOnesOwnIsNoReference() {
    Multipart numbered = Multipart.xop("b", document("part:1")).part("data");
    assertThat(asked(numbered)).isNotNull();
    Multipart missing = Multipart.xop("b", document("cid:gone")).part("data", "Content-ID: <a>");

    assertThat(asked(numbered)).isNotEqualTo(asked(photo("b", "a", "data")));
    assertThat(asked(missing)).isNotNull().contains("cid:gone").contains("\nid a");
  }

  @Test
  void fieldsAndParametersCount() {
    Multipart other =
        Multipart.xop("b", document("cid:a@x"))
            .part("data", "Content-Type: image/jpeg", "Content-ID: <a@x>");
    Multipart photo = photo("b", "a@x", "data");

    assertThat(asked(other)).isNotNull().isNotEqualTo(asked(photo));
    assertThat(asked(photo.bytes(), photo.type() + "; action=\"urn:a\""))
        .isNotEqualTo(asked(photo));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/related",
        "multipart/related; boundary=\"\"",
        "multipart/related; boundary=b; boundary=c",
        "multipart/related; boundary=b; start=other",
        "multipart/related; boundary=b; start=one; start=two",
        "multipart/related; boundary=\"b c\"",
        "multipart/related; boundary=c",
        "multipart/mixed; boundary=b",
        "text/xml"
      })
  void otherTypesAreNone(String type) {
    assertThat(asked(photo("b", "a", "data").bytes(), type)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--b",
        "--b--",
        "--b--\r\n",
        "--b\r\n\r\n<a/>\r\n--b",
        "--b\r\n\r\n<a/>\r\n--b\r\n",
        "--b\n\n<a/>\n--b--\n",
        "before\r\n--b\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b--behind",
        "--b \r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\n\r\n<a>--b</a>\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b\r\n\r\nx\r\n--bc\r\n\r\ny\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\nno field\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/xml\nX: y\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/plain\r\n\r\n<a/>\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\nContent-Transfer-Encoding: base64\r\n\r\nPGEvPg==\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b\r\nContent-ID: <x>\r\n\r\n1\r\n"
            + "--b\r\nContent-ID: <x>\r\n\r\n2\r\n--b--",
        "--b\r\nContent-Type: text/xml\r\n\r\n<a/>\r\n--b\r\nContent-Type: multipart/mixed;"
            + " boundary=c\r\n\r\n--c--\r\n--b--"
      })
  void whatHasTwoReadingsIsNone(String content) {
    assertThat(
            asked(content.getBytes(StandardCharsets.ISO_8859_1), "multipart/related; boundary=b"))
        .isNull();
  }

  @Property(tries = 300)
  void anotherByteIsAnotherQuestion(
      @ForAll @Size(min = 1, max = 40) byte[] content, @ForAll @IntRange(max = 39) int at) {
    byte[] other = content.clone();
    other[at % other.length]++;

    assertThat(asked(parts(content))).isEqualTo(asked(parts(content.clone())));
    if (asked(parts(content)) != null) {
      assertThat(asked(parts(other))).isNotEqualTo(asked(parts(content)));
    }
  }

  /** With a boundary that random bytes have now and then. */
  private static Multipart parts(byte[] content) {
    return Multipart.xop("a", document("cid:x")).part(content, "Content-ID: <x>");
  }

  /** The oracle is the reader of the rest of Castile, on a library. */
  @Property(tries = 2_000)
  void anotherReaderFindsTheSame(@ForAll byte[] content, @ForAll @IntRange(max = 400) int at)
      throws Exception {
    byte[] message = photo("b", "a@x", "data").bytes();
    int place = at % message.length;
    byte[] mixed = Arrays.copyOf(message, message.length + content.length);
    System.arraycopy(content, 0, mixed, place, content.length);
    System.arraycopy(message, place, mixed, place + content.length, message.length - place);

    String type = photo("b", "a@x", "").type();
    PartPackage found = PartPackage.read(mixed, type);
    if (content.length == 0) {
      assertThat(found).isNotNull();
    }
    if (found != null) {
      MultipartContent other =
          ReceivedMultipart.read(
                  new ByteArrayInputStream(mixed),
                  MultipartType.of(type),
                  AttachmentOptions.DEFAULT,
                  1 << 20)
              .open();
      assertThat(found.content(found.root())).isEqualTo(other.root());
      assertThat(names(found.parts())).containsExactlyElementsOf(other.parts().keySet());
    }
  }

  /** Of the parts behind the document: one without a Content-ID is named by its place. */
  private static List<String> names(List<PartPackage.Part> parts) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i < parts.size(); i++) {
      String id = parts.get(i).id();
      names.add(id == null ? "part-" + (i + 1) : id);
    }
    return names;
  }
}
