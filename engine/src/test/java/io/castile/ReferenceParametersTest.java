package io.castile;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.shop.WrappedShopService;
import io.castile.soap.SoapVersion;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Reference parameters come back in answers (WS-Addressing 1.0 Core §3.4, SOAP Binding §3.2). */
class ReferenceParametersTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";
  private static final String PORT_TYPE = "http://shop.castile.io/WrappedShop/";

  private final SoapServer server =
      Castile.server()
          .host("localhost")
          .addressing(true)
          .sameVersion(false)
          .publish("/shop", new WrappedShopService())
          .start();

  @AfterEach
  void stop() {
    server.close();
  }

  private static String endpoint(String name, String address, String parameters) {
    return "<w:"
        + name
        + "><w:Address>"
        + address
        + "</w:Address><w:ReferenceParameters xmlns:q='urn:q'>"
        + parameters
        + "</w:ReferenceParameters></w:"
        + name
        + ">";
  }

  private static String here(String name, String parameters) {
    return endpoint(name, WSA + "/anonymous", parameters);
  }

  private Element post(SoapVersion version, String operation, String content, String blocks)
      throws Exception {
    String message =
        "<e:Envelope xmlns:e='"
            + version.namespace()
            + "' xmlns:w='"
            + WSA
            + "' xmlns:far='urn:far'><e:Header><w:Action>"
            + PORT_TYPE
            + operation
            + "Request</w:Action><w:MessageID>urn:m</w:MessageID>"
            + blocks
            + "</e:Header><e:Body><s:"
            + operation
            + " xmlns:s='http://shop.castile.io/'>"
            + content
            + "</s:"
            + operation
            + "></e:Body></e:Envelope>";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url("/shop")))
            .header("Content-Type", version.mediaType())
            .POST(HttpRequest.BodyPublishers.ofString(message))
            .build();
    String answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(answer)))
        .getDocumentElement();
  }

  private Element add(SoapVersion version, String blocks) throws Exception {
    return post(version, "add", "<a>1</a><b>2</b>", blocks);
  }

  private static Element block(Element envelope, String uri, String local) {
    Element header =
        (Element) envelope.getElementsByTagNameNS(envelope.getNamespaceURI(), "Header").item(0);
    return (Element) header.getElementsByTagNameNS(uri, local).item(0);
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void thoseOfReplyToAreBlocksOfTheAnswer(SoapVersion version) throws Exception {
    Element answer =
        add(
            version,
            here(
                "ReplyTo",
                "<q:session id='7'>abc<q:in>far:name</q:in></q:session>"
                    + "<plain xmlns=''>x</plain>"));

    Element session = block(answer, "urn:q", "session");
    assertThat(session.getTextContent()).isEqualTo("abcfar:name");
    assertThat(session.getAttribute("id")).isEqualTo("7");
    assertThat(session.getAttributeNS(WSA, "IsReferenceParameter")).isEqualTo("true");
    assertThat(session.getLastChild().lookupNamespaceURI("far")).isEqualTo("urn:far");
    assertThat(block(answer, null, "plain").getTextContent()).isEqualTo("x");
    assertThat(block(answer, WSA, "RelatesTo").getTextContent()).isEqualTo("urn:m");
    assertThat(answer.getTextContent()).contains("3");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void thoseOfFaultToAreBlocksOfAFaultAndOfNothingElse(SoapVersion version) throws Exception {
    String blocks = here("ReplyTo", "<q:r>1</q:r>") + here("FaultTo", "<q:f>2</q:f>");

    Element answer = add(version, blocks);
    Element declared = post(version, "find", "<name>nothing</name>", blocks);
    Element refused = post(version, "add", "<a>x</a>", blocks);

    assertThat(block(answer, "urn:q", "r")).isNotNull();
    assertThat(block(answer, "urn:q", "f")).isNull();
    for (Element fault : new Element[] {declared, refused}) {
      assertThat(block(fault, "urn:q", "r")).isNull();
      assertThat(block(fault, "urn:q", "f").getTextContent()).isEqualTo("2");
    }
  }

  @Test
  void aFaultHasThoseOfReplyToWhereThereIsNoFaultTo() throws Exception {
    Element fault =
        post(SoapVersion.SOAP_1_1, "find", "<name>nothing</name>", here("ReplyTo", "<q:r>1</q:r>"));

    assertThat(block(fault, "urn:q", "r").getTextContent()).isEqualTo("1");
  }

  @Test
  void aFaultOfAddressingHasThoseOfAnEndpointThatIsHere() throws Exception {
    String elsewhere = endpoint("ReplyTo", "http://elsewhere/", "<q:r>1</q:r>");

    Element toHere = add(SoapVersion.SOAP_1_1, elsewhere + here("FaultTo", "<q:f>2</q:f>"));
    Element nowhere = add(SoapVersion.SOAP_1_1, elsewhere);

    assertThat(toHere.getTextContent()).contains("OnlyAnonymousAddressSupported");
    assertThat(block(toHere, "urn:q", "f").getTextContent()).isEqualTo("2");
    assertThat(nowhere.getTextContent()).contains("OnlyAnonymousAddressSupported");
    assertThat(block(nowhere, "urn:q", "r")).isNull();
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void attributesThatSayWhoUnderstandsABlockAreLeftOut(SoapVersion version) throws Exception {
    Element block =
        block(
            add(
                version,
                here(
                    "ReplyTo",
                    "<q:r e:mustUnderstand='1' e:actor='urn:a' e:role='urn:a' e:relay='1'"
                        + " w:IsReferenceParameter='false' k='1'>1</q:r>")),
            "urn:q",
            "r");

    assertThat(block.getAttributeNS(WSA, "IsReferenceParameter")).isEqualTo("true");
    assertThat(block.getAttribute("k")).isEqualTo("1");
    for (String local : new String[] {"mustUnderstand", "actor", "role", "relay"}) {
      assertThat(block.hasAttributeNS(version.namespace(), local)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // declared around it, as addressing or as something else
        WSA + " | xmlns:wsa='" + WSA + "' | <q:kind of='wsa:Action'>wsa:Action</q:kind>",
        "urn:o | xmlns:wsa='urn:o' | <q:kind of='wsa:Action'>wsa:Action</q:kind>",
        // declared by the parameter, further in, or used by its own name
        "urn:o | | <q:kind xmlns:wsa='urn:o' of='wsa:Action'>wsa:Action</q:kind>",
        "urn:o | | <q:kind xmlns:wsa='urn:o' wsa:of='1' of='wsa:Action'>wsa:Action</q:kind>",
        "urn:o | xmlns:wsa='urn:o' xmlns:wsa1='urn:q' | <wsa1:kind of='wsa:Action'>wsa:Action</wsa1:kind>",
        "urn:o | xmlns:wsa='urn:q' | <wsa:kind of='wsa:Action'><b xmlns:wsa='urn:o'>wsa:Action</b></wsa:kind>",
      })
  void namesInThemKeepThePrefixOfAddressing(String uri, String declared, String parameter)
      throws Exception {
    String blocks =
        here("ReplyTo", parameter)
            .replace("<w:ReplyTo>", "<w:ReplyTo " + (declared == null ? "" : declared) + ">");
    for (SoapVersion version : SoapVersion.values()) {
      Element block = block(add(version, blocks), "urn:q", "kind");

      assertThat(block.getLastChild().lookupNamespaceURI("wsa")).isEqualTo(uri);
      assertThat(block.getAttribute("of")).isEqualTo("wsa:Action");
      assertThat(block.getTextContent()).isEqualTo("wsa:Action");
      assertThat(block.getAttributeNS(WSA, "IsReferenceParameter")).isEqualTo("true");
    }
  }

  @Test
  void namesInThemKeepTheDefaultNamespace() throws Exception {
    String blocks =
        here("ReplyTo", "<q:kind of='Action'>Action</q:kind><q:none xmlns=''>Action</q:none>")
            .replace("<w:ReplyTo>", "<w:ReplyTo xmlns='urn:d'>");

    Element answer = add(SoapVersion.SOAP_1_1, blocks);

    assertThat(block(answer, "urn:q", "kind").lookupNamespaceURI(null)).isEqualTo("urn:d");
    assertThat(block(answer, "urn:q", "none").lookupNamespaceURI(null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<w:Action>urn:other</w:Action>",
        "<w:RelatesTo>urn:other</w:RelatesTo>",
        "<e:Header/>",
        "<s:Security xmlns:s='http://docs.oasis-open.org/wss/2004/01/"
            + "oasis-200401-wss-wssecurity-secext-1.0.xsd'/>"
      })
  void blocksThatSaySomethingOfTheAnswerAreRefused(String parameter) throws Exception {
    Element fault = add(SoapVersion.SOAP_1_1, here("ReplyTo", parameter));

    assertThat(fault.getTextContent()).contains("InvalidEPR");
    assertThat(fault.getTextContent()).doesNotContain("urn:other");
  }

  @Test
  void parametersAreBoundedInNumberAndSize() throws Exception {
    String few = "<q:r/>".repeat(32);
    String small = "<q:r>" + "x".repeat(15_000) + "</q:r>";

    assertThat(add(SoapVersion.SOAP_1_1, here("ReplyTo", few)).getTextContent()).contains("3");
    assertThat(add(SoapVersion.SOAP_1_1, here("ReplyTo", small)).getTextContent()).contains("3");
    assertThat(add(SoapVersion.SOAP_1_1, here("ReplyTo", few + "<q:r/>")).getTextContent())
        .contains("InvalidEPR");
    assertThat(add(SoapVersion.SOAP_1_1, here("ReplyTo", small + small)).getTextContent())
        .contains("InvalidEPR");
  }
}
