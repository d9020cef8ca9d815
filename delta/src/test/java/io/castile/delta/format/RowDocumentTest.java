package io.castile.delta.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowDocumentTest {
  private static List<String> fields(String message) {
    byte[] bytes = message.getBytes(UTF_8);
    RowDocument document = RowDocument.of(bytes);
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < document.fields(); i++) {
      int length = document.end(i) - document.start(i);
      fields.add(document.column(i) + ":" + new String(bytes, document.start(i), length, UTF_8));
    }
    return fields;
  }

  private static List<String> rows(String message) {
    byte[] bytes = message.getBytes(UTF_8);
    RowDocument document = RowDocument.of(bytes);
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < document.rows(); i++) {
      int length = document.rowEnd(i) - document.rowStart(i);
      rows.add(new String(bytes, document.rowStart(i), length, UTF_8));
    }
    return rows;
  }

  @Test
  void textsAndAttributesAreFields() {
    assertThat(fields("<a x='1'><b>2</b><b></b><c/>mixed<b y=\"3\">4</b> </a>"))
        .containsExactly("0:1", "1:2", "1:", "2:mixed", "3:3", "1:4", "2: ");
  }

  @Test
  void commentsAndSectionsAreMarkup() {
    assertThat(
            fields(
                "<?xml version='1'?><a><!-- <b>1</b> --><b><![CDATA[<c>2</c>]]></b><d>3</d></a>"))
        .containsExactly("0:3");
  }

  @Test
  void itemsAreRows() {
    assertThat(rows("<a><i>1</i><i>2</i><x/><i>3</i></a>"))
        .containsExactly("<a>", "<i>1</i>", "<i>2</i>", "<x/><i>3</i></a>");
  }

  @Test
  void itemsOfItemsAreRows() {
    assertThat(rows("<a><i><j>1</j><j>2</j></i><i/></a>"))
        .containsExactly("<a>", "<i>", "<j>1</j>", "<j>2</j>", "</i>", "<i/>", "</a>");
  }

  @Test
  void longRowsAreCut() {
    String message = "<a>" + "<b>1</b><c>2</c>".repeat(10) + "</a>";
    RowDocument document = RowDocument.of(message.getBytes(UTF_8));
    assertThat(document.rows()).isEqualTo(2);
    assertThat(document.rowSize(0)).isEqualTo(RowDocument.MAX_ROW_FIELDS);
    assertThat(document.rowSize(1)).isEqualTo(4);
  }

  @Test
  void anEqualMessageKeepsTheDocument() {
    Instance base = Instance.of("<a><i>1</i><i>2</i></a>".getBytes(UTF_8));
    Instance target = Instance.of(base.bytes().clone());
    assertThat(base.document().rows()).isEqualTo(4);
    assertThat(Delta.between(base, target)).hasSize(DeltaFormat.HEAD_BYTES);
    assertThat(target.knownDocument()).isEqualTo(base.document());
    assertThat(target.document().bytes()).isSameAs(target.bytes()); // and keeps no others alive
  }

  @Property
  void aFieldIsFoundByItsPlace(
      @ForAll("markup") @Size(max = 40) List<String> parts, @ForAll @IntRange(max = 40) int from) {
    RowDocument document = RowDocument.of(String.join("", parts).getBytes(UTF_8));
    int first = Math.min(from, document.fields());
    for (int pos = 0; pos <= document.length(); pos++) {
      int expected = first;
      while (expected < document.fields() && document.end(expected) < pos) {
        expected++;
      }
      assertThat(document.fieldAt(pos, first)).as("at %d of %s", pos, parts).isEqualTo(expected);
    }
  }

  @Provide
  Arbitrary<List<String>> markup() {
    return Arbitraries.of(
            "<i>",
            "</i>",
            "<i>1</i>",
            "<i a='2' b='3'/>",
            "<j>",
            "</j>",
            "text",
            " ",
            "<!---->",
            "<")
        .list();
  }
}
