package io.castile.xml.internal;

import io.castile.xml.Attachment;
import io.castile.xml.XmlDataException;
import io.castile.xml.XmlLimitException;
import io.castile.xml.XmlReader;

/**
 * The parts that came with a document. Between {@link XmlInternals#withAttachments(XmlReader,
 * AttachmentSource)} and the next {@link XmlReader#reset} the source is the reader's; it is owned
 * by one thread at a time.
 */
public interface AttachmentSource {
  /**
   * Returns the part to which the element at which {@code in} stands refers. A part may be referred
   * to more than once; each time counts against the limits again.
   *
   * @param reference a URL of scheme {@code cid} (RFC 2392), as it stands in the document
   * @throws XmlDataException if it refers to no part that came
   * @throws XmlLimitException if the document takes more bytes from its parts than is allowed
   */
  Attachment take(String reference, XmlReader in);
}
