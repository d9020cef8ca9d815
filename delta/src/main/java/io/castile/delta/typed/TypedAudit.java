package io.castile.delta.typed;

import io.castile.codec.Codec;
import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.format.Sha256;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks that a message's values say what its XML would. */
public final class TypedAudit {
  private TypedAudit() {}

  /**
   * Returns 48 bits of a digest over the elements, attributes and texts that a codec writes,
   * whatever prefixes it gives to namespaces; {@link Instance#NO_VERSION} if a reader with the
   * default limits does not take them.
   */
  public static long digest(Codec<?> codec, Object element) {
    return digest(written(codec, element));
  }

  /**
   * As {@link #digest}, of the element of which values were taken.
   *
   * @param state the values
   * @throws DeltaException if an element that is made of the values is written in other bytes
   */
  public static long checkedDigest(Codec<?> codec, Object element, TypedState state)
      throws DeltaException {
    byte[] expected = written(codec, element);
    if (!Arrays.equals(expected, written(codec, state.coding().element(state)))) {
      throw new DeltaException("expected values that are written as the element is, found others");
    }
    return digest(expected);
  }

  /**
   * Compares what was made of values with what the peer has written.
   *
   * @param codec null only where there are no values
   * @param told the peer's {@link #digest}; {@link Instance#NO_VERSION} where it tells none
   * @throws DeltaException if it is not the same
   */
  public static void check(@Nullable Codec<?> codec, Object element, long told)
      throws DeltaException {
    if (told == Instance.NO_VERSION || codec == null) {
      return;
    }
    long digest = digest(codec, element);
    if (digest != Instance.NO_VERSION && digest != told) {
      throw new DeltaException("expected values that say what the peer's XML does, found others");
    }
  }

  @SuppressWarnings("unchecked") // the element is one of the codec's
  private static byte[] written(Codec<?> codec, Object element) {
    return ((Codec<Object>) codec).toBytes(element);
  }

  private static long digest(byte[] message) {
    MessageDigest digest = Sha256.digest();
    XmlReader reader = new XmlReader().reset(message, 0, message.length);
    try {
      while (reader.next() != XmlReader.END_DOCUMENT) {
        switch (reader.event()) {
          case XmlReader.START_ELEMENT -> {
            add(digest, '<', text(reader.name()));
            attributes(digest, reader);
          }
          case XmlReader.END_ELEMENT -> digest.update((byte) '>');
          default -> add(digest, '"', reader.text());
        }
      }
    } catch (XmlException e) {
      return Instance.NO_VERSION;
    }
    return ByteBuffer.wrap(digest.digest()).getLong() & InstanceNames.MASK;
  }

  private static void attributes(MessageDigest digest, XmlReader reader) {
    TreeMap<String, String> inOrder = new TreeMap<>();
    for (int i = 0; i < reader.attributeCount(); i++) {
      inOrder.put(text(reader.attributeName(i)), reader.attribute(i).toString());
    }
    inOrder.forEach((name, value) -> add(digest, '@', name + '=' + value));
  }

  private static String text(XmlName name) {
    return name.uri() + '}' + name.local();
  }

  private static void add(MessageDigest digest, char kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    digest.update((byte) kind);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
    digest.update(bytes);
  }
}
