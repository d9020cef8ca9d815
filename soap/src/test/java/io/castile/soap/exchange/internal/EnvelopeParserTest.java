package io.castile.soap.exchange.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.MessageContent;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Clients and services of one model share readers, each with settings of its own. */
class EnvelopeParserTest {
  @WebService(targetNamespace = "urn:settings")
  public static class Counter {
    @WebMethod
    public int add(@WebParam(name = "one") int one, @WebParam(name = "other") int other) {
      return one + other;
    }
  }

  private final ServiceModel model =
      ServiceModel.ofImplementation(Counter.class, CodecMode.INTERPRETED);

  private EnvelopeParser parser(ReceiverSettings settings) {
    return new EnvelopeCodec(
            model,
            XmlLimits.DEFAULT,
            ReadTemplateSource.NONE,
            AttachmentOptions.DEFAULT,
            new UnderstoodBlocks(List.of()),
            settings)
        .parser();
  }

  private static MessageContent message(SoapVersion version, String header, String parts) {
    String text =
        "<e:Envelope xmlns:e='"
            + version.namespace()
            + "'>"
            + header
            + "<e:Body><s:add xmlns:s='urn:settings'>"
            + parts
            + "</s:add></e:Body></e:Envelope>";
    return new MessageContent(text.getBytes(UTF_8), null);
  }

  private static Object[] read(EnvelopeParser parser, MessageContent message) throws Exception {
    return parser.readRequest(message, "").values();
  }

  @Test
  void aStrictReceiverLeavesOthersOfItsModelLenient() throws Exception {
    EnvelopeParser strict = parser(new ReceiverSettings(Set.of(), true, null, false, false));
    EnvelopeParser lenient = parser(ReceiverSettings.DEFAULT);
    MessageContent message =
        message(SoapVersion.SOAP_1_1, "", "<one>1</one><odd/><other>2</other>");

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> read(strict, message))
          .isInstanceOf(SoapMessageException.class)
          .hasMessageContaining("odd");
      assertThat(read(lenient, message)).containsExactly(1, 2);
    }
  }

  @Test
  void emptyNumbersAreZeroForTheReceiverThatTakesThemSo() throws Exception {
    EnvelopeParser zero = parser(new ReceiverSettings(Set.of(), false, null, true, false));
    EnvelopeParser usual = parser(ReceiverSettings.DEFAULT);
    MessageContent message = message(SoapVersion.SOAP_1_1, "", "<one></one><other>2</other>");

    for (int i = 0; i < 3; i++) {
      assertThat(read(zero, message)).containsExactly(0, 2);
      assertThatThrownBy(() -> read(usual, message)).isInstanceOf(SoapMessageException.class);
    }
  }

  @Test
  void oneVersionIsReadByTheReceiverThatKnowsNoOther() throws Exception {
    EnvelopeParser only =
        parser(new ReceiverSettings(Set.of(), false, SoapVersion.SOAP_1_1, false, false));
    EnvelopeParser both = parser(ReceiverSettings.DEFAULT);
    MessageContent message = message(SoapVersion.SOAP_1_2, "", "<one>1</one><other>2</other>");

    assertThat(read(both, message)).containsExactly(1, 2);
    assertThatThrownBy(() -> read(only, message))
        .isInstanceOfSatisfying(
            SoapMessageException.class,
            e -> assertThat(e.fault().is(SoapFault.Code.VERSION_MISMATCH)).isTrue());
    assertThat(read(both, message)).containsExactly(1, 2);
  }

  @Test
  void rolesThatAreSetLaterHoldFromTheNextMessageOn() throws Exception {
    EnvelopeParser parser = parser(new ReceiverSettings(Set.of(), true, null, false, false));
    MessageContent message =
        message(
            SoapVersion.SOAP_1_1,
            "<e:Header><x:ticket xmlns:x='urn:x' e:mustUnderstand='1' e:actor='urn:mine'/>"
                + "</e:Header>",
            "<one>1</one><other>2</other>");
    assertThat(read(parser, message)).containsExactly(1, 2);

    parser.setRoles(Set.of("urn:mine"));

    assertThat(parser.settings().roles()).containsExactly("urn:mine");
    assertThat(parser.settings().isStrict()).isTrue();
    assertThatThrownBy(() -> read(parser, message))
        .isInstanceOfSatisfying(
            SoapMessageException.class,
            e -> assertThat(e.fault().is(SoapFault.Code.MUST_UNDERSTAND)).isTrue());
    assertThat(read(parser(ReceiverSettings.DEFAULT), message)).containsExactly(1, 2);
  }

  @Test
  void theRoleInWhichNoNodeActsIsRefused() {
    Set<String> roles = Set.of("http://www.w3.org/2003/05/soap-envelope/role/none");

    assertThatThrownBy(() -> ReceiverSettings.DEFAULT.withRoles(roles))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
