package io.castile.delta;

import io.castile.soap.Headers;
import io.castile.soap.SoapException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.SoapResponses;
import java.util.Objects;

/**
 * The server's end of the negotiation in a SOAP header block: makes of a request with a block what
 * it would be with header fields of HTTP, and of the answer's header fields a block.
 */
final class BlockServer {
  private static final byte[] NOTHING = {};

  private BlockServer() {}

  /** The link, which knows header fields only. */
  interface Link {
    SoapResponse answer(Chain chain, SoapRequest request) throws SoapException;
  }

  static SoapResponse answered(Chain chain, Link link) throws SoapException {
    SoapRequest request = chain.request();
    LinkHeaderBlock.Found found =
        request.headers().has(ContentHeaders.CODING) || request.headers().has(LinkField.NAME)
            ? null
            : LinkHeaderBlock.find(request.bytes(), request.charset());
    LinkField said = found == null ? null : LinkField.of(found.text());
    if (found == null || said == null) {
      return link.answer(chain, request);
    }
    SoapRequest.Builder plain = request.newBuilder();
    boolean exact = true;
    if (found.delta() != null) {
      // What an intermediary has added would be lost; nothing is the delta of nothing.
      plain.message(found.others() ? NOTHING : found.delta());
      plain.header("content-encoding", LinkField.CODING);
    } else {
      exact = found.isExact();
      plain.message(Objects.requireNonNull(found.message()));
    }
    String field = exact ? found.text() : said.withoutMessage().value();
    plain.header(LinkField.RECEIVED_NAME, field);
    return told(request, link.answer(chain, plain.build()), exact);
  }

  /** Says in a block what a response says in header fields. */
  private static SoapResponse told(SoapRequest request, SoapResponse response, boolean exact)
      throws SoapException {
    Headers headers = response.headers();
    String coding = headers.get(ContentHeaders.CODING);
    if (coding != null && (coding.equals(LinkField.CODING) || coding.equals(FormField.CODING))) {
      String text = LinkHeaderBlock.saying(coding);
      byte[] envelope = LinkHeaderBlock.delta(response.version(), text, response.bytes());
      return withoutFields(response).withContent(envelope, Headers.NONE);
    }
    LinkField field = LinkField.of(headers.get(LinkField.NAME));
    if (field == null) {
      return response;
    }
    if (field.unknown()) {
      return SoapResponses.ofMessage(
          request, LinkHeaderBlock.empty(response.version(), field.value()), Headers.NONE);
    }
    if (response.hasFault()) {
      return withoutFields(response); // a block that must be understood says enough
    }
    // A request that was altered on its way is not kept, and the next one will be altered too.
    String text = (exact ? field : field.withoutDeltas()).value();
    byte[] message = response.bytes();
    byte[] inserted = LinkHeaderBlock.insert(message, text);
    return withoutFields(response).withContent(inserted == null ? message : inserted, Headers.NONE);
  }

  /** Without the link's own fields; a field {@code Vary} of the application's stays. */
  private static SoapResponse withoutFields(SoapResponse response) {
    SoapResponse rest = response.withoutHeaders(LinkField.NAME, ContentHeaders.CODING);
    return LinkField.NAME.equals(rest.headers().get(ContentHeaders.VARY))
        ? rest.withoutHeaders(ContentHeaders.VARY)
        : rest;
  }
}
