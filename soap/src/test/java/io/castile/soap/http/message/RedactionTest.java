package io.castile.soap.http.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Random;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Elements whose content is not shown; the oracle is the parser of the JDK. */
final class RedactionTest {
  private final Redaction redaction =
      new Redaction(name -> Set.of("Password", "Pin").contains(name.local()) ? "***" : null);

  private String shown(String message) {
    byte[] shown = redaction.of(message.getBytes(UTF_8), Long.MAX_VALUE);
    return shown == null ? null : new String(shown, UTF_8);
  }

  private static Document parse(String message) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new ByteArrayInputStream(message.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<a><Password>s3cret</Password></a> | <a><Password>***</Password></a>",
        "<a><Password/></a> | <a><Password>***</Password></a>",
        "<a><w:Password xmlns:w='urn:w' Type='x'>s3cret</w:Password>b</a> | <a><w:Password>***</w:Password>b</a>",
        "<Password>s3cret</Password> | <Password>***</Password>",
        "<a><Password><b>s3cret</b>s3cret</Password></a> | <a><Password>***</Password></a>",
        "<a><Password>s3<Password>cr</Password>et</Password>b</a> | <a><Password>***</Password>b</a>",
        "<a><Password><![CDATA[s3cret]]></Password><Pin>1</Pin></a> | <a><Password>***</Password><Pin>***</Pin></a>",
        "<a><Password>&#115;3cret</Password>&lt;</a> | <a><Password>***</Password>&lt;</a>",
        "<a><!-- s3cret -->b</a> | <a>b</a>",
        "<a><?pi s3cret?>b</a> | <a>b</a>",
        "<!-- s3cret --><a/> | <a/>",
        "<a/><!-- s3cret --> | <a/>",
        "<a>b<!-- <Password> -->c</a> | <a>bc</a>",
        "<a><password>open</password></a> | <a><password>open</password></a>",
        "<a Password='open'/> | <a Password='open'/>",
      })
  void theContentOfNamedElementsIsReplaced(String message, String shown) {
    assertThat(shown(message)).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s3cret",
        "<a><Password>s3cret</a>",
        "<a><Password>s3cret</Password>",
        "<a><Password>s3cret</Password></b>",
        "<a><Password>s3cret &unknown;</Password></a>",
        "<!DOCTYPE a><a><Password>s3cret</Password></a>",
        "<a/><Password>s3cret</Password>",
        "<a><w:Password>s3cret</w:Password></a>",
      })
  void nothingIsShownOfAMessageThatIsNotWellFormed(String message) {
    assertThat(shown(message)).isNull();
  }

  @Test
  void nothingIsShownOfAMessageThatIsCutAnywhere() {
    String message = "<a b='c'><Password>s3cret</Password><!-- d --><e>f</e></a>";
    for (int length = 0; length < message.length(); length++) {
      assertThat(shown(message.substring(0, length))).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 5, 20, 21, 100})
  void asManyBytesAreShownAsAreWanted(long most) {
    String whole = "<a><Password>***</Password><b>text</b></a>";

    byte[] shown =
        redaction.of("<a><Password>s3cret</Password><b>text</b></a>".getBytes(UTF_8), most);

    assertThat(new String(shown, UTF_8))
        .isEqualTo(whole.substring(0, (int) Math.min(most, whole.length())));
  }

  private static String random(Random random, int depth) {
    StringBuilder out = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      switch (random.nextInt(6)) {
        case 0 -> out.append("text &amp; ö&#x20AC;");
        case 1 -> out.append("<![CDATA[<Password>]]>");
        case 2 -> out.append("<!-- <Pin> -->");
        case 3 -> out.append("\n  ");
        default -> {
          String name = List.of("Password", "x:Pin", "a", "x:b", "PinCode").get(random.nextInt(5));
          String attribute = random.nextBoolean() ? " c='>\"'" : "";
          String content = depth == 0 ? "" : random(random, depth - 1);
          out.append('<').append(name).append(attribute);
          out.append(content.isEmpty() ? "/>" : ">" + content + "</" + name + ">");
        }
      }
    }
    return out.toString();
  }

  /** Replaces what is secret and drops comments, as the JDK's tree has them. */
  private static void hide(Node node) {
    Node child = node.getFirstChild();
    while (child != null) {
      Node next = child.getNextSibling();
      if (child.getNodeType() == Node.COMMENT_NODE) {
        node.removeChild(child);
      } else if (child instanceof Element element
          && Set.of("Password", "Pin").contains(element.getLocalName())) {
        Element hidden =
            element
                .getOwnerDocument()
                .createElementNS(element.getNamespaceURI(), element.getNodeName());
        hidden.setTextContent("***");
        node.replaceChild(hidden, element);
      } else {
        hide(child);
      }
      child = next;
    }
  }

  @Test
  void anyMessageKeepsWhatIsNotSecretAndNothingElse() throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < 1_000; round++) {
      String message = "<x:root xmlns:x='urn:x'>" + random(random, 4) + "</x:root>";
      Document expected = parse(message);
      hide(expected);
      expected.normalizeDocument();

      String shown = shown(message);

      Document found = parse(shown);
      found.normalizeDocument();
      assertThat(found.isEqualNode(expected)).as("%s%nshown as %s", message, shown).isTrue();
    }
  }
}
