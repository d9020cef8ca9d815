package io.castile.soap.multipart;

import io.castile.xml.Attachment;
import io.castile.xml.Payload;
import io.castile.xml.internal.BytesAttachment;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * A document with its parts, as it leaves. What the parts hold is read while it is sent, and never
 * kept as a whole.
 */
public final class MultipartPayload implements Payload {
  private final byte[] head;
  private final Payload document;
  private final List<Part> parts;
  private final byte[] end;

  /** A part with the boundary and header before it. */
  @SuppressWarnings("ArrayRecordComponent")
  public // a carrier, never compared
  record Part(byte[] head, Attachment attachment) {}

  public MultipartPayload(byte[] head, Payload document, List<Part> parts, byte[] end) {
    this.head = head;
    this.document = document;
    this.parts = List.copyOf(parts);
    this.end = end;
  }

  @Override
  public int size() {
    if (document.size() == UNKNOWN_SIZE) {
      return UNKNOWN_SIZE;
    }
    long size = (long) head.length + document.size() + end.length;
    for (Part part : parts) {
      long bytes = part.attachment.size();
      if (bytes == Attachment.UNKNOWN_SIZE) {
        return UNKNOWN_SIZE;
      }
      size += part.head.length + bytes;
    }
    return size > Integer.MAX_VALUE ? UNKNOWN_SIZE : (int) size;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(head);
    document.writeTo(out);
    for (Part part : parts) {
      out.write(part.head);
      if (part.attachment instanceof BytesAttachment known) {
        out.write(known.bytes());
      } else {
        try (InputStream in = part.attachment.open()) {
          in.transferTo(out);
        }
      }
    }
    out.write(end);
  }
}
