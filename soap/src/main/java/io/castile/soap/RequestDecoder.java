package io.castile.soap;

import java.io.IOException;

/** Takes content codings (RFC 9110 §8.4) off requests before they are read. Thread-safe. */
public interface RequestDecoder {
  /** Returns the names of what is taken off, as in a field {@code Accept-Encoding} (RFC 7694). */
  String accepted();

  /** Whether all of these codings are taken off, as a field {@code Content-Encoding} names them. */
  boolean decodes(String codings);

  /**
   * Returns what a content was before it was coded.
   *
   * @param codings as the field names them, for which {@link #decodes} holds
   * @param maxBytes that may come out of each
   * @throws IOException if the content is malformed, or more comes out of it
   */
  byte[] decode(String codings, byte[] content, int maxBytes) throws IOException;
}
