package io.castile.xml.internal;

import io.castile.xml.Attachment;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Objects;

/** Bytes in an array, which is not changed as long as the attachment is in use. */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record BytesAttachment(byte[] bytes, String contentType) implements Attachment {
  /** The media type of bytes of which nothing is known (RFC 2046 §4.5.1). */
  public static final String UNKNOWN_TYPE = "application/octet-stream";

  public BytesAttachment {
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(contentType, "contentType");
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public byte[] toByteArray() {
    return bytes.clone();
  }
}
