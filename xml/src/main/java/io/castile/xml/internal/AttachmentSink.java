package io.castile.xml.internal;

import io.castile.xml.Attachment;
import io.castile.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * Receives the parts that go with a document while it is written. Between {@link
 * XmlInternals#withAttachments(XmlWriter, AttachmentSink)} and the next {@link XmlWriter#reset} the
 * sink is the writer's; it is owned by one thread at a time.
 */
public interface AttachmentSink {
  /**
   * Offers bytes that would otherwise stand in the document as base64.
   *
   * @param part unchanged and readable until the document has been sent
   * @return what {@code xop:Include} is to refer to it by, a URL of scheme {@code cid}; null where
   *     the bytes are to stand in the document
   */
  @Nullable String offer(Attachment part);

  /**
   * Receives a part to which the document only refers ({@code ref:swaRef} of the WS-I Attachments
   * Profile 1.0).
   *
   * @param part unchanged and readable until the document has been sent
   * @return a URL of scheme {@code cid}
   */
  String refer(Attachment part);
}
