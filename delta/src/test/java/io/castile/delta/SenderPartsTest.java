package io.castile.delta;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.Headers;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may name whose base. */
class SenderPartsTest {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
  private static final String BOB =
      "<s:UsernameToken><s:Username>bob</s:Username><s:Password>builder</s:Password>%s"
          + "</s:UsernameToken>";

  private static byte[] message(String header) {
    return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s='%1$s"
            + "wssecurity-secext-1.0.xsd' xmlns:u='%1$swssecurity-utility-1.0.xsd'><e:Header>%2$s"
            + "</e:Header><e:Body><a/></e:Body></e:Envelope>")
        .formatted(OASIS, header)
        .getBytes(UTF_8);
  }

  private static String identity(String header) {
    return SenderDigest.identity(Headers.NONE, Set.of(), message(header), null);
  }

  private static String identityOf(String field, String value) {
    return SenderDigest.identity(Headers.of(field, value), Set.of("x-badge"), message(""), null);
  }

  @Test
  void userAndPasswordAreTheSameInEachMessage() {
    String first = identity("<s:Security>" + BOB.formatted("") + "</s:Security>");
    String second =
        identity(
            "<s:Security><u:Timestamp><u:Created>2026-01-01T00:00:00Z</u:Created></u:Timestamp>"
                + BOB.formatted("<u:Created>2026-01-01T00:00:00Z</u:Created>")
                + "</s:Security>");

    assertThat(first).isNotEmpty().isEqualTo(second);
    assertThat(identity("<s:Security>" + BOB.replace("bob", "eve").formatted("") + "</s:Security>"))
        .isNotEqualTo(first);
    assertThat(
            identity("<s:Security>" + BOB.replace("builder", "x").formatted("") + "</s:Security>"))
        .isNotEqualTo(first);
  }

  @Test
  void aTimestampAloneNamesNobody() {
    assertThat(identity("<s:Security><u:Timestamp/></s:Security>")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<s:Security>BOB<x:note xmlns:x='urn:x'><Username>alice</Username></x:note></s:Security>",
        "<s:Security>BOB<s:UsernameToken><s:Username>alice</s:Username></s:UsernameToken>"
            + "</s:Security>",
        "<s:Security>BOB</s:Security><s:Security/>",
        "<s:Security/><s:Security>BOB</s:Security>",
        "<s:Security><s:UsernameToken><s:Username>bob</s:Username><s:Username>alice</s:Username>"
            + "<s:Password>x</s:Password></s:UsernameToken></s:Security>",
        "<s:Security>BOB<s:Username>alice</s:Username></s:Security>",
        "<s:Security><s:UsernameToken><s:Username>bo<b/>b</s:Username></s:UsernameToken>"
            + "</s:Security>",
      })
  void aHeaderThatReadersMayTakeForAnotherSendersTellsNothing(String header) {
    assertThat(identity(header.replace("BOB", BOB.formatted("")))).isNull();
  }

  @Test
  void aNameInAnotherNamespaceIsPartOfWhatIsCompared() {
    String bobs = "<s:Security>" + BOB.formatted("") + "</s:Security>";
    String other =
        "<x:Security xmlns:x='urn:x'><x:UsernameToken><x:Username>alice</x:Username>"
            + "</x:UsernameToken></x:Security>";

    assertThat(identity(bobs + other)).isNotNull().isNotEqualTo(identity(bobs));
  }

  @Test
  void prefixesSayNothing() {
    String block = "<a:t xmlns:a='urn:a' x='1' a:y='2'><a:u>text 10:00</a:u><b/></a:t>";
    String other = "<c:t xmlns:c='urn:a' c:y='2' x='1'><c:u>text 10:00</c:u><b></b></c:t>";
    assertThat(identity(block)).isNotEmpty().isEqualTo(identity(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a:t xmlns:a='urn:b'>a:text</a:t>",
        "<a:u xmlns:a='urn:a'>a:text</a:u>",
        "<a:t xmlns:a='urn:a'>a:texts</a:t>",
        "<a:t xmlns:a='urn:a' x='1'>a:text</a:t>",
        "<a:t xmlns:a='urn:a' x='2'>a:text</a:t>",
        "<a:t xmlns:a='urn:a' x='a:1'>a:text</a:t>",
        "<b:t xmlns:b='urn:a' xmlns:a='urn:b' x='a:1'>a:text</b:t>",
        "<b:t xmlns:b='urn:a' xmlns:a='urn:b'>a:text</b:t>",
        "<t xmlns='urn:a' xmlns:a='urn:a'>a:text</t>",
        "<b:t xmlns:b='urn:a' xmlns:a='urn:b'>5-a:text</b:t>",
        "<a:t xmlns:a='urn:a'>a:text<b/></a:t>",
        "<a:t xmlns:a='urn:a'><b>a:text</b></a:t>",
        "<a:t xmlns:a='urn:a'>a:text</a:t><b/>",
        "<a:t xmlns:a='urn:a'/><b xmlns:a='urn:a'>a:text</b>",
        "<a:t xmlns:a='urn:a'>a:text </a:t>",
      })
  void allElseInABlockTellsSendersApart(String block) {
    assertThat(identity(block))
        .isNotEmpty()
        .isNotEqualTo(identity("<a:t xmlns:a='urn:a'>a:text</a:t>"));
  }

  /** Which readers take for one text or for several, or do not look at. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<t>al<![CDATA[ice]]></t>",
        "<t>al&lt;![CDATA[<![CDATA[ice]]></t>",
        "<t xmlns:p='urn:admin'>p<![CDATA[:x]]></t>",
        "<t xmlns:p='urn:admin'>p<!-- -->:x</t>",
        "<t>text<?target of?></t>",
        "<t><u><!--alice--></u></t>",
      })
  void textsInPiecesTellNothing(String block) {
    assertThat(identity(block)).isNull();
  }

  /** Each colon has a prefix looked up, which takes time. */
  @Test
  void aBlockWithThousandsOfColonsTellsNothing() {
    assertThat(identity("<t>" + "a:".repeat(4_000) + "</t>")).isNotEmpty();
    assertThat(identity("<t>" + "a:".repeat(5_000) + "</t>")).isNull();
  }

  @Test
  void referencesAreTheirCharacters() {
    String block = "<t xmlns:p='urn:%s'>%s</t>";
    assertThat(identity(block.formatted("admin", "p:x")))
        .isEqualTo(identity(block.formatted("admin", "&#112;&#58;x")))
        .isNotEqualTo(identity(block.formatted("guest", "p&#58;x")));
  }

  /** Some readers find header blocks in whatever {@code Header} comes first, or last. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<x/><e:Header><t>alice</t></e:Header><e:Body/>",
        "<e:Header/><e:Header><t>alice</t></e:Header><e:Body/>",
        "<Header/><e:Header><t>alice</t></e:Header><e:Body/>",
        "<e:Header><t>alice</t></e:Header><Body/>",
        "<e:Header><t>alice</t></e:Header>",
      })
  void envelopesThatReadersTakeInDifferentWaysTellNothing(String content) {
    byte[] message =
        ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'>%s</e:Envelope>")
            .formatted(content)
            .getBytes(UTF_8);
    assertThat(SenderDigest.identity(Headers.NONE, Set.of(), message, null)).isNull();
  }

  /** The end of a namespace, and of a name, may stand in a namespace or in a value. */
  @Test
  void soDoesWhereANameOfAnAttributeEnds() {
    assertThat(identity("<t:T xmlns:t='urn:t' xmlns:p='a' p:b='x}c=d'/>"))
        .isNotEqualTo(identity("<t:T xmlns:t='urn:t' xmlns:p='a}b=x' p:c='d'/>"));
  }

  @Test
  void soDoesTheVersionOfSoap() {
    String first = "<a:t xmlns:a='urn:a'>text</a:t>";
    byte[] second =
        new String(message(first), UTF_8)
            .replace(
                "http://schemas.xmlsoap.org/soap/envelope/",
                "http://www.w3.org/2003/05/soap-envelope")
            .getBytes(UTF_8);
    assertThat(SenderDigest.identity(Headers.NONE, Set.of(), second, null))
        .isNotEmpty()
        .isNotEqualTo(identity(first));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "Proxy-Authorization",
        "Cookie",
        "X-Api-Key",
        "X-Forwarded-User",
        "X-Forwarded-Client-Cert",
        "X-Auth-Token",
        "Remote-User",
        "X-Badge",
      })
  void fieldsThatSayWhoAsksTellSendersApart(String field) {
    assertThat(identityOf(field, "alice")).isNotEmpty().isNotEqualTo(identityOf(field, "bob"));
    assertThat(SenderDigest.credentials(Headers.of(field, "alice"), Set.of("x-badge")))
        .isNotEmpty()
        .isNotEqualTo(SenderDigest.credentials(Headers.of(field, "bob"), Set.of("x-badge")));
  }

  /** As requests that come as values are told apart. */
  @Test
  void withoutBlocksFieldsAreAll() {
    Headers fields = Headers.of("Authorization", "alice");
    String identity = SenderDigest.credentials(fields, Set.of());
    for (String header :
        new String[] {"", "<a:To xmlns:a='http://www.w3.org/2005/08/addressing'/>"}) {
      assertThat(SenderDigest.identity(fields, Set.of(), message(header), null))
          .isEqualTo(identity);
    }
  }

  @Test
  void otherFieldsSayNothing() {
    assertThat(identityOf("Accept-Language", "en")).isEmpty();
  }
}
