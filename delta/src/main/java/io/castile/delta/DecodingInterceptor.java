package io.castile.delta;

import io.castile.soap.SoapException;
import io.castile.soap.SoapTransportException;
import io.castile.soap.exchange.Chain;
import io.castile.soap.exchange.Interceptor;
import io.castile.soap.exchange.MessageBody;
import io.castile.soap.exchange.SoapRequest;
import io.castile.soap.exchange.SoapResponse;
import java.io.IOException;

/**
 * Takes content codings off answers for which no client has asked: a request without
 * Accept-Encoding accepts any (RFC 9110 §12.5.3). Asks for none itself. Thread-safe.
 */
final class DecodingInterceptor implements Interceptor {
  static final DecodingInterceptor INSTANCE = new DecodingInterceptor();

  private DecodingInterceptor() {}

  @Override
  public boolean needsBytes() {
    return false;
  }

  @Override
  public SoapResponse intercept(Chain chain) throws SoapException {
    SoapRequest request = chain.request();
    return decoded(request, chain.proceed(request));
  }

  /** The response without the codings that are known here. */
  static SoapResponse decoded(SoapRequest request, SoapResponse response) throws SoapException {
    if (!response.headers().has("content-encoding") || !hasContent(response)) {
      return response; // as nearly all
    }
    ContentCodings codings = ContentCodings.of(response);
    try {
      ContentCodings left = codings.left();
      if (left.names().size() == codings.names().size() || isPlain(response)) {
        return response;
      }
      return left.toldBy(
          ClientCodingInterceptor.decoded(
              codings, left, null, response, request.maxMessageBytes()));
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

  /** Whether the answer has content that a coding may hide. */
  private static boolean hasContent(SoapResponse response) {
    MessageBody body = response.body();
    return body instanceof MessageBody.Bytes
        || (body instanceof MessageBody.Multipart parts && parts.isCoded());
  }

  /** Whether a document is XML as it is: an intermediary has decoded it and left the field. */
  private static boolean isPlain(SoapResponse response) throws SoapException {
    byte[] bytes = response.body() instanceof MessageBody.Bytes content ? content.bytes() : null;
    return bytes != null
        && bytes.length > 1
        && bytes[0] == '<'
        && (bytes[1] == '?' || bytes[1] == '!' || isNameStart(bytes[1]));
  }

  private static boolean isNameStart(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_';
  }

  @Override
  public String toString() {
    return "content codings of answers";
  }
}
