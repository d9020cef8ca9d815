package io.castile.spring.ws;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.springframework.ws.transport.TransportConstants;
import org.springframework.ws.transport.TransportInputStream;

/** A kept message as a transport would bring it, with its type. */
final class KeptStream extends TransportInputStream {
  private final byte[] message;
  private final String type;

  KeptStream(byte[] message, String type) {
    this.message = message;
    this.type = type;
  }

  @Override
  protected InputStream createInputStream() {
    return new ByteArrayInputStream(message);
  }

  @Override
  public Iterator<String> getHeaderNames() {
    return List.of(TransportConstants.HEADER_CONTENT_TYPE).iterator();
  }

  @Override
  public Iterator<String> getHeaders(String name) {
    return TransportConstants.HEADER_CONTENT_TYPE.equalsIgnoreCase(name)
        ? List.of(type).iterator()
        : Collections.emptyIterator();
  }
}
