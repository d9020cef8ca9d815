package io.castile.delta;

import io.castile.delta.kept.RefusingServers;
import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import io.castile.soap.exchange.internal.MessageBody;
import io.castile.soap.exchange.internal.Messages;
import io.castile.xml.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Asks for answers with a content coding and takes it off; and sends requests with one, if that is
 * wanted and the server does not refuse it (RFC 9110 §15.5.16). Thread-safe.
 */
final class CompressionInterceptor implements Interceptor {
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final Logger log = LoggerFactory.getLogger(CompressionInterceptor.class);

  private final Compression options;
  private final List<String> codings;
  private final RefusingServers refusing = new RefusingServers(System::nanoTime);

  CompressionInterceptor(Compression options) {
    this.options = options;
    this.codings = options.usable();
  }

  @Override
  public boolean needsBytes() {
    return true;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    boolean asksItself = request.headers().has("Accept-Encoding");
    SoapRequest asking =
        asksItself
            ? request
            : request.newBuilder().header("Accept-Encoding", String.join(", ", codings)).build();
    return Compression.Decoding.decoded(request, sent(chain, asking));
  }

  private SoapResponse sent(Chain chain, SoapRequest request) throws SoapException {
    SoapRequest coded = coded(request);
    if (coded == null) {
      return chain.proceed(request);
    }
    try {
      return chain.proceed(coded);
    } catch (SoapTransportException e) {
      if (e.status() != UNSUPPORTED_MEDIA_TYPE) {
        throw e;
      }
      return sentPlainly(chain, request, coded, e);
    }
  }

  /** Sends a request again, which the server has not looked at, without its coding. */
  private SoapResponse sentPlainly(
      Chain chain, SoapRequest request, SoapRequest coded, SoapTransportException refusal)
      throws SoapException {
    SoapResponse response;
    try {
      response = chain.proceed(request);
    } catch (SoapTransportException e) {
      e.addSuppressed(refusal);
      if (e.status() != 0 && e.status() != UNSUPPORTED_MEDIA_TYPE) {
        remember(coded, refusal);
      }
      throw e;
    }
    remember(coded, refusal);
    return response;
  }

  private void remember(SoapRequest coded, SoapTransportException refusal) {
    String accepted = refusal.headers().get("accept-encoding");
    boolean isFirst = refusing.add(coded.endpoint());
    log.atLevel(isFirst ? Level.WARN : Level.DEBUG)
        .log(
            "{} refuses requests with content coding {} (415, {}); they are sent without for {}"
                + " minutes, then one is tried again. Leave out .withRequests(true) for this"
                + " server, or have it accept the coding",
            coded.endpoint(),
            coded.headers().get(ContentHeaders.CODING),
            accepted == null ? "not saying what it accepts" : "it accepts: " + accepted,
            RefusingServers.MEMORY.toMinutes());
  }

  /** The request with a coding; null where it goes as it is. */
  private @Nullable SoapRequest coded(SoapRequest request) throws SoapException {
    if (!options.requests()
        || request.sendsAttachments()
        || Messages.body(request) instanceof MessageBody.Multipart
        || request.headers().has(ContentHeaders.CODING)
        || refusing.contains(request.endpoint())) {
      return null;
    }
    byte[] message = request.bytes();
    if (message.length < options.minBytes()) {
      return null;
    }
    String coding = codings.get(0);
    byte[] content = Compression.encode(coding, message);
    return content.length >= message.length
        ? null
        : request
            .newBuilder()
            .header(ContentHeaders.CODING, coding)
            .build()
            .withPayload(Payload.of(content, content.length));
  }

  @Override
  public String toString() {
    return "compression";
  }
}
