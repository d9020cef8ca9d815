package io.castile.delta;

import io.castile.delta.format.Instance;
import io.castile.delta.internal.ResponseForms;
import io.castile.soap.Headers;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers in the forms of {@link ResponseForms} to clients that ask for one. Thread-safe. */
final class FormServer {
  private static final Logger log = LoggerFactory.getLogger(FormServer.class);

  /** Callers with different identities never see the same state. */
  private record Caller(String endpoint, String identity) {}

  private final ResponseForms.@Nullable Sender sender; // null where only deltas are known
  private final int maxMessageBytes;
  private final LinkCounters counters;

  FormServer(DifferentialOptions options, LinkCounters counters) {
    ResponseForms forms = FormLoader.find();
    this.sender = forms == null ? null : forms.sender(options.formBounds());
    this.maxMessageBytes = options.maxMessageBytes();
    this.counters = counters;
  }

  /**
   * Returns the answer in the form that the client asks for.
   *
   * @param target the message; its version is that by which it can be fetched
   * @return null if the client asks for none, or none is known
   */
  @Nullable SoapResponse sent(
      SoapRequest request, String identity, SoapResponse response, Instance target) {
    FormField field =
        sender == null ? null : FormField.of(request.headers().get(LinkField.RECEIVED_NAME));
    byte[] message = target.bytes();
    if (sender == null || field == null || message.length > maxMessageBytes) {
      return null;
    }
    Caller caller = new Caller(SenderIdentity.place(request), identity);
    long next = FormContent.newState();
    ResponseForms.Body body;
    try {
      body = sender.body(field.form(), caller, field.state(), next, message);
    } catch (RuntimeException e) {
      // The answer must not be lost for that.
      log.warn("no answer in the form {} could be made, another one is sent", field.form(), e);
      return null;
    }
    if (field.state() != Instance.NO_VERSION && !body.isKnown()) {
      counters.unknownBase();
    }
    byte[] content = FormContent.of(next, target.version(), body.bytes());
    counters.coded(message.length, content.length);
    Headers headers =
        Headers.of(
            ContentHeaders.CODING,
            FormField.CODING,
            LinkField.NAME,
            LinkField.requestDelta().own().value(),
            ContentHeaders.VARY,
            LinkField.NAME);
    return response.withContent(content, ContentHeaders.beside(response, headers));
  }

  long keptBytes() {
    return sender == null ? 0 : sender.keptBytes();
  }
}
