package io.castile.soap.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Message addressing properties as they come (WS-Addressing 1.0 Core §3, SOAP Binding §6). */
final class MessageAddressingTest {
  private static final String WSA = "http://www.w3.org/2005/08/addressing";

  private static Element parse(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  private static MessageAddressing of(String blocks) throws Exception {
    Element header =
        parse("<h xmlns:a='" + WSA + "' xmlns:x='urn:x' xmlns:o='urn:o'>" + blocks + "</h>");
    List<SoapHeader> headers = new ArrayList<>();
    for (Node each = header.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each instanceof Element block) {
        headers.add(SoapHeader.received(block, false));
      }
    }
    return MessageAddressing.of(headers);
  }

  private static List<String> subcodes(AddressingFault fault) {
    return fault.subcodes().stream().map(each -> each.getLocalPart()).toList();
  }

  @Test
  void aMessageWithoutPropertiesHasNone() throws Exception {
    MessageAddressing none = of("<x:Action>urn:a</x:Action>");

    assertThat(none.present()).isFalse();
    assertThat(none.action()).isNull();
    assertThat(none.fault()).isNull();
    assertThat(none.replyTo()).isSameAs(ReplyEndpoint.ANONYMOUS);
  }

  @Test
  void propertiesAreReadWithoutTheBlanksAroundThem() throws Exception {
    MessageAddressing read =
        of(
            "<a:Action>\n urn:a </a:Action><a:MessageID> urn:m\t</a:MessageID><a:To>urn:to</a:To>"
                + "<a:ReplyTo><a:Address> urn:reply </a:Address></a:ReplyTo>");

    assertThat(read.fault()).isNull();
    assertThat(read.action()).isEqualTo("urn:a");
    assertThat(read.messageId()).isEqualTo("urn:m");
    assertThat(read.replyTo().address()).isEqualTo("urn:reply");
    assertThat(read.replyTo().isHere()).isFalse();
  }

  @Test
  void faultsGoWhereAnswersGoUnlessTheMessageSaysOtherwise() throws Exception {
    String action = "<a:Action>urn:a</a:Action>";
    String replyTo = "<a:ReplyTo><a:Address>urn:reply</a:Address></a:ReplyTo>";

    assertThat(of(action).faultTo()).isSameAs(ReplyEndpoint.ANONYMOUS);
    assertThat(of(action + replyTo).faultTo().address()).isEqualTo("urn:reply");
    MessageAddressing both =
        of(action + replyTo + "<a:FaultTo><a:Address>" + WSA + "/none</a:Address></a:FaultTo>");
    assertThat(both.replyTo().address()).isEqualTo("urn:reply");
    assertThat(both.faultTo().isNone()).isTrue();
    assertThat(both.faultTo().isHere()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<a:To>urn:t</a:To> | MessageAddressingHeaderRequired | | Action",
        "<a:RelatesTo>urn:t</a:RelatesTo> | MessageAddressingHeaderRequired | | Action",
        "<a:Action/> | InvalidAddressingHeader | | Action",
        "<a:Action> </a:Action> | InvalidAddressingHeader | | Action",
        "<a:Action>a</a:Action><a:Action>a</a:Action> | InvalidAddressingHeader | InvalidCardinality | Action",
        "<a:Action>a</a:Action><a:To>a</a:To><a:To>a</a:To> | InvalidAddressingHeader | InvalidCardinality | To",
        "<a:Action>a</a:Action><a:MessageID>a</a:MessageID><a:MessageID>b</a:MessageID> | InvalidAddressingHeader | InvalidCardinality | MessageID",
        "<a:Action>a</a:Action><a:ReplyTo/> | InvalidAddressingHeader | MissingAddressInEPR | ReplyTo",
        "<a:Action>a</a:Action><a:ReplyTo>urn:r</a:ReplyTo> | InvalidAddressingHeader | MissingAddressInEPR | ReplyTo",
        "<a:Action>a</a:Action><a:FaultTo><x:Address>urn:r</x:Address></a:FaultTo> | InvalidAddressingHeader | MissingAddressInEPR | FaultTo",
        "<a:Action>a</a:Action><a:From><a:Address> </a:Address></a:From> | InvalidAddressingHeader | InvalidAddress | From",
        "<a:Action>a</a:Action><a:ReplyTo><a:Address>r</a:Address><a:Address>r</a:Address></a:ReplyTo> | InvalidAddressingHeader | InvalidEPR | ReplyTo",
        "<a:Action>a</a:Action><a:ReplyTo><a:Address>r</a:Address><a:ReferenceParameters/><a:ReferenceParameters/></a:ReplyTo> | InvalidAddressingHeader | InvalidEPR | ReplyTo",
        "<a:Action>a</a:Action><a:ReplyTo><a:Address>r</a:Address><a:ReferenceParameters><a:To>evil</a:To></a:ReferenceParameters></a:ReplyTo> | InvalidAddressingHeader | InvalidEPR | ReplyTo",
      })
  void aFaultSaysWhatIsWrongAndWithWhichBlock(
      String blocks, String code, String inner, String block) throws Exception {
    AddressingFault fault = of(blocks).fault();

    assertThat(subcodes(fault)).isEqualTo(inner == null ? List.of(code) : List.of(code, inner));
    assertThat(fault.subcodes()).allMatch(each -> each.getNamespaceURI().equals(WSA));
    assertThat(fault.detail().getLocalName()).isEqualTo("ProblemHeaderQName");
    assertThat(fault.detail().getTextContent()).isEqualTo("wsa:" + block);
    assertThat(fault.detail().lookupNamespaceURI("wsa")).isEqualTo(WSA);
  }

  @Test
  void theFirstThingThatIsWrongIsSaid() throws Exception {
    AddressingFault fault =
        of("<a:To/><a:Action>a</a:Action><a:Action>a</a:Action><a:ReplyTo/>").fault();

    assertThat(fault.detail().getTextContent()).isEqualTo("wsa:To");
  }

  @Test
  void longPropertiesAreRefused() throws Exception {
    String longest = "a".repeat(MessageAddressing.MAX_LENGTH);

    assertThat(of("<a:Action>" + longest + "</a:Action>").fault()).isNull();
    assertThat(subcodes(of("<a:Action>" + longest + "a</a:Action>").fault()))
        .containsExactly("InvalidAddressingHeader");
    assertThat(
            subcodes(
                of("<a:Action>a</a:Action><a:ReplyTo><a:Address>"
                        + longest
                        + "a</a:Address></a:ReplyTo>")
                    .fault()))
        .containsExactly("InvalidAddressingHeader", "InvalidAddress");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void theDetailOfAFaultIsABlockInSoap11AndADetailInSoap12(SoapVersion version) throws Exception {
    AddressingFault fault = of("<a:To>urn:t</a:To>").fault();

    if (version == SoapVersion.SOAP_1_1) {
      assertThat(fault.toFault(version).detail()).isNull();
      Element block = fault.headers(version).get(0).element();
      assertThat(block.getNamespaceURI()).isEqualTo(WSA);
      assertThat(block.getLocalName()).isEqualTo("FaultDetail");
      assertThat(block.getFirstChild().getLocalName()).isEqualTo("ProblemHeaderQName");
    } else {
      assertThat(fault.headers(version)).isEmpty();
      assertThat(fault.toFault(version).detail()).hasSize(1);
    }
  }

  @Test
  void aMismatchNamesBothActionsShortened() {
    AddressingFault fault = AddressingFault.mismatch("urn:a" + "a".repeat(500), "urn:b");

    assertThat(subcodes(fault)).containsExactly("InvalidAddressingHeader", "ActionMismatch");
    assertThat(fault.detail().getFirstChild().getTextContent()).hasSize(201).endsWith("…");
    assertThat(fault.detail().getLastChild().getLocalName()).isEqualTo("SoapAction");
    assertThat(fault.detail().getLastChild().getTextContent()).isEqualTo("urn:b");
    assertThat(AddressingFault.notSupported("urn:a").reason())
        .isEqualTo("The urn:a cannot be processed at the receiver");
  }

  // ---- reference parameters (Core §2.1, SOAP Binding §3.2) ----

  private static List<SoapHeader> parameters(String parameters) throws Exception {
    return of("<a:Action>a</a:Action><a:ReplyTo xmlns:o='urn:o'><a:Address>r</a:Address>"
            + "<a:ReferenceParameters>"
            + parameters
            + "</a:ReferenceParameters></a:ReplyTo>")
        .replyTo()
        .parameters();
  }

  @Test
  void eachReferenceParameterBecomesABlockThatSaysSo() throws Exception {
    List<SoapHeader> blocks = parameters("<x:k i='1'>v</x:k> text <o:l><x:m/></o:l>");

    assertThat(blocks).extracting(each -> each.name().getLocalPart()).containsExactly("k", "l");
    for (SoapHeader block : blocks) {
      Element read = parse(new String(block.toBytes(), StandardCharsets.UTF_8));
      assertThat(read.getAttributeNS(WSA, "IsReferenceParameter")).isEqualTo("true");
    }
    assertThat(blocks.get(0).element().getAttribute("i")).isEqualTo("1");
    assertThat(blocks.get(0).text()).isEqualTo("v");
  }

  @ParameterizedTest
  @EnumSource(SoapVersion.class)
  void aParameterDoesNotSayWhichNodeHasToUnderstandTheAnswer(SoapVersion version) throws Exception {
    List<SoapHeader> blocks =
        parameters(
            "<x:k xmlns:e='"
                + version.namespace()
                + "' e:mustUnderstand='1' e:actor='urn:o' e:role='urn:o' o:kept='1'/>");

    Element block = blocks.get(0).element();
    assertThat(blocks.get(0).mustUnderstand()).isFalse();
    assertThat(block.getAttributeNS(version.namespace(), "mustUnderstand")).isEmpty();
    assertThat(block.getAttributeNS(version.namespace(), "actor")).isEmpty();
    assertThat(block.getAttributeNS(version.namespace(), "role")).isEmpty();
    assertThat(block.getAttributeNS("urn:o", "kept")).isEqualTo("1");
  }

  @Test
  void aNameInATextKeepsItsNamespace() throws Exception {
    Element block =
        parse(new String(parameters("<x:k>o:name</x:k>").get(0).toBytes(), StandardCharsets.UTF_8));

    assertThat(block.lookupNamespaceURI("o")).isEqualTo("urn:o");
  }

  @Test
  void aPrefixThatIsTakenIsNotTakenAgain() throws Exception {
    Element block =
        parse(
            new String(
                ReplyEndpoint.blocks(parse("<p><k xmlns:wsa='urn:mine'>wsa:v</k></p>"))
                    .get(0)
                    .toBytes(),
                StandardCharsets.UTF_8));

    assertThat(block.lookupNamespaceURI("wsa")).isEqualTo("urn:mine");
    assertThat(block.getAttributeNS(WSA, "IsReferenceParameter")).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource({
    "http://schemas.xmlsoap.org/soap/envelope/",
    "http://www.w3.org/2003/05/soap-envelope",
    "http://www.w3.org/2005/08/addressing",
    "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
  })
  void aParameterThatWouldSpeakForTheAnswerIsRefused(String namespace) throws Exception {
    assertThat(ReplyEndpoint.blocks(parse("<p><k xmlns='" + namespace + "'/></p>"))).isNull();
  }

  @Test
  void parametersAreBoundedInNumberAndInBytes() throws Exception {
    assertThat(ReplyEndpoint.blocks(parse("<p>" + "<k/>".repeat(32) + "</p>"))).hasSize(32);
    assertThat(ReplyEndpoint.blocks(parse("<p>" + "<k/>".repeat(33) + "</p>"))).isNull();
    String large = "<k>" + "v".repeat(6_000) + "</k>";
    assertThat(ReplyEndpoint.blocks(parse("<p>" + large.repeat(2) + "</p>"))).hasSize(2);
    assertThat(ReplyEndpoint.blocks(parse("<p>" + large.repeat(3) + "</p>"))).isNull();
    assertThat(ReplyEndpoint.blocks(null)).isEmpty();
  }
}
