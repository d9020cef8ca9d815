package io.castile.delta.typed;

import io.castile.codec.Codec;
import io.castile.codec.typed.BodyAndHeader;
import io.castile.soap.model.internal.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The elements that the codecs of a message write and read: the element in the body, and with it
 * the header blocks that are parts of the message, if there may be any.
 */
public final class MessageElements {
  private MessageElements() {}

  /**
   * Returns what is written of a message's values.
   *
   * @return null where the element in the body is nil, and there may be no header blocks
   */
  public static @Nullable Object of(Message message, Object[] values) {
    Object body = message.body().element(values);
    if (message.headers().isEmpty()) {
      return body;
    }
    List<@Nullable Object> blocks = new ArrayList<>();
    for (Message.Header header : message.headers()) {
      blocks.add(values[header.part().slot()]);
    }
    return new BodyAndHeader(body, Collections.unmodifiableList(blocks));
  }

  /** Returns the values of a message of which that was read. */
  public static Object[] values(Message message, Object element) {
    Object[] values = message.newValues();
    if (!(element instanceof BodyAndHeader both)) {
      message.body().take(element, values);
      return values;
    }
    message.body().take(both.body(), values);
    for (int i = 0; i < both.blocks().size(); i++) {
      Object block = both.blocks().get(i);
      if (block != null) { // else it is what an absent one means
        values[message.headers().get(i).part().slot()] = block;
      }
    }
    return values;
  }

  /** Returns the elements as they are written, each a document of its own; the body is the last. */
  static List<byte[]> written(Message message, Object element) {
    List<byte[]> documents = new ArrayList<>();
    Object body = element;
    if (element instanceof BodyAndHeader both) {
      body = both.body();
      for (int i = 0; i < both.blocks().size(); i++) {
        Object block = both.blocks().get(i);
        if (block != null) {
          documents.add(toBytes(message.headers().get(i).codec(), block));
        }
      }
    }
    documents.add(toBytes(message.body().codec(), body));
    return documents;
  }

  @SuppressWarnings("unchecked") // the element is one of the codec's
  private static byte[] toBytes(@Nullable Codec<?> codec, @Nullable Object element) {
    return ((Codec<Object>) Objects.requireNonNull(codec)).toBytes(element);
  }
}
