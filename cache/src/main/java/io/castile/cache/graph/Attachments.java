package io.castile.cache.graph;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Data handlers, which are compared by what they hand out. Copies have the bytes in memory. Only of
 * data that are known to be there more than once: reading a stream would take it from the caller.
 */
public final class Attachments {
  static final TypeShape SHAPE =
      new TypeShape.Leaf(Attachments::copy, Attachments::equal, Attachments::hash);

  /** Sources that can be read again and again, of whatever library. */
  private static final Set<String> LASTING =
      Set.of("ByteArrayDataSource", "DataHandlerDataSource", "FileDataSource");

  private Attachments() {}

  /** Why reading the data may be possible only once; null if it is not. */
  public static @Nullable String reason(DataHandler handler) {
    DataSource source = handler.getDataSource();
    return source != null && LASTING.contains(source.getClass().getSimpleName())
        ? null
        : "a DataHandler has its data from "
            + (source == null ? "nowhere" : "a " + source.getClass().getName())
            + ", which perhaps can be read only once";
  }

  private static Object copy(Object handler) {
    DataHandler original = (DataHandler) handler;
    return new DataHandler(
        new ByteArrayDataSource(bytes(original), original.getContentType(), original.getName()));
  }

  private static boolean equal(Object one, Object other) {
    DataHandler a = (DataHandler) one;
    DataHandler b = (DataHandler) other;
    return Objects.equals(a.getContentType(), b.getContentType())
        && Arrays.equals(bytes(a), bytes(b));
  }

  private static int hash(Object handler) {
    return Arrays.hashCode(bytes((DataHandler) handler));
  }

  /**
   * @throws NotCacheableException if the data are perhaps there only once
   */
  static byte[] bytes(DataHandler handler) {
    String reason = reason(handler);
    if (reason != null) {
      throw new NotCacheableException(reason);
    }
    try (InputStream in = handler.getInputStream()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw NotCacheableException.failed("reading a DataHandler", e);
    }
  }

  /** The bytes of the data; 0 where that cannot be told without reading them. */
  static int size(DataHandler handler) {
    return reason(handler) == null ? bytes(handler).length : 0;
  }

  /** Bytes in memory. Immutable. */
  private static final class ByteArrayDataSource implements DataSource {
    private final byte[] bytes;
    private final String contentType;
    private final String name;

    ByteArrayDataSource(byte[] bytes, String contentType, String name) {
      this.bytes = bytes;
      this.contentType = contentType;
      this.name = name;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      throw new IOException("Cannot write to an attachment of a cached value.");
    }

    @Override
    public String getContentType() {
      return contentType;
    }

    @Override
    public String getName() {
      return name;
    }
  }
}
