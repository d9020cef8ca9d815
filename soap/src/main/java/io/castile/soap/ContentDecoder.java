package io.castile.soap;

/**
 * A server's first interceptor, which decodes the content of requests: those with a coding that it
 * knows have coded bytes when they come to it, and are named so by header {@code content-encoding}.
 */
public interface ContentDecoder extends Interceptor {
  /**
   * Whether this decodes content with these codings, as a field {@code Content-Encoding} names them
   * (RFC 9110 §8.4): one, in any case, or several with commas between.
   */
  boolean decodes(String coding);
}
