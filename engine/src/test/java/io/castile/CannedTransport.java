package io.castile;

import io.castile.soap.Headers;
import io.castile.soap.http.Transport;
import java.nio.charset.StandardCharsets;

/** Answers every message with the same one. */
public final class CannedTransport implements Transport {
  private final int status;
  private final String contentType;
  private final String content;

  public CannedTransport(int status, String contentType, String content) {
    this.status = status;
    this.contentType = contentType;
    this.content = content;
  }

  @Override
  public Incoming send(Outgoing message) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return new Incoming(status, Headers.of("content-type", contentType), bytes);
  }

  @Override
  public void close() {}
}
