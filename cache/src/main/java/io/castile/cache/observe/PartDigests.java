package io.castile.cache.observe;

import io.castile.cache.policy.internal.ElementPath;
import io.castile.xml.NameTable;
import io.castile.xml.XmlException;
import io.castile.xml.XmlLimits;
import io.castile.xml.XmlName;
import io.castile.xml.XmlReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * Reads the parts of a message: for each path of the body a digest of all texts that stand there,
 * in their order. At index 0 is a digest of the structure, of what has no path of its own, and of
 * the place, at index {@code i + 1} that of the path with number {@code i}; 0 means that the
 * message has no such part.
 *
 * <p>A path is one of a policy's {@link ElementPath}s with local names: {@code /getPrice/time},
 * {@code /getPrice/@id}. Elements of a list have the same path.
 *
 * <p>Header blocks are no parts; they are identities. Thread-safe.
 */
final class PartDigests {
  private static final int MAX_PATH_LENGTH = OperationKey.MAX_NAME_LENGTH;

  private final Digester digester;
  private final NameTable names = new NameTable();

  PartDigests(Digester digester) {
    this.digester = digester;
  }

  /**
   * Reads a message.
   *
   * @param place what decides the request beside the message; empty for nothing
   * @param paths gets those that are new
   * @return null if it is no envelope with a body that can be read
   */
  long @Nullable [] read(String place, byte[] message, @Nullable String charset, NameIndex paths) {
    XmlReader in = new XmlReader(names, XmlLimits.DEFAULT);
    try {
      in.reset(message, 0, message.length, charset);
      XmlName envelope = in.nextChild(null);
      XmlName child = envelope == null ? null : in.nextChild(null);
      if (is(child, envelope, "Header")) {
        in.skipElement();
        child = in.nextChild(null);
      }
      if (!is(child, envelope, "Body")) {
        return null;
      }
      Walk walk = new Walk(in, paths);
      if (!place.isEmpty()) {
        walk.put(NameIndex.NONE, place);
      }
      walk.content("", NameIndex.NONE);
      return walk.digests();
    } catch (XmlException e) {
      return null; // the code that handles the call reports that
    }
  }

  private static boolean is(@Nullable XmlName name, @Nullable XmlName envelope, String local) {
    return name != null
        && envelope != null
        && name.local().equals(local)
        && name.uri().equals(envelope.uri());
  }

  /** The walk through one message. */
  private final class Walk {
    private final XmlReader in;
    private final NameIndex paths;
    private @Nullable MessageDigest[] digests = new MessageDigest[8];
    private int count = 1;

    Walk(XmlReader in, NameIndex paths) {
      this.in = in;
      this.paths = paths;
    }

    /** The content of an element, to its end. */
    void content(@Nullable String path, int number) {
      for (int event = in.nextContent(); event != XmlReader.END_ELEMENT; event = in.nextContent()) {
        if (event == XmlReader.TEXT) {
          String text = in.text();
          if (!text.isBlank()) {
            put(number, text);
          }
        } else {
          element(path);
        }
      }
    }

    /**
     * @param parent null where that is no path of a policy
     */
    private void element(@Nullable String parent) {
      String local = in.name().local();
      String path = path(parent, "/" + local);
      int number = number(path);
      put(NameIndex.NONE, number == NameIndex.NONE ? in.name().toString() : "<" + number);
      for (int i = 0; i < in.attributeCount(); i++) {
        attribute(path, i);
      }
      content(path, number);
      put(NameIndex.NONE, ">");
    }

    private void attribute(@Nullable String path, int index) {
      XmlName name = in.attributeName(index);
      boolean isXsi = name.uri().equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
      if (isXsi && name.local().endsWith("chemaLocation")) {
        return; // of no meaning
      }
      String value =
          isXsi && name.local().equals("type")
              ? Objects.requireNonNull(in.xsiType()).toString()
              : in.attribute(index).toString();
      int number = number(path(path, "/@" + name.local()));
      put(number, number == NameIndex.NONE ? name + "=" + value : value);
    }

    /** Null for what is no path of a policy, as it is too long. */
    private static @Nullable String path(@Nullable String parent, String step) {
      return parent == null || parent.length() + step.length() > MAX_PATH_LENGTH
          ? null
          : parent + step;
    }

    private int number(@Nullable String path) {
      if (path == null) {
        return NameIndex.NONE;
      }
      int number = paths.known(path);
      if (number == NameIndex.NONE && paths.hasRoom() && isPath(path)) {
        number = paths.number(path);
      }
      if (number != NameIndex.NONE && number + 1 >= count) {
        count = number + 2;
      }
      return number;
    }

    private static boolean isPath(String path) {
      try {
        return !new ElementPath(path).text().isEmpty();
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private void put(int number, String text) {
      int at = number + 1;
      if (at >= digests.length) {
        digests = Arrays.copyOf(digests, Math.max(at + 1, 2 * digests.length));
      }
      MessageDigest digest = digests[at];
      if (digest == null) {
        digest = digester.begin();
        digests[at] = digest;
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
      digest.update(bytes);
    }

    long[] digests() {
      long[] result = new long[count];
      for (int i = 0; i < Math.min(count, digests.length); i++) {
        MessageDigest digest = digests[i];
        result[i] = digest == null ? 0 : OperationLog.nonZero(Digester.end(digest).high());
      }
      return result;
    }
  }
}
