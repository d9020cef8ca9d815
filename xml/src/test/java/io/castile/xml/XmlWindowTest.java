package io.castile.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.xml.internal.DomReader;
import io.castile.xml.internal.XmlWindow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.w3c.dom.DOMException;

/** A document that arrives while it is read is read as the whole one, however it is cut. */
class XmlWindowTest {
  private static final int[] PIECES = {1, 2, 3, 5, 11, 64, 999, 70_000};

  private static final List<String> DOCUMENTS =
      List.of(
          "<a/>",
          "<a>t</a>",
          "<a><b c='1'>t</b></a>  \n",
          "<?xml version='1.0' encoding='UTF-8'?>\n<!-- c --><p:a xmlns:p='u' xmlns='d' p:b='1'"
              + " b='2'>\u00e9&lt;&#233;<![CDATA[<x>]]>more<c/><?pi d?><d xmlns='' e=' \r\n '/>]]"
              + "</p:a><!-- behind --> ",
          "<l><n>1.5</n><n>-2e300</n><n> 3 </n><n><!-- c -->4</n><n><x/>5</n><n>INF</n></l>",
          "<a>" + "<b>text \u20ac</b>".repeat(300) + "</a>",
          "<a x='" + "v".repeat(3000) + "'>" + "t".repeat(5000) + "<b/></a>",
          "<a><b></a>",
          "<a>]]></a>",
          "<a>",
          "<a></a><a/>",
          "<a>\u00e9&unknown;</a>",
          "<a b='1' b='2'/>");

  private static final List<String> FRAGMENTS =
      List.of(
          "<",
          ">",
          "&",
          "/",
          "'",
          "\"",
          "=",
          " ",
          "\r\n",
          "]]>",
          "-->",
          "?>",
          "/>",
          "</",
          "<!--",
          "<?p ",
          "<![CDATA[",
          "&lt;",
          "&#x0;",
          "&#233;",
          " xmlns='u'",
          " a='1'",
          "<a>",
          "</a>",
          "<p:a/>",
          "\u00e9",
          "\ud83d\ude00",
          "\u0000",
          "xml:",
          "<b>1</b>");

  /** Gives a piece at a time. */
  private static final class Pieces extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int most;

    Pieces(byte[] bytes, int most) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.most = most;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, Math.min(most, length));
    }
  }

  @Example
  void everySplitOfADocumentGivesTheEventsOfTheWhole() {
    for (String document : DOCUMENTS) {
      for (int piece : PIECES) {
        for (int seed = 0; seed < 20; seed++) {
          compare(XmlReaders.utf8(document), piece, 1 + seed * 7, seed);
        }
      }
    }
  }

  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void damagedDocumentsFailAlike(@ForAll long seed) {
    damagedDocuments(new Random(seed), 20);
  }

  @Tag("long")
  @Property(tries = 1000, shrinking = ShrinkingMode.OFF)
  void moreDamagedDocumentsFailAlike(@ForAll long seed) {
    damagedDocuments(new Random(seed), 200);
  }

  private static void damagedDocuments(Random random, int count) {
    for (int i = 0; i < count; i++) {
      String document = DOCUMENTS.get(random.nextInt(DOCUMENTS.size()));
      for (int n = 1 + random.nextInt(3); n > 0; n--) {
        int at = random.nextInt(document.length());
        int behind = Math.min(document.length(), at + random.nextInt(4));
        String put = FRAGMENTS.get(random.nextInt(FRAGMENTS.size()));
        document = document.substring(0, at) + put + document.substring(behind);
      }
      int piece = PIECES[random.nextInt(PIECES.length)];
      compare(XmlReaders.utf8(document), piece, 1 + random.nextInt(100), random.nextLong());
    }
  }

  /**
   * Takes the same steps in the whole document and in the one that arrives.
   *
   * @param begun the size of the buffer at first
   */
  private static void compare(byte[] document, int piece, int begun, long seed) {
    List<String> whole =
        trace(new XmlReader(), reader -> reader.reset(document, 0, document.length), seed);
    List<String> arriving =
        trace(
            new XmlReader(),
            reader -> {
              XmlWindow window = new XmlWindow(new Pieces(document, piece), new byte[begun], 0);
              reader.reset(window, null);
              window.release();
            },
            seed);
    assertThat(arriving)
        .as("pieces of %d bytes of %s", piece, new String(document, StandardCharsets.UTF_8))
        .isEqualTo(whole);
  }

  private interface Start {
    void on(XmlReader reader);
  }

  private static List<String> trace(XmlReader in, Start start, long seed) {
    Random random = new Random(seed);
    XmlName expected = new XmlName("", "b");
    List<String> trace = new ArrayList<>();
    try {
      start.on(in);
      while (in.event() != XmlReader.END_DOCUMENT) {
        boolean atStart = in.event() == XmlReader.START_ELEMENT;
        int choice = random.nextInt(atStart ? 7 : 3);
        switch (choice) {
          case 0 -> in.next();
          case 1 -> in.nextContent();
          case 2 -> {
            if (atStart || in.event() == XmlReader.END_ELEMENT && in.depth() > 1) {
              in.nextChild(expected);
            } else {
              in.next();
            }
          }
          case 3 -> trace.add("text " + in.readText());
          case 4 -> trace.add(number(in));
          case 5 -> in.skipElement();
          default -> trace.add("dom " + DomReader.readSelfContained(in).getTextContent());
        }
        trace.add(XmlReaders.state(in));
      }
    } catch (XmlException | DOMException e) {
      trace.add(e.getClass().getSimpleName() + " " + e.getMessage());
    }
    return trace;
  }

  private static String number(XmlReader in) {
    try {
      return "double " + in.readDouble();
    } catch (XmlDataException e) {
      return e.getMessage() + " " + in.readText();
    }
  }

  @Example
  void aReaderMayBeginAnewUntilTheStartIsReleased() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(20_000) + "</a>");
    XmlWindow window = new XmlWindow(new Pieces(document, 100));
    XmlReader in = new XmlReader().reset(window, null);
    for (int i = 0; i < 30_000; i++) {
      in.next();
    }

    in.reset(window, null);
    window.release();

    assertThat(Traces.ofReader(in)).isEqualTo(Traces.ofReader(document));
    assertThatThrownBy(() -> in.reset(window, null)).isInstanceOf(IllegalStateException.class);
  }

  @Example
  void aWindowIsNoLargerThanWhatItsReaderNeeds() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(200_000) + "</a>");
    XmlWindow window = new XmlWindow(new Pieces(document, 10_000));
    XmlReader in = new XmlReader().reset(window, null);
    window.release();

    XmlReaders.readToEnd(in);

    assertThat(window.bytes().length).isEqualTo(64 << 10);
  }

  @Example
  void theRoomOfALargeBeginningIsGivenBack() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(600_000) + "</a>");
    byte[] begun = Arrays.copyOf(document, 4 << 20);
    InputStream rest =
        new ByteArrayInputStream(document, begun.length, document.length - begun.length);
    XmlWindow window = new XmlWindow(rest, begun, begun.length);
    XmlReader in = new XmlReader().reset(window, null);
    window.release();

    assertThat(Traces.ofReader(in)).isEqualTo(Traces.ofReader(document));
    assertThat(window.bytes().length).isEqualTo(64 << 10);
  }

  @Example
  void anElementThatIsPassedOverIsNotHeld() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(200_000) + "</a>");
    XmlWindow window = new XmlWindow(new Pieces(document, 10_000));
    XmlReader in = new XmlReader().reset(window, null);
    window.release();
    in.nextChild(null);

    in.skipElement();

    assertThat(in.offset()).isEqualTo(document.length - 4);
    assertThat(window.bytes().length).isEqualTo(64 << 10);
  }

  @Example
  void aMalformedDocumentIsNotReadToItsEndForItsError() {
    byte[] document = XmlReaders.utf8("<a></b>" + "<b>1</b>".repeat(200_000) + "</a>");
    Pieces pieces = new Pieces(document, 10_000);
    XmlReader in = new XmlReader().reset(new XmlWindow(pieces), null);
    in.nextChild(null);

    assertThatThrownBy(in::next).isInstanceOf(XmlSyntaxException.class);

    assertThat(pieces.bytes.available()).isGreaterThan(document.length - 50_000);
  }

  @Example
  void otherEncodingsAreReadAsTheWholeDocument() {
    String text = "<a>" + "<b>\u00e9</b>".repeat(10_000) + "</a>";
    for (String charset : List.of("ISO-8859-1", "UTF-16")) {
      byte[] document = text.getBytes(java.nio.charset.Charset.forName(charset));
      XmlReader in = new XmlReader().reset(new XmlWindow(new Pieces(document, 7)), charset);

      assertThat(Traces.ofReader(in))
          .isEqualTo(Traces.ofReader(text.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Example
  void moreBytesThanTheLimitAreRefused() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(1000) + "</a>");
    for (int most : new int[] {document.length - 1, document.length}) {
      XmlLimits limits =
          XmlLimits.builder()
              .maxBytes(most)
              .maxDepth(9)
              .maxAttributes(9)
              .maxNameBytes(99)
              .maxTextBytes(999)
              .maxNamespaces(9)
              .build();
      XmlReader in = new XmlReader(new NameTable(), limits);
      if (most == document.length) {
        XmlReaders.readToEnd(in.reset(new XmlWindow(new Pieces(document, 500)), null));
      } else {
        assertThatThrownBy(
                () ->
                    XmlReaders.readToEnd(in.reset(new XmlWindow(new Pieces(document, 500)), null)))
            .isInstanceOf(XmlLimitException.class)
            .hasMessageContaining("maxBytes = " + most);
      }
    }
  }

  @Example
  void aFailureOfTheStreamEndsTheRead() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }
        };
    byte[] begin = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(1000));
    XmlWindow window =
        new XmlWindow(new SequenceInputStream(new ByteArrayInputStream(begin), broken));
    XmlReader in = new XmlReader().reset(window, null);

    assertThatThrownBy(() -> XmlReaders.readToEnd(in))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("gone");
  }

  @Example
  void whatHasBeenReadBeforeIsTheBeginning() {
    byte[] document = XmlReaders.utf8("<a>" + "<b>1</b>".repeat(1000) + "</a>");
    byte[] begun = Arrays.copyOf(document, 4000);
    InputStream rest = new ByteArrayInputStream(document, 4000, document.length - 4000);

    XmlReader in = new XmlReader().reset(new XmlWindow(rest, begun, begun.length), null);

    assertThat(Traces.ofReader(in)).isEqualTo(Traces.ofReader(document));
  }
}
