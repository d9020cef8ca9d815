package io.castile.delta;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.DeltaFormat;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.internal.ResponseForms;
import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks for answers in a form of {@link ResponseForms}, and reads them. Thread-safe. */
final class ClientFormInterceptor implements Interceptor {
  private static final Logger log = LoggerFactory.getLogger(ClientFormInterceptor.class);

  private static final int OK = 200;

  private final DifferentialOptions.Form form;
  private final ResponseForms.Receiver receiver;
  private final int maxMessageBytes;
  private final Set<String> credentials;
  private final LinkCounters counters;

  ClientFormInterceptor(DifferentialOptions options, LinkCounters counters) {
    this.form = options.form();
    this.receiver = FormLoader.require(form).receiver(form, options.formBounds());
    this.maxMessageBytes = options.maxMessageBytes();
    this.credentials = options.credentials();
    this.counters = counters;
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  /** Works on requests that have the link's field, and want no message again. */
  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    String field = request.headers().get(LinkField.NAME);
    LinkField said = LinkField.of(field);
    boolean isFor = said != null && said.fetched() == Instance.NO_VERSION;
    LinkKey key = isFor ? LinkKey.of(request, credentials) : null;
    if (field == null || key == null) {
      return chain.proceed(request);
    }
    ResponseForms.Turn turn = receiver.turn(key);
    String wanted = new FormField(form, turn.state()).with(field);
    SoapResponse response =
        chain.proceed(request.newBuilder().header(LinkField.NAME, wanted).build());
    return isInForm(response) ? decoded(request, turn, response) : response;
  }

  private static boolean isInForm(SoapResponse response) throws SoapException {
    AppliedCodings codings = AppliedCodings.of(response);
    LinkField said = LinkField.of(response);
    boolean mayBeLost = // the coding, on the way
        codings.names().isEmpty()
            && response.status() == OK
            && said != null
            && said.deltas()
            && said.message() == Instance.NO_VERSION
            && !(Messages.body(response) instanceof MessageBody.Multipart);
    return codings.isOnly(FormField.CODING)
        || (mayBeLost && FormContent.isBegunBy(response.bytes()));
  }

  long keptBytes() {
    return receiver.keptBytes();
  }

  @Override
  public String toString() {
    return "form of answers";
  }

  private SoapResponse decoded(SoapRequest request, ResponseForms.Turn turn, SoapResponse response)
      throws SoapException {
    byte[] content = response.bytes();
    try {
      if (!FormContent.hasHead(content)) {
        throw new DeltaException("expected two versions before an update, found the end");
      }
      byte[] message =
          turn.message(
              FormContent.body(content),
              FormContent.state(content),
              Math.min(maxMessageBytes, request.maxMessageBytes()));
      counters.coded(message.length, content.length);
      return AppliedCodings.NONE.toldBy(response).withMessage(message);
    } catch (DeltaException e) {
      log.warn(
          "an answer in the form {} could not be read: {}", form, e.getMessage(), e.getCause());
      turn.drop();
      return unreadable(content, response);
    }
  }

  /** A delta that cannot be applied but tells what it was to be, so that the link fetches that. */
  private static SoapResponse unreadable(byte[] content, SoapResponse response) {
    byte[] delta = {};
    if (FormContent.hasHead(content)) {
      delta = new byte[DeltaFormat.HEAD_BYTES];
      InstanceNames.put(FormContent.message(content), delta, 1);
    }
    return response
        .withMessage(delta)
        .withHeaders(Headers.of("content-encoding", LinkField.CODING));
  }
}
