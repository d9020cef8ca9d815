package io.castile.delta.typed;

import io.castile.delta.format.DeltaException;
import io.castile.delta.format.Instance;
import io.castile.delta.format.InstanceNames;
import io.castile.delta.format.Sha256;
import io.castile.soap.model.internal.Message;
import io.castile.xml.XmlException;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Checks that a message's values say what its XML would. */
public final class TypedAudit {
  private TypedAudit() {}

  /**
   * Returns 48 bits of a digest over the elements, attributes and texts that the codecs of a
   * message write, header blocks first, whatever prefixes they give to namespaces; {@link
   * Instance#NO_VERSION} if a reader with the default limits does not take them.
   *
   * @param element as {@link MessageElements} has it
   */
  public static long digest(Message message, Object element) {
    return digest(MessageElements.written(message, element));
  }

  /**
   * Like {@link #digest}, of the element of which values were taken.
   *
   * @param state the values
   * @throws DeltaException if an element that is made of the values is written in other bytes
   */
  public static long checkedDigest(Message message, Object element, TypedState state)
      throws DeltaException {
    List<byte[]> expected = MessageElements.written(message, element);
    List<byte[]> found = MessageElements.written(message, state.coding().element(state));
    if (!Arrays.deepEquals(expected.toArray(), found.toArray())) {
      throw new DeltaException("expected values that are written as the element is, found others");
    }
    return digest(expected);
  }

  /**
   * Compares what was made of values with what the peer has written.
   *
   * @param told the peer's {@link #digest}; {@link Instance#NO_VERSION} where it tells none
   * @throws DeltaException if it is not the same
   */
  public static void check(Message message, Object element, long told) throws DeltaException {
    if (told == Instance.NO_VERSION) {
      return;
    }
    long digest = digest(message, element);
    if (digest != Instance.NO_VERSION && digest != told) {
      throw new DeltaException("expected values that say what the peer's XML does, found others");
    }
  }

  private static long digest(List<byte[]> documents) {
    MessageDigest digest = Sha256.digest();
    try {
      for (byte[] document : documents) {
        add(digest, new XmlReader().reset(document, 0, document.length));
      }
    } catch (XmlException e) {
      return Instance.NO_VERSION;
    }
    return ByteBuffer.wrap(digest.digest()).getLong() & InstanceNames.MASK;
  }

  private static void add(MessageDigest digest, XmlReader reader) {
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
