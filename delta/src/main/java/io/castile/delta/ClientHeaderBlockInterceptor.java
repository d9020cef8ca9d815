package io.castile.delta;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapFault;
import io.castile.soap.SoapMessageException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.xml.Payload;
import java.util.Objects;

/**
 * The client's end of the negotiation in a SOAP header block: makes a block of the header fields of
 * a request, and header fields of the block of a response. Immutable and thread-safe.
 */
final class ClientHeaderBlockInterceptor implements Interceptor {
  private static final int BAD_REQUEST = 400;

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    String field = request.headers().get(LinkField.NAME);
    if (field == null) {
      return chain.proceed(request);
    }
    SoapRequest.Builder plain = request.newBuilder().withoutHeader(LinkField.NAME);
    boolean isDelta = LinkField.CODING.equals(request.headers().get(ContentHeaders.CODING));
    byte[] message =
        isDelta
            ? LinkHeaderBlock.delta(request.version(), field, request.bytes())
            : LinkHeaderBlock.insert(request.bytes(), field);
    if (message == null) {
      return chain.proceed(plain.build());
    }
    if (isDelta) {
      plain.withoutHeader(ContentHeaders.CODING);
    }
    SoapResponse response =
        chain.proceed(plain.build().withPayload(Payload.of(message, message.length)));
    if (Messages.body(response) instanceof MessageBody.Multipart) {
      return response;
    }
    LinkHeaderBlock.Found found = LinkHeaderBlock.find(response.bytes(), response.charset());
    if (found == null) {
      return isDelta && isNotUnderstood(response)
          ? said(response, LinkField.unknownBase())
          : response;
    }
    LinkField said = LinkField.of(found.text());
    if (said == null) {
      return response;
    }
    byte[] delta = found.delta();
    if (delta != null) {
      return coded(response, found, delta, said);
    }
    // What was altered on its way is no base: the server has another message by that name.
    SoapResponse whole = response.withMessage(Objects.requireNonNull(found.message()));
    return said.unknown() || found.isExact() ? said(whole, said) : whole;
  }

  private static SoapResponse said(SoapResponse response, LinkField field) {
    return response.withHeaders(Headers.of(LinkField.RECEIVED_NAME, field.value()));
  }

  private static SoapResponse coded(
      SoapResponse response, LinkHeaderBlock.Found found, byte[] delta, LinkField said) {
    if (found.others() && delta.length > 0) {
      // The blocks that an intermediary has added would be lost. So the delta is damaged, and the
      // message fetched.
      delta[delta.length - 1] ^= 1;
    }
    return response
        .withMessage(delta)
        .withHeaders(
            Headers.of(
                "content-encoding",
                LinkHeaderBlock.coding(found.text()),
                LinkField.RECEIVED_NAME,
                said.value()));
  }

  /** Whether a server has refused an envelope with a delta before it did anything. */
  private static boolean isNotUnderstood(SoapResponse response) {
    if (response.status() < BAD_REQUEST) {
      return false;
    }
    try {
      SoapFault fault = response.fault();
      return fault != null && fault.is(SoapFault.Code.MUST_UNDERSTAND);
    } catch (SoapMessageException | RuntimeException e) {
      return false; // The code that reads the response will report that.
    }
  }

  @Override
  public String toString() {
    return "differences in a header block";
  }
}
