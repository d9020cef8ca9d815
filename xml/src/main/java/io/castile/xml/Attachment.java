package io.castile.xml;

import java.io.IOException;
import java.io.InputStream;

/**
 * Bytes that belong to a document and stand outside of it, in a part of the package that carries
 * both (XOP 1.0 §2; WS-I Attachments Profile 1.0 §3).
 */
public interface Attachment {
  /** The {@link #size} of an attachment whose size is known only when all has been read. */
  long UNKNOWN_SIZE = -1;

  /** Returns the media type; {@code application/octet-stream} where nothing is known. */
  String contentType();

  /** Returns the number of bytes, or {@link #UNKNOWN_SIZE}. */
  long size();

  /** Returns a stream of the bytes, the caller's to close. May be called again. */
  InputStream open() throws IOException;

  /**
   * Returns the attachment for a caller that keeps it beyond the exchange with which it came;
   * otherwise, parts that are not in memory are discarded with the exchange.
   */
  default Attachment retained() {
    return this;
  }

  /**
   * Returns the bytes in an array of the caller's own.
   *
   * @throws IOException if they cannot be read
   */
  default byte[] toByteArray() throws IOException {
    try (InputStream in = open()) {
      return in.readAllBytes();
    }
  }
}
