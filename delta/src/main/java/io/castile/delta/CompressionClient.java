package io.castile.delta;

import io.castile.soap.Chain;
import io.castile.soap.Interceptor;
import io.castile.soap.SoapException;
import io.castile.soap.SoapRequest;
import io.castile.soap.SoapResponse;
import io.castile.soap.SoapTransportException;
import io.castile.xml.Payload;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks for answers with a content coding and takes it off; and sends requests with one, if that is
 * wanted, until the server refuses it (RFC 9110 §15.5.16). Thread-safe.
 */
final class CompressionClient implements Interceptor {
  private static final int UNSUPPORTED_MEDIA_TYPE = 415;
  private static final int MAX_ENDPOINTS = 1024;

  private final Compression options;

  /** Servers that have refused coded requests. */
  private final Set<String> refusing = ConcurrentHashMap.newKeySet();

  CompressionClient(Compression options) {
    this.options = options;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    boolean asksItself = has(request.headers(), "accept-encoding");
    SoapRequest asking =
        asksItself
            ? request
            : request
                .newBuilder()
                .header("Accept-Encoding", String.join(", ", options.codings()))
                .build();
    SoapResponse response = sent(chain, asking);
    return asksItself ? response : decoded(request, response);
  }

  private static boolean has(Map<String, String> headers, String name) {
    for (String each : headers.keySet()) {
      if (each.equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
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
      if (refusing.size() < MAX_ENDPOINTS) {
        refusing.add(request.endpoint());
      }
      return chain.proceed(request); // which the server has not looked at
    }
  }

  /** The request with a coding; null where it goes as it is. */
  private SoapRequest coded(SoapRequest request) throws SoapException {
    if (!options.requests()
        || request.sendsAttachments()
        || request.hasAttachments()
        || has(request.headers(), "content-encoding")
        || refusing.contains(request.endpoint())) {
      return null;
    }
    byte[] message = request.bytes();
    if (message.length < options.minBytes()) {
      return null;
    }
    String coding = options.codings().get(0);
    byte[] content = Compression.encode(coding, message);
    return content.length >= message.length
        ? null
        : request
            .newBuilder()
            .header("Content-Encoding", coding)
            .build()
            .withPayload(Payload.of(content, content.length));
  }

  private static SoapResponse decoded(SoapRequest request, SoapResponse response)
      throws SoapException {
    ContentCodings codings = ContentCodings.of(response);
    try {
      ContentCodings left = codings.left();
      return left.names().size() == codings.names().size()
          ? response
          : left.toldBy(
              CodingClient.decoded(codings, left, null, response, request.maxMessageBytes()));
    } catch (IOException e) {
      throw new SoapTransportException(
          "the response of operation "
              + request.operation()
              + " came with content coding "
              + codings
              + " and could not be decoded: "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public String toString() {
    return "compression";
  }
}
