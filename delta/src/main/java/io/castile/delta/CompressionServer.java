package io.castile.delta;

import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.SoapException;
import io.castile.soap.SoapResponse;
import java.util.Map;

/** Answers with the content coding that the client wants most. Thread-safe. */
final class CompressionServer implements Interceptor {
  private static final String ACCEPT = "accept-encoding";

  private final Compression options;

  CompressionServer(Compression options) {
    this.options = options;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    String field = chain.request().headers().get(ACCEPT);
    String coding = AcceptEncoding.of(field).best(options.codings());
    SoapResponse response = chain.proceed(chain.request());
    byte[] message = coding == null ? null : Codable.message(response);
    if (message == null || message.length < options.minBytes()) {
      return response;
    }
    byte[] content = Compression.encode(coding, message);
    Map<String, String> headers =
        content.length < message.length
            ? Map.of(ContentHeaders.CODING, coding, ContentHeaders.VARY, ACCEPT)
            : Map.of(ContentHeaders.VARY, ACCEPT);
    return response.withContent(
        content.length < message.length ? content : message,
        ContentHeaders.beside(response, headers));
  }

  @Override
  public String toString() {
    return "compression";
  }
}
