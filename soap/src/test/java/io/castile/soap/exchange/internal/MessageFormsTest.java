package io.castile.soap.exchange.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.castile.codec.CodecMode;
import io.castile.soap.Headers;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapHeader;
import io.castile.soap.SoapVersion;
import io.castile.soap.envelope.ReceiverSettings;
import io.castile.soap.exchange.ExchangeContext;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import io.castile.soap.mime.AttachmentOptions;
import io.castile.soap.model.internal.OperationModel;
import io.castile.soap.model.internal.ServiceModel;
import io.castile.xml.Payload;
import io.castile.xml.XmlLimits;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The forms of one message, and what its copies know of them. */
class MessageFormsTest {
  @WebService(targetNamespace = "urn:forms")
  public static class Greeter {
    @WebMethod
    public String greet(@WebParam(name = "name") String name) {
      return "hello " + name;
    }
  }

  private final ServiceModel model =
      ServiceModel.ofImplementation(Greeter.class, CodecMode.INTERPRETED);
  private final EnvelopeCodec codec =
      new EnvelopeCodec(
          model,
          XmlLimits.DEFAULT,
          ReadTemplateSource.NONE,
          AttachmentOptions.DEFAULT,
          new UnderstoodBlocks(List.of()),
          ReceiverSettings.DEFAULT);
  private final OperationModel greet = model.operations().iterator().next();

  private SoapRequest call(String name) {
    ExchangeContext context = new ExchangeContext(Map.of());
    return Messages.ofArguments(codec, greet, new Object[] {name}, SoapVersion.SOAP_1_1, context)
        .build();
  }

  private SoapRequest came(byte[] message, String charset) {
    ExchangeContext context = new ExchangeContext(Map.of());
    MessageBody body = new MessageBody.Bytes(message, charset);
    return Messages.ofBody(codec, body, SoapVersion.SOAP_1_1, context).build();
  }

  @Test
  void valuesBecomeBytesOnceTheseWereMade() throws Exception {
    SoapRequest request = call("bob");
    SoapRequest copy = request.newBuilder().action("urn:other").build();

    assertThat(Messages.body(request)).isInstanceOf(MessageBody.Values.class);
    byte[] bytes = request.bytes();

    assertThat(request.bytes()).isSameAs(bytes);
    assertThat(Messages.body(request)).isInstanceOf(MessageBody.Bytes.class);
    assertThat(request.hasValues()).isTrue();
    assertThat(Messages.body(copy)).isInstanceOf(MessageBody.Values.class);
    assertThat(request.newBuilder().build().bytes()).isSameAs(bytes);
  }

  @Test
  void bytesAreReadOnceAndStayWhatIsSent() throws Exception {
    byte[] message = call("bob").bytes();
    SoapRequest request = came(message, null);

    assertThat(request.hasValues()).isFalse();
    assertThat(request.operation()).isSameAs(greet);
    assertThat(request.hasValues()).isFalse();
    Object[] arguments = request.arguments();

    assertThat(arguments).containsExactly("bob");
    assertThat(request.arguments()).isSameAs(arguments);
    assertThat(request.newBuilder().build().arguments()).isSameAs(arguments);
    assertThat(request.bytes()).isSameAs(message);
    assertThat(Messages.body(request)).isInstanceOf(MessageBody.Bytes.class);
  }

  @Test
  void otherArgumentsAreNotInTheEncodingOfTheMessageThatCame() throws Exception {
    String text = new String(call("b\u00f6b").bytes(), UTF_8);
    SoapRequest request = came(text.getBytes(ISO_8859_1), "ISO-8859-1");
    assertThat(request.arguments()).containsExactly("b\u00f6b");

    SoapRequest changed = request.newBuilder().arguments("\u00e4da").build();

    assertThat(request.charset()).isEqualTo("ISO-8859-1");
    assertThat(changed.charset()).isNull();
    assertThat(came(changed.bytes(), changed.charset()).arguments()).containsExactly("\u00e4da");
    assertThat(changed.envelope().getTextContent()).isEqualTo("\u00e4da");
  }

  @Test
  void aPayloadIsSentAndItsValuesStayKnown() throws Exception {
    SoapRequest request = call("bob");
    byte[] bytes = request.bytes();
    Payload payload = Payload.of(bytes, bytes.length);

    SoapRequest ready = request.withPayload(payload);

    assertThat(Messages.body(ready))
        .isInstanceOfSatisfying(
            MessageBody.Ready.class, body -> assertThat(body.payload()).isSameAs(payload));
    assertThat(ready.arguments()).containsExactly("bob");
    assertThat(ready.bytes()).isEqualTo(bytes);
    assertThat(Messages.body(ready)).isInstanceOf(MessageBody.Ready.class);
  }

  @Test
  void headerBlocksAreAddedToValuesAndInsertedIntoBytes() throws Exception {
    SoapHeader block = SoapHeader.of(new javax.xml.namespace.QName("urn:h", "ticket"), "7");
    SoapRequest added = call("bob").withSoapHeaders(List.of(block));
    SoapRequest written = call("bob");
    byte[] without = written.bytes();

    SoapRequest inserted = written.withSoapHeaders(List.of(block));

    assertThat(Messages.body(added)).isInstanceOf(MessageBody.Values.class);
    assertThat(Messages.body(inserted)).isInstanceOf(MessageBody.Bytes.class);
    assertThat(inserted.arguments()).containsExactly("bob");
    assertThat(without).isSameAs(written.bytes());
    for (SoapRequest each : List.of(added, inserted)) {
      assertThat(each.soapHeaders()).containsExactly(block);
      assertThat(came(each.bytes(), null).soapHeaders().get(0).text()).isEqualTo("7");
    }
  }

  @Test
  void argumentsMustBeThoseOfTheOperation() {
    SoapRequest.Builder unknown = came("<a/>".getBytes(UTF_8), null).newBuilder().arguments("bob");
    SoapRequest.Builder two = call("bob").newBuilder().arguments("bob", "ada");

    assertThatThrownBy(unknown::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("because the operation is not known yet");
    assertThatThrownBy(two::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected 1 arguments, found 2");
  }

  @Test
  void aResponseKnowsItsValuesOrItsFaultWithoutBeingRead() throws Exception {
    SoapRequest request = call("bob");
    SoapResponse values = SoapResponses.ofValues(request, "hello");
    SoapResponse fault =
        SoapResponses.ofFault(request, SoapFault.of(SoapFault.Code.SENDER, "no such name"));
    SoapResponse came = SoapResponses.ofBytes(request, values.bytes());
    SoapResponse refused = SoapResponses.ofBytes(request, fault.bytes());

    assertThat(values.hasValues()).isTrue();
    assertThat(fault.hasFault()).isTrue();
    assertThat(came.hasValues()).isFalse();
    assertThat(came.value()).isEqualTo("hello");
    assertThat(came.hasValues()).isTrue();
    assertThat(refused.hasFault()).isFalse();
    assertThat(refused.fault().reason()).isEqualTo("no such name");
    assertThat(refused.hasFault()).isTrue();
    assertThat(refused.withHeaders(Headers.of("Age", "1")).hasFault()).isTrue();
  }
}
