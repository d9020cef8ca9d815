package io.castile.soap;

import io.castile.xml.AttachmentSource;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is read.
 *
 * @param bytes the document
 * @param charset the name of its encoding as the transport gave it; null for none
 * @param parts the parts that came with it, for this one reading; null for none
 * @param deadline until when it has to be read; null for no limit
 */
@SuppressWarnings("ArrayRecordComponent")
public // a carrier, never compared
record MessageContent(
    byte[] bytes,
    @Nullable String charset,
    @Nullable AttachmentSource parts,
    @Nullable CallDeadline deadline) {
  public MessageContent(byte[] bytes, @Nullable String charset) {
    this(bytes, charset, null, null);
  }
}
