package io.castile.soap.envelope;

import io.castile.soap.http.message.CallDeadline;
import io.castile.xml.internal.AttachmentSource;
import io.castile.xml.internal.XmlWindow;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is read.
 *
 * @param bytes the document; none where it is arriving
 * @param charset the name of its encoding as the transport gave it; null for none
 * @param parts the parts that came with it, for this one reading; null for none
 * @param deadline until when it has to be read; null for no limit
 * @param arriving the document while it arrives; null where it is there
 */
@SuppressWarnings("ArrayRecordComponent")
public // a carrier, never compared
record MessageContent(
    byte[] bytes,
    @Nullable String charset,
    @Nullable AttachmentSource parts,
    @Nullable CallDeadline deadline,
    @Nullable XmlWindow arriving) {
  private static final byte[] NO_BYTES = {};

  public MessageContent(byte[] bytes, @Nullable String charset) {
    this(bytes, charset, null, null, null);
  }

  /** A document with the parts that came with it. */
  public MessageContent(
      byte[] bytes,
      @Nullable String charset,
      @Nullable AttachmentSource parts,
      @Nullable CallDeadline deadline) {
    this(bytes, charset, parts, deadline, null);
  }

  /** A document that arrives while it is read. */
  public MessageContent(
      XmlWindow arriving, @Nullable String charset, @Nullable CallDeadline deadline) {
    this(NO_BYTES, charset, null, deadline, arriving);
  }
}
