package io.castile.soap.multipart;

import io.castile.xml.Attachment;
import io.castile.xml.internal.BytesAttachment;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A part of a message that came. Thread-safe. */
final class ReceivedPart implements Attachment {
  private final String id;
  private final String contentType;
  private final byte[] bytes;

  /** Whether the array has been given out: the first caller gets it, others get a copy. */
  private final AtomicBoolean given = new AtomicBoolean();

  ReceivedPart(String id, @Nullable String contentType, byte[] bytes) {
    this.id = id;
    this.contentType = contentType == null ? BytesAttachment.UNKNOWN_TYPE : contentType;
    this.bytes = bytes;
  }

  @Override
  public String contentType() {
    return contentType;
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
    return given.compareAndSet(false, true) ? bytes : bytes.clone();
  }

  @Override
  public String toString() {
    return "part " + id;
  }
}
