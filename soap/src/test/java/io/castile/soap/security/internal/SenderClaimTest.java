package io.castile.soap.security.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The server's check of a token and the claims by which the cache and the differential link tell
 * senders apart name the same user, or none of them names one.
 */
class SenderClaimTest {
  private static final String OASIS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";

  /** Writes header blocks in full, of which the rows below have short forms. */
  private static String message(String header) {
    return ("<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/' xmlns:s='%1$s"
            + "wssecurity-secext-1.0.xsd' xmlns:u='%1$swssecurity-utility-1.0.xsd' xmlns:x='urn:x'>"
            + "<e:Header>%2$s</e:Header><e:Body/></e:Envelope>")
        .formatted(
            OASIS,
            header
                .replace("[other actor ", "<s:Security e:actor='urn:other'>")
                .replace("[", "<s:Security>")
                .replace("]", "</s:Security>")
                .replace("T(", "<s:UsernameToken>")
                .replace(")", "</s:UsernameToken>")
                .replace("BOB", "<s:Username>bob</s:Username>")
                .replace("ALICE", "<s:Username>alice</s:Username>")
                .replace("PW", "<s:Password>builder</s:Password>")
                .replace("#D", "Type='" + OASIS + "username-token-profile-1.0#PasswordDigest'"));
  }

  /** The header blocks of a message, as the server's links get them. */
  private static List<SoapHeader> headers(String message) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Element envelope =
        factory
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)))
            .getDocumentElement();
    List<SoapHeader> headers = new ArrayList<>();
    Node block = envelope.getFirstChild().getFirstChild();
    while (block != null) {
      headers.add(SoapHeader.of((Element) block));
      block = block.getNextSibling();
    }
    return headers;
  }

  /** The user whom the server would check; null for none, "refused" for a fault. */
  private static String checked(String message) throws Exception {
    try {
      SecurityHeader header = SecurityHeader.of(headers(message), SoapVersion.SOAP_1_1);
      return header == null || header.token() == null ? null : header.token().user();
    } catch (SoapMessageException e) {
      return "refused";
    }
  }

  /** The server lets the user in, and no cache takes two such messages for those of one sender. */
  @Test
  void anExtensionOfATokenMakesItsClaimUnclear() throws Exception {
    String message = message("[T(BOB PW <x:tenant>7</x:tenant>)]");

    SenderClaim claim = SenderClaim.ofMessage(message.getBytes(StandardCharsets.UTF_8), null);

    assertThat(checked(message)).isEqualTo("bob");
    assertThat(claim.kind()).isEqualTo(SenderClaim.Kind.UNCLEAR);
    assertThat(claim.identity()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "| NO_HEADER |",
        "[] | NOBODY |",
        "[<u:Timestamp/>] | NOBODY |",
        "[T(BOB)] | NAME | bob",
        "[T(BOB PW)] | PASSWORD | bob",
        "[T(PW BOB)] | PASSWORD | bob",
        "[<u:Timestamp/>T(BOB PW)] | PASSWORD | bob",
        "[T(BOB <s:Password #D>x</s:Password>)] | DIGEST | bob",
        "<x:Security><x:UsernameToken><x:Username>alice</x:Username></x:UsernameToken></x:Security>[T(BOB PW)] | PASSWORD | bob",
        "<x:h>[T(ALICE)]</x:h>[T(BOB PW)] | PASSWORD | bob",
        // Two names in one token, in whatever namespace and place.
        "[T(BOB ALICE PW)] | UNCLEAR | refused",
        "[T(BOB PW ALICE)] | UNCLEAR | refused",
        "[T(BOB PW <x:Username>alice</x:Username>)] | UNCLEAR | refused",
        "[T(<x:Username>alice</x:Username> BOB PW)] | UNCLEAR | refused",
        "[T(BOB PW <Username>alice</Username>)] | UNCLEAR | refused",
        "[T(BOB PW <u:Username>alice</u:Username>)] | UNCLEAR | refused",
        "[T(<s:Username>bob<s:Username>alice</s:Username></s:Username> PW)] | UNCLEAR | refused",
        "[T(BOB PW <x:note>ALICE</x:note>)] | UNCLEAR | refused",
        "[T(<x:Username>alice</x:Username> PW)] | UNCLEAR | refused",
        "[T(BOB <s:Password #D>x</s:Password> ALICE)] | UNCLEAR | refused",
        // Two tokens, or names beside one.
        "[T(BOB PW)T(ALICE)] | UNCLEAR | refused",
        "[T(ALICE)T(BOB PW)] | UNCLEAR | refused",
        "[T(BOB PW)ALICE] | UNCLEAR | refused",
        "[T(BOB PW)<x:note>T(ALICE)</x:note>] | UNCLEAR | refused",
        "[<x:UsernameToken>ALICE</x:UsernameToken>T(BOB PW)] | UNCLEAR | refused",
        "[<s:BinarySecurityToken/>T(BOB PW)] | UNCLEAR | refused",
        // Two headers, for whatever actors.
        "[T(BOB PW)][T(ALICE)] | UNCLEAR | refused",
        "[T(BOB PW)][] | UNCLEAR | refused",
        "[other actor T(ALICE)][T(BOB PW)] | UNCLEAR | refused",
        "[T(BOB PW)][other actor T(ALICE)] | UNCLEAR | refused",
      })
  void allReadersNameTheSameUser(String header, SenderClaim.Kind kind, String user)
      throws Exception {
    String message = message(header == null ? "" : header);

    SenderClaim claim = SenderClaim.ofMessage(message.getBytes(StandardCharsets.UTF_8), null);

    assertThat(claim.kind()).isEqualTo(kind);
    assertThat(checked(message)).isEqualTo(user);
    assertThat(claim.user()).isEqualTo("refused".equals(user) ? null : user);
    boolean isShared = kind == SenderClaim.Kind.NAME || kind == SenderClaim.Kind.PASSWORD;
    assertThat(claim.identity() != null).isEqualTo(isShared);
  }
}
