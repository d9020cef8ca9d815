package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A message of an operation: which values it carries, and where.
 *
 * @param slots the length of the array of values
 * @param body the body's codec
 * @param bodyParts the values in the body
 * @param headers the values in header blocks
 */
public record Message(
    int slots, BodyCodec body, List<MessagePart> bodyParts, List<Header> headers) {

  /**
   * A header block with a value.
   *
   * @param codec null for a block in SOAP encoding, which the {@link BodyCodec.Encoded} of the
   *     message writes and reads
   */
  public record Header(MessagePart part, @Nullable Codec<Object> codec) {
    public QName name() {
      return part.name();
    }
  }

  public Message {
    bodyParts = List.copyOf(bodyParts);
    headers = List.copyOf(headers);
  }

  /** Whether the values can refer to attachments, which go in parts whatever is wanted. */
  public boolean refersToAttachments() {
    for (Header header : headers) {
      if (header.codec() != null && header.codec().refersToAttachments()) {
        return true;
      }
    }
    return body.refersToAttachments();
  }

  /** Whether there can be data in elements that may go in parts. */
  public boolean hasBinaryData() {
    for (Header header : headers) {
      if (header.codec() != null && header.codec().hasBinaryData()) {
        return true;
      }
    }
    return body.hasBinaryData();
  }

  /** The header of that name, or null. */
  public @Nullable Header header(QName name) {
    for (Header header : headers) {
      if (header.name().equals(name)) {
        return header;
      }
    }
    return null;
  }

  /** The body, if its items are given and taken one by one; else null. */
  public @Nullable ItemsBody items() {
    return body instanceof ItemsBody items ? items : null;
  }

  /** The body, if the message has header blocks in SOAP encoding; null for another message. */
  public BodyCodec.@Nullable Encoded encodedBlocks() {
    return body instanceof BodyCodec.Encoded encoded && encoded.hasBlocks() ? encoded : null;
  }

  /** Returns an array for the values, with the defaults for absent elements. */
  public Object[] newValues() {
    Object[] values = new Object[slots];
    for (MessagePart part : bodyParts) {
      values[part.slot()] = part.absent();
    }
    for (Header header : headers) {
      values[header.part().slot()] = header.part().absent();
    }
    return values;
  }
}
