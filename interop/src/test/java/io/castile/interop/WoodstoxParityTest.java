package io.castile.interop;

import static org.assertj.core.api.Assertions.assertThat;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/**
 * Of damaged documents this reader accepts no more than Woodstox, but for the names and versions of
 * the fifth edition of XML 1.0 that docs/reference/xml.md lists, and reads the same.
 *
 * <p>{@code -Dcastile.fuzz.rounds=N} sets the number of damaged documents.
 */
class WoodstoxParityTest {
  private static final int ROUNDS = Integer.getInteger("castile.fuzz.rounds", 20_000);

  private static final Pattern VERSION =
      Pattern.compile("^(<\\?xml\\s+version\\s*=\\s*['\"])1\\.[0-9]+(['\"])");

  private static final String[] SNIPPETS = {
    "<",
    ">",
    "/>",
    "</",
    "&",
    "&amp;",
    "&#0;",
    "&#x41;",
    "&#xD;",
    "&lt",
    "]]>",
    "]]",
    "<![CDATA[",
    "<!--",
    "-->",
    "--",
    "<?",
    "?>",
    "<?x y?>",
    "<?xml version='1.0'?>",
    "<!DOCTYPE x>",
    " xmlns=''",
    " xmlns:e='urn:other'",
    " xmlns:e=''",
    " xmlns:xml='urn:x'",
    " xml:space='preserve'",
    " e:a='1'",
    " a='1'",
    "e:",
    ":",
    "xmlns",
    "xml",
    "\"",
    "'",
    "=",
    "\u0000",
    "\u0001",
    "\u0085",
    "\u2028",
    "\uFFFF",
    "\uFEFF",
    "\u00e9",
    "\u0132",
    "\u1200",
    "\ud800\udc00",
    "\r",
    "\n",
    "\t",
    " ",
    "1.1"
  };

  private static final String[] DOCUMENTS = {
    "<?xml version='1.0' encoding='UTF-8'?><!-- c --><e:Envelope xmlns:e='urn:e' xmlns='urn:d'>"
        + "<e:Body a='1' e:a=\"2\"><m xmlns:m='urn:m' m:b='x&lt;y'>a&amp;b<![CDATA[<c>]]>d</m><?p i?>"
        + "<empty/><m:x xmlns:m='urn:m2'>\u00e9t\u00e9 &#65;</m:x></e:Body></e:Envelope>\n<!-- e --><?q?>",
    "<a xml:lang='en' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'>"
        + " <b>1</b> <c d='\u00fc' e=' x  y '>2 > 1</c><\u00e9 \u0430=''/></a>",
    "<?xml version=\"1.0\" standalone='yes' ?><r><r><r><!-- - --></r>]] ></r><s t='&quot;&apos;'/></r>"
  };

  @Test
  void damagedDocumentsAreReadAsByWoodstoxOrForWhatThePageLists() throws XMLStreamException {
    Random random = new Random(20261123);
    XMLInputFactory factory = factory();
    int both = 0;
    int refused = 0;
    int beyond = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] whole = DOCUMENTS[round % DOCUMENTS.length].getBytes(StandardCharsets.UTF_8);
      byte[] document = damage(whole, random);
      String shown = new String(document, StandardCharsets.UTF_8);
      String ours;
      try {
        ours = ours(document);
      } catch (XmlException e) {
        refused++;
        continue;
      }
      String theirs;
      try {
        theirs = theirs(factory, document);
      } catch (XMLStreamException e) {
        beyond++;
        byte[] known = withoutFifthEdition(shown).getBytes(StandardCharsets.UTF_8);
        assertThat(theirs(factory, known)).as(shown).isEqualTo(ours(known));
        continue;
      }
      both++;
      assertThat(ours).as(shown).isEqualTo(theirs);
    }
    assertThat(both).isGreaterThan(ROUNDS / 20);
    assertThat(refused).isGreaterThan(ROUNDS / 2);
    assertThat(beyond).isPositive();
  }

  /** With an ASCII letter for every other character, and version 1.0 for its successors. */
  private static String withoutFifthEdition(String document) {
    String unmarked = document.startsWith("\uFEFF") ? document.substring(1) : document;
    return VERSION.matcher(unmarked).replaceFirst("$11.0$2").replaceAll("[^\\x00-\\x7f]", "z");
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = new WstxInputFactory();
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, true);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(WstxInputProperties.P_LAZY_PARSING, false);
    return factory;
  }

  private static String ours(byte[] document) {
    XmlReader in =
        new XmlReader(new NameTable(), XmlLimits.DEFAULT).reset(document, 0, document.length);
    StringBuilder told = new StringBuilder();
    StringBuilder text = new StringBuilder();
    for (int event = in.next(); event != XmlReader.END_DOCUMENT; event = in.next()) {
      switch (event) {
        case XmlReader.TEXT -> text.append(in.text());
        case XmlReader.START_ELEMENT -> {
          flush(text, told);
          told.append("<{").append(in.name().uri()).append('}').append(in.name().local());
          TreeSet<String> all = new TreeSet<>();
          for (int i = 0; i < in.attributeCount(); i++) {
            all.add(
                " {"
                    + in.attributeName(i).uri()
                    + "}"
                    + in.attributeName(i).local()
                    + "="
                    + in.attribute(i));
          }
          all.forEach(told::append);
        }
        case XmlReader.END_ELEMENT -> {
          flush(text, told);
          told.append("/>");
        }
        default -> flush(text, told);
      }
    }
    return told.toString();
  }

  private static void flush(StringBuilder text, StringBuilder told) {
    if (text.length() > 0) {
      told.append('"').append(text).append('"');
      text.setLength(0);
    }
  }

  private static String theirs(XMLInputFactory factory, byte[] document) throws XMLStreamException {
    XMLStreamReader in = factory.createXMLStreamReader(new ByteArrayInputStream(document));
    StringBuilder told = new StringBuilder();
    StringBuilder text = new StringBuilder();
    while (in.hasNext()) {
      switch (in.next()) {
        case XMLStreamConstants.DTD -> throw new XMLStreamException("a document type declaration");
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(in.getText());
        case XMLStreamConstants.SPACE -> {}
        case XMLStreamConstants.START_ELEMENT -> {
          flush(text, told);
          told.append("<{")
              .append(in.getName().getNamespaceURI())
              .append('}')
              .append(in.getLocalName());
          TreeSet<String> all = new TreeSet<>();
          for (int i = 0; i < in.getAttributeCount(); i++) {
            all.add(
                " {"
                    + in.getAttributeName(i).getNamespaceURI()
                    + "}"
                    + in.getAttributeLocalName(i)
                    + "="
                    + in.getAttributeValue(i));
          }
          all.forEach(told::append);
        }
        case XMLStreamConstants.END_ELEMENT -> {
          flush(text, told);
          told.append("/>");
        }
        default -> flush(text, told);
      }
    }
    return told.toString();
  }

  private static byte[] damage(byte[] whole, Random random) {
    byte[] bytes = whole;
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> {
          bytes = bytes.clone();
          bytes[at] = (byte) random.nextInt(256);
        }
        case 1 -> bytes = join(bytes, at, new byte[0], Math.min(bytes.length, at + 1));
        case 2 -> {
          String snippet = SNIPPETS[random.nextInt(SNIPPETS.length)];
          bytes = join(bytes, at, snippet.getBytes(StandardCharsets.UTF_8), at);
        }
        default -> {
          int end = Math.min(bytes.length, at + random.nextInt(30));
          bytes = join(bytes, at, Arrays.copyOfRange(bytes, at, end), at);
        }
      }
    }
    return bytes;
  }

  private static byte[] join(byte[] bytes, int head, byte[] middle, int tail) {
    byte[] joined = Arrays.copyOf(bytes, head + middle.length + bytes.length - tail);
    System.arraycopy(middle, 0, joined, head, middle.length);
    System.arraycopy(bytes, tail, joined, head + middle.length, bytes.length - tail);
    return joined;
  }
}
