package io.castile.cache.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.cache.graph.NotCacheableException;
import io.castile.cache.key.CacheKey;
import io.castile.cache.policy.internal.ElementPath;
import io.castile.soap.SoapVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys from messages. */
class MessageKeysTest {
  private static final CacheKey.Scope SCOPE =
      CacheKey.Scope.of("http://localhost/", new QName("urn:x", "op"), SoapVersion.SOAP_1_1);
  private static final String ENVELOPE = SoapVersion.SOAP_1_1.namespace();
  private static final String PLAIN = "<m:op xmlns:m='urn:x'><a p='1' q='2'>t</a><b/></m:op>";

  private static byte[] envelope(String body) {
    return ("<s:Envelope xmlns:s='" + ENVELOPE + "'><s:Body>" + body + "</s:Body></s:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static CacheKey key(String body, String... ignored) {
    return MessageKeys.ignoring(Stream.of(ignored).map(ElementPath::new).toList())
        .key(SCOPE, envelope(body), null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<op xmlns='urn:x'><a xmlns='' p='1' q='2'>t</a><b xmlns=''/></op>",
        "<z:op xmlns:z='urn:x' xmlns:unused='urn:y'><a p='1' q='2'>t</a><b/></z:op>",
        "<m:op xmlns:m='urn:x'><a q='2' p='1'>t</a><b></b></m:op>",
        "<m:op xmlns:m='urn:x'>\n  <a p=\"1\" q='2'>t</a>\n  <b ></b>\n</m:op >",
        "\n<m:op xmlns:m='urn:x'><!-- c --><a p='1' q='2'><![CDATA[t]]></a><?p i?><b/></m:op>\n",
        "<m:op xmlns:m='urn:x'><a p='&#x31;' q='2'>&#116;</a> <!-- c --> <b/></m:op>",
        "<m:op xmlns:m='urn:x' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'"
            + " i:schemaLocation='urn:x x.xsd'><a p='1' q='2'>t</a><b/></m:op>",
      })
  void whatSaysTheSameHasTheSameKey(String body) {
    assertThat(key(body)).isEqualTo(key(PLAIN)).hasSameHashCodeAs(key(PLAIN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<m:op xmlns:m='urn:y'><a p='1' q='2'>t</a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><m:a p='1' q='2'>t</m:a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='2' q='1'>t</a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' m:q='2'>t</a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1'>t</a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>t </a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>T</a><b/></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>t</a><b> </b></m:op>",
        "<m:op xmlns:m='urn:x'><b/><a p='1' q='2'>t</a></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>t<b/></a></m:op>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>t</a></m:op><b/>",
        "<m:op xmlns:m='urn:x'><a p='1' q='2'>t</a><b/>x</m:op>",
        "",
      })
  void whatSaysSomethingElseHasAnotherKey(String body) {
    assertThat(key(body)).isNotEqualTo(key(PLAIN));
  }

  /** Some readers take one piece of a text for all of it. */
  @Test
  void aTextInPiecesHasAKeyOfItsOwn() {
    List<String> bodies =
        List.of(
            "<a>one</a>",
            "<a>o<!-- c -->ne</a>",
            "<a>on<!-- c -->e</a>",
            "<a>o<!-- c -->n<!-- c -->e</a>",
            "<a><!-- c -->one</a>",
            "<a>one<!-- c --></a>",
            "<a>one<?p i?></a>",
            "<a>o<![CDATA[ne]]></a>",
            "<a><![CDATA[o]]>ne</a>",
            "<a><![CDATA[o]]><![CDATA[ne]]></a>",
            "<a><!-- c --></a>",
            "<a/>");
    assertThat(bodies.stream().map(body -> key(body))).doesNotHaveDuplicates();

    assertThat(key("<a><![CDATA[one]]></a>")).isEqualTo(key("<a>one</a>"));
    assertThat(key("<a><!-- c --><b/><?p i?></a>")).isEqualTo(key("<a><b/></a>"));
  }

  /** An encodingStyle or a language there holds for what is below it. */
  @Test
  void attributesOfTheEnvelopeAndTheBodyCount() {
    List<String> frames =
        List.of(
            "<s:Envelope xmlns:s='E'><s:Header/><s:Body>",
            "<s:Envelope xmlns:s='E' xml:lang='de'><s:Header/><s:Body>",
            "<s:Envelope xmlns:s='E' xml:lang='fr'><s:Header/><s:Body>",
            "<s:Envelope xmlns:s='E'><s:Header xml:lang='de'/><s:Body>",
            "<s:Envelope xmlns:s='E'><s:Header/><s:Body xml:lang='de'>",
            "<s:Envelope xmlns:s='E' s:encodingStyle='urn:x'><s:Header/><s:Body>",
            "<s:Envelope xmlns:s='E'><s:Header/><s:Body s:encodingStyle='urn:x'>");
    assertThat(frames.stream().map(frame -> framed(frame, "<a/>"))).doesNotHaveDuplicates();

    String id =
        "<s:Envelope xmlns:s='E'><s:Body xmlns:u='http://docs.oasis-open.org/wss/2004/01/"
            + "oasis-200401-wss-wssecurity-utility-1.0.xsd' u:Id='b'>";
    assertThat(framed(id, "<a/>")).isEqualTo(framed(frames.get(0), "<a/>")).isEqualTo(key("<a/>"));

    String preserving = "<s:Envelope xmlns:s='E' xml:space='preserve'><s:Body>";
    assertThat(framed(preserving, "<a> <b/></a>")).isNotEqualTo(framed(preserving, "<a><b/></a>"));
  }

  private static CacheKey framed(String start, String body) {
    String message = start.replace("'E'", "'" + ENVELOPE + "'") + body + "</s:Body></s:Envelope>";
    return MessageKeys.of().key(SCOPE, message.getBytes(StandardCharsets.UTF_8), null);
  }

  @Test
  void whiteSpaceCountsWhereItIsTheText() {
    assertThat(key("<a> </a>")).isNotEqualTo(key("<a/>")).isNotEqualTo(key("<a>  </a>"));
    assertThat(key("<a> <b/></a>")).isEqualTo(key("<a><b/></a>"));
    assertThat(key("<a>x <b/> </a>")).isNotEqualTo(key("<a>x <b/></a>"));
    assertThat(key("<a xml:space='preserve'> <b/></a>"))
        .isNotEqualTo(key("<a xml:space='preserve'><b/></a>"));
    assertThat(key("<a> <b> <c> </c> </b>\n</a>")).isEqualTo(key("<a><b><c> </c></b></a>"));
  }

  @Test
  void theTypeOfAnElementIsResolved() {
    String i = " xmlns:i='http://www.w3.org/2001/XMLSchema-instance'";
    CacheKey key = key("<a" + i + " xmlns:p='urn:t' i:type='p:T'/>");

    assertThat(key("<a" + i + " xmlns:q='urn:t' i:type=' q:T '/>")).isEqualTo(key);
    assertThat(key("<a" + i + " xmlns:p='urn:u' i:type='p:T'/>")).isNotEqualTo(key);
    assertThat(key("<a" + i + " i:type='T'/>")).isNotEqualTo(key);
  }

  @Test
  void onePrefixForTwoNamespacesInATextIsToldApart() {
    CacheKey key = key("<a xmlns:p='urn:t' v='p:x'>p:y</a>");

    assertThat(key("<a xmlns:p='urn:t' v='p:x'>p:y</a>")).isEqualTo(key);
    assertThat(key("<a xmlns:p='urn:u' v='p:x'>p:y</a>")).isNotEqualTo(key);
    assertThat(key("<a xmlns:p='urn:t' xmlns:q='urn:1'>//p:y/q:z</a>"))
        .isNotEqualTo(key("<a xmlns:p='urn:t' xmlns:q='urn:2'>//p:y/q:z</a>"));
    assertThat(key("<e:a xmlns:e='urn:e' xmlns='urn:1'>y</e:a>"))
        .isNotEqualTo(key("<e:a xmlns:e='urn:e' xmlns='urn:2'>y</e:a>"));
    assertThat(key("<a xmlns:p='urn:t'>p<!-- c -->:y</a>"))
        .isNotEqualTo(key("<a xmlns:p='urn:u'>p<!-- c -->:y</a>"));
    assertThat(key("<a xmlns:p='urn:t'>p<![CDATA[:]]>y</a>"))
        .isNotEqualTo(key("<a xmlns:p='urn:u'>p<![CDATA[:]]>y</a>"));
    assertThat(key("<a>12:30</a>")).isEqualTo(key("<a xmlns:p='urn:p'>12:30</a>"));
  }

  /** What has no prefix is in the default namespace, if the text is a qualified name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:v xmlns:s='urn:a' NS>x</s:v>",
        "<s:v xmlns:s='urn:a' NS> x </s:v>",
        "<s:v xmlns:s='urn:a' NS>x y</s:v>",
        "<s:v xmlns:s='urn:a' xmlns:p='urn:p' NS>p:x y</s:v>",
        "<s:v xmlns:s='urn:a' xmlns:p='urn:p' NS>y p:x</s:v>",
        "<s:v xmlns:s='urn:a' NS>x<!-- c -->y</s:v>",
        "<s:v xmlns:s='urn:a' NS><![CDATA[x]]></s:v>",
        "<s:v xmlns:s='urn:a' NS>\u00e9t\u00e9</s:v>",
        "<s:v xmlns:s='urn:a' NS>_1</s:v>",
        "<s:v xmlns:s='urn:a' q='x' NS>1</s:v>",
        "<s:v xmlns:s='urn:a' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' "
            + "xmlns:t='http://www.w3.org/2001/XMLSchema' i:type='t:QName' NS>x</s:v>",
      })
  void aNameInATextIsToldApartByTheDefaultNamespace(String body) {
    CacheKey inNone = key(body.replace("NS", ""));
    CacheKey inA = key(body.replace("NS", "xmlns='urn:a'"));
    CacheKey inB = key(body.replace("NS", "xmlns='urn:b'"));

    assertThat(inA).isNotEqualTo(inNone).isNotEqualTo(inB);
    assertThat(inB).isNotEqualTo(inNone);
    assertThat(key(body.replace("NS", "xmlns=''"))).isEqualTo(inNone);
  }

  @Test
  void whatIsNoNameIsNotToldApartByTheDefaultNamespace() {
    for (String text : List.of("12.50", "2026-01-01", "/x", "{x}", "", "+1")) {
      assertThat(key("<s:v xmlns:s='urn:a' xmlns='urn:b'>" + text + "</s:v>"))
          .isEqualTo(key("<s:v xmlns:s='urn:a'>" + text + "</s:v>"));
    }
  }

  @Test
  void headersDoNotCount() {
    String header = "<s:Header><id>7</id></s:Header><s:Body>";
    String with = new String(envelope(PLAIN), StandardCharsets.UTF_8).replace("<s:Body>", header);

    assertThat(MessageKeys.of().key(SCOPE, with.getBytes(StandardCharsets.UTF_8), null))
        .isEqualTo(key(PLAIN));
  }

  @Test
  void theEncodingDoesNotCount() {
    String message =
        "<?xml version='1.0' encoding='UTF-16'?>"
            + new String(envelope("<a>wörd €𝄞</a>"), StandardCharsets.UTF_8);

    assertThat(MessageKeys.of().key(SCOPE, message.getBytes(StandardCharsets.UTF_16), null))
        .isEqualTo(key("<a>wörd €𝄞</a>"));
  }

  @ParameterizedTest
  @CsvSource({
    "/op/a, true",
    "/op/*, true",
    "/*/a, true",
    "/{urn:x}op/a, true",
    "/{urn:y}op/a, false",
    "/op/{urn:x}a, false",
    "/a, false",
    "/op/b, false",
    "/op/a/@p, false",
    "/op/a/a, false",
    "/**/a, true",
    "/op/**/a, true",
    "/op/**/b/a, false",
  })
  void anIgnoredElementDoesNotCount(String path, boolean ignored) {
    String other = PLAIN.replace("p='1' q='2'>t", "p='1' q='3'>u<c/>");

    assertThat(key(other, path).equals(key(PLAIN, path))).isEqualTo(ignored);
  }

  @Test
  void anIgnoredAttributeDoesNotCount() {
    String other = PLAIN.replace("p='1'", "p='7'");

    assertThat(key(other, "/op/a/@p")).isEqualTo(key(PLAIN, "/op/a/@p"));
    assertThat(key(PLAIN.replace("p='1' ", ""), "/op/a/@*"))
        .isEqualTo(key(PLAIN.replace("q='2'", ""), "/op/a/@*"));
    assertThat(key(other, "/op/a/@q")).isNotEqualTo(key(PLAIN, "/op/a/@q"));
    assertThat(key(other, "/op/@p")).isNotEqualTo(key(PLAIN, "/op/@p"));
  }

  @Test
  void aPathIsFollowedInEverySibling() {
    String one = "<l><i><id>1</id>x</i><i><id>2</id>y</i></l>";
    String other = "<l><i><id>3</id>x</i><i><id>4</id>y</i></l>";

    assertThat(key(one, "/l/i/id")).isEqualTo(key(other, "/l/i/id"));
    assertThat(key(one, "/i/id")).isNotEqualTo(key(other, "/i/id"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<a/>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'/>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>",
        "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body/><b/></s:Envelope>",
        "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'><s:Body/></s:Envelope>",
      })
  void whatIsNoEnvelopeHasNoKey(String message) {
    MessageKeys keys = MessageKeys.of();
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> keys.key(SCOPE, bytes, null))
        .isInstanceOf(NotCacheableException.class)
        .hasMessageContaining("the message has no canonical form");
    assertThat(keys.key(SCOPE, envelope(PLAIN), null)).isEqualTo(key(PLAIN));
  }

  @Test
  void manyPiecesOfWhiteSpaceAreDropped() {
    StringBuilder indented = new StringBuilder("<l>");
    StringBuilder dense = new StringBuilder("<l>");
    for (int i = 0; i < 1000; i++) {
      indented.append("\n  <i>\n    <n>").append(i).append("</n>\n  </i>\n");
      dense.append("<i><n>").append(i).append("</n></i>");
    }

    assertThat(key(indented + "</l>")).isEqualTo(key(dense + "</l>"));
  }
}
