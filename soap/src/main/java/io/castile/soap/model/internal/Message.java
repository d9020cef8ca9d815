package io.castile.soap.model.internal;

import io.castile.codec.Codec;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A message of an operation: which values it carries, and where. Immutable. */
public final class Message {
  private final int slots;
  private final BodyCodec body;
  private final List<MessagePart> bodyParts;
  private final List<Header> headers;

  /** The values for absent elements that messages may share: those of primitives, and null. */
  private final Object[] absent;

  /** The parts whose values for absent elements belong to one message each. */
  private final List<MessagePart> absentAnew;

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

  /**
   * @param slots the length of the array of values
   * @param body the body's codec
   * @param bodyParts the values in the body
   * @param headers the values in header blocks
   */
  public Message(int slots, BodyCodec body, List<MessagePart> bodyParts, List<Header> headers) {
    this.slots = slots;
    this.body = body;
    this.bodyParts = List.copyOf(bodyParts);
    this.headers = List.copyOf(headers);
    this.absent = new Object[slots];
    List<MessagePart> anew = new ArrayList<>();
    for (MessagePart part : bodyParts) {
      addAbsent(part, anew);
    }
    for (Header header : headers) {
      addAbsent(header.part(), anew);
    }
    this.absentAnew = List.copyOf(anew);
  }

  private void addAbsent(MessagePart part, List<MessagePart> anew) {
    Object value = part.absent();
    if (value == null || part.rawType().isPrimitive()) {
      absent[part.slot()] = value;
    } else {
      anew.add(part);
    }
  }

  /** Returns the length of the array of values. */
  public int slots() {
    return slots;
  }

  /** Returns the codec of the body. */
  public BodyCodec body() {
    return body;
  }

  /** Returns the values in the body. */
  public List<MessagePart> bodyParts() {
    return bodyParts;
  }

  /** Returns the values in header blocks. */
  public List<Header> headers() {
    return headers;
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
    Object[] values = absent.clone();
    for (MessagePart part : absentAnew) {
      values[part.slot()] = part.absent();
    }
    return values;
  }
}
